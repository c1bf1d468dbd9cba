package dialect

import "testing"

func TestLiteLLM(t *testing.T) {
	const scope, op = "litellm", "gen_ai.operation.name"
	const calls = `"tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":"{}"}}]`
	checkReadings(t, map[string]reading{
		"G-T31: parts for texts, and calls beside them": {
			spanOf(scope, "litellm_request", op, "acompletion", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Look."}],`+calls+`}]`, "gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"text","content":"1"}],"tool_call_id":"c0"}]`),
			`llm | in tool result c0 "1" | out assistant "Look." call c1 w {}`,
		},
		"G-T31: messages in OpenAI form": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","content":null,`+calls+`}]`), `llm | out assistant call c1 w {}`,
		},
		"flattened calls of one answer have an index each": {
			spanOf(scope, "litellm_request", "llm.request.type", "completion", "gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", "Hi", "gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "Look.",
				"gen_ai.completion.0.function_call.name", "w", "gen_ai.completion.0.function_call.arguments", "{}", "gen_ai.completion.1.function_call.name", "v", "gen_ai.completion.1.function_call.arguments", "{}"),
			`llm | in user "Hi" | out assistant "Look." call w {} call v {}`,
		},
		"a call by another name": {spanOf(scope, "my generation", "llm.request.type", "aresponses", "gen_ai.request.model", "m"), `llm | model m`},
		"flattened calls beside the text of a message": {
			spanOf(scope, "litellm_request", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Look."}],"finish_reason":"tool_calls"}]`,
				"gen_ai.completion.0.function_call.name", "w", "gen_ai.completion.0.function_call.arguments", "{}"),
			`llm | finish tool_calls | out assistant "Look." call w {}`,
		},
		"the call as OpenAI saw it": {
			spanOf(scope, "raw_gen_ai_request", "llm.openai.messages", `[{'role': 'user', 'content': 'Hi'}]`, "llm.openai.model", "m",
				"llm.openai.choices", `[{'finish_reason': 'tool_calls', 'message': {'content': None, 'role': 'assistant', 'reasoning_content': 'Hm.', 'tool_calls': [{'id': 'c1', 'function': {'arguments': '{}', 'name': 'w'}, 'type': 'function'}]}}]`),
			`llm | model m | finish tool_calls | in user "Hi" | out assistant thinks "Hm." call c1 w {}`,
		},
		"the call as Anthropic saw it": {
			spanOf(scope, "raw_gen_ai_request", "llm.anthropic.messages", `[{'role': 'user', 'content': [{'type': 'text', 'text': 'Hi'}]}]`, "llm.anthropic.stop_reason", "end_turn",
				"llm.anthropic.role", "assistant", "llm.anthropic.content", `[{'type': 'text', 'text': "It's"}]`),
			`llm | finish end_turn | in user "Hi" | out assistant "It's"`,
		},
		"the call as the provider saw it, without an answer, is no other call": {
			spanOf(scope, "raw_gen_ai_request", "llm.openai.messages", "[]", "gen_ai.request.model", "m", "gen_ai.usage.output_tokens", "3"), `other`,
		},
		"the proxy's span may be the call": {
			spanOf(scope, "Received Proxy Server Request", op, "chat", "gen_ai.request.model", "m", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`), `llm | model m | out assistant "Hello"`,
		},
		"and is a link otherwise":      {spanOf(scope, "Received Proxy Server Request"), `other`},
		"embeddings are no generation": {spanOf(scope, "litellm_request", "llm.request.type", "aembedding", op, "aembedding", "gen_ai.request.model", "m"), `other`},
		"G-T23, G-T24: all values are texts": {
			spanOf(scope, "litellm_request", op, "chat", "gen_ai.response.finish_reasons", `["stop"]`, "gen_ai.usage.output_tokens", "3"), `llm | finish stop`,
		},
		"a failed call": {
			failed(spanOf(scope, "litellm_request", op, "acompletion", "error.type", "RateLimitError", "error.message", "slow down"), ""), `llm | failed "slow down"`,
		},
		"a tool of MCP": {
			spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", "{}", "gen_ai.tool.call.result", "1"), `tool w | request {} | result "1"`,
		},
	})
}
