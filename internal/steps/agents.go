package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// addAgent notes an agent on its level, and whether no other is around it there.
func (l *level) addAgent(it *item, around bool) {
	l.agents = append(l.agents, it)
	if !around {
		l.outermost = append(l.outermost, it)
	}
}

// lead notes whether an item is an agent or below one, and reports whether it is below one, with no tool in between.
// Parents are asked before their children.
func (it *item) lead() (below bool) {
	below = it.parent != nil && it.parent != it.owner && it.parent.led
	it.led = below || it.obs.Role == observation.Agent
	return below
}

// leaveLost takes out the agents of which a span that never came was around what they are a part of.
func (r *run) leaveLost(agents []*item) []*item {
	begun := r.lostRuns()
	if len(begun) == 0 {
		return agents
	}
	return slices.DeleteFunc(agents, func(it *item) bool {
		start, isLost := begun[it.lostParent()]
		return isLost && it.lostParent() != (observation.SpanID{}) && start < it.obs.Start
	})
}

// lostRuns tells of each span that never came when the first generation below it began. If that was before an agent that
// hangs there too, the agent is a part of the run and doesn't tell what it was asked.
func (r *run) lostRuns() map[observation.SpanID]int64 {
	lost := r.lostModels()
	if len(lost) == 0 {
		return nil
	}
	begun := map[observation.SpanID]int64{}
	for _, it := range lost {
		parent := it.lostParent()
		if start, known := begun[parent]; !known || it.obs.Start < start {
			begun[parent] = it.obs.Start
		}
	}
	return begun
}

// lostParent is the id of the span above an item, or above the links that it hangs below, that never came.
func (it *item) lostParent() observation.SpanID {
	for range maxAbove {
		switch {
		case it.parent == nil:
			return it.obs.Parent
		case it.parent.obs.Role != observation.Other:
			return observation.SpanID{}
		}
		it = it.parent
	}
	return observation.SpanID{}
}

// nameOf is the name of the outermost agent that has one.
func nameOf(outer []*item) string {
	for _, it := range outer {
		if it.obs.AgentName != "" {
			return it.obs.AgentName
		}
		for _, below := range agentsBelow(it) {
			if below.obs.AgentName != "" {
				return below.obs.AgentName
			}
		}
	}
	return ""
}

// agentsBelow lists the chain of agents of which each is all that the one above does: wrappers around the agent itself.
func agentsBelow(it *item) []*item {
	var chain []*item
	for {
		below := it.nearest(2)
		if len(below) != 1 || below[0].obs.Role != observation.Agent {
			return chain
		}
		it = below[0]
		chain = append(chain, it)
	}
}

// nearest lists the items below that are reached through links alone, but no more than a number of them.
func (it *item) nearest(limit int) []*item {
	var found []*item
	stack := slices.Clone(it.kids)
	for len(stack) > 0 && len(found) < limit {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.obs.Role == observation.Other {
			stack = append(stack, at.kids...)
			continue
		}
		found = append(found, at)
	}
	return found
}
