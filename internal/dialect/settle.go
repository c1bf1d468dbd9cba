package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// settle derives, once all fields are read, what they say together.
func settle(o *observation.Observation) {
	if o.FinishReason == "error" {
		o.Failed = true
	}
	o.ToolClass = o.ToolClass || o.Role == observation.Tool && toolClasses[o.Tool]
	if o.Role == observation.Tool && o.Failed && o.Error != "" && (o.Result.Kind() == value.Null || o.Result.Text() == "null") {
		o.Result = value.Value{} // what failed gave nothing, and its error says more
	}
	for i := range o.Input {
		noteMessage(&o.Input[i], observation.InputRecorded, o)
	}
	for i := range o.Output {
		noteMessage(&o.Output[i], observation.OutputRecorded, o)
	}
	noteValue(o.Request, observation.InputRecorded, o)
	noteValue(o.Result, observation.OutputRecorded, o)
	noteSilence(o)
}

// noteMessage marks content that a message records.
func noteMessage(m *observation.Message, side observation.Content, o *observation.Observation) {
	if m.Text != "" || m.Reasoning != "" {
		o.Content |= side
	}
	if isMask(m.Text) || isMask(m.Reasoning) {
		o.Content |= observation.Redacted
	}
	if arrivedCut(m.Text) {
		o.Content |= observation.Truncated
	}
	for i := range m.Calls {
		noteValue(m.Calls[i].Arguments, side, o)
	}
	for i := range m.Results {
		noteValue(m.Results[i].Output, side, o)
	}
}

func noteValue(v value.Value, side observation.Content, o *observation.Observation) {
	if v.IsAbsent() || v.Kind() == value.String && v.IsEmpty() {
		return
	}
	o.Content |= side
	if isProse(v) {
		return
	}
	if isMask(v.Text()) {
		o.Content |= observation.Redacted
	}
	if text, ok := v.Str(); ok && arrivedCut(text) {
		o.Content |= observation.Truncated
	}
}

// finishReason is the first finish reason that a key holds, whatever its form: a list, a list in a text, or a word.
func finishReason(s *span.Span, keys []string) string {
	for _, key := range keys {
		v := s.Attrs.Get(key).Decode()
		if v.Kind() == value.List {
			v = v.At(0)
		}
		if text := v.Text(); !isPlaceholder(text) {
			return text
		}
	}
	return ""
}

// usage reads token counts; they may be numbers or numbers in texts.
func usage(s *span.Span, keys []UsageKey) []observation.Count {
	var counts []observation.Count
	for i := range keys {
		for _, key := range keys[i].Keys {
			if n, ok := tokens(s.Attrs.Get(key)); ok {
				if counts == nil {
					counts = make([]observation.Count, 0, len(keys)-i)
				}
				counts = append(counts, observation.Count{Name: keys[i].Name, Tokens: n})
				break
			}
		}
	}
	return counts
}

// tokens reads a count: a whole number not below zero.
func tokens(v value.Value) (int64, bool) {
	text := v.Text()
	if text == "" || len(text) > 18 {
		return 0, false
	}
	var n int64
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(text[i]-'0')
	}
	return n, true
}

// toolClasses are the names of classes that instrumentations give in place of a tool's own.
//
// Source: langchain-ai/langchainjs:langchain-core/src/tools/index.ts; langchain-ai/langchain:libs/core/langchain_core/
// tools. Instrumentations name a serialised tool by the last element of its id, which is its class.
var toolClasses = map[string]bool{
	"DynamicStructuredTool": true, "DynamicTool": true, "StructuredTool": true, "BaseTool": true, "Tool": true,
}
