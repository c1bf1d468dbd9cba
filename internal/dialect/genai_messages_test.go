package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func TestGenAIOutput(t *testing.T) {
	const key = "gen_ai.output.messages"
	tests := []struct {
		name  string
		pairs []any
		want  string
	}{
		{
			"text and a call",
			[]any{key, `[{"role":"assistant","parts":[{"type":"text","content":"Let me look."},{"type":"tool_call","id":"c1","name":"w","arguments":{"city":"Oslo"}}]}]`},
			`assistant "Let me look." call c1 w({"city":"Oslo"})`,
		},
		{
			"a call alone has no text",
			[]any{key, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]}]`},
			"assistant call c1 w({})",
		},
		{
			"reasoning is no text",
			[]any{key, `[{"role":"assistant","parts":[{"type":"reasoning","content":"think"},{"type":"text","content":"Hi"}]}]`},
			`assistant "Hi" ~think~`,
		},
		{
			"reasoning can be a text that holds a list of summaries",
			[]any{key, `[{"role":"assistant","parts":[{"type":"reasoning","content":"[{\"text\": \"think\", \"type\": \"summary_text\"}]"}]}]`},
			"assistant ~think~",
		},
		{
			"reasoning can be a text that holds Amazon Bedrock's block of it",
			[]any{key, `[{"role":"assistant","parts":[{"type":"text","content":"{\"reasoningContent\": {\"reasoningText\": {\"text\": \"think\", \"signature\": \"s\"}}}"},{"type":"text","content":"Hi"}]}]`},
			`assistant "Hi" ~think~`,
		},
		{
			"reasoning that holds another list is kept to the letter",
			[]any{key, `[{"role":"assistant","parts":[{"type":"reasoning","content":"[{\"tide\": 2}]"}]}]`},
			`assistant ~[{"tide": 2}]~`,
		},
		{
			"G-T14: items of one answer all count",
			[]any{key, `[{"role":"assistant","parts":[{"type":"reasoning","content":"think"}]},{"role":"assistant","parts":[{"type":"text","content":"Checking."}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]}]`},
			lines("assistant ~think~", `assistant "Checking."`, "assistant call c1 w({})"),
		},
		{
			"G-T15: of real alternatives the first counts",
			[]any{"gen_ai.request.choice.count", 2, key, `[{"role":"assistant","parts":[{"type":"text","content":"A"}]},{"role":"assistant","parts":[{"type":"text","content":"B"}]}]`},
			`assistant "A"`,
		},
		{
			"G-T27: a call that was printed as a text",
			[]any{key, `[{"role":"assistant","parts":[{"type":"text","content":"ResponseFunctionToolCall(arguments='{\"a\":1}', call_id='c1', name='add', type='function_call')"}]}]`},
			`assistant call c1 add({"a":1})`,
		},
		{
			"G-T31: calls beside the content",
			[]any{key, `[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":"{}"}}]}]`},
			"assistant call c1 w({})",
		},
		{
			"G-T31: parts for texts and calls beside them",
			[]any{key, `[{"role":"assistant","parts":[{"type":"text","content":"Hi"}],"tool_calls":[{"id":"c1","function":{"name":"w","arguments":"{}"}}]}]`},
			`assistant "Hi" call c1 w({})`,
		},
		{
			"G-T40: messages of several turns with results between them",
			[]any{key, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"3"}]},{"role":"assistant","parts":[{"type":"text","content":"Done"}]}]`},
			lines("assistant call c1 w({})", `tool result c1 "3"`, `assistant "Done"`),
		},
		{
			"G-T51: a hosted tool's call hides its name",
			[]any{key, `[{"role":"assistant","parts":[{"type":"tool_call","content":{"type":"mcp_call","id":"m1","name":"search","arguments":"{}"}}]}]`},
			"assistant call m1 search({})",
		},
		{
			"a call that the provider ran itself, with its result",
			[]any{key, `[{"role":"assistant","parts":[{"type":"server_tool_call","id":"s1","name":"search","server_tool_call":{"type":"web_search","query":"q"}},{"type":"server_tool_call_response","id":"s1","server_tool_call_response":{"hits":1}}]}]`},
			`assistant call s1 search({"type":"web_search","query":"q"}) result s1 {"hits":1}`,
		},
		{
			"G-T65: a null among the parts, a text without its content",
			[]any{key, `[{"role":"assistant","parts":[null,{"type":"text"}]}]`},
			"assistant",
		},
		{
			"media are no text",
			[]any{key, `[{"role":"assistant","parts":[{"type":"blob","modality":"image","content":"aGk="},{"type":"uri","uri":"https://x"},{"type":"text","content":"A cat"}]}]`},
			`assistant "A cat"`,
		},
		{
			"text that is JSON stays a text",
			[]any{key, `[{"role":"assistant","parts":[{"type":"text","content":"{\"a\": 1}"}]}]`},
			`assistant "{\"a\": 1}"`,
		},
		{"G-T63: a reference is no text", []any{"gen_ai.output.messages_ref", "s3://b/x.json"}, ""},
		{
			"equal calls without ids are calls of their own",
			[]any{key, `[{"role":"assistant","tool_calls":[{"function":{"name":"roll","arguments":"{}"}},{"function":{"name":"roll","arguments":"{}"}}]}]`},
			"assistant call  roll({}) call  roll({})",
		},
		{
			"so are others that share an id",
			[]any{key, `[{"role":"assistant","tool_calls":[{"id":"c0","function":{"name":"w","arguments":"{\"c\":1}"}},{"id":"c0","function":{"name":"w","arguments":"{\"c\":2}"}}]}]`},
			`assistant call c0 w({"c":1}) call c0 w({"c":2})`,
		},
		{
			"a call that is told twice with its id is one",
			[]any{key, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c0","name":"w","arguments":{}}],"tool_calls":[{"id":"c0","function":{"name":"w","arguments":"{}"}},{"id":"c1","function":{"name":"w","arguments":"{}"}},{"id":"c1","function":{"name":"w","arguments":"{}"}}]}]`},
			"assistant call c0 w({}) call c1 w({})",
		},
		{"texts and calls apart", []any{"gen_ai.response.text", `["Hi"]`, "gen_ai.response.tool_calls", `[{"name":"w","arguments":"{}"}]`}, `assistant "Hi" call  w({})`},
		{"a plain completion", []any{"gen_ai.completion", "Hi"}, `assistant "Hi"`},
		{"G-T42: a list whose quotes were not escaped", []any{"gen_ai.completion", `["He said "hi""]`}, `assistant "He said \"hi\""`},
		{
			"indexed keys in the order of their numbers",
			[]any{"gen_ai.completion.10.content", "b", "gen_ai.completion.10.role", "assistant", "gen_ai.completion.9.content", "a", "gen_ai.completion.9.role", "assistant"},
			lines(`assistant "a"`, `assistant "b"`),
		},
		{"an empty list leaves the word to the next place", []any{key, "[]", "gen_ai.completion", "Hi"}, `assistant "Hi"`},
		{"a list that arrived cut leaves the word to the next place", []any{key, `[{"role":"assistant","parts":[{"type":"te`, "gen_ai.completion", "Hi"}, `assistant "Hi"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Read(genaiSpan("chat m", append([]any{"gen_ai.operation.name", "chat"}, tt.pairs...)...))
			assert.Equal(t, tt.want, spoken(o.Output))
		})
	}
}

func TestGenAIInput(t *testing.T) {
	const key = "gen_ai.input.messages"
	tests := []struct {
		name  string
		pairs []any
		want  string
	}{
		{
			"G-T16: a result under another key",
			[]any{key, `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`},
			`tool result c1 "3 C"`,
		},
		{
			"G-T28: a text beside its result is one",
			[]any{key, `[{"role":"tool","parts":[{"type":"text","content":"3 C"},{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`},
			`tool result c1 "3 C"`,
		},
		{
			"G-T53: a tool's message of text is its result",
			[]any{key, `[{"role":"tool","parts":[{"type":"text","content":"file"}]}]`},
			`tool result  "file"`,
		},
		{
			"G-T67: the id that a call goes by is call_id",
			[]any{key, `[{"role":"assistant","parts":[{"type":"tool_call","id":"fc_9","call_id":"c1","name":"w"}]},{"role":"user","parts":[{"type":"tool_call_response","id":null,"call_id":"c1","response":"3"}]}]`},
			lines("assistant call c1 w(null)", `user result c1 "3"`),
		},
		{
			"OpenAI's own messages",
			[]any{key, `[{"role":"developer","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Hi"}]},{"role":"tool","tool_call_id":"c1","content":"3"}]`},
			lines(`system "Be brief."`, `user "Hi"`, `tool result c1 "3"`),
		},
		{"a plain prompt", []any{"gen_ai.prompt", "You are helpful.\nHi"}, `user "You are helpful.\nHi"`},
		{"G-T46: a plain prompt that begins like JSON", []any{"gen_ai.prompt", "{braces} are fine"}, `user "{braces} are fine"`},
		{"messages in an old prompt", []any{"gen_ai.prompt", `[{"role":"system","content":"S"},{"role":"user","content":"Hi"}]`}, lines(`system "S"`, `user "Hi"`)},
		{
			"messages as lines",
			[]any{"gen_ai.prompt", "system: Be brief.\nuser: Hi,\nyou\nassistant: Yes?"},
			lines(`system "Be brief."`, `user "Hi,\nyou"`, `assistant "Yes?"`),
		},
		{"a request by its deprecated key", []any{"gen_ai.request.messages", `[{"role":"user","content":"Hi"}]`}, `user "Hi"`},
		{
			"Amazon Bedrock's blocks of a result",
			[]any{"gen_ai.system", "aws.bedrock", key, `[{"role":"user","parts":[{"type":"tool_call_response","id":"c1","response":"[{\"json\": {\"low\": 4}}]"},{"type":"tool_call_response","id":"c2","response":[{"text":"3"}]}]}]`},
			`user result c1 {"low":4} result c2 "3"`,
		},
		{
			"such blocks from others are a tool's value",
			[]any{"gen_ai.system", "openai", key, `[{"role":"user","parts":[{"type":"tool_call_response","id":"c2","response":[{"text":"3"}]}]}]`},
			`user result c2 [{"text":"3"}]`,
		},
		{
			"an item of the responses API has another id than its call",
			[]any{key, `[{"role":"assistant","parts":[{"type":"tool_call","id":"fc_9","name":"w","arguments":{}}]}]`},
			"assistant call  w({})",
		},
		{"instructions are no messages", []any{"gen_ai.system_instructions", "Be brief."}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Read(genaiSpan("chat m", append([]any{"gen_ai.operation.name", "chat"}, tt.pairs...)...))
			assert.Equal(t, tt.want, spoken(o.Input))
		})
	}
}

func TestGenAIStructuredMessages(t *testing.T) {
	text := `[{"role":"assistant","parts":[{"type":"text","content":"Hi"},{"type":"tool_call","id":"c1","name":"w","arguments":{"a":[1,null,true]}}]}]`
	asText := Read(genaiSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", text))
	asValue := Read(genaiSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", genaiJSON(t, text)))
	assert.Equal(t, `assistant "Hi" call c1 w({"a":[1,null,true]})`, spoken(asValue.Output))
	assert.Equal(t, asText, asValue, "a structured attribute says what the same in JSON says")
}

func TestGenAIContent(t *testing.T) {
	const op, in, out = "gen_ai.operation.name", "gen_ai.input.messages", "gen_ai.output.messages"
	tests := []struct {
		name string
		span *span.Span
		want observation.Content
	}{
		{"nothing", genaiSpan("s", op, "chat"), 0},
		{"shapes without texts", genaiSpan("s", op, "chat", in, `[{"role":"user","parts":[{"type":"text"}]}]`, out, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w"}]}]`), 0},
		{"a question alone", genaiSpan("s", op, "chat", in, `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`), observation.InputRecorded},
		{"an answer alone", genaiSpan("s", op, "chat", out, `[{"role":"assistant","parts":[{"type":"text","content":"Hi"}]}]`), observation.OutputRecorded},
		{"arguments are content", genaiSpan("s", op, "chat", out, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]}]`), observation.OutputRecorded},
		{"G-T35: a mask is kept and noted", genaiSpan("s", op, "chat", out, `[{"role":"assistant","parts":[{"type":"text","content":"readacted"}]}]`), observation.OutputRecorded | observation.Redacted},
		{"G-T35: a placeholder is no content", genaiSpan("s", op, "chat", in, `[{"role":"user","content":"<elided>"}]`), 0},
		{
			"G-T34: a text that says it was cut",
			genaiSpan("s", op, "chat", out, `[{"role":"assistant","parts":[{"type":"text","content":"Long...[truncated, original 90000 chars]"}]}]`),
			observation.OutputRecorded | observation.Truncated,
		},
		{"G-T34: a list that was cut", genaiSpan("s", op, "chat", out, `[{"role":"assistant","parts":[{"text":"Long...[TRUNCATED: original length 18233]`), observation.OutputRecorded | observation.Truncated},
		{"a result that was cut", genaiSpan("s", op, "execute_tool", "gen_ai.tool.call.result", `{"title":"Printer","body":"jam`), observation.OutputRecorded | observation.Truncated},
		{"a vendor's flag", genaiSpan("s", op, "chat", "anthropic.content.truncated", true), observation.Truncated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Read(tt.span).Content)
		})
	}
}

