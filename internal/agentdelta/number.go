package agentdelta

import "github.com/agentdelta/agentdeltaexporter/internal/value"

// finite returns v with null in place of NaN and the infinities, which Python's json writes but JSON has no spelling
// for. A value without them is returned as it is.
func finite(v value.Value) value.Value {
	if allFinite(v) {
		return v
	}
	return withNulls(v)
}

// pythonFloats are the numbers that aren't finite, as a Value spells them and as Python's repr does.
var pythonFloats = [...]struct{ spelling, repr string }{
	{"NaN", "nan"},
	{"Infinity", "inf"},
	{"-Infinity", "-inf"},
}

// pythonNumber returns a number in Python's spelling: that of JSON, but for the numbers that JSON doesn't have.
func pythonNumber(spelling string) string {
	for _, float := range pythonFloats {
		if float.spelling == spelling {
			return float.repr
		}
	}
	return spelling
}

func isFinite(number value.Value) bool { return pythonNumber(number.Text()) == number.Text() }

func allFinite(v value.Value) bool {
	if v.Kind() == value.Number {
		return isFinite(v)
	}
	for _, item := range v.Items() {
		if !allFinite(item) {
			return false
		}
	}
	for _, field := range v.Fields() {
		if !allFinite(field.Value) {
			return false
		}
	}
	return true
}

func withNulls(v value.Value) value.Value {
	switch v.Kind() {
	case value.Number:
		if !isFinite(v) {
			return value.OfNull()
		}
	case value.List:
		items := make([]value.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = withNulls(item)
		}
		return value.OfList(items...)
	case value.Object:
		fields := make([]value.Field, v.Len())
		for i, field := range v.Fields() {
			fields[i] = value.Field{Key: field.Key, Value: withNulls(field.Value)}
		}
		return value.OfObject(fields...)
	}
	return v
}
