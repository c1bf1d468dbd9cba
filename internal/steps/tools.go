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
	if !slices.ContainsFunc(r.items, func(it *item) bool { return isTool(it) && it.obs.MayWrap }) {
		return
	}
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
		it.first = it.firstStep()
		if o.Role != observation.Tool || !o.MayWrap || o.CallID != "" || asked[bareTool(o.Tool)] {
			continue
		}
		if below := it.first; below != nil && below.obs.Role == observation.LLM {
			o.Role, o.Request, it.wrapper = observation.Agent, value.Value{}, true
		}
	}
}

// firstStep is the first of an item's firstSteps, from those of the items in it.
func (it *item) firstStep() (step *item) {
	for _, kid := range it.kids {
		below := kid.first
		switch kid.obs.Role {
		case observation.Tool:
			below = kid
		case observation.LLM:
			below = earlier(kid, below)
		case observation.Agent:
			below = kid.firstAround()
		}
		step = earlier(step, below)
	}
	return step
}

// firstAround is the first step below an agent that those above it see, which is one if the agent only wraps models.
func (it *item) firstAround() *item {
	switch at := slices.IndexFunc(it.around, func(step *item) bool { return !step.gone }); {
	case at >= 0:
		return it.around[at]
	case it.wrapper && len(it.around) == 0:
		return it.first
	default:
		return nil
	}
}

// earlier is the one of two steps that stands before the other, where one may be none.
func earlier(a, b *item) *item {
	if a == nil || b != nil && byStart(b, a) < 0 {
		return b
	}
	return a
}

// foldTools looks at each tool span that lies below another. It is the same call, recorded again further in, when ids
// are equal, or without ids names and inputs: the Model Context Protocol's client and server both record what the agent
// recorded already. It is a sibling when one generation asked for both. Else it is nested and stays.
func foldTools(r *run) {
	asked := together{run: r}
	for _, it := range r.items { // parents come before their children
		it.owner = it.parent.ownerBelow()
	}
	untidy := false
	for _, it := range r.items {
		if it.gone {
			continue
		}
		it.up, it.apart = it.toolAbove()
		outer := it.up
		switch {
		case outer == nil || it.obs.Role != observation.Tool:
		case sameCall(outer.obs, it.obs) && !(it.apart && isOwn(outer.obs, it.obs)) && !asked.within(outer, it):
			outer.misfired = it.obs.Failed
			outer.fold(it)
			it.up, untidy = outer, true
		case asked.both(outer, it):
			r.moveBeside(it, outer)
			it.up, untidy = outer.up, true
		}
	}
	if untidy {
		r.tidy()
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
	if !outer.ToolClass && !inner.ToolClass && !sameTool(outer.Tool, inner.Tool) && !isServed(outer, inner) {
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

// isServed reports whether a span is the Model Context Protocol's of a call whose agent has another name for the tool: the
// server's before it, joined in any way.
//
// Sources: modelcontextprotocol specification 2025-11-25, server/tools (tool names); microsoft/agent-framework:python/
// packages/core/agent_framework/_mcp.py (tool_name_prefix); langchain-ai/langchain-mcp-adapters:langchain_mcp_adapters/
// tools.py (tool_name_prefix); strands-agents/sdk-python:src/strands/tools/mcp/mcp_client.py (prefix).
func isServed(agents, protocols *observation.Observation) bool {
	if !strings.Contains(protocols.Name, "tools/call") && !strings.Contains(strings.ToLower(protocols.Scope), "mcp") {
		return false
	}
	server, found := strings.CutSuffix(agents.Tool, protocols.Tool)
	return found && len(server) > 1 && protocols.Tool != "" && strings.IndexByte("_-./:", server[len(server)-1]) >= 0
}

// moveBeside takes an item out from below another tool and puts it next to it. It stays in the list where it was, until that
// is tidied.
func (r *run) moveBeside(it, outer *item) {
	it.parent = outer.parent
	if outer.parent == nil {
		r.roots = append(r.roots, it)
		return
	}
	outer.parent.kids = append(outer.parent.kids, it)
}

// together tells which generations asked for a call, by the level on which they stand. Most runs never ask.
type together struct {
	run   *run
	asked map[levelKey][]int // the generations by their numbers, each once
	pairs map[pairKey]bool   // whether one asked for both
}

// pairKey are two calls on one level.
type pairKey struct {
	levelKey
	other string
}

type levelKey struct {
	owner *item
	call  string
}

// index lists the calls of all generations.
func (t *together) index() {
	t.asked, t.pairs = map[levelKey][]int{}, map[pairKey]bool{}
	n := 0
	for _, it := range t.run.items {
		for i := range it.turns {
			turn := &it.turns[i]
			n++
			for c := range turn.calls {
				key := levelKey{it.owner, keyOf(&turn.calls[c])}
				if by := t.asked[key]; len(by) == 0 || by[len(by)-1] != n {
					t.asked[key] = append(by, n)
				}
			}
		}
	}
}

// by lists the generations that asked for a call.
func (t *together) by(owner *item, call string) []int {
	if t.asked == nil {
		t.index()
	}
	return t.asked[levelKey{owner, call}]
}

// ownerBelow is the nearest tool above the children of an item.
func (it *item) ownerBelow() *item {
	if it == nil || it.obs.Role == observation.Tool {
		return it
	}
	return it.owner
}

// within reports whether a generation inside a tool asked for another.
func (t *together) within(outer, it *item) bool { return len(t.by(outer, it.askedKey())) > 0 }

// both reports whether one generation asked for both tools, the second of which lies below the first.
func (t *together) both(a, b *item) bool {
	if t.within(a, b) {
		return false
	}
	pair := pairKey{levelKey{a.owner, a.askedKey()}, b.askedKey()}
	both, known := t.pairs[pair]
	if !known {
		both = haveCommon(t.by(a.owner, pair.call), t.by(a.owner, pair.other))
		t.pairs[pair] = both
	}
	return both
}

// haveCommon reports whether two lists of numbers that rise have one in common.
func haveCommon(a, b []int) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return slices.ContainsFunc(a, func(n int) bool { _, found := slices.BinarySearch(b, n); return found })
}

func keyOf(c *observation.Call) string { return askedKey(c.ID, c.Name, c.Arguments) }

func (it *item) askedKey() string { return askedKey(it.obs.CallID, it.obs.Tool, it.obs.Request) }

// askedKey is what a call is known by: its id, or without one its name and input.
func askedKey(id, name string, arguments value.Value) string {
	if id != "" {
		return "id\x00" + id
	}
	return "call\x00" + callKey(name, inputText(arguments))
}
