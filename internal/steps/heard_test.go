package steps

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// TestWhatTurnsOfOneSpanHeardIsReadOnceAsIfItWereReadForEach compares readings of agents whose spans hold their turns, with
// ids and inputs that occur again and again, and with a model before and after them.
func TestWhatTurnsOfOneSpanHeardIsReadOnceAsIfItWereReadForEach(t *testing.T) {
	compare := func(seed uint64, most int) {
		all := ownTurns(anything{rand.New(rand.NewPCG(seed, 5)), nil}, most)
		require.Equal(t, told(all, collectPlainly), told(all, (*level).collectResults), "seed %d", seed)
	}
	for seed := range uint64(5_000) {
		compare(seed, 12)
	}
	for seed := range uint64(100) {
		compare(seed, maxAsking)
	}
	compare(8886, maxAsking) // an answer is another turn's once so many others stand behind it
}

// FuzzTurnsOfOneSpan makes runs so short that all may be read again as often as it is in doubt.
func FuzzTurnsOfOneSpan(f *testing.F) {
	f.Add(uint64(1), uint8(12))
	f.Add(uint64(2), uint8(40))
	f.Fuzz(func(t *testing.T, seed uint64, most uint8) {
		all := ownTurns(anything{rand.New(rand.NewPCG(seed, 6)), nil}, 1+int(min(most, 23)))
		require.Equal(t, told(all, collectPlainly), told(all, (*level).collectResults))
	})
}

// collectPlainly is collectResults that reads all for each turn.
func collectPlainly(l *level, open *openCalls) {
	open.empty(0)
	for _, e := range l.loose {
		if id := e.span.obs.CallID; id != "" {
			open.byID[id] = e
		}
	}
	for _, t := range l.turns {
		open.heard.by = nil
		open.answer(t)
		open.add(t)
		t.answerItself()
	}
	for _, early := range open.early {
		waits := func(e *execution) bool { return e.turn == early.turn }
		e := open.byID[early.result.ID]
		if e != nil && e.turn != early.turn && (e.turn == nil || !slices.ContainsFunc(e.turn.after, waits)) {
			e.returned(early.turn, early.result)
		}
	}
}

// told describes what a level's executions returned, and to which turns.
func told(all []observation.Observation, collect func(*level, *openCalls)) (lines []string) {
	room := rooms.New().(*room)
	r := newRun(observation.Dedupe(slices.Clone(all)), room)
	for _, stage := range stages {
		stage.apply(r)
	}
	r.outer = r.addLevel(nil)
	for _, it := range r.items {
		r.outer.count(it)
	}
	r.outer.makeRoom(room)
	for _, it := range r.items {
		r.outer.add(it)
	}
	r.outer.setWindows()
	r.outer.recover()
	r.outer.match(room)
	collect(r.outer, &room.open)
	for e := range r.outer.executions() {
		lines = append(lines, fmt.Sprint(agentdelta.OutputText(e.result), e.failed, e.atOnce, slices.Index(r.outer.turns, e.holder)))
	}
	for _, turn := range r.outer.turns {
		for _, e := range turn.after {
			lines = append(lines, fmt.Sprint(slices.Index(r.outer.turns, e.turn), e.turn != nil && slices.Contains(e.turn.asked, e), e.call.ID, slices.Index(r.outer.turns, turn)))
		}
	}
	return lines
}

// ownTurns makes an agent whose span holds its turns, with a model before and one after it, and tools.
func ownTurns(a anything, most int) []observation.Observation {
	ids := a.IntN(3)
	m := dialog{anything: a, ids: ids, inputs: oneOf(a, 1, 2, 100), roles: oneOf(a, 2, 6)}
	owner := agentSpan(2, 0)
	owner.Start, owner.Turns = 2, observation.OwnTurns
	owner.Input, owner.Output = m.messages(a.IntN(1+most/3)), m.messages(1+a.IntN(most))
	if m.ids < 2 && a.maybe() {
		m.ids, m.roles = 2, 2 // from here on, no id occurs again
	}
	owner.Output = append(owner.Output, m.messages(a.IntN(2*most))...)
	before := modelSpan(1, 0, m.messages(a.IntN(4))...)
	before.Input = m.messages(a.IntN(4))
	after := modelSpan(3, 0, append(m.messages(2), m.asking("later"))...)
	after.Input = slices.Concat(owner.Input, owner.Output[:a.IntN(len(owner.Output))])
	all := []observation.Observation{before, owner, after}
	for n := range a.IntN(4) {
		tool := toolSpan(n+4, 2, oneOf(a, "look", "seek"), m.input())
		tool.Start, tool.CallID = 2, oneOf(a, m.id(), "1", "later")
		all = append(all, tool)
	}
	return all
}

// dialog makes messages of a conversation, more or less in order.
type dialog struct {
	anything
	ids, inputs, roles int
	made               int
	open               []string
}

func (d *dialog) input() string { return fmt.Sprint(d.IntN(d.inputs)) }

// id is a new one, one of a few, or none.
func (d *dialog) id() string {
	switch d.ids {
	case 0:
		return ""
	case 1:
		return oneOf(d.anything, "", "1", "2", "3")
	default:
		d.made++
		return fmt.Sprint("id ", d.made)
	}
}

func (d *dialog) messages(n int) []observation.Message {
	list := make([]observation.Message, n)
	for i := range list {
		switch d.IntN(d.roles) {
		case 0:
			list[i] = d.asking(d.id(), d.id())
		case 5:
			list[i] = observation.Message{Speaker: oneOf(d.anything, observation.Assistant, observation.User), Text: oneOf(d.anything, "", "x"), HasText: d.maybe()}
		default:
			list[i] = d.answering()
			if len(list[i].Results) == 0 {
				list[i] = d.asking(d.id())
			}
		}
	}
	return list
}

func (d *dialog) asking(ids ...string) observation.Message {
	m := observation.Message{Speaker: observation.Assistant}
	for _, id := range ids {
		d.open = append(d.open, id)
		m.Calls = append(m.Calls, observation.Call{ID: id, Name: oneOf(d.anything, "look", "look", "seek"), Arguments: value.OfString(d.input())})
	}
	return m
}

// answering gives results of calls that are open, and now and then of another.
func (d *dialog) answering() observation.Message {
	m := observation.Message{Speaker: observation.ToolResult}
	for len(d.open) > 0 && len(m.Results) < 3 {
		id := d.open[0]
		d.open = d.open[1:]
		switch d.IntN(8) {
		case 0:
			continue
		case 1:
			id = oneOf(d.anything, d.id(), "later")
		}
		d.made++
		m.Results = append(m.Results, observation.Result{ID: id, Name: oneOf(d.anything, "", "", "look", "seek"), Output: value.OfString(fmt.Sprint("result ", d.made)), Failed: d.maybe()})
	}
	return m
}
