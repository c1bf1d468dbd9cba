package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func cliSpan(operation string, pairs ...any) *span.Span {
	return spanOf("gemini-cli", operation, append([]any{"gen_ai.operation.name", operation, "gen_ai.agent.name", "gemini-cli", "gen_ai.conversation.id", "s-1"}, pairs...)...)
}

// cliTool is a tool's span with the scheduler's request and its record.
func cliTool(request, record string) *span.Span {
	return cliSpan("tool_call", "gen_ai.tool.name", "tide", "gen_ai.tool.call_id", "c1", "gen_ai.input.messages", request, "gen_ai.output.messages", record)
}

func TestGeminiCLI(t *testing.T) {
	const call = `{"callId":"c1","name":"tide","args":{"at":9},"isClientInitiated":false,"prompt_id":"p"}`
	checkReadings(t, map[string]reading{
		"V-T27: the session's set-up is no question, and thoughts are no text": {
			cliSpan("llm_call", "gen_ai.request.model", "g",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"text":"<session_context>\nToday is Monday."},{"text":"Tide?"}]}]`,
				"gen_ai.output.messages", `[{"role":"model","parts":[{"text":"New moon.","thought":true},{"text":"Low."},{"functionCall":{"name":"tide","args":{},"id":"c1"}}]}]`),
			`llm gemini-cli | session s-1 | model g | in user "Tide?" | out assistant "Low." thinks "New moon." call c1 tide {}`,
		},
		"G-T32: the contents of a stream are pieces": {
			cliSpan("llm_call", "gen_ai.output.messages", `[{"role":"model","parts":[{"text":"Lo"}]},null,{"role":"model","parts":[{"text":"w"}]},{"role":"model"},{"role":"model","parts":[{"text":""}]}]`),
			`llm gemini-cli | session s-1 | out assistant "Low"`,
		},
		"an answer that wasn't streamed is one content": {
			cliSpan("llm_call", "gen_ai.output.messages", `{"role":"model","parts":[{"text":"Low"}]}`), `llm gemini-cli | session s-1 | out assistant "Low"`,
		},
		"a request can be a text": {
			cliSpan("llm_call", "gen_ai.input.messages", "Tide?"), `llm gemini-cli | session s-1 | in user "Tide?"`,
		},
		"a tool's answer in a request": {
			cliSpan("llm_call", "gen_ai.input.messages", `[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"tide","response":{"output":"low"}}}]}]`),
			`llm gemini-cli | session s-1 | in user result c1 tide "low"`,
		},
		"V-T28: a tool's own span": {
			cliTool(call, `{"status":"success","response":{"callId":"c1","responseParts":[{"functionResponse":{"id":"c1","name":"tide","response":{"output":"low"}}}],"resultDisplay":"**low**"}}`),
			`tool gemini-cli tide c1 | session s-1 | request {"at": 9} | result "low"`,
		},
		"V-T28: its scheduler repeats it, and is a link": {
			cliSpan("schedule_tool_calls", "gen_ai.input.messages", `[`+call+`]`), `other`,
		},
		"G-T33: a call's id has an underscore": {cliSpan("tool_call", "gen_ai.tool.name", "tide", "gen_ai.tool.call_id", "c1"), `tool gemini-cli tide c1 | session s-1`},
		"a tool failed by its record": {
			cliTool(call, `{"status":"error","response":{"responseParts":[{"functionResponse":{"response":{"error":"no tide"}}}]}}`),
			`tool gemini-cli tide c1 | session s-1 | request {"at": 9} | result "no tide" | failed ""`,
		},
		"a tool was cancelled by its record": {
			cliTool(call, `{"status":"cancelled","response":{"responseParts":[{"functionResponse":{"response":{"error":"[Operation Cancelled]"}}}]}}`),
			`tool gemini-cli tide c1 | session s-1 | request {"at": 9} | result "[Operation Cancelled]" | failed ""`,
		},
		"what the user sees stands where the model is told nothing": {
			cliTool(call, `{"status":"success","response":{"responseParts":[],"resultDisplay":"low"}}`), `tool gemini-cli tide c1 | session s-1 | request {"at": 9} | result "low"`,
		},
		"V-T28: a record that was cut stays as it is": {
			cliTool(call, `{"status":"success","response":{"resp...[TRUNCATED: original length 20000]`),
			`tool gemini-cli tide c1 | session s-1 | request {"at": 9} | result "{\"status\":\"success\",\"response\":{\"resp...[TRUNCATED: original length 20000]" | truncated`,
		},
		"G-T34: so does a request": {
			cliSpan("llm_call", "gen_ai.input.messages", `[{"role":"user","parts":[{"text":"Long...[TRUNCATED: original length 18233]`),
			`llm gemini-cli | session s-1 | in user "[{\"role\":\"user\",\"parts\":[{\"text\":\"Long...[TRUNCATED: original length 18233]" | truncated`,
		},
		"a prompt's span is an agent without texts": {cliSpan("user_prompt"), `agent gemini-cli | session s-1`},
		"so is the one that goes on after tools":    {cliSpan("system_prompt"), `agent gemini-cli | session s-1`},
		"a subagent was asked and answered so": {
			cliSpan("agent_call", "gen_ai.input.messages", `{"agent_name":"pilot","prompt":"Tide?"}`, "gen_ai.output.messages", `{"llmContent":[{"text":"Low."}],"returnDisplay":"done"}`),
			`agent gemini-cli | session s-1 | request "Tide?" | result "Low."`,
		},
		"an embedding has a generation's operation": {
			cliSpan("llm_call", "gen_ai.output.messages", `{"embeddings":[{"values":[0.1]}]}`), `other`,
		},
		"the operations are known without the scope": {
			spanOf("", "llm_call", "gen_ai.operation.name", "llm_call", "gen_ai.output.messages", `[{"role":"model","parts":[{"text":"Lo"}]},{"role":"model","parts":[{"text":"w"}]}]`),
			`llm | out assistant "Low"`,
		},
	})
}

