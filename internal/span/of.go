package span

import (
	"fmt"
	"strconv"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// AttrsOf returns attributes of keys and values in turn: AttrsOf("a", "text", "b", 1). It serves the tests of packages
// that read spans without pdata. A value is a string, bool, int, int64, float64, []byte or value.Value; anything else,
// and a key that is no string, panics.
func AttrsOf(pairs ...any) Attrs {
	t := &table{}
	t.shape = &t.own
	t.shape.forget(len(pairs) / 2)
	for len(pairs) > 0 {
		key, ok := pairs[0].(string)
		if !ok || len(pairs) == 1 {
			panic(fmt.Sprintf("span.AttrsOf: %v: a key must be a string with a value after it", pairs[0]))
		}
		if v := valueOf(pairs[1]); !v.IsAbsent() {
			t.add(entry{key: key, known: true, value: v})
		}
		pairs = pairs[2:]
	}
	t.shape.learn(t.entries)
	return Attrs{table: t}
}

func valueOf(v any) value.Value {
	switch v := v.(type) {
	case value.Value:
		return v
	case string:
		return value.OfString(v)
	case bool:
		return value.OfBool(v)
	case int:
		return value.OfNumber(strconv.Itoa(v))
	case int64:
		return value.OfNumber(strconv.FormatInt(v, 10))
	case float64:
		return value.OfNumber(spell(v))
	case []byte:
		return bytesText(v)
	default:
		panic(fmt.Sprintf("span.AttrsOf: %T: a value must be a string, bool, int, int64, float64, []byte or value.Value", v))
	}
}
