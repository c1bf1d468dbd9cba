package span

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// few is up to how many segments of a level are searched one by one; more have a map.
const few = 24

// The bounds of flattened keys.
const (
	maxIndex = 1_000_000
	maxLevel = 16
)

// Flat rebuilds the value that was flattened into attributes: of the keys prefix.0.message.role and
// prefix.0.message.content it makes a list of objects. It is absent if no key begins with prefix and a dot. It lives as
// long as what else is read in the values of the attributes' span.
//
//   - A level whose segments are all decimal numbers is a list, sorted by number, holes closed. Any other level is an
//     object in the order in which its keys were recorded.
//   - A segment of digits that is no index, because it exceeds a million or has leading zeros, is ignored with all
//     below it.
//   - Where a key has both a value of its own and others below it, the level is an object and the key's own value is
//     its field "".
//   - The rest of a key after sixteen levels is one segment.
func Flat(attrs Attrs, prefix string) value.Value {
	t := trees.Get().(*tree)
	defer t.release()
	t.by = attrs.Maker()
	root := t.node(step{})
	for path, v := range attrs.Prefix(strings.TrimSuffix(prefix, ".") + ".") {
		t.put(root, path, v)
	}
	return t.value(root)
}

// tree is a flattened value on its way back. Its memory is used again.
type tree struct {
	pages  [][]node        // where nodes come from
	used   int             // how many pages have nodes
	near   near            // to what was put last
	steps  [maxLevel]step  // of the path that is put
	places map[place]*node // of nodes that have many siblings
	items  []value.Value   // of the lists that are being made
	fields []value.Field   // of the objects that are being made
	by     *value.Maker
}

// node is one level of a flattened value: its own value, if there is one, and what lies below.
type node struct {
	step
	own         value.Value
	first, last *node // of the kids
	unplaced    *node // the first kid that has no place, nor have those behind it
	next        *node // kid of the same parent
	kids        int
	highest     int // index of a kid, or -1
}

// near is the parent of a node: most attributes stand beside the one before.
type near struct {
	node  *node
	path  string // with the dot behind it
	level int
}

type place struct {
	parent  *node
	segment string
}

// How many nodes are allocated at once, which is more than most spans need; and what is kept for the next span, which is
// as much as a conversation of some two hundred messages takes.
const (
	pageNodes  = 128
	keptPages  = 16
	keptPlaces = 1 << 10
)

var trees = sync.Pool{New: func() any { return new(tree) }}

// release keeps some memory, and nothing that was in it.
func (t *tree) release() {
	t.by = nil
	for i, page := range t.pages[:t.used] {
		clear(page)
		t.pages[i] = page[:0]
	}
	if t.used = 0; len(t.pages) > keptPages || len(t.places) > keptPlaces {
		*t = tree{}
	}
	clear(t.places)
	clear(t.steps[:])
	t.near = near{}
	trees.Put(t)
}

// node makes a node. It stays where it is.
func (t *tree) node(s step) *node {
	if t.used == 0 || len(t.pages[t.used-1]) == pageNodes {
		if t.used == len(t.pages) {
			t.pages = append(t.pages, make([]node, 0, pageNodes))
		}
		t.used++
	}
	page := &t.pages[t.used-1]
	*page = append(*page, node{step: s, highest: -1})
	return &(*page)[len(*page)-1]
}

// put adds a value under a path of segments, unless one of them is of digits and no index.
func (t *tree) put(root *node, path string, v value.Value) {
	from := near{node: root}
	if t.near.path != "" && strings.HasPrefix(path, t.near.path) {
		from = t.near
	}
	steps, ok := t.split(path[len(from.path):], from.level)
	if !ok {
		return
	}
	last := len(steps) - 1
	for _, s := range steps[:last] {
		from.node = t.below(from.node, s)
	}
	t.near = near{from.node, path[:len(path)-len(steps[last].segment)], from.level + last}
	if n := t.below(from.node, steps[last]); n.own.IsAbsent() {
		n.own = v
	}
}

