package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// envelope is a wrapping that a framework puts around every tool's output. It is recognised by its own marks, so that a
// tool's value which happens to have a similar key stays as it is.
type envelope struct {
	name string
	open func(v value.Value) (inner value.Value, failed, ok bool)
}

// envelopes are opened in this order, repeatedly, until none fits.
var envelopes = []envelope{
	{"LangChain message constructor", func(v value.Value) (value.Value, bool, bool) {
		if v.Get("lc").IsAbsent() || v.Get("kwargs").Kind() != value.Object {
			return v, false, false
		}
		return toolMessage(constructed(v))
	}},
	{"LangChain message dump", func(v value.Value) (value.Value, bool, bool) {
		if v.Get("type").Text() != "tool" {
			return v, false, false
		}
		return toolMessage(constructed(v))
	}},
	{"LangChain message repr", func(v value.Value) (value.Value, bool, bool) {
		if v.Get("tool_call_id").IsAbsent() || v.Get("content").IsAbsent() {
			return v, false, false
		}
		return toolMessage(v)
	}},
	{"LangGraph command", func(v value.Value) (value.Value, bool, bool) {
		update := v.Get("update")
		if update.Kind() != value.Object || className(v) != "Command" && v.First("goto", "graph", "resume").IsAbsent() && v.Len() > 1 {
			return v, false, false
		}
		return lastToolMessage(update.Get("messages"))
	}},
	{"one output around a LangChain message or command", func(v value.Value) (value.Value, bool, bool) {
		inner := v.Get("output")
		if inner.IsAbsent() || v.Len() > 1 && v.Get("kwargs").IsAbsent() {
			return v, false, false
		}
		if inner.Kind() == value.String || inner.Get("lc").IsAbsent() && inner.Get("lg_name").IsAbsent() && inner.Get("tool_call_id").IsAbsent() && v.Get("kwargs").IsAbsent() {
			return v, false, false
		}
		return inner, false, true
	}},
	{"MCP tool result", func(v value.Value) (value.Value, bool, bool) {
		blocks := v.Get("content")
		if blocks.Kind() != value.List || !isBlocks(blocks) || v.Len() > 1 && v.First("isError", "is_error", "structuredContent", "_meta", "details").IsAbsent() {
			return v, false, false
		}
		return blocks, v.First("isError", "is_error").Truth(), true
	}},
	{"AgentScope tool response", func(v value.Value) (value.Value, bool, bool) {
		blocks := v.Get("content") // the rest are a random id and how the tool streamed
		return blocks, false, blocks.Kind() == value.List && isBlocks(blocks) && v.Get("is_last").Kind() == value.Bool
	}},
	{"tRPC-Agent-Go tool response", func(v value.Value) (value.Value, bool, bool) {
		message := v.Get("choices").At(0).Get("message") // the rest are times
		return message.Get("content"), !v.Get("error").IsAbsent(), v.Get("object").Text() == "tool.response" && message.Kind() == value.Object
	}},
	{"one content block of text", func(v value.Value) (value.Value, bool, bool) {
		text := v.Get("text")
		if v.Get("type").Text() != "text" || text.Kind() != value.String || v.Len() > 2 && v.First("annotations", "_meta").IsAbsent() {
			return v, false, false
		}
		return text, false, true
	}},
	{"Claude Code subagent", func(v value.Value) (value.Value, bool, bool) {
		if v.Get("agentId").Kind() != value.String {
			return v, false, false // the rest are random ids and paths
		}
		if status := v.Get("status"); v.Get("isAsync").Truth() && status.Kind() == value.String {
			return status, false, true
		}
		blocks := v.Get("content")
		return blocks, false, blocks.Kind() == value.List && isBlocks(blocks)
	}},
	{"AI SDK tool output", func(v value.Value) (value.Value, bool, bool) {
		kind := v.Get("type").Text()
		switch kind {
		case "text", "json", "error-text", "error-json", "content":
			if inner := v.Get("value"); !inner.IsAbsent() {
				return inner, strings.HasPrefix(kind, "error"), true
			}
		case "execution-denied":
			if reason := v.Get("reason"); !reason.IsAbsent() {
				return reason, true, true
			}
		}
		return v, false, false
	}},
	{"LlamaIndex tool call result", func(v value.Value) (value.Value, bool, bool) {
		output := v.Get("tool_output")
		return output, false, output.Kind() == value.Object && !v.Get("tool_kwargs").IsAbsent()
	}},
	{"LlamaIndex tool output", func(v value.Value) (value.Value, bool, bool) {
		if v.Get("raw_output").IsAbsent() || v.Get("tool_name").IsAbsent() {
			return v, false, false
		}
		if blocks := v.Get("blocks"); blocks.Kind() == value.List {
			return value.OfString(partText(blocks)), v.Get("is_error").Truth(), true
		}
		return v.Get("content"), v.Get("is_error").Truth(), true
	}},
}

