package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// ends is what the run as a whole was asked and answered.
type ends struct {
	agent  string // the outermost agent's name
	start  said
	finish bool // whether there is an end
	end    said
	failed bool
	err    string
	root   *observation.Observation // the outermost agent, or the first step's span
}

// findEnds reads start and end. The outermost agent gives them; where it doesn't record them, the agents around the
// first and the last generation do, and then those generations themselves.
func (r *run) findEnds() ends {
	outer := r.outerAgents()
	e := ends{root: r.firstStep()}
	if len(outer) > 0 {
		e.root = outer[0].obs
		e.agent = nameOf(outer)
	}
	e.start = r.startText(outer)
	r.readEnd(&e, outer)
	return e
}

// outerAgents lists the agents with no agent and no tool above them, in order of time.
func (r *run) outerAgents() []*item { return r.outer.outermost }

// firstStep is the span of the run's first model or tool, failed attempts included.
func (r *run) firstStep() *observation.Observation {
	for _, it := range r.items {
		if it.obs.Role == observation.LLM || it.obs.Role == observation.Tool {
			return it.obs
		}
	}
	return r.items[0].obs
}

// said is a text and what became of the content of the span that it comes from.
type said struct {
	text    string
	content observation.Content
}

func (r *run) startText(outer []*item) said {
	first := r.firstModel()
	if asked := firstAsked(outer[:min(1, len(outer))], first); asked.text != "" {
		return asked
	}
	if asked := firstAsked(agentsAround(first), first); asked.text != "" {
		return asked
	}
	for it, tries := first, 0; it != nil && tries < maxTries; it, tries = r.tryAfter(it), tries+1 {
		if text := asText(newestUserText(it.obs.Input)); text != "" {
			return said{text, it.obs.Content}
		}
	}
	for _, it := range r.items {
		if it.obs.Role == observation.Agent && it.owner == nil {
			if text := asText(it.obs.Request); text != "" {
				return said{text, it.obs.Content}
			}
		}
	}
	return cutText(outer, func(o *observation.Observation) []observation.Message { return o.Input })
}

// firstAsked is what the first of the agents was asked that recorded it by itself.
func firstAsked(agents []*item, first *item) said {
	for _, it := range agents {
		if text := asText(it.obs.Request); text != "" && !isJoined(text, first) {
			return said{text, it.obs.Content}
		}
	}
	return said{}
}

// isJoined reports whether a text is those of all messages of a request, one after the other: agno records a list of
// messages so.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-agno.
func isJoined(text string, request *item) bool {
	if request == nil {
		return false
	}
	joined := 0
	for i := range request.obs.Input {
		m := &request.obs.Input[i]
		if m.Speaker == observation.System || m.Text == "" {
			continue
		}
		rest, found := strings.CutPrefix(strings.TrimLeft(text, "\n"), m.Text)
		if !found {
			return false
		}
		text, joined = rest, joined+1
	}
	return joined > 1 && strings.TrimSpace(text) == ""
}

// maxTries bounds how many attempts are asked what the user said.
const maxTries = 16

// tryAfter is the generation that tried again what a failed attempt did, on the same level, or nil. Some producers record
// of an attempt that failed nothing at all.
func (r *run) tryAfter(attempt *item) *item {
	var next *item
	for _, it := range r.items {
		if attempt.failed && it.obs.Role == observation.LLM && it.owner == attempt.owner && byTime(attempt, it) < 0 && (next == nil || byTime(it, next) < 0) {
			next = it
		}
	}
	return next
}

// cutText is what is left of an agent's messages that arrived cut, where nothing else tells more.
func cutText(outer []*item, side func(*observation.Observation) []observation.Message) said {
	for _, it := range outer {
		if it.obs.Content&observation.Truncated == 0 {
			continue
		}
		for _, m := range side(it.obs) {
			if m.Text != "" {
				return said{m.Text, it.obs.Content}
			}
		}
	}
	return said{}
}

