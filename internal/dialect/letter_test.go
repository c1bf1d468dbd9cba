package dialect

import "testing"

// Texts that only look like something else stay texts.
func TestTextsToTheLetter(t *testing.T) {
	tool := func(input string) reading {
		return reading{spanOf("", "t", kindKey, "TOOL", "tool.name", "t", inputKey, input), ""}
	}
	want := func(r reading, want string) reading { r.want = want; return r }
	completion := func(text, want string) reading {
		return reading{spanOf("", "chat m", "gen_ai.operation.name", "chat", "gen_ai.completion", text), want}
	}
	agent := func(input, want string) reading {
		return reading{spanOf("", "a", kindKey, "AGENT", inputKey, input, "input.mime_type", "text/plain"), want}
	}
	checkReadings(t, map[string]reading{
		"a line of source that a tool was given": want(tool(`print(x=1)`), `tool t | request "print(x=1)"`),
		"assignments that a tool was given":      want(tool(`x='a' y='b'`), `tool t | request "x='a' y='b'"`),
		"a tuple that a tool was given":          want(tool(`(1, 2)`), `tool t | request "(1, 2)"`),
		"a dict that a tool was given is read":   want(tool(`{'a': 1}`), `tool t | request {"a": 1}`),

		"an answer that is an object":        completion(`{"city": "Oslo"}`, `llm | out assistant "{\"city\": \"Oslo\"}"`),
		"an answer that is a list":           completion(`[1, 2]`, `llm | out assistant "[1, 2]"`),
		"an answer that is a line of Python": completion(`Person(name='A')`, `llm | out assistant "Person(name='A')"`),
		"an answer that arrived cut":         completion(`{"city": "Os`, `llm | out assistant "{\"city\": \"Os" | truncated`),

		"a question that is a line of source": agent(`search(query='foo')`, `agent | request "search(query='foo')"`),
		"a question that is an object":        agent(`{"query": "foo"}`, `agent | request "{\"query\": \"foo\"}"`),
		"a conversation that is called a text": agent(
			`{"messages":[{"role":"user","content":"Hi"}]}`, `agent | request "Hi"`),
	})
}

func TestNothingAsked(t *testing.T) {
	for _, text := range []string{`null`, `{}`, `[]`, `{"messages": []}`, `{"input": ""}`, `{"messages": null, "files": {}}`} {
		checkReadings(t, map[string]reading{
			"OpenInference " + text: {spanOf("", "a", kindKey, "CHAIN", inputKey, text, outputKey, text), "agent"},
			"Langfuse " + text:      {spanOf("", "a", "langfuse.observation.type", "span", langfuseInput, text, langfuseOutput, text), "agent"},
			"GenAI " + text: {spanOf("", "invoke_agent", "gen_ai.operation.name", "invoke_agent",
				"gen_ai.input.messages", text, "gen_ai.output.messages", text), "agent"},
		})
	}
}

func TestMessagesOfTools(t *testing.T) {
	const asks = `{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"look","arguments":"{}"}}]},`
	in := func(answer, want string) reading {
		return reading{
			spanOf("", "ChatOpenAI", "langfuse.observation.type", "generation", langfuseInput, `{"messages":[`+asks+answer+`]}`),
			`llm | in assistant "" call c1 look {} | in ` + want,
		}
	}
	checkReadings(t, map[string]reading{
		"a role that is the name of a tool that was asked for": in(`{"role":"look","content":"found"}`, `tool result look "found"`),
		"a role that is the name of anybody else":              in(`{"role":"Bob","content":"found"}`, `user "found"`),
		"an answer of which nothing was recorded":              in(`{"role":"tool"}`, `tool result`),
	})
}

func TestShapesOfMessages(t *testing.T) {
	request := func(messages, want string) reading {
		return reading{spanOf("", "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", messages), "llm | in " + want}
	}
	checkReadings(t, map[string]reading{
		"what a function answered in Gemini's API stands in an object": request(
			`[{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"result":"found"}}}]}]`, `user result look "found"`),
		"an error stands there too": request(
			`[{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"error":"lost"}}}]}]`, `user result look "lost" failed`),
		"an object of several fields is the answer": request(
			`[{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"result":1,"page":2}}}]}]`, `user result look {"result": 1, "page": 2}`),
	})
	checkReadings(t, map[string]reading{
		"an answer that is one serialised message": {
			spanOf("", "ChatOpenAI", "langfuse.observation.type", "generation", langfuseOutput,
				`{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"Hi"}}`),
			`llm | out assistant "Hi"`,
		},
	})
}
