package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func adkSpan(name string, pairs ...any) *span.Span { return spanOf("gcp.vertex.agent", name, pairs...) }

// adkTool is a tool's span that was called and answered so.
func adkTool(arguments, answer string) *span.Span {
	return adkSpan("execute_tool tide", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "tide",
		"gcp.vertex.agent.llm_request", "{}", "gcp.vertex.agent.llm_response", "{}",
		"gcp.vertex.agent.tool_call_args", arguments, "gcp.vertex.agent.tool_response", answer)
}

// inGo is a span whose resource says that Go's SDK sent it.
func inGo(s *span.Span) *span.Span {
	s.Resource = span.AttrsOf("telemetry.sdk.language", "go")
	return s
}

func inPython(s *span.Span) *span.Span {
	s.Resource = span.AttrsOf("telemetry.sdk.language", "python")
	return s
}

func TestADK(t *testing.T) {
	checkReadings(t, map[string]reading{
		"a tool of Volcengine's kit": {
			spanOf("gcp.vertex.agent", "execute_tool weather", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "weather",
				"gen_ai.tool.input", `{"name":"weather","description":"Get","parameters":{"city":"Oslo"}}`,
				"gen_ai.tool.output", `{"id":"c1","name":"weather","response":{"result":"3 C"}}`),
			`tool weather c1 | request {"city": "Oslo"} | result "3 C"`,
		},
		"a tool whose arguments have the names of Volcengine's": {
			spanOf("gcp.vertex.agent", "execute_tool define", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "define",
				"gen_ai.tool.input", `{"name":"sum","description":"Adds","parameters":{"a":1}}`),
			`tool define | request {"name": "sum", "description": "Adds", "parameters": {"a": 1}}`,
		},
		"a generation of Volcengine's kit gives no reason": {
			spanOf("gcp.vertex.agent", "call_llm", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "gen_ai.response.finish_reason", "<no_finish_reason_provided>"),
			`llm | model m`,
		},
		"what other agents said isn't the user's": {
			adkSpan("call_llm", "gcp.vertex.agent.llm_request", `{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"user","parts":[{"text":"For context:"},{"text":"[pilot] said: Ahoy"}]}]}`),
			`llm | in user "Hi" | in system "For context:[pilot] said: Ahoy"`,
		},
		"the whole run is an agent without a name": {adkSpan("invocation"), `agent`},
		"an agent of the first versions has its name in brackets": {
			adkSpan("agent_run [harbour_pilot]"), `agent harbour_pilot`,
		},
		"an agent of later versions has it as an attribute": {
			adkSpan("invoke_agent harbour_pilot", "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "harbour_pilot", "gen_ai.conversation.id", "s-1"),
			`agent harbour_pilot | session s-1`,
		},
		"a workflow is an agent": {
			adkSpan("invoke_workflow pilots", "gen_ai.operation.name", "invoke_workflow", "gen_ai.workflow.name", "pilots"), `agent pilots`,
		},
		"a workflow's node is a link": {adkSpan("invoke_node tide", "gen_ai.operation.name", "invoke_node"), `other`},
		"data sent to a live session is a link": {
			adkSpan("send_data", "gcp.vertex.agent.data", `[{"role":"user","parts":[{"text":"Hi"}]}]`), `other`,
		},
		"G-T12: a generation has no operation name": {
			adkSpan("call_llm", "gen_ai.system", "gcp.vertex.agent", "gen_ai.request.model", "g-2", "gcp.vertex.agent.session_id", "s-1",
				"gcp.vertex.agent.llm_request", `{"model":"g-2","config":{"system_instruction":"Be brief."},"contents":[{"role":"user","parts":[{"text":"Tide?"}]}]}`,
				"gcp.vertex.agent.llm_response", `{"content":{"role":"model","parts":[{"text":"Low."}]},"finish_reason":"STOP"}`),
			`llm | session s-1 | model g-2 | finish stop | in user "Tide?" | out assistant "Low."`,
		},
		"G-T11: the generation inside it has the tokens and no text": {
			adkSpan("generate_content g-2", "gen_ai.operation.name", "generate_content", "gen_ai.request.model", "g-2", "gen_ai.usage.output_tokens", 3),
			`llm | model g-2`,
		},
		"G-T13: a text beside a call, in the keys of Python": {
			adkSpan("call_llm", "gcp.vertex.agent.llm_response", `{"content":{"parts":[{"text":"Let me look."},{"function_call":{"id":"adk-1","name":"tide","args":{"at":9}}}]}}`),
			`llm | out assistant "Let me look." call adk-1 tide {"at": 9}`,
		},
		"the keys of JavaScript": {
			adkSpan("call_llm",
				"gcp.vertex.agent.llm_request", `{"contents":[{"role":"user","parts":[{"text":"Tide?"}]},{"role":"model","parts":[{"functionCall":{"id":"c1","name":"tide","args":{}},"thoughtSignature":"x"}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"tide","response":{"result":"low"}}}]}]}`,
				"gcp.vertex.agent.llm_response", `{"content":{"role":"model","parts":[{"thought":true,"text":"The moon is new."},{"text":"Low."}]}}`),
			`llm | in user "Tide?" | in assistant call c1 tide {} | in user result c1 tide "low" | out assistant "Low." thinks "The moon is new."`,
		},
		"the keys of Go": {
			adkSpan("call_llm",
				"gcp.vertex.agent.llm_request", `{"config":{},"content":[{"parts":[{"text":"Tide?"}],"role":"user"}],"model":"g-2"}`,
				"gcp.vertex.agent.llm_response", `{"Content":{"parts":[{"text":"Low."}],"role":"model"},"FinishReason":"STOP","ErrorCode":"","Partial":false}`),
			`llm | finish stop | in user "Tide?" | out assistant "Low."`,
		},
		"the first chunk of a stream is not the whole answer": {
			adkSpan("call_llm", "gcp.vertex.agent.llm_response", `{"Content":{"parts":[{"text":"Lo"}],"role":"model"},"Partial":true}`),
			`llm | out assistant "Lo" | truncated`,
		},
		"a generation failed that says why and nothing else": {
			adkSpan("call_llm", "gcp.vertex.agent.llm_response", `{"error_code":"SAFETY","error_message":"blocked"}`),
			`llm | failed "blocked"`,
		},
		"a generation failed to which nothing was added":           {adkSpan("call_llm"), `llm | failed ""`},
		"what an application stamps on all its spans adds nothing": {adkSpan("call_llm", "app.tenant", "x"), `llm | failed ""`},
		"a list that a tool of JavaScript returned":                {adkTool(`{"at":9}`, `{"results":["low","high"]}`), `tool tide | request {"at": 9} | result ["low", "high"]`},
		"a field of that name that holds something else":           {adkTool(`{"at":9}`, `{"results":2}`), `tool tide | request {"at": 9} | result {"results": 2}`},
		"an object that a tool of Python returned": {
			inPython(adkTool(`{"at":9}`, `{"results":["low","high"]}`)), `tool tide | request {"at": 9} | result {"results": ["low", "high"]}`,
		},
		"G-T35: an empty object stands where nothing was recorded": {
			adkSpan("call_llm", "gcp.vertex.agent.llm_request", "{}", "gcp.vertex.agent.llm_response", "{}"), `llm`,
		},
		"G-T35: a tool's span is no generation": {
			adkTool(`{"at":9}`, `{"level":2}`), `tool tide | request {"at": 9} | result {"level": 2}`,
		},
		"G-T35: an id that is not specified is none": {
			adkSpan("execute_tool tide", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "tide", "gen_ai.tool.call.id", "<not specified>"), `tool tide`,
		},
		"G-T35: neither is what a tool returned":              {adkTool(`{"at":9}`, `{"result": "<not specified>"}`), `tool tide | request {"at": 9}`},
		"what can't be encoded was not recorded":              {adkTool(`<not serializable>`, `<not serializable>`), `tool tide`},
		"a text is taken out of the object around it":         {adkTool(`{"at":9}`, `{"result":"low"}`), `tool tide | request {"at": 9} | result "low"`},
		"nothing is null":                                     {adkTool(`{"at":9}`, `{"result": null}`), `tool tide | request {"at": 9} | result null`},
		"an object of two fields is no wrapping":              {adkTool(`{"at":9}`, `{"result":1,"unit":"m"}`), `tool tide | request {"at": 9} | result {"result": 1, "unit": "m"}`},
		"an error is taken out too, and failed":               {adkTool(`{"at":9}`, `{"error":"no tide"}`), `tool tide | request {"at": 9} | result "no tide" | failed ""`},
		"MCP's result is taken out":                           {adkTool(`{"at":9}`, `{"content":[{"type":"text","text":"low"}],"isError":true}`), `tool tide | request {"at": 9} | result [{"type": "text", "text": "low"}] | failed ""`},
		"Go puts what MCP's tools return under output":        {inGo(adkTool(`{"at":9}`, `{"output":"low"}`)), `tool tide | request {"at": 9} | result "low"`},
		"elsewhere output is a tool's own field":              {adkTool(`{"at":9}`, `{"output":"low"}`), `tool tide | request {"at": 9} | result {"output": "low"}`},
		"Go's error that couldn't be encoded says nothing":    {inGo(adkTool(`{"at":9}`, `{"error":{}}`)), `tool tide | request {"at": 9} | failed ""`},
		"an empty object is an answer where arguments are":    {adkTool(`{"at":9}`, `{}`), `tool tide | request {"at": 9} | result {}`},
		"an empty object is none where neither was recorded":  {adkTool(`{}`, `{}`), `tool tide`},
		"a tool without any attribute has its name":           {adkSpan("execute_tool tide"), `tool tide`},
		"the sum of tools that ran at once is a link":         {adkSpan("execute_tool (merged)", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "(merged tools)", "gcp.vertex.agent.tool_call_args", "N/A"), `other`},
		"so is the span around them before it has attributes": {adkSpan("execute_tool (merged)"), `other`},
		"a failed tool has its error's text": {
			thrown(adkTool(`{"at":9}`, `{"result": "<not specified>"}`), "ValueError", "no tide"), `tool tide | request {"at": 9} | failed "no tide"`,
		},
		"an instrumentation's kind comes first, and finds the texts here": {
			adkSpan("call_llm", "openinference.span.kind", "LLM", "gcp.vertex.agent.llm_response", `{"content":{"role":"model","parts":[{"text":"Low."}]}}`),
			`llm | out assistant "Low."`,
		},
	})
}

func TestADKLogs(t *testing.T) {
	for name, c := range map[string]struct {
		log  *span.Log
		want string
	}{
		"G-T5: a choice without a message": {
			genaiLog(choiceEvent, genaiJSON(t, `{"index":0,"finish_reason":"STOP","content":{"role":"model","parts":[{"text":"Sunny."}]}}`)), `<stop assistant "Sunny."`,
		},
		"G-T6: the model's words are called the user's": {
			genaiLog("gen_ai.user.message", genaiJSON(t, `{"content":{"role":"model","parts":[{"functionCall":{"name":"tide","args":{"at":9}}}]}}`)),
			`> assistant call  tide({"at":9})`,
		},
		"G-T6: a tool's answer is called the user's": {
			genaiLog("gen_ai.user.message", genaiJSON(t, `{"content":{"role":"user","parts":[{"functionResponse":{"name":"tide","response":{"result":"low"}}}]}}`)),
			`> user result  "low"`,
		},
		"G-T35: an elided text is none":   {genaiLog("gen_ai.user.message", genaiJSON(t, `{"content":"<elided>"}`)), `> user`},
		"G-T35: an elided answer is none": {genaiLog(choiceEvent, genaiJSON(t, `{"content":"<elided>","index":0,"finish_reason":"STOP"}`)), `<stop assistant`},
		"parts that were not there are null": {
			genaiLog(choiceEvent, genaiJSON(t, `{"content":{"role":"model","parts":[{"function_call":{"name":"tide","args":{},"id":null},"text":null,"thought":null}]},"index":0}`)),
			`< assistant call  tide({})`,
		},
		"a whole inference": {
			genaiLog(detailsEvent, genaiJSON(t, `null`),
				"gen_ai.input.messages", genaiJSON(t, `[{"role":"user","parts":[{"content":"Tide?","type":"text"}]}]`),
				"gen_ai.output.messages", genaiJSON(t, `[{"role":"assistant","parts":[{"id":"tide_0","name":"tide","arguments":{"at":9},"type":"tool_call"}],"finish_reason":"stop"}]`)),
			lines(`> user "Tide?"`, `<stop assistant call  tide({"at":9})`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.log.Scope = "gcp.vertex.agent"
			o, _ := ReadLog(c.log)
			assert.Equal(t, c.want, recorded(o.Records))
			assert.Equal(t, "google_adk", o.Dialect)
		})
	}
}

func TestADKPieces(t *testing.T) {
	o, ok := ReadLog(&span.Log{
		Scope: "gcp.vertex.agent", Span: observation.SpanID{1}, EventName: choiceEvent,
		Body: genaiJSON(t, `{"index":0,"content":{"role":"model","parts":[{"text":"Lo"}]}}`),
	})
	assert.True(t, ok)
	assert.True(t, o.Records[0].Piece, "a choice is one piece of a stream")
}

func FuzzReadADK(f *testing.F) {
	f.Add("call_llm", `{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}`, `{"content":{"parts":[{"functionCall":{"name":"a","args":{}}}]}}`)
	f.Add("execute_tool a", `{}`, `{"result":{"content":[{"type":"text","text":"a"}]}}`)
	f.Add("agent_run [", `[`, `{"error":{}}`)
	f.Fuzz(func(t *testing.T, name, request, response string) {
		s := adkSpan(name, "gcp.vertex.agent.llm_request", request, "gcp.vertex.agent.llm_response", response,
			"gcp.vertex.agent.tool_call_args", request, "gcp.vertex.agent.tool_response", response)
		assert.Equal(t, Read(s), Read(s))
	})
}
