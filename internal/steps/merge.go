package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// merge gives dst the values of src that it lacks. It is used where two spans, or a span and its log records, tell of
// the same thing; dst is the one whose word counts.
func merge(dst, src *observation.Observation) {
	silent := !saysAny(dst.Output) && dst.Result.IsAbsent()
	fillText(&dst.AgentName, src.AgentName)
	fillText(&dst.Session, src.Session)
	fillText(&dst.Model, src.Model)
	fillText(&dst.FinishReason, src.FinishReason)
	fillText(&dst.CallID, src.CallID)
	if dst.Tool == "" || dst.ToolClass && src.Tool != "" && !src.ToolClass {
		dst.Tool, dst.ToolClass = src.Tool, src.ToolClass
	}
	if !saysAny(dst.Input) {
		dst.Input = src.Input
	}
	if dst.Content&observation.Redacted == 0 || !saysAny(dst.Output) {
		dst.Output = mergeOutput(dst.Output, src.Output) // a mask is not undone by another's words
	}
	fillArguments(dst, src)
	fillValue(&dst.Result, src.Result)
	fillValue(&dst.Structured, src.Structured)
	if len(dst.Usage) == 0 {
		dst.Usage = src.Usage
	}
	dst.End = max(dst.End, src.End)
	dst.Interrupted = dst.Interrupted || src.Interrupted
	if dst.Role == observation.Tool && !dst.Result.IsAbsent() {
		dst.Interrupted, dst.Abandoned = false, false // it came back after all
	}
	if src.Role == observation.Tool {
		dst.Abandoned = dst.Abandoned && src.Abandoned
	}
	if silent || dst.Failed {
		fillText(&dst.Error, src.Error)
		dst.Failed = dst.Failed || src.Failed
	}
	dst.Content |= src.Content
}

func fillText(dst *string, src string) {
	if *dst == "" {
		*dst = src
	}
}

// fillArguments takes the request of src when dst has none. Of a tool that is also when src names arguments where dst
// has bare text.
func fillArguments(dst, src *observation.Observation) {
	fillValue(&dst.Request, src.Request)
	if dst.Role == observation.Tool && dst.Request.Kind() == value.String && src.Request.Kind() == value.Object {
		dst.Request = src.Request
	}
}

// fillValue takes src when dst is absent, or holds nothing while src says something.
func fillValue(dst *value.Value, src value.Value) {
	if dst.IsAbsent() || dst.IsEmpty() && !src.IsEmpty() {
		*dst = src
	}
}

// saysAny reports whether any message holds text, reasoning, a call or a result.
func saysAny(list []observation.Message) bool {
	return slices.ContainsFunc(list, func(m observation.Message) bool {
		return m.Text != "" || m.Reasoning != "" || len(m.Calls)+len(m.Results) > 0
	})
}

// mergeOutput joins two recordings of one response: each of text, reasoning and calls from the first that has it, calls
// with ids before calls without.
func mergeOutput(first, second []observation.Message) []observation.Message {
	if !saysAny(first) {
		return second
	}
	if !saysAny(second) || hasResults(first) || hasResults(second) {
		return first
	}
	a, b := gather(first), gather(second)
	if a.text == "" {
		a.text = b.text
	}
	if a.reasoning == "" {
		a.reasoning = b.reasoning
	}
	if len(a.calls) == 0 || !haveIDs(a.calls) && len(b.calls) >= len(a.calls) && haveIDs(b.calls) {
		a.calls = b.calls
	}
	return []observation.Message{{
		Speaker: observation.Assistant, Text: a.text, HasText: a.hasText || b.hasText,
		Reasoning: a.reasoning, Calls: a.calls,
	}}
}

func hasResults(list []observation.Message) bool {
	return slices.ContainsFunc(list, func(m observation.Message) bool { return len(m.Results) > 0 })
}

func haveIDs(calls []observation.Call) bool {
	return !slices.ContainsFunc(calls, func(c observation.Call) bool { return c.ID == "" })
}
