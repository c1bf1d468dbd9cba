package agentdelta

import (
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// OutputText returns a tool's output as text:
//
//   - a text as it is, unless it is a JSON string literal, which is unquoted, or holds a JSON object or array
//   - the texts of a list of content blocks, joined by newlines; see [blocks]
//   - any other object or array as json.dumps(value, ensure_ascii=False) writes it
//   - null, true, false and numbers as JSON spells them, and nothing for an absent value
func OutputText(v value.Value) string {
	text, written := Output(v)
	if written.IsAbsent() {
		return text
	}
	return string(written.AppendJSON(nil, false))
}

// Output returns what [OutputText] gives: a text, or a value that is to be written as JSON.
func Output(v value.Value) (text string, written value.Value) {
	switch v.Kind() {
	case value.Absent:
		return "", v
	case value.String:
		return held(v)
	case value.List:
		if text, ok := blocks(v.Items()); ok {
			return held(value.OfString(text))
		}
	}
	return "", v
}

// held returns a text, or what it holds when that is JSON.
func held(v value.Value) (text string, written value.Value) {
	read := v.Outline()
	if text, ok := read.Str(); ok {
		return text, value.Value{}
	}
	return Output(read)
}

// rooms are buffers for what is written and cut.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const keptRoom = 1 << 16

// OutputStart returns the first n code points of a value written as JSON, and whether there are more. It doesn't write
// much more than it returns.
func OutputStart(written value.Value, n int) (start string, more bool) {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	n = min(max(n, 0), math.MaxInt/8)
	for end := n/8*9 + 16; ; end *= 2 { // few texts have more than one letter in eight beyond ASCII
		all := written.AppendJSONStart((*room)[:0], end)
		if cap(all) <= keptRoom {
			*room = all
		}
		start := value.Runes(all, n)
		if whole := len(all) < end; whole || len(start) <= end-(utf8.UTFMax-1) {
			return string(start), len(start) < len(all)
		}
	}
}

// blocks joins the text blocks of a list of content blocks, and reports whether items are one: objects that all have a
// type, one of which is a text. Blocks of other types, such as images, have no text. A list whose items have no type is
// a value like any other.
//
//	{"type": "text", "text": "..."}      MCP, Anthropic, LangChain
//	{"type": "text", "content": "..."}   OpenTelemetry GenAI message parts
//	{"type": "input_text", "text": ...}  OpenAI Responses, and output_text
func blocks(items []value.Value) (string, bool) {
	var texts []string
	for _, item := range items {
		kind, ok := item.Get("type").Str()
		if !ok {
			return "", false
		}
		if text, ok := item.First("text", "content").Str(); ok && textBlock(kind) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n"), len(texts) > 0
}

func textBlock(kind string) bool {
	return kind == "text" || kind == "input_text" || kind == "output_text"
}
