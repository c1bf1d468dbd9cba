package span

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

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
	var root node
	for path, v := range attrs.Prefix(strings.TrimSuffix(prefix, ".") + ".") {
		root.put(path, v)
	}
	return root.value()
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

// put adds a value under a path of segments. A path with a bad index adds nothing.
func (n *node) put(path string, v value.Value) {
	segments := strings.SplitN(path, ".", maxLevel)
	if slices.ContainsFunc(segments, isBadIndex) {
		return
	}
	for _, segment := range segments {
		n = n.below(segment)
	}
	if n.own.IsAbsent() {
		n.own = v
	}
}

// below returns the node of a segment, which is most often the one of the attribute before.
func (n *node) below(segment string) *node {
	if k := n.find(segment); k != nil {
		return &k.node
	}
	k := &kid{segment: segment}
	n.kids = append(n.kids, k)
	if len(n.kids) == few+1 {
		n.places = make(map[string]*kid, 4*few)
		for _, each := range n.kids {
			n.places[each.segment] = each
		}
	}
	if n.places != nil {
		n.places[segment] = k
	}
	return &k.node
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
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// isBadIndex reports whether a segment of digits is no index.
func isBadIndex(s string) bool {
	if !isDigits(s) {
		return false
	}
	i, err := strconv.Atoi(s)
	return err != nil || i > maxIndex || strconv.Itoa(i) != s
}