func TestGeminiCLILogs(t *testing.T) {
	for name, c := range map[string]struct {
		log  *span.Log
		want string
	}{
		"the model's role is called system, and arguments are texts": {
			genaiLog("", value.Value{}, "event.name", detailsEvent,
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"<session_context>..."},{"type":"text","content":"Tide?"}]},{"role":"system","parts":[{"type":"tool_call","name":"tide","id":"c1","arguments":"{\"at\":9}"}]},{"role":"user","parts":[{"type":"tool_call_response","response":"{\"output\":\"low\"}","id":"c1"}]}]`,
				"gen_ai.output.messages", `[{"finish_reason":"stop","role":"system","parts":[{"type":"reasoning","content":"New moon."}]},{"finish_reason":"stop","role":"system","parts":[{"type":"text","content":"Lo"}]},{"finish_reason":"stop","role":"system","parts":[{"type":"text","content":"w."}]}]`),
			lines(`> user "Tide?"`, `> assistant call c1 tide({"at":9})`, `> user result c1 "low"`, `<stop assistant "Low." ~New moon.~`),
		},
		"a request alone": {
			genaiLog("", value.Value{}, "event.name", detailsEvent, "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Tide?"}]}]`), `> user "Tide?"`,
		},
		"a record without texts says nothing": {genaiLog("", value.Value{}, "event.name", detailsEvent, "gen_ai.request.model", "g"), ``},
		"a record of another event":           {genaiLog("", value.Value{}, "event.name", "gemini_cli.api_response", "response_text", "{}"), ``},
	} {
		t.Run(name, func(t *testing.T) {
			c.log.Scope = "gemini-cli"
			o, ok := ReadLog(c.log)
			assert.Equal(t, c.want, recorded(o.Records))
			assert.Equal(t, c.want != "", ok)
		})
	}
}

func FuzzReadGeminiCLI(f *testing.F) {
	f.Add("llm_call", `[{"role":"user","parts":[{"text":"<session_context>"}]}]`, `[null,{"parts":[{"text":"a"}]},{}]`)
	f.Add("tool_call", `{"args":{}}`, `{"status":"error","response":{"responseParts":[{"functionResponse":{"response":{"error":1}}}]}}`)
	f.Add("agent_call", `{"prompt":1}`, `{"llmContent":[[[]]]}`)
	f.Fuzz(func(t *testing.T, operation, input, output string) {
		s := cliSpan(operation, "gen_ai.input.messages", input, "gen_ai.output.messages", output)
		assert.Equal(t, Read(s), Read(s))
		l := genaiLog(detailsEvent, value.Value{}, "gen_ai.input.messages", input, "gen_ai.output.messages", output)
		l.Scope = "gemini-cli"
		ReadLog(l)
	})
}
