package value

import (
	"strings"
	"testing"
)

// request is what a model's request looks like in an attribute: messages, most of their length being text.
var request = `[{"role":"system","content":"You are a helpful assistant.\nAnswer \"briefly\"."},` +
	strings.Repeat(`{"role":"user","content":"`+strings.Repeat("What is the weather in Tokyo today? ", 20)+`"},`+
		`{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Tokyo\"}"}}]},`, 10) + `{}]`

func BenchmarkDecode(b *testing.B) {
	b.SetBytes(int64(len(request)))
	b.ReportAllocs()
	for b.Loop() {
		Decode(request)
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	v := parse(b, request)
	dst := v.AppendJSON(nil, true)
	b.SetBytes(int64(len(dst)))
	b.ReportAllocs()
	for b.Loop() {
		dst = v.AppendJSON(dst[:0], true)
	}
}
