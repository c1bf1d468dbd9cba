package steps

import "github.com/agentdelta/agentdeltaexporter/internal/observation"

// heard is what the turns of one span were given, each of them all that the one before it was, and more. For the first
// of them all of it is read. For the others it is read from the last answers on, for what is new may stand behind those;
// what stands before them would be told again, which changes nothing: an execution has the first result that it was given.
// It may change something where ids or inputs occur again. Then all is read again, up to a bound.
type heard struct {
	by       *turn           // the last of the turns; nil when their span has no others
	messages int             // how many it was given
	size     int             // of them, in messages, calls and results
	again    int             // how much was read again
	ids      map[string]bool // of their calls and results
	names    map[string]bool // of their answers, but for the last, that were looked for by the names and inputs of their calls
	lengths  map[int]bool    // how many calls those have
	repeated bool            // the turn before the last asked for something that had been asked for, or by an id that had been given
	unsteady bool            // which turn gave an answer depends on how many stand behind it
	early    int             // where the early results of the last reading begin
}

// maxAgain bounds how often on average a message that the turns of one span were given is read.
const maxAgain = 64

// readFor reads what a turn was given, and returns the first answer in it that may tell something new.
func (o *openCalls) readFor(t *turn) (from int) {
	h := &o.heard
	switch {
	case len(t.it.turns) < 2:
		h.by = nil
		o.read(t.input)
		return 0
	case h.by == nil || h.by.it != t.it:
		*h = heard{ids: map[string]bool{}, names: map[string]bool{}, lengths: map[int]bool{}, repeated: true} // nobody knows
		h.hear(t.input)
		o.readAgain(t.input)
	default:
		from = o.readOn(t)
	}
	h.by, h.messages = t, len(t.input)
	return from
}

// readAgain reads all that a turn was given.
func (o *openCalls) readAgain(input []observation.Message) {
	o.heard.early = len(o.early)
	o.read(input)
	o.note(0)
}

// readOn reads what a turn was given that the turn before it wasn't.
func (o *openCalls) readOn(t *turn) (from int) {
	h := &o.heard
	doubt := h.unsteady || h.repeated
	repeated := h.repeatsID()
	h.hear(t.input[h.messages:])
	from, sure := o.extend(t.input)
	h.repeated = repeated || !sure || h.repeatsNames()
	if (doubt || h.repeated || h.unsteady) && h.again+h.size <= maxAgain*h.size {
		h.again += h.size
		o.readAgain(t.input)
		return 0
	}
	o.repeatEarly(t, from)
	return from
}

// repeatsID notes the ids by which the last turn asked for something, and reports whether one had been given.
func (h *heard) repeatsID() (repeats bool) {
	for _, e := range h.by.asked {
		repeats = h.ids[e.call.ID] || repeats
		h.noteID(e.call.ID)
		if e.span != nil && e.span.obs.CallID != e.call.ID {
			repeats = h.ids[e.span.obs.CallID] || repeats
			h.noteID(e.span.obs.CallID)
		}
	}
	return repeats
}

func (h *heard) noteID(id string) {
	if id != "" {
		h.ids[id] = true
	}
}

// repeatsNames reports whether the last turn asked for what was looked for by names and inputs.
func (h *heard) repeatsNames() bool {
	return h.lengths[len(h.by.calls)] && h.names[namesOf(h.by.calls)]
}

// hear notes messages.
func (h *heard) hear(messages []observation.Message) {
	for i := range messages {
		m := &messages[i]
		for c := range m.Calls {
			h.noteID(m.Calls[c].ID)
		}
		for r := range m.Results {
			h.noteID(m.Results[r].ID)
		}
		h.size += 1 + len(m.Calls) + len(m.Results)
	}
}

// note notes the answers of a history from one on, but for the last. It reports whether one of them, or the last, was
// looked for like another, and found.
func (o *openCalls) note(from int) (repeats bool) {
	h := &o.heard
	for i := from; i < len(o.history); i++ {
		a := &o.history[i]
		if a.names == "" {
			continue
		}
		repeats = repeats || h.names[a.names] && o.signs[byNames][a.names] != nil
		if i < len(o.history)-1 {
			h.names[a.names], h.lengths[len(a.calls)] = true, true
		}
	}
	return repeats
}

// extend reads a history from its last answer on. It returns the first answer that may tell something new, and whether
// none before it does.
func (o *openCalls) extend(input []observation.Message) (from int, sure bool) {
	h, last := &o.heard, max(0, len(o.history)-1)
	o.history = answersIn(input, h.messages, o.history)
	o.reads++
	end := len(o.history) - 1
	if a := &o.history[end]; end == last && a.until == a.end && !h.lengths[len(a.calls)] {
		a.names = ""
		return end + 1, true
	}
	from = max(0, last-1)
	for i := from; i <= end; i++ {
		a := &o.history[i]
		a.next, a.picked, a.given, a.index = 0, nil, nil, nil
		if i >= last {
			a.turn, a.names = nil, ""
		}
	}
	o.findTurns(input, last)
	return from, !o.note(last)
}

// repeatEarly notes for another turn the early results that stand before an answer.
func (o *openCalls) repeatEarly(t *turn, from int) {
	h := &o.heard
	before := len(t.input)
	if from < len(o.history) {
		before = o.history[from].end
	}
	told := o.early[h.early:]
	h.early = len(o.early)
	for _, early := range told {
		if h.again++; early.at < before && h.again <= maxAgain*h.size {
			o.early = append(o.early, earlyResult{t, early.result, early.at})
		}
	}
}