// openOutput takes a tool's output out of the envelopes around it, and reports whether one of them marks a failure.
func openOutput(v value.Value) (inner value.Value, failed bool) {
	for range 8 { // deeper wrapping has never been seen; the bound keeps hostile input linear
		next, bad, opened := openOnce(v)
		failed = failed || bad
		if !opened {
			return v, failed
		}
		v = next
		if v.Kind() == value.String && !isProse(v) {
			v = structured(v)
		}
	}
	return v, failed
}

func openOnce(v value.Value) (inner value.Value, failed, ok bool) {
	if v.Kind() != value.Object {
		return v, false, false
	}
	for i := range envelopes {
		if inner, failed, ok = envelopes[i].open(v); ok {
			return inner, failed, true
		}
	}
	return v, false, false
}

// toolMessage is the content of a framework's tool message.
func toolMessage(v value.Value) (inner value.Value, failed, ok bool) {
	return v.Get("content"), v.Get("status").Text() == "error", true
}

func lastToolMessage(messages value.Value) (inner value.Value, failed, ok bool) {
	for i := messages.Len() - 1; i >= 0; i-- {
		m := constructed(messages.At(i))
		if speaker, known := roleOf(m); known && speaker == observation.ToolResult {
			return toolMessage(m)
		}
	}
	return value.Value{}, false, messages.Kind() == value.List
}

// isBlocks reports whether a list holds content blocks: every item names its type.
func isBlocks(list value.Value) bool {
	for _, item := range list.Items() {
		if item.Get("type").Kind() != value.String {
			return false
		}
	}
	return list.Len() > 0
}

// outputValue is a tool's output out of its envelopes, or absent. Text that holds no object or list stays as it is.
func outputValue(v value.Value) value.Value {
	inner, _ := openResult(v)
	return inner
}

func openResult(v value.Value) (inner value.Value, failed bool) {
	if isProse(v) {
		return v, false
	}
	text, isText := v.Str()
	if isText {
		if unreadable(text) {
			return value.Value{}, false
		}
		if strings.HasPrefix(text, `"`+printedContent) {
			v = parsed(v) // a message that has no JSON, in a literal
		}
		v = structured(v)
	}
	inner, failed = openOutput(v)
	if isProse(inner) {
		return inner, failed
	}
	if text, ok := inner.Str(); ok && unreadable(text) {
		return value.Value{}, failed
	}
	return inner, failed
}

// structured reads text that holds an object or a list; every other text, JSON string literals included, stays text.
func structured(v value.Value) value.Value {
	if decoded := v.Outline(); decoded.Kind() == value.Object || decoded.Kind() == value.List {
		return decoded
	}
	text := v.Text()
	for _, start := range reprStarts {
		if !strings.HasPrefix(text, start) {
			continue
		}
		if decoded := value.DecodeAny(text); decoded.Kind() == value.Object || decoded.Kind() == value.List {
			return decoded
		}
	}
	return v
}

// reprStarts are how Python prints the objects that tools of LangChain and of the Model Context Protocol return.
//
// Sources: langchain-ai/langchain:libs/core/langchain_core/messages/tool.py; modelcontextprotocol/python-sdk:src/mcp/types.py.
var reprStarts = []string{"content=", "ToolMessage(", "Command(", "meta=", "CallToolResult(", "[TextContent("}

// longestStart is the length of the longest of them.
const longestStart = len("CallToolResult(")

// isProse reports whether a value is a long text that is known, without reading it, to be what it is: no JSON, no object
// as Python prints it, and no word that stands for something else.
func isProse(v value.Value) bool {
	if !v.IsProse() {
		return false
	}
	begin := v.Begin(longestStart)
	return !slices.ContainsFunc(reprStarts, func(start string) bool { return strings.HasPrefix(begin, start) })
}

// unreadable reports whether a text is what a runtime prints for an object that it can't: nothing was recorded.
func unreadable(text string) bool {
	return isPlaceholder(text) && text != "" || strings.HasPrefix(text, "[object ") && strings.HasSuffix(text, "]")
}

// argumentsValue is what a tool was called with, decoded as often as producers encode it, or absent.
func argumentsValue(v value.Value) value.Value {
	for range 3 {
		text, ok := v.Str()
		if !ok {
			return v
		}
		if text == "" || unreadable(text) {
			return value.Value{}
		}
		if text == "null" {
			return value.OfNull()
		}
		next := literal(v)
		if same, still := next.Str(); still && same == text {
			return v
		}
		v = next
	}
	return v
}

// decoded is a value read from its text, or absent when it is empty.
func decoded(v value.Value) value.Value { return readBy(value.Value.DecodeAny, v) }

// outlined is decoded for values of which little may be asked.
func outlined(v value.Value) value.Value { return readBy(value.Value.OutlineAny, v) }

func readBy(read func(value.Value) value.Value, v value.Value) value.Value {
	if text, ok := v.Str(); ok && isPlaceholder(text) {
		return value.Value{}
	}
	if v = read(v); v.IsEmpty() {
		return value.Value{}
	}
	return v
}
