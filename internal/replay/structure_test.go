package replay

import (
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// structure is JSON text as an attribute's structured value, or false where that can't hold it unchanged.
func structure(text string) (pcommon.Value, bool) {
	v, err := value.ParseJSON(text)
	if err != nil {
		return pcommon.Value{}, false
	}
	out := pcommon.NewValueEmpty()
	return out, setStructured(out, v)
}

func setStructured(to pcommon.Value, v value.Value) bool {
	switch v.Kind() {
	case value.String:
		to.SetStr(v.Text())
	case value.Bool:
		to.SetBool(v.Truth())
	case value.Number:
		n, err := strconv.ParseInt(v.Text(), 10, 64)
		if err != nil {
			return false
		}
		to.SetInt(n)
	case value.List:
		list := to.SetEmptySlice()
		for _, item := range v.Items() {
			if !setStructured(list.AppendEmpty(), item) {
				return false
			}
		}
	case value.Object:
		m := to.SetEmptyMap()
		for _, field := range v.Fields() {
			if !setStructured(m.PutEmpty(field.Key), field.Value) {
				return false
			}
		}
	default:
		return false // an attribute's null is no value
	}
	return true
}
