package dialect

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestSpringAI(t *testing.T) {
	const scope, op, kind = "org.springframework.boot", "gen_ai.operation.name", "spring.ai.kind"
	checkReadings(t, map[string]reading{
		"G-T41: the operation of a tool lies": {
			spanOf(scope, "tool_call w", op, "framework", kind, "tool_call", "spring.ai.tool.definition.name", "w"), `tool w`,
		},
		"a tool of version 2": {
			spanOf(scope, "execute_tool w", op, "execute_tool", kind, "tool_call", "spring.ai.tool.definition.name", "w", "spring.ai.tool.call.id", "c1", "spring.ai.tool.call.arguments", `{"c":"Oslo"}`, "spring.ai.tool.call.result", `"3 C"`),
			`tool w c1 | request {"c": "Oslo"} | result "\"3 C\""`,
		},
		"a client wraps": {
			spanOf(scope, "spring_ai chat_client", op, "framework", kind, "chat_client", "spring.ai.chat.client.conversation.id", "s1"), `agent | session s1`,
		},
		"an advisor wraps": {spanOf(scope, "call", op, "framework", kind, "advisor"), `agent`},
		"G-T23: finish reasons are a text, and a model that isn't known is a word": {
			spanOf(scope, "chat none", op, "chat", "gen_ai.request.model", "none", "gen_ai.response.finish_reasons", `["STOP"]`), `llm | finish STOP`,
		},
		"G-T42: lists whose quotes are not escaped": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.prompt", `["Be brief.", "Hi"]`, "gen_ai.completion", `["He said "hi"", "ok"]`),
			`llm | in user "Be brief." | in user "Hi" | out assistant "He said \"hi\"\", \"ok"`,
		},
		"texts in span events of milestones": {
			with(spanOf(scope, "chat m", op, "chat"), "gen_ai.content.completion", "gen_ai.completion", value.OfList(value.OfString("Hello"))), `llm | out assistant "Hello"`,
		},
	})
}

func TestSpringAILogs(t *testing.T) {
	log := func(line string) *span.Log {
		return &span.Log{Span: observation.SpanID{1}, Body: value.OfString(line), Scope: "org.springframework.ai.chat.observation.x"}
	}
	checkLogs(t, map[string]logCase{
		"a prompt's texts without who said them": {
			log("Chat Model Prompt Content:\n[\"Be brief.\", \"Hi\nthere\", \"\", \"null\"]"), lines(`event`, `> user "Be brief."`, `> user "Hi\nthere"`),
		},
		"quotes that aren't escaped are the text's": {
			log(`Chat Model Prompt Content:` + "\n" + `["Say "hi""]`), lines(`event`, `> user "Say \"hi\""`),
		},
		"an answer": {log("Chat Model Completion:\n[\"Hello\", \"Good day\"]"), lines(`event`, `< assistant "Hello"`)},
		"an answer that only calls tools says nothing":   {log("Chat Model Completion:\n[]"), "says nothing"},
		"a client's question":                            {log("Chat Client Prompt Content:\n[\"system\":\"Be brief.\", \"user\":\"Say \"hi\"\"]"), `event | request "Say \"hi\""`},
		"a client's question before what it was told":    {log("Chat Client Prompt Content:\n[\"user\":\"Hi\", \"assistant\":\"Hello\"]"), `event | request "Hi"`},
		"a client's answer":                              {log("Chat Client Completion:\n[\"Hello\"]"), `event | result "Hello"`},
		"a line of the application says nothing":         {log("Started application in 2 seconds"), "says nothing"},
		"nor does a line that only begins as one":        {log("Chat Model Prompt Content: 3"), "says nothing"},
		"a client's prompt without a question says none": {log("Chat Client Prompt Content:\n[\"system\":\"Be brief.\"]"), "says nothing"},
	})
}

func FuzzReadSpringAILog(f *testing.F) {
	for _, text := range []string{`["a", "b"]`, `["a "b""]`, `[]`, `["`, `"]`, `["user":"a", "system":"b"]`, `"user":"`} {
		f.Add(text)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		for i := range springRecords {
			ReadLog(&span.Log{Span: observation.SpanID{1}, Body: value.OfString(springRecords[i].head + text)})
		}
	})
}
