package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// dropAnswer takes out calls that are no calls: those without span and result whose arguments are the structured answer
// of the run, or of the agents that run inside the level's tool.
//
// Sources: langchain-ai/langchain:libs/langchain_v1/langchain/agents/structured_output.py (ToolStrategy);
// pydantic/pydantic-ai:docs/output.md (output tools).
func (l *level) dropAnswer() {
	var answers []value.Value
	for _, t := range l.turns {
		t.asked = slices.DeleteFunc(t.asked, func(e *execution) bool {
			if e.span != nil || e.holder != nil || e.atOnce || e.call.Arguments.Kind() != value.Object {
				return false
			}
			if answers == nil {
				answers = l.answers()
			}
			return isAnswer(e.call.Arguments, answers)
		})
	}
}

// answers lists what the agents of a level answered, where that has a structure.
func (l *level) answers() []value.Value {
	list := []value.Value{}
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

// answerLimit is how much of an answer is compared, in code points: less than what is kept of it.
const answerLimit = 400

// isAnswer reports whether an object of arguments is one of the answers, which are kept cut.
func isAnswer(arguments value.Value, answers []value.Value) bool {
	return slices.ContainsFunc(answers, func(answer value.Value) bool {
		if text, ok := answer.Str(); ok {
			return beginsLike(string(arguments.AppendCompact(nil)), text)
		}
		return arguments.Equal(answer) || value.Clip(arguments, answerLimit).Equal(value.Clip(answer, answerLimit))
	})
}

// beginsLike reports whether JSON begins as a piece of JSON does, however either is spaced.
func beginsLike(whole, piece string) bool {
	piece = withoutBlanks(value.Runes(piece, answerLimit))
	return len(piece) >= answerLimit/2 && strings.HasPrefix(withoutBlanks(whole), piece)
}

func withoutBlanks(text string) string {
	return strings.NewReplacer(" ", "", "\n", "", "\t", "", "\r", "").Replace(text)
}
