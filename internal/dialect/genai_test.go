package dialect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// genaiSpan is a span with attributes of keys and values in turn.
func genaiSpan(name string, pairs ...any) *span.Span {
	return &span.Span{ID: observation.SpanID{1}, Name: name, Start: 1, End: 2, Attrs: span.AttrsOf(pairs...)}
}

// genaiJSON is the value of a JSON text, as an SDK that records structured attributes sends it.
func genaiJSON(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.ParseJSON(text)
	require.NoError(t, err)
	return v
}

// spoken writes messages in one line: whose each is, its text, ~reasoning~, calls and results.
func spoken(list []observation.Message) string {
	names := map[observation.Speaker]string{
		observation.System: "system", observation.User: "user", observation.Assistant: "assistant", observation.ToolResult: "tool",
	}
	var lines []string
	for _, m := range list {
		line := names[m.Speaker]
		if m.HasText {
			line += fmt.Sprintf(" %q", m.Text)
		}
		if m.Reasoning != "" {
			line += " ~" + m.Reasoning + "~"
		}
		for _, c := range m.Calls {
			line += fmt.Sprintf(" call %s %s(%s)", c.ID, c.Name, c.Arguments.AppendCompact(nil))
		}
		for _, r := range m.Results {
			line += fmt.Sprintf(" result %s %s", r.ID, r.Output.AppendCompact(nil))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func lines(list ...string) string { return strings.Join(list, "\n") }

func TestGenAIRoles(t *testing.T) {
	const op = "gen_ai.operation.name"
	tests := []struct {
		name string
		span *span.Span
		want observation.Role
	}{
		{"a chat is a generation", genaiSpan("chat m", op, "chat"), observation.LLM},
		{"case doesn't matter", genaiSpan("chat m", op, "Chat"), observation.LLM},
		{"a text completion is a generation", genaiSpan("s", op, "text_completion"), observation.LLM},
		{"generate_content is a generation", genaiSpan("s", op, "generate_content"), observation.LLM},
		{"execute_tool is a tool", genaiSpan("s", op, "execute_tool"), observation.Tool},
		{"invoke_agent is an agent", genaiSpan("s", op, "invoke_agent"), observation.Agent},
		{"invoke_workflow is an agent", genaiSpan("s", op, "invoke_workflow"), observation.Agent},
		{"a step of the AI SDK wraps", genaiSpan("step 1", op, "agent_step"), observation.Agent},
		{"create_agent is a link", genaiSpan("create_agent a", op, "create_agent"), observation.Other},
		{"embeddings are a link", genaiSpan("embeddings e", op, "embeddings", "gen_ai.request.model", "e"), observation.Other},
		{"G-T50: history that was listed is a link", genaiSpan("list_messages", op, "list_messages", "gen_ai.output.messages", `[{"role":"assistant","parts":[]}]`), observation.Other},
		{"G-T70: a handoff is a link", genaiSpan("agent_handoff b", op, "agent_handoff"), observation.Other},
		{"G-T39: orchestrate_tools is a link", genaiSpan("orchestrate_tools", "gen_ai.request.model", "m", "gen_ai.usage.output_tokens", 3), observation.Other},
		{"the sum of parallel tools is a link", genaiSpan("s", op, "execute_tool", "gen_ai.tool.name", "(merged tools)"), observation.Other},
		{"G-T41: the kind of a Spring span comes before its operation", genaiSpan("tool_call w", op, "framework", "spring.ai.kind", "tool_call"), observation.Tool},
		{"a Spring client wraps", genaiSpan("spring_ai chat_client", op, "framework", "spring.ai.kind", "chat_client"), observation.Agent},
		{"an operation of a vendor's alias counts", genaiSpan("s", "weave.operation.name", "chat", "gen_ai.system", "x"), observation.LLM},
		{"a name tells where no operation does", genaiSpan("execute_tool w", "gen_ai.tool.name", "w"), observation.Tool},
		{"an operation beats a name", genaiSpan("execute_tool w", op, "retrieval"), observation.Other},
		{"an unknown operation with a tool and arguments is a tool", genaiSpan("s", op, "run", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", "{}"), observation.Tool},
		{"a tool's name alone is no tool", genaiSpan("s", "gen_ai.tool.name", "w"), observation.Other},
		{"a model and an answer are a generation", genaiSpan("s", "gen_ai.request.model", "m", "gen_ai.completion", "Hi"), observation.LLM},
		{"a model and usage are a generation", genaiSpan("s", "gen_ai.request.model", "m", "gen_ai.usage.completion_tokens", 3), observation.LLM},
		{"a model alone is none", genaiSpan("s", "gen_ai.request.model", "m"), observation.Other},
		{"a generation that names its tool is no tool", genaiSpan("s", "gen_ai.request.model", "m", "gen_ai.tool.name", "w", "gen_ai.tool.args", "{}", "gen_ai.completion", ""), observation.LLM},
		{"definitions of tools tell nothing", genaiSpan("s", "gen_ai.tool.definitions", `[{"name":"w"}]`), observation.Other},
		{"other calls of a vendor's API are links", genaiSpan("anthropic.models.list", "gen_ai.provider.name", "anthropic"), observation.Other},
		{"a span without any key is a link", genaiSpan("POST /chat", "http.request.method", "POST"), observation.Other},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Read(tt.span).Role)
		})
	}
}

func TestGenAIRoleFromEvents(t *testing.T) {
	s := genaiSpan("s", "gen_ai.request.model", "m")
	s.Events = []span.Event{{Name: "gen_ai.content.completion", Attrs: span.AttrsOf("gen_ai.completion", "Hi")}}
	assert.Equal(t, observation.LLM, Read(s).Role, "an answer in an event is content too")
}

func TestGenAICommon(t *testing.T) {
	s := genaiSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "gen_ai.response.model", "m-1",
		"gen_ai.agent.name", "helper", "gen_ai.conversation.id", "s1", "gen_ai.usage.input_tokens", "12",
		"gen_ai.usage.output_tokens", 3, "gen_ai.usage.cache_read.input_tokens", 4, "gen_ai.usage.reasoning_tokens", 2)
	s.Scope = "demo"
	o := Read(s)
	assert.Equal(t, "m-1", o.Model)
	assert.Equal(t, "helper", o.AgentName)
	assert.Equal(t, "s1", o.Session)
	assert.Equal(t, "genai", o.Dialect)
	assert.Equal(t, []observation.Count{{Name: "cached", Tokens: 4}, {Name: "input", Tokens: 12}, {Name: "output", Tokens: 3}, {Name: "reasoning", Tokens: 2}},
		o.Usage, "G-T24: numbers may be texts")
}

func TestGenAIFinishReason(t *testing.T) {
	const op, key = "gen_ai.operation.name", "gen_ai.response.finish_reasons"
	tests := []struct {
		name string
		span *span.Span
		want string
	}{
		{"a list", genaiSpan("s", op, "chat", key, value.OfList(value.OfString("stop"))), "stop"},
		{"G-T23: a list in a text", genaiSpan("s", op, "chat", key, `["stop"]`), "stop"},
		{"G-T23: a bare word", genaiSpan("s", op, "chat", key, "STOP"), "STOP"},
		{"a singular key", genaiSpan("s", op, "chat", "gen_ai.response.finish_reason", "length"), "length"},
		{"Anthropic's own key", genaiSpan("s", op, "chat", "anthropic.message.stop_reason", "tool_use"), "tool_use"},
		{"an empty one in the list falls through to the message", genaiSpan("s", op, "chat", key, `[""]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[],"finish_reason":"stop"}]`), "stop"},
		{"none", genaiSpan("s", op, "chat"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Read(tt.span).FinishReason)
		})
	}
}

