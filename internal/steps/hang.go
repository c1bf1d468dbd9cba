package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// newRun hangs spans under their parents. A span whose parent is absent is a root; of a cycle of parents the first span
// in the fixed order is one.
func newRun(spans []*observation.Observation, room *room) *run {
	r := &run{items: room.itemLists.Take(len(spans)), room: room}
	made := room.items.Take(len(spans))
	room.byID = emptied(room.byID, len(spans))
	for i, o := range spans {
		made[i].obs, made[i].order, made[i].attempts = o, i, int(o.Retries)
		r.items[i] = &made[i]
		room.byID[o.Span] = r.items[i]
	}
	inOrder := true // parents stand before their children
	for _, it := range r.items {
		if parent := room.byID[it.obs.Parent]; parent != nil && parent != it {
			it.parent = parent
			parent.born++
			inOrder = inOrder && parent.order < it.order
		}
	}
	if !inOrder {
		breakCycles(r.items)
	}
	r.hang()
	r.items = r.parentsFirst(r.roots)
	return r
}

// hang lists the children of each item, and the roots.
func (r *run) hang() {
	roots := 0
	for _, it := range r.items {
		if it.parent == nil {
			roots++
		}
	}
	r.roots = r.room.itemLists.Take(roots)[:0]
	for _, it := range r.items {
		up := it.parent
		if up == nil {
			r.roots = append(r.roots, it)
			continue
		}
		if up.kids == nil {
			up.kids = r.room.itemLists.Take(up.born)[:0]
		}
		up.kids = append(up.kids, it)
	}
}

// breakCycles makes the first span of each cycle of parents a root.
func breakCycles(items []*item) {
	const unseen, open, done = 0, 1, 2
	state := make([]uint8, len(items))
	for _, start := range items {
		var path []*item
		at := start
		for at != nil && state[at.order] == unseen {
			state[at.order] = open
			path = append(path, at)
			at = at.parent
		}
		if at != nil && state[at.order] == open {
			earliest := at
			for next := at.parent; next != at; next = next.parent {
				if next.order < earliest.order {
					earliest = next
				}
			}
			earliest.parent = nil
		}
		for _, it := range path {
			state[it.order] = done
		}
	}
}

// parentsFirst lists a forest without recursion, for traces can be as deep as they are long.
func (r *run) parentsFirst(roots []*item) []*item {
	list := r.room.itemLists.Take(len(r.items))[:0]
	stack := r.room.stack[:0]
	stack = append(stack, roots...)
	slices.Reverse(stack)
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list = append(list, it)
		for i := len(it.kids) - 1; i >= 0; i-- {
			stack = append(stack, it.kids[i])
		}
	}
	r.room.stack = stack
	return list
}
