package replay

import (
	"math/big"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// same reports whether two values are equal to Python: numbers by their value, objects whatever the order of their
// keys, and an absent value as None.
func same(one, other value.Value) bool {
	switch {
	case one.IsNull() || other.IsNull():
		return one.IsNull() && other.IsNull()
	case one.Kind() != other.Kind() || one.Len() != other.Len():
		return false
	case one.Kind() == value.Number:
		return one.Text() == other.Text() || sameNumber(one.Text(), other.Text())
	case one.Kind() == value.List:
		for i, item := range one.Items() {
			if !same(item, other.At(i)) {
				return false
			}
		}
		return true
	case one.Kind() == value.Object:
		for _, field := range one.Fields() {
			if theirs := other.Get(field.Key); theirs.IsAbsent() || !same(field.Value, theirs) {
				return false
			}
		}
		return true
	default:
		return one.Equal(other)
	}
}

func sameNumber(one, other string) bool {
	a, ok := new(big.Rat).SetString(one)
	b, also := new(big.Rat).SetString(other)
	return ok && also && a.Cmp(b) == 0
}

// compact is a value on one line, cut when it is long.
func compact(v value.Value) string {
	if v.IsAbsent() {
		return "nothing"
	}
	text := string(v.AppendJSON(nil, false))
	if cut := value.Runes(text, shown); cut != text {
		return cut + "..."
	}
	return text
}