func TestGenAIAgents(t *testing.T) {
	const op, in, out = "gen_ai.operation.name", "gen_ai.input.messages", "gen_ai.output.messages"
	tests := []struct {
		name                   string
		span                   *span.Span
		agent, request, answer string
	}{
		{
			"question and answer of an agent",
			genaiSpan("invoke_agent a", op, "invoke_agent", "gen_ai.agent.name", "weather",
				in, `[{"role":"system","parts":[{"type":"text","content":"Be brief."}]},{"role":"user","parts":[{"type":"text","content":"Oslo?"}]}]`,
				out, `[{"role":"assistant","parts":[{"type":"text","content":"3 C"}],"finish_reason":"stop"}]`),
			"weather", "Oslo?", "3 C",
		},
		{
			"G-T18: the newest question counts, not the history",
			genaiSpan("invoke_agent a", op, "invoke_agent",
				in, `[{"role":"user","parts":[{"type":"text","content":"Hi"}]},{"role":"assistant","parts":[{"type":"text","content":"Hello"}]},{"role":"user","parts":[{"type":"text","content":"Add 1 and 2"}]}]`),
			"a", "Add 1 and 2", "",
		},
		{
			"G-T17: a tool's result under the role of the user is no question",
			genaiSpan("invoke_agent a", op, "invoke_agent",
				in, `[{"role":"user","parts":[{"type":"text","content":"Oslo?"}]},{"role":"user","parts":[{"type":"tool_call_response","id":"c1","response":"3 C"}]}]`),
			"a", "Oslo?", "",
		},
		{
			"G-T25: messages of all turns give the last answer",
			genaiSpan("invoke_agent a", op, "invoke_agent",
				out, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]},{"role":"assistant","parts":[{"type":"text","content":"Final"}]}]`),
			"a", "", "Final",
		},
		{
			"only the texts of an answer that carries calls and results",
			genaiSpan("invoke_agent m", op, "invoke_agent", "gen_ai.request.model", "m",
				out, `[{"role":"assistant","parts":[{"type":"text","content":"3 C"},{"type":"tool_call","id":"c1","name":"w","arguments":{}},{"type":"tool_call_response","id":"c1","response":"3"}]}]`),
			"", "", "3 C",
		},
		{
			"an answer that is JSON stays a text",
			genaiSpan("invoke_agent a", op, "invoke_agent", out, `[{"role":"assistant","parts":[{"type":"text","content":"{\"a\":1}"}]}]`),
			"a", "", `{"a":1}`,
		},
		{
			"G-T29: an output whose roles are another's gives no answer",
			genaiSpan("conversation u", op, "conversation", "gen_ai.agent.name", "u", out, `[{"role":"assistant","parts":[{"type":"text","content":"Go"}]}]`),
			"u", "", "",
		},
		{
			"plain texts of an agent",
			genaiSpan("invoke_agent", op, "invoke_agent", "gen_ai.prompt", "Hi", "gen_ai.completion", "Hello"),
			"", "Hi", "Hello",
		},
		{
			"states of a workflow",
			genaiSpan("invoke_workflow w", op, "invoke_workflow", "gen_ai.workflow.input", `{"messages":[{"role":"user","content":"Hi"}]}`,
				"gen_ai.workflow.output", `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}`),
			"w", "Hi", "Hello",
		},
		{"nothing recorded", genaiSpan("invoke_agent a", op, "invoke_agent"), "a", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Read(tt.span)
			require.Equal(t, observation.Agent, o.Role)
			assert.Equal(t, tt.agent, o.AgentName)
			assert.Equal(t, tt.request, o.Request.Text())
			assert.Equal(t, tt.answer, o.Result.Text())
			assert.Equal(t, observation.NoTurns, o.Turns)
		})
	}
}

func TestGenAIRemoteAgent(t *testing.T) {
	o := Read(genaiSpan("invoke_agent helper", "gen_ai.operation.name", "invoke_agent", "gen_ai.provider.name", "microsoft.foundry",
		"gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`,
		"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"It is 3 C"}]}]`))
	assert.Equal(t, observation.LonelyTurns, o.Turns, "G-T48: the agent's call is the model's, unless the model has spans")
	assert.Equal(t, `tool result c1 "3 C"`, spoken(o.Input))
	assert.Equal(t, `assistant "It is 3 C"`, spoken(o.Output))
	assert.Equal(t, "It is 3 C", o.Result.Text())
}

