package agentdelta

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// OutputText returns a tool's output as text:
//
//   - a text as it is, unless it is a JSON string literal, which is unquoted, or holds a JSON object or array
//   - the texts of a list of content blocks, joined by newlines; see [blocks]
//   - any other object or array as json.dumps(value, ensure_ascii=False) writes it
//   - null, true, false and numbers as JSON spells them, and nothing for an absent value
func OutputText(v value.Value) string {
	switch v.Kind() {
	case value.Absent:
		return ""
	case value.String:
		return heldText(v.Text())
	case value.List:
		if text, ok := blocks(v.Items()); ok {
			return heldText(text)
		}
	}
	return string(v.AppendJSON(nil, false))
}

// heldText returns s, or what it holds when that is JSON.
func heldText(s string) string {
	read := value.Decode(s)
	if text, ok := read.Str(); ok {
		return text
	}
	return OutputText(read)
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
