package steps

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// dropAnswer takes out calls that are no calls: those without span and result whose arguments are the structured answer
// of the run, of the agents that run inside the level's tool, or of the turn itself, whose producer says which tools take
// the answer.
//
// Sources: langchain-ai/langchain:libs/langchain_v1/langchain/agents/structured_output.py (ToolStrategy);
// pydantic/pydantic-ai:docs/output.md (output tools).
func (l *level) dropAnswer() {
	var given *answered
	for _, t := range l.turns {
		t.asked = slices.DeleteFunc(t.asked, func(e *execution) bool {
			if e.span != nil || e.holder != nil || e.atOnce || e.call.Arguments.Kind() != value.Object {
				return false
			}
			if given == nil {
				given = newAnswered(l.answers())
			}
			return given.hold(e.call.Arguments)
		})
	}
}

// answers lists what the agents and the turns of a level answered, where that has a structure.
func (l *level) answers() []value.Value {
	list := []value.Value{}
	for _, t := range l.turns {
		if t.it.obs.Structured.Kind() == value.Object {
			list = append(list, t.it.obs.Structured)
		}
	}
	for _, it := range l.agents {
		for _, v := range []value.Value{it.obs.Structured, it.obs.Result} {
			if text, ok := v.Str(); ok && strings.HasPrefix(text, "{") {
				v = value.Decode(text)
			} else if v.Kind() != value.Object {
				continue
			}
			list = append(list, v)
		}
	}
	return list
}

// answer is what a turn says to the one who asked: what it handed over by a call, unless it asked for more, else its text.
func (t *turn) answer() string {
	if structured := t.it.obs.Structured; !structured.IsAbsent() && len(t.asked) == 0 {
		return asText(structured)
	}
	return t.text
}

// answerLimit is how much of an answer is compared, in code points: less than what is kept of it.
const answerLimit = 400

// answered is what agents answered, which is kept cut: objects, and pieces of text that begin as objects do.
type answered struct {
	objects map[string]bool // as they are written with their keys in order, whole and cut
	pieces  map[string]bool // without blanks
	lengths []int           // of those
}

func newAnswered(list []value.Value) *answered {
	a := &answered{map[string]bool{}, map[string]bool{}, nil}
	for _, answer := range list {
		if text, ok := answer.Str(); ok {
			a.addPiece(withoutBlanks(value.Runes(text, answerLimit)))
			continue
		}
		a.addObject("whole", answer)
		a.addObject("cut", value.Clip(answer, answerLimit))
	}
	return a
}

// addObject adds what is equal to an object, unless nothing is: one that has a key without a value.
func (a *answered) addObject(extent string, answer value.Value) {
	if !lacksValue(answer) {
		a.objects[extent+inKeyOrder(answer)] = true
	}
}

// lacksValue reports whether a value has a key without one in it.
func lacksValue(v value.Value) bool {
	return slices.ContainsFunc(v.Items(), lacksValue) ||
		slices.ContainsFunc(v.Fields(), func(f value.Field) bool { return f.Value.IsAbsent() || lacksValue(f.Value) })
}

// addPiece adds a piece that is long enough to tell one answer from another.
func (a *answered) addPiece(piece string) {
	if len(piece) < answerLimit/2 {
		return
	}
	a.pieces[piece] = true
	if !slices.Contains(a.lengths, len(piece)) {
		a.lengths = append(a.lengths, len(piece))
	}
}

// hold reports whether an object of arguments is one of the answers, however either is spaced.
func (a *answered) hold(arguments value.Value) bool {
	if a.objects["whole"+inKeyOrder(arguments)] || a.objects["cut"+inKeyOrder(value.Clip(arguments, answerLimit))] {
		return true
	}
	if len(a.pieces) == 0 {
		return false
	}
	whole := withoutBlanks(string(arguments.AppendCompact(nil)))
	return slices.ContainsFunc(a.lengths, func(n int) bool { return n <= len(whole) && a.pieces[whole[:n]] })
}

// inKeyOrder is a text that equal values have in common.
func inKeyOrder(v value.Value) string { return string(appendInKeyOrder(nil, v)) }

func appendInKeyOrder(dst []byte, v value.Value) []byte {
	switch v.Kind() {
	case value.Object:
		fields := slices.Clone(v.Fields())
		slices.SortFunc(fields, func(a, b value.Field) int { return strings.Compare(a.Key, b.Key) })
		dst = append(dst, '{')
		for i := range fields {
			dst = appendInKeyOrder(appendInKeyOrder(dst, value.OfString(fields[i].Key)), fields[i].Value)
		}
		return append(dst, '}')
	case value.List:
		dst = append(dst, '[')
		for _, item := range v.Items() {
			dst = appendInKeyOrder(dst, item)
		}
		return append(dst, ']')
	default:
		dst = strconv.AppendBool(append(dst, 'a'+byte(v.Kind())), v.Truth())
		dst = strconv.AppendInt(dst, int64(len(v.Text())), 10)
		return append(append(dst, ':'), v.Text()...)
	}
}

func withoutBlanks(text string) string {
	return strings.NewReplacer(" ", "", "\n", "", "\t", "", "\r", "").Replace(text)
}
