package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// aiSpan is a span of the AI SDK with the attributes of keys and values in turn.
func aiSpan(operation string, pairs ...any) *span.Span {
	return &span.Span{Name: operation, Scope: "ai", Attrs: span.AttrsOf(append([]any{"ai.operationId", operation}, pairs...)...)}
}

// thrown is a span that ended with an exception.
func thrown(s *span.Span, kind, message string) *span.Span {
	s.Status, s.StatusMessage = span.Error, message
	s.Events = append(s.Events, span.Event{Name: "exception", Attrs: span.AttrsOf(
		"exception.type", kind, "exception.message", message, "exception.stacktrace", kind+": "+message+"\n    at run (/srv/run.js:1:1)")})
	return s
}

// named is a span under another name.
func named(s *span.Span, name string) *span.Span {
	s.Name = name
	return s
}

func TestVercel(t *testing.T) {
	for name, c := range map[string]struct {
		span *span.Span
		want string
	}{
		"V-T1: a wrapper repeats the model and the text, and is an agent": {
			aiSpan("ai.generateText", "ai.model.id", "m1", "ai.prompt", `{"prompt":"Hi"}`, "ai.response.text", "Hello", "ai.usage.inputTokens", 3),
			`agent | model m1 | request "Hi" | result "Hello"`,
		},
		"V-T1: the generation below it is the model's": {
			aiSpan("ai.generateText.doGenerate", "gen_ai.request.model", "m1",
				"ai.prompt.messages", `[{"role":"user","content":[{"type":"text","text":"Hi"}]}]`, "ai.response.text", "Hello"),
			`llm | model m1 | in user "Hi" | out assistant "Hello"`,
		},
		"V-T2: the operation's name may hold the function's": {
			aiSpan("ai.toolCall", "operation.name", "ai.toolCall harbour-bot", "ai.telemetry.functionId", "harbour-bot",
				"ai.toolCall.name", "sum", "ai.toolCall.args", `{"a":1}`, "ai.toolCall.result", "1"),
			`tool harbour-bot sum | request {"a": 1} | result "1"`,
		},
		"V-T3: arguments of versions 5 and 6 are encoded twice": {
			aiSpan("ai.generateText.doGenerate", "ai.response.toolCalls", `[{"toolCallId":"c1","toolName":"sum","input":"{\"a\":1}"}]`),
			`llm | out assistant call c1 sum {"a": 1}`,
		},
		"calls that a processor made structured": {
			aiSpan("ai.generateText.doGenerate", "ai.response.toolCalls",
				value.DecodeAny(`[{"toolCallId":"c1","toolName":"sum","input":{"a":1}}]`)),
			`llm | out assistant call c1 sum {"a": 1}`,
		},
		"V-T3: arguments of version 4 have another key": {
			aiSpan("ai.generateText.doGenerate", "ai.response.toolCalls",
				`[{"toolCallType":"function","toolCallId":"c1","toolName":"sum","args":"{\"a\":1}"}]`),
			`llm | out assistant call c1 sum {"a": 1}`,
		},
		"V-T3: arguments of streams are objects": {
			aiSpan("ai.streamText.doStream", "ai.response.text", "", "ai.response.toolCalls",
				`[{"type":"tool-call","toolCallId":"c1","toolName":"sum","args":{"a":1}}]`),
			`llm | out assistant "" call c1 sum {"a": 1}`,
		},
		"version 3 writes what it says twice": {
			aiSpan("ai.generateText.doGenerate", "ai.response.text", "Hello", "ai.result.text", "Hello",
				"ai.response.finishReason", "stop", "ai.finishReason", "stop"),
			`llm | finish stop | out assistant "Hello"`,
		},
		"V-T4: a result in the next request is found by its call": {
			aiSpan("ai.streamText.doStream", "ai.prompt.messages", `[{"role":"user","content":"Ask her"},`+
				`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"ask","input":{"q":"x"}}]},`+
				`{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"ask","output":{"type":"text","value":"yes"}}]}]`,
				"ai.response.text", "OK"),
			`llm | in user "Ask her" | in assistant call c1 ask {"q": "x"} | in tool result c1 ask "yes" | out assistant "OK"`,
		},
		"a result of version 4 stands under another key": {
			aiSpan("ai.streamText.doStream", "ai.prompt.messages",
				`[{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"ask","result":{"tide":"low"}}]}]`),
			`llm | in tool result c1 ask {"tide": "low"}`,
		},
		"a result that a person refused says so": {
			aiSpan("ai.streamText.doStream", "ai.prompt.messages",
				`[{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"ask","output":{"type":"execution-denied","reason":"not today"}}]}]`),
			`llm | in tool result c1 ask "not today" failed`,
		},
		"a result that is an error says so": {
			aiSpan("ai.streamText.doStream", "ai.prompt.messages",
				`[{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"ask","output":{"type":"error-text","value":"no tide"}}]}]`),
			`llm | in tool result c1 ask "no tide" failed`,
		},
		"V-T5: a generation that has a tool below it stays one": {
			aiSpan("ai.streamText.doStream", "ai.response.text", "Let me check.", "ai.response.toolCalls",
				`[{"toolCallId":"c1","toolName":"weather","input":{}}]`),
			`llm | out assistant "Let me check." call c1 weather {}`,
		},
		"V-T6: version 4 of streamText joins the texts of all turns": {
			aiSpan("ai.streamText", "ai.response.text", "Let me check.It is 21C.", "ai.usage.promptTokens", 3),
			`agent | result "Let me check.It is 21C." | joined`,
		},
		"V-T6: later versions give the last text": {
			aiSpan("ai.streamText", "ai.response.text", "It is 21C.", "ai.usage.inputTokens", 3),
			`agent | result "It is 21C."`,
		},
		"V-T6: generateText never joined": {
			aiSpan("ai.generateText", "ai.response.text", "It is 21C.", "ai.usage.promptTokens", 3),
			`agent | result "It is 21C."`,
		},
		"V-T8: other keys that begin with ai. make no span the SDK's": {
			&span.Span{Name: "step 1", Scope: "gen_ai", Attrs: span.AttrsOf(
				"gen_ai.operation.name", "agent_step", "ai.prompt.toolChoice", `{"type":"auto"}`)},
			`agent`,
		},
		"V-T9: a failed attempt has its prompt and its error": {
			thrown(aiSpan("ai.generateText.doGenerate", "ai.prompt.messages", `[{"role":"user","content":"Hi"}]`), "AI_APICallError", "overloaded"),
			`llm | in user "Hi" | failed "overloaded"`,
		},
		"V-T10: a failed tool has no result": {
			thrown(aiSpan("ai.toolCall", "ai.toolCall.name", "sum", "ai.toolCall.id", "c1", "ai.toolCall.args", `{}`), "Error", "boom"),
			`tool sum c1 | request {} | failed "boom"`,
		},
		"V-T11: a text that a tool returned is quoted": {
			aiSpan("ai.toolCall", "ai.toolCall.name", "sky", "ai.toolCall.args", `{}`, "ai.toolCall.result", `"sunny"`),
			`tool sky | request {} | result "\"sunny\""`, // the file unquotes it, as it does for all
		},
		"V-T12: without outputs a tool has neither arguments nor a result": {
			aiSpan("ai.toolCall", "ai.toolCall.name", "sum", "ai.toolCall.id", "c1"),
			`tool sum c1`,
		},
		"V-T13: a finish reason is taken as it is spelled": {
			aiSpan("ai.streamText.doStream", "ai.response.finishReason", "tool-calls", "gen_ai.response.finish_reasons", value.OfList(value.OfString("tool-calls"))),
			`llm | finish tool-calls`,
		},
		"the prompt may be a message list": {
			aiSpan("ai.generateText", "ai.prompt", `{"system":"Be brief.","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Yes?"},{"role":"user","content":[{"type":"text","text":"Tide?"}]}]}`),
			`agent | request "Tide?"`,
		},
		"the prompt may be a message list under its own name": {
			aiSpan("ai.generateText", "ai.prompt", `{"prompt":[{"role":"user","content":"Tide?"}]}`),
			`agent | request "Tide?"`,
		},
		"a prompt that is JSON is taken to the letter": {
			aiSpan("ai.generateText", "ai.prompt", `{"system":"Be brief.","prompt":"{\"question\":\"Tide?\"}"}`),
			`agent | request "{\"question\":\"Tide?\"}"`,
		},
		"an answer that is JSON is taken to the letter": {
			aiSpan("ai.generateText", "ai.response.text", `{"answer":"low"}`),
			`agent | result "{\"answer\":\"low\"}"`,
		},
		"an object is the answer of the functions that make one": {
			aiSpan("ai.generateObject", "ai.response.object", `{"answer":"low"}`),
			`agent | result "{\"answer\":\"low\"}"`,
		},
		"an object is the text of its generation": {
			aiSpan("ai.generateObject.doGenerate", "ai.response.object", `{"answer":"low"}`),
			`llm | out assistant "{\"answer\":\"low\"}"`,
		},
		"reasoning stands beside the text": {
			aiSpan("ai.generateText.doGenerate", "ai.response.text", "Low.", "ai.response.reasoning", "The moon is new."),
			`llm | out assistant "Low." thinks "The moon is new."`,
		},
		"reasoning of an earlier turn is no text of it": {
			aiSpan("ai.generateText.doGenerate", "ai.prompt.messages",
				`[{"role":"assistant","content":[{"type":"reasoning","text":"The moon is new."},{"type":"text","text":"Low."}]}]`),
			`llm | in assistant "Low." thinks "The moon is new."`,
		},
		"the response's model comes before the request's": {
			aiSpan("ai.generateText.doGenerate", "ai.model.id", "m", "gen_ai.request.model", "m", "ai.response.model", "m-2026"),
			`llm | model m-2026`,
		},
		"a session and an agent's name are the application's": {
			aiSpan("ai.generateText", "ai.telemetry.functionId", "harbour-bot", "ai.telemetry.metadata.threadId", "t-1"),
			`agent harbour-bot | session t-1`,
		},
		"embeddings are links": {
			aiSpan("ai.embed.doEmbed", "ai.model.id", "e1", "ai.values", `["\"a\""]`), `other`,
		},
		"OpenLLMetry renames the spans and moves the texts of a generation": {
			named(aiSpan("ai.generateText.doGenerate", "gen_ai.request.model", "m",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","name":"sum","id":"c1","arguments":{"a":1}}]}]`), "chat m"),
			`llm | model m | in user "Hi" | out assistant call c1 sum {"a": 1}`,
		},
		"OpenLLMetry moves the texts of an agent": {
			named(aiSpan("ai.generateText",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`), "chat m"),
			`agent | request "Hi" | result "Hello"`,
		},
		"OpenLLMetry moves what a tool took and gave": {
			named(aiSpan("ai.toolCall", "traceloop.span.kind", "tool", "traceloop.entity.name", "sum", "gen_ai.tool.name", "sum",
				"gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{"a":1}`, "gen_ai.tool.call.result", "1"), "execute_tool sum"),
			`tool sum c1 | request {"a": 1} | result "1"`,
		},
		"OpenLLMetry leaves of a failed tool its name alone": {
			thrown(named(aiSpan("ai.toolCall", "gen_ai.operation.name", "execute_tool"), "execute_tool sum"), "Error", "boom"),
			`tool sum | failed "boom"`,
		},
		"Sentry parts the answer in texts and calls": {
			&span.Span{Name: "generate_content m1", Attrs: span.AttrsOf("sentry.op", "gen_ai.generate_content",
				"vercel.ai.operationId", "ai.generateText.doGenerate", "gen_ai.response.text", `["Hello"]`)},
			`llm | out assistant "Hello"`,
		},
		"Sentry puts vercel before the keys": {
			&span.Span{Name: "generate_content m1", Attrs: span.AttrsOf("vercel.ai.operationId", "ai.generateText.doGenerate",
				"vercel.ai.prompt.messages", `[{"role":"user","content":"Hi"}]`, "vercel.ai.response.text", "Hello", "vercel.ai.model.id", "m1")},
			`llm | model m1 | in user "Hi" | out assistant "Hello"`,
		},
		"OpenInference's kind does not make a wrapper a generation": {
			aiSpan("ai.generateText", "openinference.span.kind", "LLM", "ai.prompt", `{"prompt":"Hi"}`, "ai.response.text", "Hello"),
			`agent | request "Hi" | result "Hello"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := Read(c.span)
			assert.Equal(t, c.want, say(o))
		})
	}
}

func TestVercelCountsTokens(t *testing.T) {
	for name, c := range map[string]struct {
		pairs []any
		want  []observation.Count
	}{
		"by the conventions' names": {
			[]any{"gen_ai.usage.input_tokens", 3, "ai.usage.inputTokens", 4, "gen_ai.usage.output_tokens", 5, "ai.usage.cachedInputTokens", 1},
			[]observation.Count{{Name: "cached", Tokens: 1}, {Name: "input", Tokens: 3}, {Name: "output", Tokens: 5}},
		},
		"passing over counts that version 4 didn't have in streams": {
			[]any{"gen_ai.usage.input_tokens", value.OfNumber("NaN"), "ai.usage.promptTokens", 3},
			[]observation.Count{{Name: "input", Tokens: 3}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, Read(aiSpan("ai.generateText.doGenerate", c.pairs...)).Usage)
		})
	}
}

func FuzzReadVercel(f *testing.F) {
	f.Add("ai.generateText", `{"prompt":"Hi"}`, "Hello", `[{"toolCallId":"c1","toolName":"sum","input":"{\"a\":1}"}]`)
	f.Add("ai.streamText.doStream", `[{"role":"user","content":[{"type":"text","text":"Hi"}]}]`, "", `[{"args":{}}]`)
	f.Add("ai.toolCall", `{"a":1}`, `"sunny"`, `[`)
	f.Fuzz(func(t *testing.T, operation, request, response, calls string) {
		o := Read(aiSpan(operation, "ai.prompt", request, "ai.prompt.messages", request, "ai.response.text", response,
			"ai.response.toolCalls", calls, "ai.toolCall.args", request, "ai.toolCall.result", response))
		if o.Role == observation.LLM && len(o.Output) != 1 {
			t.Errorf("a generation with a text has %d messages", len(o.Output))
		}
	})
}
