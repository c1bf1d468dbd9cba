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
	kept := turns[:1]
	for _, t := range turns[1:] {
		last := &kept[len(kept)-1]
		if t.text == "" && t.reasoning == "" && startsWithin(t.calls, last.calls, tools) {
			last.calls = append(slices.Clip(last.calls), t.calls...)
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

// toolsBelow are the tools below an item, not counting what lies below a tool or an agent, by the ids of their calls.
func (it *item) toolsBelow() map[string]*item {
	tools := map[string]*item{}
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

// startsWithin reports whether the tools of some calls all started before all tools of others had ended.
func startsWithin(calls, others []observation.Call, tools map[string]*item) bool {
	end := int64(0)
	for i := range others {
		if tool := tools[others[i].ID]; tool != nil {
			end = max(end, tool.obs.End)
		}
	}
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c observation.Call) bool {
		tool := tools[c.ID]
		return tool == nil || tool.obs.Start >= end
	})
}
