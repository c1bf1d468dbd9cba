package steps

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/slab"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// collectResults reads from the requests of later turns what tools returned: for calls that no span recorded, and for
// spans that recorded no result. It also notes for each call the first turn that holds its result, for that turn stands
// after it. A failed attempt is no step, but when nobody tried again, only its request holds the results of the turn before.
//
// A result belongs to a call by id. One without an id answers the calls of the assistant message before it, in order;
// those are this level's calls when names and inputs are equal, or when the message is the newest and names no calls.
func (l *level) collectResults(open *openCalls) {
	open.empty(len(l.turns) + len(l.loose))
	for _, e := range l.loose {
		if id := e.span.obs.CallID; id != "" {
			open.byID[id] = e
		}
	}
	for _, t := range l.turns {
		open.answer(t)
		open.add(t)
		t.answerItself()
	}
	for _, t := range l.tried {
		open.answer(t)
	}
	open.answerEarly()
}

// answerItself gives a turn's calls the results that its own answer holds.
func (t *turn) answerItself() {
	if len(t.results) == 0 {
		return
	}
	own := answer{turn: t, calls: t.calls}
	for i := range t.results {
		result := &t.results[i]
		e, asked := own.byID(result.ID)
		if !asked {
			e = own.pick(result)
		}
		if e == nil || e.atOnce {
			continue
		}
		e.atOnce = true
		if e.result.IsAbsent() && !e.failed {
			e.result, e.failed = result.Output, result.Failed
		}
	}
}

// openCalls are the calls of earlier turns.
type openCalls struct {
	byID  map[string]*execution
	signs [signs]map[string]*signed // turns by what they asked for
	made  slab.Slab[signed]
	turns []*turn       // turns that asked for anything, oldest first
	named int           // of turns
	early []earlyResult // results by ids that no earlier turn gave

	heard           heard    // what turns of one span were given
	reads           int      // how many histories were read
	before, history []answer // those that were read last
	key             []byte   // of what is looked for
}

func newOpenCalls() openCalls {
	return openCalls{byID: map[string]*execution{}, signs: [signs]map[string]*signed{{}, {}}}
}

// empty forgets the calls of a level, and makes room for another's.
func (o *openCalls) empty(calls int) {
	o.byID = emptied(o.byID, calls)
	o.signs[byIDs] = emptied(o.signs[byIDs], calls)
	o.signs[byNames] = emptied(o.signs[byNames], 0)
	o.made.Empty(mostKept)
	o.turns, o.early, o.before, o.history = o.turns[:0], o.early[:0], o.before[:0], o.history[:0]
	o.named, o.reads, o.heard = 0, 0, heard{}
}

// forget lets go of all that they were.
func (o *openCalls) forget() {
	o.empty(0)
	o.turns, o.early, o.before, o.history = forget(o.turns), forget(o.early), forget(o.before), forget(o.history)
	o.key = forget(o.key)
}

// earlyResult is a result in the input of a turn that stands, by the clocks, before the turn that asked for it.
type earlyResult struct {
	turn   *turn
	result *observation.Result
	at     int // in which message
}

// answerEarly gives results that came before their calls to calls that nothing else answered. Where the clocks and the
// messages contradict each other about two turns, the messages are right, unless they contradict each other too.
func (o *openCalls) answerEarly() {
	if len(o.early) == 0 {
		return
	}
	waiting := map[*turn]*waitingFor{}
	for _, early := range o.early {
		e := o.byID[early.result.ID]
		if e == nil || e.turn == early.turn {
			continue
		}
		w := waiting[e.turn]
		if w == nil {
			w = &waitingFor{turns: map[*turn]bool{}}
			waiting[e.turn] = w
		}
		if e.turn == nil || !w.learn(e.turn).turns[early.turn] {
			e.returned(early.turn, early.result)
		}
	}
}

// waitingFor are the turns of the calls whose results a turn's input holds.
type waitingFor struct {
	turns map[*turn]bool
	known int // how many of those calls were looked at
}

// learn looks at those that were added.
func (w *waitingFor) learn(t *turn) *waitingFor {
	for _, e := range t.after[w.known:] {
		w.turns[e.turn] = true
	}
	w.known = len(t.after)
	return w
}

func (o *openCalls) add(t *turn) {
	if len(t.asked) == 0 {
		return
	}
	o.turns = append(o.turns, t)
	for _, e := range t.asked {
		if e.call.ID != "" {
			o.byID[e.call.ID] = e
		}
		if e.span != nil && e.span.obs.CallID != "" && o.byID[e.span.obs.CallID] == nil {
			o.byID[e.span.obs.CallID] = e
		}
	}
	if key := idsOf(t.calls); key != "" {
		o.sign(byIDs, key, t)
	}
}

// answer gives the results in a turn's input to the open calls. Results that stand behind no answer of a model answer
// the newest turn.
func (o *openCalls) answer(t *turn) {
	from := o.readFor(t)
	history := o.history[from:]
	if len(o.history) == 0 {
		history = append(history, answer{until: len(t.input), turn: o.newest()})
	}
	for i := range history {
		a := &history[i]
		for at := a.end; at < a.until; at++ {
			for r := range t.input[at].Results {
				o.give(t, a, at, &t.input[at].Results[r])
			}
		}
	}
}

// give gives a result, which stands in the message at a place, to the call that it answers.
func (o *openCalls) give(t *turn, a *answer, at int, result *observation.Result) {
	e := o.byID[result.ID]
	switch own, asked := a.byID(result.ID); {
	case result.ID == "":
		e = a.pick(result)
	case asked:
		e = own
	case e == nil:
		o.early = append(o.early, earlyResult{t, result, at})
		e = a.pick(result)
	}
	if e != nil {
		e.returned(t, result)
	}
}

func (o *openCalls) newest() *turn {
	if len(o.turns) == 0 {
		return nil
	}
	return o.turns[len(o.turns)-1]
}

// arrivedCut reports whether the result of a span is what an attribute's greatest length left of an object or a list.
func (e *execution) arrivedCut() bool {
	return e.span != nil && e.span.obs.Content&observation.Truncated != 0 && isPiece(e.result)
}

// isPiece reports whether a value is a text that begins as an object or a list does and can't be read as one.
func isPiece(v value.Value) bool {
	text, isText := v.Str()
	return isText && (strings.HasPrefix(text, "{\"") || strings.HasPrefix(text, "[{")) && value.Decode(text).Kind() == value.String
}

// returned notes a result that a request holds. The span's own result and its own error come before it, unless the result
// arrived cut.
func (e *execution) returned(t *turn, result *observation.Result) {
	if e.holder == t && e.span == nil {
		e.failed = e.failed || result.Failed // told twice, and once with its status
	}
	if e.holder != nil || e.atOnce {
		return
	}
	e.holder = t
	if t.after == nil {
		t.after = t.one[:0]
	}
	t.after = append(t.after, e)
	if !e.result.IsAbsent() && (!e.arrivedCut() || isPiece(result.Output) || result.Output.IsEmpty()) {
		return
	}
	if e.failed && e.err != "" {
		return
	}
	e.result = result.Output
	e.failed = e.failed || result.Failed
}
