package agentdelta

import "github.com/agentdelta/agentdeltaexporter/internal/value"

// Limits are the greatest lengths of contents, in Unicode code points. A limit of zero keeps nothing.
type Limits struct {
	LLM  int // llm
	Tool int // the input of a tool_call, and tool_return
	Text int // start and end
}

// DefaultLimits returns the limits of agentdelta's own recorder.
func DefaultLimits() Limits { return Limits{LLM: 2000, Tool: 500, Text: 500} }

// Of returns the limit for nodes of type t. A tool_call's is that of its input alone.
func (l Limits) Of(t NodeType) int {
	switch t {
	case NodeLLM:
		return l.LLM
	case NodeToolCall, NodeToolReturn:
		return l.Tool
	default:
		return l.Text
	}
}

// Cut returns as much of content as a node of type t may hold. It leaves the content of a tool_call as it is, for there
// the limit applies before the input is wrapped, in [CallContent].
func (l Limits) Cut(content string, t NodeType) string {
	if t == NodeToolCall {
		return content
	}
	return value.Runes(content, l.Of(t))
}