// firstModel is the earliest generation of the run, failed attempts included: of those outside of all tools, if there are
// any, for what runs in a tool may be timed by another clock.
func (r *run) firstModel() *item {
	var first *item
	for _, it := range r.items {
		switch {
		case it.obs.Role != observation.LLM:
		case first == nil, first.owner != nil && it.owner == nil:
			first = it
		case (first.owner == nil) == (it.owner == nil) && byTime(it, first) < 0:
			first = it
		}
	}
	return first
}

// agentsAround lists the agents above an item, outermost first.
func agentsAround(it *item) []*item {
	var around []*item
	for it != nil && it.parent != nil {
		it = it.parent
		if it.obs.Role == observation.Agent {
			around = append(around, it)
		}
	}
	slices.Reverse(around)
	return around
}

// asText is a value as the text of a start or an end.
func asText(v value.Value) string {
	if text, ok := v.Str(); ok {
		return text
	}
	return agentdelta.OutputText(v)
}

// readEnd decides whether the run ended and with what.
func (r *run) readEnd(e *ends, outer []*item) {
	last := r.outer.lastTurn()
	e.end = r.answer(outer, last)
	if e.failed, e.err = r.failure(stillThere(outer, last)); e.failed {
		e.end = said{text: e.err}
	}
	e.finish = !r.interrupted(outer) && !r.brokenOff(outer, last)
}

// answer is the run's final text: what the outermost agent that ended last answered, else what the agents around the
// last generation did, else that generation. Without generations the agents alone tell.
func (r *run) answer(outer []*item, last *turn) said {
	if it := lastToEnd(outer); it != nil && !it.isOverBefore(last) {
		if answer := lastResult([]*item{it}); answer.text != "" {
			return answer
		}
	}
	around := outer
	if last != nil {
		around = agentsAround(last.it)
	}
	if answer := lastResult(around); answer.text != "" {
		return answer
	}
	for i := len(r.outer.entries) - 1; i >= 0; i-- {
		if t := r.outer.entries[i].turn; t != nil && t.answer() != "" {
			return said{t.answer(), t.it.obs.Content}
		}
	}
	if text := r.outer.handedOver(); text.text != "" {
		return text
	}
	return cutText(outer, func(o *observation.Observation) []observation.Message { return o.Output })
}

// handedOver is the last text inside the execution with which a level ends: of an agent that took over, and to which none
// that asked for it came back.
func (l *level) handedOver() said {
	for l != nil && len(l.entries) > 0 && l.entries[len(l.entries)-1].turn != nil {
		asked := l.entries[len(l.entries)-1].turn.asked
		if len(asked) == 0 || asked[len(asked)-1].inner == nil {
			break
		}
		l = asked[len(asked)-1].inner
		if last := l.lastTurn(); last != nil && last.answer() != "" {
			return said{last.answer(), last.it.obs.Content}
		}
	}
	return said{}
}

// isOverBefore reports whether an agent that ran neither a model nor a tool had ended before the last generation began: a
// part of the run, such as one that prepares a prompt or sorts what tools returned.
func (it *item) isOverBefore(last *turn) bool {
	return last != nil && it.obs.End < last.it.obs.Start && len(it.firstSteps(nil)) == 0 && len(agentsBelow(it)) == 0
}

// lastResult is the output of the agent that ended last. One that joins the texts of several turns is no answer.
func lastResult(agents []*item) said {
	var found *item
	for _, it := range agents {
		o := it.obs
		if o.Structured.IsAbsent() && (o.Result.IsAbsent() || o.JoinedResult) {
			continue
		}
		if found == nil || o.End > found.obs.End {
			found = it
		}
	}
	switch {
	case found == nil:
		return said{}
	case !found.obs.Structured.IsAbsent():
		return said{asText(found.obs.Structured), found.obs.Content}
	default:
		return said{asText(found.obs.Result), found.obs.Content}
	}
}

// hasRoot reports whether the trace holds a span that has no parent at all.
func (r *run) hasRoot() bool {
	for _, it := range r.roots {
		if it.obs.Parent == (observation.SpanID{}) {
			return true
		}
	}
	return false
}

func (l *level) lastTurn() *turn {
	for i := len(l.entries) - 1; i >= 0; i-- {
		if t := l.entries[i].turn; t != nil {
			return t
		}
	}
	return nil
}
