package span

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// maxDepth bounds how deep values may lie in each other; what lies deeper is absent.
const maxDepth = 64

// opaqueBytes stands for bytes that are no text.
const opaqueBytes = "[bytes]"

// convert returns an AnyValue as a plain value, whose lists and objects a maker makes. An empty one is absent by itself and
// null inside a list or an object, which is how SDKs send a null there.
func convert(by *value.Maker, v pcommon.Value, depth int) value.Value {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return value.OfString(clean(v.Str()))
	case pcommon.ValueTypeBool:
		return value.OfBool(v.Bool())
	case pcommon.ValueTypeInt:
		return value.OfNumber(strconv.FormatInt(v.Int(), 10))
	case pcommon.ValueTypeDouble:
		return value.OfNumber(spell(v.Double()))
	case pcommon.ValueTypeBytes:
		return bytesText(v.Bytes().AsRaw())
	case pcommon.ValueTypeSlice:
		return convertList(by, v.Slice(), depth+1)
	case pcommon.ValueTypeMap:
		return convertMap(by, v.Map(), depth+1)
	default:
		return value.Value{}
	}
}

func convertList(by *value.Maker, s pcommon.Slice, depth int) value.Value {
	if depth > maxDepth {
		return value.Value{}
	}
	items := by.Values(s.Len())[:0]
	for _, item := range s.All() {
		items = append(items, convertInner(by, item, depth))
	}
	return by.ListOf(items)
}

func convertMap(by *value.Maker, m pcommon.Map, depth int) value.Value {
	if depth > maxDepth {
		return value.Value{}
	}
	fields := by.Fields(m.Len())[:0]
	for key, item := range m.All() {
		fields = append(fields, value.Field{Key: clean(key), Value: convertInner(by, item, depth)})
	}
	return by.ObjectOf(fields)
}

func convertInner(by *value.Maker, v pcommon.Value, depth int) value.Value {
	if v.Type() == pcommon.ValueTypeEmpty {
		return value.OfNull()
	}
	return convert(by, v, depth)
}

func bytesText(b []byte) value.Value {
	if !utf8.Valid(b) {
		return value.OfString(opaqueBytes)
	}
	return value.OfString(string(b))
}

// spell writes a double as Python's json.dumps does: the shortest digits that give it back, always with a point or an
// exponent, which begins at 1e16 and below 1e-4.
func spell(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