func TestTextsInPlaceOfMessages(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"an agent's messages are texts": {
			genaiSpan("invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `["Hi","Weather?"]`, "gen_ai.output.messages", `["4 C."]`),
			`agent | request "Weather?" | result "4 C."`,
		},
		"a list of other values is none of texts": {
			genaiSpan("invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.output.messages", `[1]`), `agent | result "[1]"`,
		},
		"messages in texts are messages": {
			genaiSpan("invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `["{\"role\":\"user\",\"content\":\"Hi\"}"]`), `agent | request "Hi"`,
		},
		"an answer is a text": {
			genaiSpan("call_llm m", "gen_ai.operation.name", "call_llm", "gen_ai.request.model", "m", "gen_ai.output", "4 C.", "gen_ai.output.type", "text"),
			`llm | model m | out assistant "4 C."`,
		},
		"an answer is a list of calls": {
			genaiSpan("call_llm m", "gen_ai.operation.name", "call_llm", "gen_ai.output", `[{"tool.name":"w","tool.args":"{\"c\":\"Oslo\"}"}]`, "gen_ai.output.type", "json"),
			`llm | out assistant call w {"c": "Oslo"}`,
		},
		"a tool has the same keys": {
			genaiSpan("execute_tool w", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.args", `{"c":"Oslo"}`, "gen_ai.output", "4 C"),
			`tool w | request {"c": "Oslo"} | result "4 C"`,
		},
	})
}
