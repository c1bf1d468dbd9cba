package agentdelta

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// FuzzPythonLiteral takes a JSON document and expects a literal that is printable, that cutting early doesn't change,
// and that Python's reading takes back to an equal value.
func FuzzPythonLiteral(f *testing.F) {
	for _, seed := range []string{`{"b": [1.5, null, true], "a": "it's \u200d \"\n"}`, `"x"`, `[[], {}]`, `{"a b": -0}`} {
		f.Add(seed, 10)
	}
	f.Fuzz(func(t *testing.T, document string, limit int) {
		v, err := value.ParseJSON(document)
		if err != nil {
			return
		}
		literal := PythonLiteral(v)
		for _, r := range literal {
			require.True(t, isPrintable(r), "%q in %q", r, literal)
		}
		limit = min(max(limit, 0), 1000)
		early := string(appendLiteral(nil, v, enough(limit)))
		assert.Equal(t, value.Runes(literal, limit), value.Runes(early, limit))
		call := CallContent("f", value.OfList(v), limit)
		assert.Equal(t, "f("+value.Runes("["+literal+"]", limit)+")", call)
		back, err := value.ParsePython(literal)
		require.NoError(t, err, literal)
		assert.True(t, back.Equal(v), "%s came back as %s", literal, PythonLiteral(back))
	})
}

// FuzzAppendTo expects one line of JSON for each record, that reads back to what was written and encodes equally.
func FuzzAppendTo(f *testing.F) {
	f.Add("run", "content", `{"a": [1, "é", NaN]}`, true)
	f.Add("\xff\n", "🚀\u2028\x00", `{"type": 1, "run_id": 2, "<": "\ud800"}`, false)
	f.Fuzz(func(t *testing.T, text, content, metadata string, ascii bool) {
		v, _ := value.ParseJSON(metadata)
		var fields Metadata = v.Fields()
		trace := Trace{
			Meta:  Meta{RunID: text, Fields: fields},
			Nodes: []Node{{Step: 1, Type: NodeType(text), Content: content, Metadata: fields}, {Step: 2, Type: NodeEnd, Content: content}},
			Edges: []Edge{{Source: 1, Target: 2, Type: EdgeSequence, Label: text}},
		}
		data := trace.AppendTo(nil, ascii)
		lines := bytes.SplitAfter(data, []byte("\n"))
		require.Len(t, lines, 5)
		require.Empty(t, lines[4])
		for _, line := range lines[:4] {
			require.True(t, json.Valid(line), "%q", line)
			record, err := value.ParseJSON(string(line))
			require.NoError(t, err)
			require.Equal(t, string(line), string(record.AppendJSON(nil, ascii))+"\n")
		}
		node := parse(t, string(lines[1]))
		assert.Equal(t, valid(content), node.Get("content").Text())
		assert.Equal(t, NodeID(NodeType(text), node.Get("content").Text()), node.Get("id").Text())
		meta, err := ReadMeta(lines[0])
		require.NoError(t, err)
		assert.Equal(t, valid(text), meta.RunID)
	})
}

// FuzzCut expects the longest prefix that the limit allows, with no code point split.
func FuzzCut(f *testing.F) {
	f.Add("é🚀a", 2)
	f.Add("a\xffé", 2)
	f.Fuzz(func(t *testing.T, content string, limit int) {
		cut := Limits{LLM: limit}.Cut(content, NodeLLM)
		require.True(t, strings.HasPrefix(content, cut))
		require.Equal(t, min(max(limit, 0), utf8.RuneCountInString(content)), utf8.RuneCountInString(cut))
		if utf8.ValidString(content) {
			require.True(t, utf8.ValidString(cut))
		}
	})
}

// FuzzOutputText expects a text for whatever a tool returned, and the same for that text recorded as a JSON string.
func FuzzOutputText(f *testing.F) {
	f.Add(`[{"type": "text", "text": "{\"a\":1}"}]`)
	f.Add(`"\"[1]\""`)
	f.Fuzz(func(t *testing.T, output string) {
		output = valid(output)
		text := OutputText(value.OfString(output))
		if v, err := value.ParseJSON(output); err == nil && (v.Kind() == value.List || v.Kind() == value.Object) {
			assert.Equal(t, OutputText(v), text)
			quoted := string(value.OfString(output).AppendJSON(nil, true))
			assert.Equal(t, text, OutputText(value.OfString(quoted)))
		}
	})
}
