package dialect

import (
	"maps"
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// partKind says what a content part is to a step.
type partKind uint8

const (
	textPart partKind = iota + 1
	reasoningPart
	callPart
	resultPart
	hostedPart  // a call of a tool of the provider's, maybe with what came of it
	programPart // a program that the provider ran, or what it printed
	otherPart   // media, encrypted reasoning, references: never text
)

// partForm is one way in which a content part is written. A part is recognised by the value of its "type" key (Pydantic
// AI calls it "part_kind" and once "kind", LlamaIndex calls it "block_type"), or, when it has none that is listed, by a key that only this form has.
type partForm struct {
	kind  partKind
	types []string // values of the key "type"
	key   string   // or: a key that marks the form; its value holds the part when inside is set
	in    bool     // id, name and body stand inside the value of key
	id    []string
	name  []string
	body  []string
	open  func(value.Value) value.Value // takes a result out of its blocks; nil leaves it
}

var (
	callIDs   = []string{"call_id", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "ref", "id"}
	callNames = []string{"name", "toolName", "tool_name"}
	arguments = []string{"arguments", "args", "input", "server_tool_call", "tool_kwargs"}
	results   = []string{"response", "result", "output", "content", "server_tool_call_response"}
)

// partForms lists the forms of all conventions.
//
//	convention             text            reasoning          call                     result
//	GenAI 1.37+            text/content    reasoning/content  tool_call                tool_call_response
//	OpenAI chat            text/text                          (message's tool_calls)   (role tool)
//	OpenAI responses       output_text     reasoning/summary  function_call            function_call_output
//	Anthropic              text/text       thinking           tool_use                 tool_result
//	AI SDK                 text/text       reasoning/text     tool-call                tool-result
//	Bedrock                {text}          {reasoningContent} {toolUse}                {toolResult}
//	Gemini                 {text}          {text, thought}    {functionCall}           {functionResponse}
//	Genkit                 {text}          {reasoning}        {toolRequest}            {toolResponse}
//	Haystack               {text}          {reasoning}        {tool_call}              {tool_call_result}
//	LlamaIndex             text/text       thinking/content   tool_call/tool_kwargs
//
// Sources: open-telemetry/semantic-conventions-genai:docs/gen-ai/*.json; the API references of OpenAI, Anthropic, Amazon
// Bedrock and Gemini; vercel/ai:packages/ai/src/prompt; firebase/genkit:js/ai/src/model-types.ts;
// deepset-ai/haystack:haystack/dataclasses/chat_message.py; run-llama/llama_index:llama-index-core/llama_index/core/base/llms/types.py.
var partForms = []partForm{
	{kind: callPart, types: []string{"tool_call", "tool-call", "tool_use", "toolCall", "function_call", "server_tool_call", "server_tool_use", "custom_tool_call", "mcp_tool_use", "builtin-tool-call"}, id: callIDs, name: callNames, body: arguments},
	{kind: resultPart, types: []string{"tool_call_response", "tool-result", "tool_result", "function_call_output", "custom_tool_call_output", "computer_call_output", "local_shell_call_output", "shell_call_output", "apply_patch_call_output", "server_tool_call_response", "server_tool_result", "tool-return", "builtin-tool-return", retryPrompt}, id: callIDs, name: callNames, body: results},
	{kind: hostedPart, types: slices.Sorted(maps.Keys(hostedTools))},
	{kind: callPart, types: []string{"toolUse"}, id: callIDs, name: callNames, body: arguments},
	{kind: resultPart, types: []string{"toolResult"}, id: callIDs, name: callNames, body: results, open: converseOutput},
	{kind: reasoningPart, types: []string{"reasoning", "thinking", "thought", "reasoningContent"}, body: []string{"content", "text", "thinking", "reasoning", "summary", "summary_text"}},
	{kind: otherPart, types: []string{"redacted_thinking", "redacted-reasoning", "blob", "file", "uri", "image", "image_url", "input_image", "input_audio", "input_file", "media", "audio", "document", "image-url", "audio-url", "video-url", "document-url", "binary", "compaction", "tool-approval-request", "tool-approval-response", "source", "redacted_reasoning", "tool_confirmation", "action_required", "system_notification", "tool_call_error", "system-prompt"}},
	{kind: textPart, types: []string{"text", "output_text", "input_text", "summary_text", "refusal", "compaction_text", userPrompt}, body: []string{"text", "content", "value", "refusal"}},

	{kind: callPart, key: "functionCall", in: true, id: callIDs, name: callNames, body: arguments},
	{kind: callPart, key: "function_call", in: true, id: callIDs, name: callNames, body: arguments},
	{kind: callPart, key: "toolUse", in: true, id: callIDs, name: callNames, body: arguments},
	{kind: callPart, key: "toolRequest", in: true, id: callIDs, name: callNames, body: arguments},
	{kind: callPart, key: "tool_call", in: true, id: callIDs, name: callNames, body: arguments},
	{kind: resultPart, key: "functionResponse", in: true, id: callIDs, name: callNames, body: results},
	{kind: resultPart, key: "function_response", in: true, id: callIDs, name: callNames, body: results},
	{kind: resultPart, key: "toolResult", in: true, id: callIDs, name: callNames, body: results, open: converseOutput},
	{kind: resultPart, key: "toolResponse", in: true, id: callIDs, name: callNames, body: results},
	{kind: resultPart, key: "tool_call_result", in: true, id: callIDs, name: callNames, body: results},
	{kind: reasoningPart, key: "reasoningContent", in: true, body: []string{"reasoningText", "text"}},
	{kind: reasoningPart, key: "reasoning", body: []string{"reasoning"}},
	{kind: textPart, key: "citationsContent", in: true, body: []string{"content"}},
	{kind: textPart, key: "guardContent", in: true, body: []string{"text"}},
	{kind: textPart, key: "text", body: []string{"text"}},
	{kind: textPart, key: "content", body: []string{"content"}},
	{kind: programPart, key: "executableCode"},
	{kind: programPart, key: "executable_code"},
	{kind: programPart, key: "codeExecutionResult"},
	{kind: programPart, key: "code_execution_result"},
}

// functionResponses are the keys of results whose body always is an object; see [functionAnswer].
var functionResponses = map[string]bool{"functionResponse": true, "function_response": true}

// addParts adds what the parts of a content say to a message. Texts are joined once, however many parts there are.
func addParts(m *observation.Message, parts []value.Value) {
	var text, reasoning joiner
	for _, part := range parts {
		one := observation.Message{Calls: m.Calls, Results: m.Results}
		addPart(&one, part)
		text.add(one.Text)
		reasoning.add(one.Reasoning)
		m.HasText = m.HasText || one.HasText
		m.Calls, m.Results = one.Calls, one.Results
	}
	m.Text += text.String()
	m.Reasoning += reasoning.String()
}

// addPart adds what one content part says to a message.
func addPart(m *observation.Message, part value.Value) {
	if text, ok := part.Str(); ok {
		m.Text, m.HasText = m.Text+text, true
		return
	}
	part = openPart(part)
	form := formOf(part)
	if form == nil {
		return
	}
	if form.in {
		part = part.Get(form.key)
	}
	form.add(m, part)
}

// openPart takes a part out of the names that flattened keys put around it, out of a content object that has a type of
// its own, and a result out of the object beside the call that it answers.
//
// Sources: Arize-ai/openinference:spec/semantic_conventions.md (message_content);
// Azure/azure-sdk-for-python:sdk/ai/azure-ai-projects (mcp_call inside tool_call);
// deepset-ai/haystack:haystack/dataclasses/chat_message.py (origin).
func openPart(part value.Value) value.Value {
	if inner := part.Get("message_content"); inner.Kind() == value.Object {
		if call := part.Get("tool_call"); call.Kind() == value.Object && inner.Get("text").IsAbsent() {
			return callObject(call)
		}
		return inner
	}
	if inner := part.Get("tool_call_result"); inner.Kind() == value.Object && inner.Get("origin").Kind() == value.Object {
		return value.OfObject(append([]value.Field{{Key: "type", Value: value.OfString("tool_result")}},
			append(inner.Fields(), inner.Get("origin").Fields()...)...)...)
	}
	if inner := part.Get("content"); inner.Kind() == value.Object && part.Get("type").Text() == "tool_call" && !inner.Get("name").IsAbsent() {
		return value.OfObject(
			value.Field{Key: "type", Value: value.OfString("tool_call")},
			value.Field{Key: "id", Value: inner.First("call_id", "id")},
			value.Field{Key: "name", Value: inner.Get("name")},
			value.Field{Key: "arguments", Value: inner.First("arguments", "args", "input")})
	}
	return part
}

// typedForms are the forms by their types; no form has both types and a key.
var typedForms = map[string]*partForm{}

func init() {
	for i := range partForms {
		for _, name := range partForms[i].types {
			typedForms[name] = &partForms[i]
		}
	}
}

// The kinds of a part by which Pydantic AI tells a model what the user said, and that a tool, or nobody, is to be asked again.
//
// Source: pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/messages.py (UserPromptPart, RetryPromptPart).
const (
	userPrompt  = "user-prompt"
	retryPrompt = "retry-prompt"
)

func formOf(part value.Value) *partForm {
	kind := part.First("type", "kind", "block_type", "part_kind").Text()
	if kind == retryPrompt && part.Get("tool_name").Text() == "" {
		kind = userPrompt
	}
	if form, known := typedForms[kind]; known {
		return form
	}
	if strings.HasSuffix(kind, serverResult) {
		return typedForms["tool_result"]
	}
	for i := range partForms {
		form := &partForms[i]
		if form.key != "" && !part.Get(form.key).IsAbsent() && (!form.in || part.Get(form.key).Kind() == value.Object) {
			return form
		}
	}
	return nil
}

func (f *partForm) add(m *observation.Message, part value.Value) {
	body := part.First(f.body...)
	switch f.kind {
	case textPart:
		if part.Get("thought").Truth() {
			m.Reasoning += partText(body)
			return
		}
		if text := partText(body); !body.IsAbsent() && !addPrinted(m, text) {
			m.Text, m.HasText = m.Text+text, true
		}
	case reasoningPart:
		m.Reasoning += partText(thought(part, f.body))
	case callPart:
		if call := callOf(part, f); isCall(call) {
			m.Calls = append(m.Calls, call)
		}
	case hostedPart:
		addHosted(m, part)
	case programPart:
		addProgram(m, part)
	case resultPart:
		failed := failedResult(part)
		switch {
		case f.open != nil:
			body = f.open(body)
		case functionResponses[f.key]:
			inner, bad := functionAnswer(body, answerResult)
			body, failed = inner, failed || bad
		}
		m.Results = append(m.Results, observation.Result{
			ID: knownID(part.First(f.id...).Text()), Name: part.First(f.name...).Text(),
			Output: outputValue(body), Failed: failed,
		})
	}
}

// printedCall is how Python prints the OpenAI SDK's object for a call. Instrumentations that take every item of a
// response for a text record it.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/
// opentelemetry-instrumentation-openai-agents-v2/src/opentelemetry/instrumentation/openai_agents/span_processor.py.
const printedCall = "ResponseFunctionToolCall"

// printedThought is how a block of Amazon Bedrock's Converse API begins that holds reasoning. An instrumentation that
// doesn't know the block records it as a text of JSON.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-bedrock/opentelemetry/instrumentation/bedrock/
// span_utils.py (json.dumps(block)).
const printedThought = `{"reasoningContent":`

// addPrinted adds the call or the reasoning that a text is the print of, and reports whether it is one.
func addPrinted(m *observation.Message, text string) bool {
	if strings.HasPrefix(text, printedThought) {
		block := value.Decode(text)
		if block.Len() == 1 {
			addPart(m, block)
		}
		return block.Len() == 1
	}
	if !strings.HasPrefix(text, printedCall+"(") {
		return false
	}
	if v := value.DecodeAny(text); v.Get("__class__").Text() == printedCall {
		m.Calls = append(m.Calls, callOf(v, &partForms[0]))
	}
	return true
}

// failedResult reports the error marks that a tool result carries inside a message.
//
// Sources: Anthropic messages API (is_error); MCP specification (isError); Bedrock Converse API (status);
// langchain-ai/langchain ToolMessage (status); vercel/ai tool-result output types.
func failedResult(part value.Value) bool {
	return part.First("is_error", "isError", "error").Truth() || part.Get("status").Text() == "error" || part.Get("part_kind").Text() == retryPrompt ||
		isFailedOutput(part.Get("output").Get("type").Text()) || strings.HasSuffix(part.Get("content").Get("type").Text(), serverFailure)
}

// isFailedOutput reports whether an output's own type says that the tool failed.
func isFailedOutput(kind string) bool {
	return kind == "error-text" || kind == "error-json" || kind == "execution-denied"
}

// partText is the text of a part's body: itself, its value, or the texts of a list.
func partText(body value.Value) string {
	switch body.Kind() {
	case value.String, value.Number:
		return body.Text()
	case value.Object:
		return partText(body.First("text", "value", "content", "reasoningText", "reasoning_text"))
	case value.List:
		var text strings.Builder
		for _, item := range body.Items() {
			text.WriteString(partText(item))
		}
		return text.String()
	default:
		return ""
	}
}
