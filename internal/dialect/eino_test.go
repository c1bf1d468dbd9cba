package dialect

import "testing"

func TestEino(t *testing.T) {
	const kind, component = "gen_ai.span.kind", "runinfo.component"
	eino := func(k, c string, pairs ...any) reading {
		return reading{span: spanOf("", "node", append([]any{"gen_ai.system", "eino", kind, k, component, c, "runinfo.name", "w"}, pairs...)...)}
	}
	wants := func(r reading, want string) reading { r.want = want; return r }
	checkReadings(t, map[string]reading{
		"G-T57: an answer that only calls tools is the JSON of a message": wants(eino("chatmodel", "ChatModel", "gen_ai.completion.0.content", `{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"w","arguments":"{}"}}]}`),
			`llm | out assistant "" call c1 w {}`),
		"G-T57: or of a list of them": wants(eino("chatmodel", "ChatModel", "gen_ai.completion.0.content", `[{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"w","arguments":"{}"}}]}]`),
			`llm | out assistant "" call c1 w {}`),
		"G-T57: indexes sort as numbers": wants(eino("chatmodel", "ChatModel", "gen_ai.prompt.10.role", "user", "gen_ai.prompt.10.content", "last", "gen_ai.prompt.9.role", "user", "gen_ai.prompt.9.content", "first"),
			`llm | in user "first" | in user "last"`),
		"an answer that is JSON stays a text": wants(eino("chatmodel", "ChatModel", "gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", `{"city":"Oslo"}`),
			`llm | out assistant "{\"city\":\"Oslo\"}"`),
		"a tool has a prompt and a completion": wants(eino("tool", "Tool", "gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", `"{\"c\":\"Oslo\"}"`, "gen_ai.completion.0.content", `"3 C"`),
			`tool w | request {"c": "Oslo"} | result "3 C"`),
		"a tool's values in what its callback is handed": wants(eino("tool", "Tool", "gen_ai.prompt.0.content", `{"ArgumentsInJSON":"{\"c\":\"Oslo\"}","Extra":null}`, "gen_ai.completion.0.content", `{"Response":"3 C","Extra":null}`),
			`tool w | request {"c": "Oslo"} | result "3 C"`),
		"the outermost graph": wants(eino("workflow", "Graph", "gen_ai.input", `[{"role":"user","content":"Hi"}]`, "gen_ai.output", `{"role":"assistant","content":"Hello"}`, "gen_ai.session.id", "s1"),
			`agent | session s1 | request "Hi" | result "Hello"`),
		"a model that runs alone is one": wants(eino("workflow", "ChatModel", "gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", "Hi", "gen_ai.response.finish_reason", "stop"),
			`llm | finish stop | in user "Hi"`),
		"a node around tools is a link": wants(eino("toolsnode", "ToolsNode", "gen_ai.prompt.0.content", "{}", "gen_ai.completion.0.content", "[]"), `other`),
		"a graph within is a link":      wants(eino("graph", "Graph", "gen_ai.prompt.0.content", "{}"), `other`),
	})
}