// split returns the segments of a path that begins at a level. The last one is the rest of the path, however many dots are
// in it.
func (t *tree) split(path string, level int) (steps []step, ok bool) {
	for n := 0; ; n++ {
		end := strings.IndexByte(path, '.')
		if end < 0 || level+n == maxLevel-1 {
			end = len(path)
		}
		if t.steps[n], ok = stepOf(path[:end]); !ok {
			return nil, false
		}
		if end == len(path) {
			return t.steps[:n+1], true
		}
		path = path[end+1:]
	}
}

// step is a segment of a path, and its number if it is an index, or else -1.
type step struct {
	segment string
	number  int
}

// stepOf returns the step of a segment, and false if it is of digits and no index.
func stepOf(segment string) (s step, ok bool) {
	if segment == "" || segment[0] > '9' || !isDigits(segment) {
		return step{segment, -1}, true
	}
	if segment[0] == '0' && len(segment) > 1 || len(segment) > len("1000000") {
		return step{}, false
	}
	n, _ := strconv.Atoi(segment)
	return step{segment, n}, n <= maxIndex
}

// below returns the kid of a step, which is most often the one of the attribute before, or one after all others.
func (t *tree) below(parent *node, s step) *node {
	if parent.last != nil && parent.last.segment == s.segment {
		return parent.last
	}
	if s.number <= parent.highest {
		if kid := t.find(parent, s.segment); kid != nil {
			return kid
		}
	}
	kid := t.node(s)
	if parent.kids == 0 {
		parent.first = kid
	} else {
		parent.last.next = kid
	}
	parent.last, parent.highest = kid, max(parent.highest, s.number)
	if parent.kids++; parent.unplaced == nil {
		parent.unplaced = kid
	}
	return kid
}

func (t *tree) find(parent *node, segment string) *node {
	if parent.kids > few {
		t.place(parent)
		return t.places[place{parent, segment}]
	}
	kid := parent.first
	for kid != nil && kid.segment != segment {
		kid = kid.next
	}
	return kid
}

// place notes the places of the kids that are new since it did.
func (t *tree) place(parent *node) {
	if t.places == nil {
		t.places = map[place]*node{}
	}
	for kid := parent.unplaced; kid != nil; kid = kid.next {
		t.places[place{parent, kid.segment}] = kid
	}
	parent.unplaced = nil
}

func (t *tree) value(n *node) value.Value {
	switch {
	case n.kids == 0:
		return n.own
	case n.own.IsAbsent() && areIndexes(n.first):
		return t.list(n)
	default:
		return t.object(n)
	}
}

// areIndexes reports whether a kid and all behind it are indexes.
func areIndexes(kid *node) bool {
	for ; kid != nil; kid = kid.next {
		if kid.number < 0 {
			return false
		}
	}
	return true
}

func (t *tree) list(n *node) value.Value {
	base := len(t.items)
	sortKids(n)
	for kid := n.first; kid != nil; kid = kid.next {
		t.items = append(t.items, t.value(kid))
	}
	v := t.by.List(t.items[base:])
	clear(t.items[base:])
	t.items = t.items[:base]
	return v
}

// sortKids puts kids in the order of the numbers that they are, which most have already.
func sortKids(n *node) {
	if isSorted(n) {
		return
	}
	kids := make([]*node, 0, n.kids)
	for kid := n.first; kid != nil; kid = kid.next {
		kids = append(kids, kid)
	}
	slices.SortFunc(kids, func(a, b *node) int { return cmp.Compare(a.number, b.number) })
	for i, kid := range kids[1:] {
		kids[i].next = kid
	}
	n.first, n.last = kids[0], kids[len(kids)-1]
	n.last.next = nil
}

func isSorted(n *node) bool {
	for kid := n.first; kid.next != nil; kid = kid.next {
		if kid.number > kid.next.number {
			return false
		}
	}
	return true
}

func (t *tree) object(n *node) value.Value {
	base := len(t.fields)
	for kid := n.first; kid != nil; kid = kid.next {
		t.fields = append(t.fields, value.Field{Key: kid.segment, Value: t.value(kid)})
	}
	if !n.own.IsAbsent() {
		t.fields = append(t.fields, value.Field{Key: "", Value: n.own})
	}
	v := t.by.Object(t.fields[base:])
	clear(t.fields[base:])
	t.fields = t.fields[:base]
	return v
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || '9' < s[i] {
			return false
		}
	}
	return s != ""
}
