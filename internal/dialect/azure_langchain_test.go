package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// azureChain is a run of LangChain's as langchain-azure-ai's first tracer wrote it.
func azureChain(kind, name, inputs, outputs string) *span.Span {
	return spanOf("langchain_azure_ai.callbacks.tracers.inference_tracing", name,
		"gen_ai.agent.name", "", "gen_ai.operation.name", kind, "inputs", inputs, "outputs", outputs)
}

const (
	azureSaid  = `{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"Hello","type":"ai","tool_calls":[]}}`
	azureAsked = `{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"","type":"ai",` +
		`"tool_calls":[{"name":"add","args":{"a":1},"id":"c1","type":"tool_call"}]}}`
)

func TestAzureLangChain(t *testing.T) {
	checkReadings(t, map[string]reading{
		"a graph": {
			azureChain("chain", "LangGraph", `{"messages":[["user","Hi"]]}`, `{"messages":[`+azureAsked+`,`+azureSaid+`]}`), `agent | request "Hi" | result "Hello"`,
		},
		"a model whose generations are constructors": {
			azureChain("chat_model", "AzureChatOpenAI", `{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"}]}`,
				`[[{"lc":1,"type":"constructor","id":["langchain","schema","output","ChatGeneration"],"kwargs":{"text":"Hello","message":`+azureSaid+`}}]]`),
			`llm | in system "Be brief." | in user "Hi" | out assistant "Hello"`,
		},
		"a model that asks for a tool": {
			azureChain("chat_model", "AzureChatOpenAI", `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":""},{"role":"unknown","content":"no"}]}`,
				`[[{"text":"","generation_info":{"finish_reason":"tool_calls"},"message":`+azureAsked+`}]]`),
			`llm | finish tool_calls | in user "Hi" | in assistant "" | in tool result "no" | out assistant "" call c1 add {"a": 1}`,
		},
		"a model of texts": {
			azureChain("LLM", "OpenAI", `{"prompts":["Hi"]}`, `[[{"text":"Hello"}]]`), `llm | in user "Hi" | out assistant "Hello"`,
		},
		"a tool whose result is a message": {
			azureChain("tool", "add", `{"input_str":"{'a': 1}","metadata":{},"inputs":{"a":1},"kwargs":{}}`,
				`{"output":{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"2","type":"tool","tool_call_id":"c1"}},"kwargs":{}}`),
			`tool add c1 | request {"a": 1} | result "2"`,
		},
		"a tool that was called with a text": {
			azureChain("tool", "search", `{"input_str":"tides","inputs":null}`, `{"output":"low"}`), `tool search | request "tides" | result "low"`,
		},
		"later: a graph whose answers are prints": {
			spanOf("langchain_azure_ai.callbacks.tracers.inference_tracing", "invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"type":"human","content":"Hi"}]`,
				"gen_ai.output.messages", `["content='Hi' additional_kwargs={} response_metadata={}", "content='Hello' additional_kwargs={} response_metadata={}"]`),
			`agent | request "Hi" | result "Hello"`,
		},
		"later: a model that was told of calls in a text": {
			spanOf("langchain_azure_ai.callbacks.tracers.inference_tracing", "chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m",
				"gen_ai.input.messages", `[[{"type":"human","content":"Hi"},{"type":"ai","content":"","tool_calls":"[{\"name\": \"add\", \"args\": {\"a\": 1}, \"id\": \"c1\"}]"},{"type":"tool","content":"2","tool_call_id":"c1"}]]`,
				"gen_ai.output.messages", `[{"content":"Two."}]`),
			`llm | model m | in user "Hi" | in assistant "" call c1 add {"a": 1} | in tool result c1 "2" | out assistant "Two."`,
		},
		"later: a tool whose result is the print of a message": {
			spanOf("langchain_azure_ai.callbacks.tracers.inference_tracing", "execute_tool add", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add",
				"gen_ai.tool.call.arguments", `{"a": 1}`, "gen_ai.tool.call.result", `"content='2' name='add' tool_call_id='c1'"`),
			`tool add | request {"a": 1} | result "2"`,
		},
		"later: a graph that was redacted": {
			spanOf("langchain_azure_ai.callbacks.tracers.inference_tracing", "invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"type":"human","content":"[REDACTED]"}]`),
			`agent | request "[REDACTED]" | redacted`,
		},
		"texts that weren't recorded": {
			spanOf("langchain_azure_ai.callbacks.tracers.inference_tracing", "m", "gen_ai.operation.name", "chat_model"), `llm`,
		},
	})
}

func FuzzReadAzureLangChain(f *testing.F) {
	f.Add("chat_model", `{"messages":[{"role":"unknown","content":"Hi"}]}`, `[[{"text":"Hello"}]]`)
	f.Add("tool", `{"inputs":{"a":1}}`, `{"output":"x"}`)
	f.Fuzz(func(t *testing.T, kind, inputs, outputs string) {
		read := func() observation.Observation { return Read(azureChain(kind, "x", inputs, outputs)) }
		assert.Equal(t, read(), read())
	})
}
