package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// askedAtOnce joins turns of an agent's own messages that were one answer. Where each block of an answer is a message of
// its own, each call is; but a tool that started before all those of the turn before had come back was asked for with them.
//
// Source: anthropics/claude-agent-sdk-python:src/claude_agent_sdk/types.py (AssistantMessage, of which the command line
// sends one for each content block).
func (it *item) askedAtOnce(turns []turnText) []turnText {
	if it.obs.Turns == observation.NoTurns || len(turns) < 2 {
		return turns
	}
	tools := it.parent.toolsBelow()
	kept, end := turns[:1], tools.end(turns[0].calls)
	for _, t := range turns[1:] {
		if t.text == "" && t.reasoning == "" && tools.startBefore(t.calls, end) {
			last := &kept[len(kept)-1]
			last.calls = append(last.calls, t.calls...) // which had no room for more when it was one message
			end = max(end, tools.end(t.calls))
			continue
		}
		kept, end = append(kept, t), tools.end(t.calls)
	}
	return kept
}

// toolsByID are tools by the ids of their calls.
type toolsByID map[string]*item

// toolsBelow are the tools below an item, not counting what lies below a tool or an agent, by the ids of their calls.
func (it *item) toolsBelow() toolsByID {
	tools := toolsByID{}
	stack := slices.Clone(it.kids)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch at.obs.Role {
		case observation.Tool:
			tools[at.obs.CallID] = at
		case observation.Other:
			stack = append(stack, at.kids...)
		}
	}
	delete(tools, "")
	return tools
}

// end is when the last tool of some calls had ended.
func (tools toolsByID) end(calls []observation.Call) (end int64) {
	for i := range calls {
		if tool := tools[calls[i].ID]; tool != nil {
			end = max(end, tool.obs.End)
		}
	}
	return end
}

// startBefore reports whether the tools of some calls all started before a time.
func (tools toolsByID) startBefore(calls []observation.Call, end int64) bool {
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c observation.Call) bool {
		tool := tools[c.ID]
		return tool == nil || tool.obs.Start >= end
	})
}
