package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// unwrapFunctions reads tools that may only be around a model as the agents that they then are: when the first step below
// is a model's, and no generation asked for a tool of that name. Inner ones are looked at first.
func unwrapFunctions(r *run) {
	asked := map[string]bool{}
	for _, it := range r.items {
		for i := range it.turns {
			for c := range it.turns[i].calls {
				asked[bareTool(it.turns[i].calls[c].Name)] = true
			}
		}
	}
	for i := len(r.items) - 1; i >= 0; i-- {
		it := r.items[i]
		o := it.obs
		if o.Role != observation.Tool || !o.MayWrap || o.CallID != "" || asked[bareTool(o.Tool)] {
			continue
		}
		if below := it.firstSteps(); len(below) > 0 && below[0].obs.Role == observation.LLM {
			o.Role, o.Request, it.wrapper = observation.Agent, value.Value{}, true
		}
	}
}

// foldTools looks at each tool span that lies below another. It is the same call, recorded again further in, when ids
// are equal, or without ids names and inputs: the Model Context Protocol's client and server both record what the agent
// recorded already. It is a sibling when one generation asked for both. Else it is nested and stays.
func foldTools(r *run) {
	asked := askedTogether(r)
	for _, it := range r.items {
		if it.gone {
			continue
		}
		it.up, it.apart = it.toolAbove()
		outer := it.up
		switch {
		case outer == nil || it.obs.Role != observation.Tool:
		case sameCall(outer.obs, it.obs) && !(it.apart && isOwn(outer.obs, it.obs)):
			it.detach()
			outer.misfired = it.obs.Failed
			outer.fold(it)
			it.up = outer
		case asked.both(outer, it):
			r.moveBeside(it, outer)
			it.up = outer.up
		}
	}
	for _, it := range r.items {
		it.obs.Failed = it.obs.Failed || it.misfired // the agent hands a tool's error on as an ordinary result
	}
}

// toolAbove returns the tool span above with no generation in between, and whether an agent is. The parent knows its own
// already.
func (it *item) toolAbove() (up *item, apart bool) {
	switch {
	case it.parent == nil || it.parent.obs.Role == observation.LLM:
		return nil, false
	case it.parent.obs.Role == observation.Tool:
		return it.parent, false
	default:
		return it.parent.up, it.parent.apart || it.parent.obs.Role == observation.Agent
	}
}

// isOwn reports whether the tool of an agent that runs inside another tool is a call of its own, though it looks like the
// same one: the names differ, and an id was given again; or neither ids nor inputs tell.
func isOwn(outer, inner *observation.Observation) bool {
	return inner.Tool != "" && !inner.ToolClass && !outer.ToolClass && !sameTool(outer.Tool, inner.Tool) ||
		(outer.CallID == "" || inner.CallID == "") && (outer.Request.IsAbsent() || inner.Request.IsAbsent())
}

// sameCall reports whether two tool spans, one below the other, record one call.
func sameCall(outer, inner *observation.Observation) bool {
	if outer.CallID != "" && inner.CallID != "" {
		return outer.CallID == inner.CallID
	}
	if inner.Tool == "" {
		return true // a part of the call, such as the wait for a person's consent
	}
	if !outer.ToolClass && !inner.ToolClass && !sameTool(outer.Tool, inner.Tool) {
		return false
	}
	return outer.Request.IsEmpty() || inner.Request.IsEmpty() || inputText(outer.Request) == inputText(inner.Request)
}

// sameTool compares names, ignoring the server in front of a name.
//
// Sources: anthropics/claude-code MCP documentation (mcp__server__tool); openai/codex:codex-rs (server__tool).
func sameTool(a, b string) bool {
	return a == b || bareTool(a) == bareTool(b)
}

func bareTool(name string) string {
	if at := strings.LastIndex(name, "__"); at > 0 && at+2 < len(name) {
		return name[at+2:]
	}
	return strings.TrimPrefix(name, "mcp_")
}

// moveBeside takes an item out from below another tool and puts it next to it.
func (r *run) moveBeside(it, outer *item) {
	it.detach()
	it.gone, it.parent = false, outer.parent
	if outer.parent == nil {
		r.roots = append(r.roots, it)
		return
	}
	outer.parent.kids = append(outer.parent.kids, it)
}

// together tells which generation asked for a call.
type together map[string][]*turnText

// askedTogether indexes the calls of generations that asked for several.
func askedTogether(r *run) together {
	t := together{}
	for _, it := range r.items {
		for i := range it.turns {
			turn := &it.turns[i]
			if len(turn.calls) < 2 {
				continue
			}
			for c := range turn.calls {
				for _, key := range callKeys(turn.calls[c].ID, turn.calls[c].Name, inputText(turn.calls[c].Arguments)) {
					t[key] = append(t[key], turn)
				}
			}
		}
	}
	return t
}

// both reports whether one generation asked for both tools.
func (t together) both(a, b *item) bool {
	for _, keyA := range callKeys(a.obs.CallID, a.obs.Tool, inputText(a.obs.Request)) {
		for _, keyB := range callKeys(b.obs.CallID, b.obs.Tool, inputText(b.obs.Request)) {
			for _, one := range t[keyA] {
				if slices.Contains(t[keyB], one) {
					return true
				}
			}
		}
	}
	return false
}

// callKeys are what a call is known by: its id, or without one its name and input.
func callKeys(id, name, input string) []string {
	if id != "" {
		return []string{"id\x00" + id}
	}
	return []string{"call\x00" + callKey(name, input)}
}
