package span

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

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
// prefix.0.message.content it makes a list of objects. It is absent if no key begins with prefix and a dot.
//
//   - A level whose segments are all decimal numbers is a list, sorted by number, holes closed. Any other level is an
//     object in the order in which its keys were recorded.
//   - A segment of digits that is no index, because it exceeds a million or has leading zeros, is ignored with all
//     below it.
//   - Where a key has both a value of its own and others below it, the level is an object and the key's own value is
//     its field "".
//   - The rest of a key after sixteen levels is one segment.
func Flat(attrs Attrs, prefix string) value.Value {
	var t tree
	for path, v := range attrs.Prefix(strings.TrimSuffix(prefix, ".") + ".") {
		if !hasBadIndex(path) {
			t.put(path, v)
		}
	}
	return t.root.value()
}

// tree is a flattened value on its way back. Its kids are allocated some at a time.
type tree struct {
	root  node
	spare []kid
}

// node is one level of a flattened value: its own value, if there is one, and what lies below.
type node struct {
	own    value.Value
	kids   []*kid
	places map[string]*kid // of kids by segment, when there are more than a few
}

type kid struct {
	segment string
	node    node
}

// put adds a value under a path of segments.
func (t *tree) put(path string, v value.Value) {
	n := &t.root
	for segment := range segments(path) {
		n = t.below(n, segment)
	}
	if n.own.IsAbsent() {
		n.own = v
	}
}

// segments yields the segments of a path, the last of sixteen being the rest.
func segments(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for range maxLevel - 1 {
			segment, rest, more := strings.Cut(path, ".")
			if !more {
				break
			}
			if !yield(segment) {
				return
			}
			path = rest
		}
		yield(path)
	}
}

// below returns the node of a segment of n, which is most often the one of the attribute before.
func (t *tree) below(n *node, segment string) *node {
	if k := n.find(segment); k != nil {
		return &k.node
	}
	if len(t.spare) == 0 {
		t.spare = make([]kid, few)
	}
	k := &t.spare[0]
	t.spare = t.spare[1:]
	k.segment = segment
	n.add(k)
	return &k.node
}

func (n *node) add(k *kid) {
	n.kids = append(n.kids, k)
	switch {
	case n.places != nil:
		n.places[k.segment] = k
	case len(n.kids) > few:
		n.places = make(map[string]*kid, 4*few)
		for _, each := range n.kids {
			n.places[each.segment] = each
		}
	}
}

func (n *node) find(segment string) *kid {
	if last := len(n.kids) - 1; last >= 0 && n.kids[last].segment == segment {
		return n.kids[last]
	}
	if n.places != nil {
		return n.places[segment]
	}
	for _, k := range n.kids {
		if k.segment == segment {
			return k
		}
	}
	return nil
}

func (n *node) value() value.Value {
	switch {
	case len(n.kids) == 0:
		return n.own
	case n.own.IsAbsent() && !slices.ContainsFunc(n.kids, (*kid).isNamed):
		return n.list()
	default:
		return n.object()
	}
}

func (n *node) list() value.Value {
	slices.SortFunc(n.kids, func(a, b *kid) int { return cmp.Compare(a.index(), b.index()) })
	items := make([]value.Value, 0, len(n.kids))
	for _, k := range n.kids {
		items = append(items, k.node.value())
	}
	return value.OfList(items...)
}

func (n *node) object() value.Value {
	fields := make([]value.Field, 0, len(n.kids)+1)
	for _, k := range n.kids {
		fields = append(fields, value.Field{Key: k.segment, Value: k.node.value()})
	}
	if !n.own.IsAbsent() {
		fields = append(fields, value.Field{Key: "", Value: n.own})
	}
	return value.OfObject(fields...)
}

// isNamed reports whether a segment is a name and no index.
func (k *kid) isNamed() bool { return !isDigits(k.segment) }

// index returns the number of a segment that is one.
func (k *kid) index() int {
	i, _ := strconv.Atoi(k.segment)
	return i
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || '9' < s[i] {
			return false
		}
	}
	return s != ""
}

// hasBadIndex reports whether a segment of a path is of digits and no index.
func hasBadIndex(path string) bool {
	for segment := range segments(path) {
		if isDigits(segment) && isBadIndex(segment) {
			return true
		}
	}
	return false
}

func isBadIndex(s string) bool {
	i, err := strconv.Atoi(s)
	return err != nil || i > maxIndex || strconv.Itoa(i) != s
}
