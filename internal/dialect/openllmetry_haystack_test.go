package dialect

import "testing"

func TestOpenLLMetryOfHaystack(t *testing.T) {
	pipeline := func(input, output string) reading {
		return reading{span: spanOf(haystackTraceloop, "haystack_pipeline.workflow", "traceloop.span.kind", "workflow",
			"traceloop.entity.name", "haystack_pipeline", "traceloop.entity.input", input, "traceloop.entity.output", output)}
	}
	wants := func(r reading, want string) reading { r.want = want; return r }
	checkReadings(t, map[string]reading{
		"a generator of texts": wants(pipeline(`{"args":[],"kwargs":{"retriever":{"top_k":3},"prompt_builder":{"question":"Weather?"}}}`,
			`{"llm":{"replies":["4 C."],"meta":[{"model":"m"}]}}`), `agent haystack_pipeline | request "Weather?" | result "4 C."`),
		"a generator of messages": wants(pipeline(`{"args":[],"kwargs":{"llm":{"messages":[{"_role":"system","_content":[{"text":"Be brief."}]},{"_role":"user","_content":[{"text":"Weather?"}]}]}}}`,
			`{"llm":{"replies":[{"_role":"assistant","_content":[{"text":"4 C."}],"_meta":{}}]}}`), `agent haystack_pipeline | request "Weather?" | result "4 C."`),
		"inputs by their name": wants(pipeline(`{"args":[],"kwargs":{"data":{"llm":{"prompt":"Weather?"}},"include_outputs_from":["llm"]}}`, `{}`),
			`agent haystack_pipeline | request "Weather?"`),
		"what fills a template is no question": wants(pipeline(`{"args":[],"kwargs":{"prompt_builder":{"city":"Oslo"}}}`, `{"writer":{"written":3}}`),
			`agent haystack_pipeline`),
		"an agent's answer": wants(pipeline(`{"args":[],"kwargs":{"agent":{"messages":[{"role":"user","content":[{"text":"Weather?"}]}]}}}`,
			`{"agent":{"messages":[{"role":"user","content":[{"text":"Weather?"}]},{"role":"assistant","content":[{"text":"4 C."}]}],"last_message":{"role":"assistant","content":[{"text":"4 C."}]}}}`),
			`agent haystack_pipeline | request "Weather?" | result "4 C."`),
		"the names of outputs are no answer": {
			spanOf(haystackTraceloop, "haystack.openai.completion", "gen_ai.system", "OpenAI", "llm.request.type", "completion",
				"gen_ai.prompt.0.user", "Weather?", "gen_ai.completion.0.content", "replies", "gen_ai.completion.1.content", "meta"),
			`llm | in user "Weather?" | out assistant`,
		},
		"a generator's answer": {
			spanOf(haystackTraceloop, "haystack.openai.completion", "llm.request.type", "completion", "gen_ai.completion.0.content", "4 C."),
			`llm | out assistant "4 C."`,
		},
	})
}
