package steps

import (
	"cmp"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// lostModels lists the generations that name a parent which never came, or hang below such a span through links alone.
func (r *run) lostModels() []*item {
	var lost []*item
	var stack []*item
	for _, it := range r.roots {
		if !it.gone && it.obs.Parent != (observation.SpanID{}) {
			stack = append(stack, it)
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case at.gone:
		case at.obs.Role == observation.LLM:
			lost = append(lost, at)
		case at.obs.Role == observation.Other:
			stack = append(stack, at.kids...)
		}
	}
	return lost
}

// surrounded are items in order of their start.
type surrounded []startingAt

// startingAt is an item, and which two of those from it on end first.
type startingAt struct{ it, first, second *item }

func newSurrounded(items []*item) surrounded {
	slices.SortFunc(items, byStart)
	list := make(surrounded, len(items))
	for i := len(items) - 1; i >= 0; i-- {
		at := &list[i]
		at.it, at.first = items[i], items[i]
		if i == len(items)-1 {
			continue
		}
		at.first, at.second = list[i+1].first, list[i+1].second
		switch it := items[i]; {
		case it.obs.End < at.first.obs.End:
			at.first, at.second = it, at.first
		case at.second == nil || it.obs.End < at.second.obs.End:
			at.second = it
		}
	}
	return list
}

// anyIn reports whether one of the items, and not the item itself, ran within an item.
func (s surrounded) anyIn(it *item) bool {
	from, _ := slices.BinarySearchFunc(s, it.obs.Start, func(at startingAt, start int64) int { return cmp.Compare(at.it.obs.Start, start) })
	if from == len(s) {
		return false
	}
	inner := s[from].first
	if inner == it {
		inner = s[from].second
	}
	return inner != nil && it.lasts(inner)
}
