package dialect

import "testing"

func TestHaystack(t *testing.T) {
	const user = `{"role":"user","content":[{"text":"Hi"}],"name":null,"meta":{}}`
	const asks = `{"role":"assistant","content":[{"text":"Look."},{"tool_call":{"tool_name":"w","arguments":{"c":"Oslo"},"id":"c1"}}],"meta":{"model":"m","finish_reason":"tool_calls"}}`
	const told = `{"role":"tool","content":[{"tool_call_result":{"result":"3 C","origin":{"tool_name":"w","arguments":{"c":"Oslo"},"id":"c1"},"error":true}}],"meta":{}}`
	checkReadings(t, map[string]reading{
		"V-T40: a failed tool has an error in place of its output": {
			spanOf("app", "haystack.agent.step.tool", "haystack.tool.name", "sum", "haystack.agent.step.tool.input", `{"a":1}`, "haystack.agent.step.tool.output", `{"error":"boom"}`),
			`tool sum | request {"a": 1} | result {"error": "boom"} | failed "boom"`,
		},
		"V-T40: a component that only builds a prompt is nothing": {
			spanOf("app", "haystack.component.run", "haystack.component.type", "PromptBuilder", "haystack.component.output", ""), `other`,
		},
		"a model's call": {
			spanOf("app", "haystack.agent.step.llm", "haystack.agent.step.llm.input", `{"messages":[`+user+`,`+asks+`,`+told+`]}`, "haystack.agent.step.llm.output", `{"replies":[`+asks+`]}`),
			`llm | model m | finish tool_calls | in user "Hi" | in assistant "Look." call c1 w {"c": "Oslo"} | in tool result c1 w "3 C" failed | out assistant "Look." call c1 w {"c": "Oslo"}`,
		},
		"an earlier agent's step is the model's call": {
			spanOf("app", "haystack.agent.step", "haystack.agent.step.input", `[`+user+`]`, "haystack.agent.step.llm_output", `[{"role":"assistant","content":[{"text":"Hello"}],"meta":{}}]`),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"a later one is a link": {spanOf("app", "haystack.agent.step", "haystack.agent.step", 1), `other`},
		"keys of messages that began with an underscore": {
			spanOf("app", "haystack.component.run", "haystack.component.type", "OpenAIChatGenerator", "haystack.component.input", `{"messages":[{"_role":"user","_content":[{"text":"Hi"}],"_meta":{}}]}`, "haystack.component.output", `{"replies":[{"_role":"assistant","_content":[{"reasoning":{"reasoning_text":"hm"}},{"text":"Hello"}],"_meta":{"model":"m"}}]}`),
			`llm | model m | in user "Hi" | out assistant "Hello" thinks "hm"`,
		},
		"a generator of texts": {
			spanOf("app", "haystack.component.run", "haystack.component.type", "OpenAIGenerator", "haystack.component.input", `{"prompt":"Hi"}`, "haystack.component.output", `{"replies":["Hello"],"meta":[{"model":"m","finish_reason":"stop"}]}`),
			`llm | model m | finish stop | in user "Hi" | out assistant "Hello"`,
		},
		"a batch of tools is a link: the messages tell them": {
			spanOf("app", "haystack.component.run", "haystack.component.type", "ToolInvoker", "haystack.component.output", `{"tool_messages":[`+told+`]}`), `other`,
		},
		"an agent": {
			spanOf("app", "haystack.agent.run", "haystack.agent.input", `{"messages":[`+user+`],"streaming_callback":null}`, "haystack.agent.output", `{"messages":[`+user+`,{"role":"assistant","content":[{"text":"Hello"}]}],"last_message":{"role":"assistant","content":[{"text":"Hello"}]}}`),
			`agent | request "Hi" | result "Hello"`,
		},
		"a pipeline has an object for each component": {
			spanOf("app", "haystack.pipeline.run", "haystack.pipeline.input_data", `{"builder":{"query":"Hi"}}`, "haystack.pipeline.output_data", `{"llm":{"replies":[{"role":"assistant","content":[{"text":"Hello"}]}]}}`),
			`agent | request "Hi" | result "Hello"`,
		},
		"hooks are links":                   {spanOf("app", "haystack.agent.hook", "haystack.agent.hook.name", "h"), `other`},
		"another's span of Haystack is not": {spanOf("app", "haystack.openai.chat", "llm.request.type", "chat", "gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "Hello"), `llm | out assistant "Hello"`},
	})
}