func TestGenAICutAgentInput(t *testing.T) {
	cut := `[{"role":"user","parts":[{"type":"text","content":"summarise tick`
	o := Read(genaiSpan("invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", cut))
	require.True(t, o.Request.IsAbsent(), "a list that doesn't parse is no text while others may tell more")
	assert.Equal(t, []observation.Message{{Speaker: observation.User, Text: cut, HasText: true}}, o.Input)
	assert.Equal(t, observation.Truncated, o.Content&observation.Truncated)
}

func TestArrivedCut(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"JSON that ends inside a string", `{"a":"jam`, true},
		{"JSON that ends after an escape", `{"a":"jam\`, true},
		{"JSON that ends after a value", `{"a":1`, true},
		{"a list of objects that ends", `[{"a":1},{"b"`, true},
		{"whole JSON", `{"a":"jam"}`, false},
		{"lines of JSON", "{\"a\":1}\n{\"b\":2}", false},
		{"Python's print of a dict", `{'a': 'jam'}`, false},
		{"a line of a log", `[INFO] started`, false},
		{"a mark at the end", "Long...[truncated]", true},
		{"a mark in the middle", "...[truncated] and so on, [" + "at some length, well beyond where a mark at the end could begin" + "]", false},
		{"plain text", "Hi", false},
		{"nothing", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, arrivedCut(tt.text))
		})
	}
}
