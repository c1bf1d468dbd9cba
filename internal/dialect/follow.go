package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// following is the dialect of a producer that follows the GenAI conventions with places and habits of its own. Its
// places are asked before those of the conventions, and in their stead where both are the same; its Role is asked before
// theirs, and its Adjust corrects what theirs left. The conventions are not asked again for a span that it reads.
func following(own Dialect) Dialect {
	own.follows = &genAI
	own.Role = firstOpinion(own.Role, genAI.Role)
	own.Adjust = bothAdjust(genAI.Adjust, own.Adjust)
	own.Common = Common{
		AgentName: slices.Concat(own.Common.AgentName, genAI.Common.AgentName),
		Session:   slices.Concat(own.Common.Session, genAI.Common.Session),
	}
	own.Agent = AgentFields{
		Request:    joinSources(own.Agent.Request, genAI.Agent.Request),
		Result:     joinSources(own.Agent.Result, genAI.Agent.Result),
		Structured: joinSources(own.Agent.Structured, genAI.Agent.Structured),
	}
	own.LLM = LLMFields{
		Model:  slices.Concat(own.LLM.Model, genAI.LLM.Model),
		Finish: slices.Concat(own.LLM.Finish, genAI.LLM.Finish),
		Input:  joinSources(own.LLM.Input, genAI.LLM.Input),
		Output: joinSources(own.LLM.Output, genAI.LLM.Output),
		Usage:  joinUsage(own.LLM.Usage, genAI.LLM.Usage),
	}
	own.Tool = ToolFields{
		Name:      slices.Concat(own.Tool.Name, genAI.Tool.Name),
		CallID:    slices.Concat(own.Tool.CallID, genAI.Tool.CallID),
		Arguments: joinSources(own.Tool.Arguments, genAI.Tool.Arguments),
		Result:    joinSources(own.Tool.Result, genAI.Tool.Result),
	}
	return own
}

// firstOpinion asks for a role in two ways, one after the other.
func firstOpinion(first, second func(*span.Span) (observation.Role, bool)) func(*span.Span) (observation.Role, bool) {
	if first == nil {
		return second
	}
	return func(s *span.Span) (observation.Role, bool) {
		if role, ok := first(s); ok {
			return role, true
		}
		return second(s)
	}
}

func bothAdjust(first, second func(*span.Span, *observation.Observation)) func(*span.Span, *observation.Observation) {
	if second == nil {
		return first
	}
	return func(s *span.Span, o *observation.Observation) {
		first(s, o)
		second(s, o)
	}
}

// joinSources is two tables of places as one, with each place once.
func joinSources(own, base []Source) []Source {
	joined := slices.Clone(own)
	for _, source := range base {
		if !slices.ContainsFunc(own, func(s Source) bool { return s.Place == source.Place }) {
			joined = append(joined, source)
		}
	}
	return joined
}

// joinUsage is two tables of token counts as one, with one row for each name.
func joinUsage(own, base []UsageKey) []UsageKey {
	joined := slices.Clone(own)
	for _, row := range base {
		at := slices.IndexFunc(joined, func(k UsageKey) bool { return k.Name == row.Name })
		if at < 0 {
			joined = append(joined, row)
			continue
		}
		joined[at].Keys = slices.Concat(joined[at].Keys, row.Keys)
	}
	slices.SortFunc(joined, func(a, b UsageKey) int { return strings.Compare(a.Name, b.Name) })
	return joined
}
