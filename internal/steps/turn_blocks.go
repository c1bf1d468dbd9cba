package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// knowsBetter reports whether an agent tells more of its generations than the models below it do. If so these, whose
// producer recorded no texts, are links: the generations are the agent's.
//
// Source: anthropics/claude-agent-sdk-python:src/claude_agent_sdk/_internal/transport/subprocess_cli.py, which hangs what
// the command line records of itself below the span that an instrumentation made.
func (it *item) knowsBetter() bool {
	if it.obs.Turns != observation.OwnTurns {
		return true
	}
	it.heard = it.modelsBelow()
	if slices.ContainsFunc(it.heard, func(model *item) bool {
		return model.obs.Content&observation.OutputRecorded != 0 && model.obs.Scope != it.obs.Scope
	}) {
		return false
	}
	it.heard = slices.DeleteFunc(it.heard, func(model *item) bool { return model.obs.Failed || model.obs.Scope == it.obs.Scope })
	for _, model := range it.heard {
		model.obs.Role = observation.Other
	}
	return true
}

// modelsBelow lists the models below an item, not counting what lies below a tool or an agent with turns of its own.
func (it *item) modelsBelow() []*item {
	var models []*item
	stack := slices.Clone(it.kids)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if isModel(at) {
			models = append(models, at)
		}
		if !isTool(at) && at.obs.Turns == observation.NoTurns {
			stack = append(stack, at.kids...)
		}
	}
	return models
}

// askedAtOnce joins turns of an agent's own messages that were one answer. Where each block of an answer is a message of
// its own, each call is; but a tool that started before all those of the turn before had come back was asked for with them.
// So was one before which no model was heard again, where another producer recorded when it was.
//
// Source: anthropics/claude-agent-sdk-python:src/claude_agent_sdk/types.py (AssistantMessage, of which the command line
// sends one for each content block).
func (it *item) askedAtOnce(turns []turnText) []turnText {
	if it.obs.Turns == observation.NoTurns || len(turns) < 2 {
		return turns
	}
	tools := it.parent.toolsBelow()
	kept, asked := turns[:1], tools.span(turns[0].calls)
	for _, t := range turns[1:] {
		next := tools.span(t.calls)
		if t.text == "" && t.reasoning == "" && next.whole && (next.start < asked.end || it.parent.heardNone(asked, next)) {
			last := &kept[len(kept)-1]
			last.calls = append(last.calls, t.calls...) // which had no room for more when it was one message
			asked.start, asked.end = min(asked.start, next.start), max(asked.end, next.end)
			continue
		}
		kept, asked = append(kept, t), next
	}
	return kept
}

// heardNone reports whether models are known to be heard, and none between the start of some tools and that of others.
func (it *item) heardNone(some, others toolTime) bool {
	return len(it.heard) > 0 && some.whole && !slices.ContainsFunc(it.heard, func(model *item) bool {
		return model.obs.Start >= some.start && model.obs.Start < others.start
	})
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

// toolTime is from when until when the tools of some calls ran, as far as they are known.
type toolTime struct {
	start, end int64 // when the last of them had started, and ended
	whole      bool  // there are calls, and all are known
}

func (tools toolsByID) span(calls []observation.Call) toolTime {
	ran := toolTime{whole: len(calls) > 0}
	for i := range calls {
		tool := tools[calls[i].ID]
		if tool == nil {
			ran.whole = false
			continue
		}
		ran.start, ran.end = max(ran.start, tool.obs.Start), max(ran.end, tool.obs.End)
	}
	return ran
}
