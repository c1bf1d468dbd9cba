package steps

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// item is one span in the tree of its trace.
type item struct {
	obs    *observation.Observation
	parent *item
	kids   []*item
	born   int    // how many items name it as their parent
	order  int    // place in the trace's fixed order of spans, the last resort among equals
	rank   int    // place in a walk of the tree in which siblings stand by time
	key    string // what the first step at or below says, for siblings that start at the same time
	sum    uint64 // a digest of all that the steps at or below say
	keyed  bool   // key is known
	summed bool   // sum is known
	gone   bool   // folded into another item
	untidy bool   // one of the kids is gone, or stands elsewhere
	into   *item  // the item that it is folded into
	owner  *item  // the nearest tool above; the level that the item stands on
	agent  string // the name of the nearest agent above, or its own
	below  bool   // an agent or a tool is above
	led    bool   // it is an agent or below one, with no tool in between
	model  *item  // the nearest model above with no tool and no agent in between

	prompted bool // the request of an agent above, with no tool in between, is the item's input

	turns    []turnText // for models: the generations, usually one
	attempts int        // failed attempts that this item stands for
	args     string     // for tools: the text of the arguments, once asked for
	up       *item      // the tool above with no generation in between, while tools are folded
	apart    bool       // an agent is between them
	misfired bool       // the innermost span of the call that is folded here last failed
	wrapper  bool       // a model span that turned out to wrap several generations
	heard    []*item    // models whose generations an agent tells better
	first    *item      // the first step below, while tools around models are looked for
	around   []*item    // some of them, if there are too many to be listed once for each wrapper around this one
	failed   bool       // a failed attempt, no step

	inside *level // for tools: what runs inside, if anything does
	taken  bool   // for tools: the execution of a call that a turn asked for
	next   *item  // for tools: the next one that may have a call's id
}

// fold makes other a part of it: its children hang under it from now on, and its values fill what it lacks. Its parent
// forgets other when it is tidied, or by detach: to look for each of many there would take the square of their number.
func (it *item) fold(other *item) {
	it.takeOver(other)
	other.gone, other.into = true, it
	it.attempts += other.attempts
	input, output := it.obs.Input, it.obs.Output
	merge(it.obs, other.obs)
	unchanged := sameList(input, it.obs.Input) && sameList(output, it.obs.Output) && it.obs.Turns == observation.NoTurns
	if it.obs.Role == observation.LLM && !unchanged {
		it.turns = split(it.obs, nil)
	}
}

// sameList reports whether two lists are one.
func sameList(a, b []observation.Message) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// standing is the item, or what it was folded into.
func (it *item) standing() *item {
	for it != nil && it.into != nil {
		it = it.into
	}
	return it
}

// takeOver hangs the children of another item under it.
func (it *item) takeOver(other *item) {
	for _, kid := range other.kids {
		if kid.parent == other {
			kid.parent = it
			it.kids = append(it.kids, kid)
		}
	}
	other.kids = nil
}

// detach takes items out of their parents' children. Their own children stay with them.
func detach(items []*item) {
	for _, it := range items {
		it.gone = true
		if it.parent != nil {
			it.parent.untidy = true
		}
	}
	for _, it := range items {
		if it.parent != nil && it.parent.untidy {
			it.parent.tidy()
		}
	}
}

// tidy takes out of an item's children those that are gone or stand elsewhere.
func (it *item) tidy() {
	it.kids = slices.DeleteFunc(it.kids, func(kid *item) bool { return kid.gone || kid.parent != it })
	it.untidy = false
}

// tidy tidies all items.
func (r *run) tidy() {
	for _, it := range r.items {
		it.tidy()
	}
	r.roots = slices.DeleteFunc(r.roots, func(it *item) bool { return it.gone })
}

// rank numbers items in a walk in which siblings stand by start, then by what their first step says, then by end.
func (r *run) rank() {
	if r.ranked {
		return
	}
	r.tidy()
	r.items = r.parentsFirst(r.roots)
	inOrder := true
	for i := len(r.items) - 1; i >= 0; i-- {
		it := r.items[i]
		it.keyed, it.summed = false, false
		inOrder = sortSiblings(it.kids) && inOrder
	}
	if inOrder = sortSiblings(r.roots) && inOrder; !inOrder {
		r.items = r.parentsFirst(r.roots)
	}
	for i, it := range r.items {
		it.rank = i
		it.inherit()
	}
	r.rankTies()
	r.ranked = true
}

// sortSiblings reports whether siblings were in order.
func sortSiblings(siblings []*item) bool {
	if slices.IsSortedFunc(siblings, bySibling) {
		return true
	}
	slices.SortFunc(siblings, bySibling)
	return false
}

// inherit takes from the parent, which has done so already, what an item needs to know about those above it.
func (it *item) inherit() {
	it.owner, it.agent, it.below, it.model, it.prompted = nil, "", false, nil, false
	if up := it.parent; up != nil {
		it.owner, it.agent, it.below, it.model, it.prompted = up.owner, up.agent, up.below, up.model, up.prompted
		switch up.obs.Role {
		case observation.Tool:
			it.owner, it.below, it.model, it.prompted = up, true, nil, false
		case observation.Agent:
			it.below, it.model = true, nil
			it.prompted = it.prompted || up.obs.Prompts && !up.obs.Request.IsEmpty()
		case observation.LLM:
			it.model = up
		}
	}
	if it.obs.Role == observation.Agent && it.obs.AgentName != "" {
		it.agent = it.obs.AgentName
	}
}

func bySibling(a, b *item) int {
	if c := cmp.Compare(a.obs.Start, b.obs.Start); c != 0 {
		return c
	}
	if c := cmp.Or(cmp.Compare(a.firstKey(), b.firstKey()), cmp.Compare(a.obs.End, b.obs.End)); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.digest(), b.digest()), cmp.Compare(a.order, b.order))
}

// firstKey is what the first step at or below an item says. It is made when two siblings start together, which most
// never do; the children are ordered by then. One that an item on the way knows already is that of this one, too.
func (it *item) firstKey() string {
	if it.keyed {
		return it.key
	}
	at := it
	it.key = at.ownKey()
	for it.key == "" && len(at.kids) > 0 {
		if at = at.kids[0]; at.keyed {
			it.key = at.key
			break
		}
		it.key = at.ownKey()
	}
	it.keyed = true
	return it.key
}

// digest covers all that the steps at or below an item say, with what tools returned. Each item's is made once, of its children's.
func (it *item) digest() uint64 {
	if it.summed {
		return it.sum
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(it.ownKey()))
	if it.obs.Role == observation.Tool {
		_, _ = h.Write([]byte(inputText(it.obs.Result)))
		_, _ = h.Write([]byte(it.obs.Error))
	}
	for _, kid := range it.kids {
		_, _ = h.Write(binary.BigEndian.AppendUint64(nil, kid.digest()))
	}
	it.sum, it.summed = h.Sum64(), true
	return it.sum
}

// byTime orders items of one level.
func byTime(a, b *item) int {
	return cmp.Or(cmp.Compare(a.obs.Start, b.obs.Start), cmp.Compare(a.rank, b.rank))
}

// maxAbove bounds how far up a tree is looked.
const maxAbove = 64

// above lists the items above an item, from its parent on, up to that bound.
func (it *item) above() []*item {
	var list []*item
	for up := it.parent; up != nil && len(list) < maxAbove; up = up.parent {
		list = append(list, up)
	}
	return list
}
