package dialect

import "testing"

func TestLangChain4j(t *testing.T) {
	const scope, op = "io.quarkus.opentelemetry", "gen_ai.operation.name"
	checkReadings(t, map[string]reading{
		"G-T46: a prompt without roles is the question as a whole": {
			spanOf(scope, "completion m", op, "chat", "gen_ai.request.model", "m", "gen_ai.prompt", "You are helpful.\nHi", "gen_ai.completion", "Hello"),
			`llm | model m | in user "You are helpful.\nHi" | out assistant "Hello"`,
		},
		"G-T46: one that begins as JSON does is not read": {
			spanOf(scope, "completion m", op, "chat", "gen_ai.prompt", "{\"a\":1}\nuser: Hi", "gen_ai.completion", `{"a":1}`),
			`llm | in user "{\"a\":1}\nuser: Hi" | out assistant "{\"a\":1}"`,
		},
		"G-T23: a finish reason as a bare word": {
			spanOf(scope, "completion m", op, "chat", "gen_ai.response.finish_reasons", "TOOL_EXECUTION"), `llm | finish TOOL_EXECUTION`,
		},
		"G-T47: an old tool has a name alone":  {spanOf(scope, "langchain4j.tools.getWeather"), `tool getWeather`},
		"an exception without a status is one": {raised(spanOf(scope, "langchain4j.tools.w"), "boom"), `tool w | failed "boom"`},
		"what came after a finished generation isn't its failure": {
			raised(spanOf(scope, "completion m", op, "chat", "gen_ai.response.finish_reasons", "STOP", "gen_ai.completion", "Hello"), "boom"),
			`llm | finish STOP | out assistant "Hello"`,
		},
		"one that didn't finish failed": {
			raised(spanOf(scope, "completion m", op, "chat", "gen_ai.completion", "Hel"), "boom"), `llm | out assistant "Hel" | failed "boom"`,
		},
		"a service is an agent":                        {spanOf(scope, "langchain4j.aiservices.Guide.ask"), `agent`},
		"a newer service has a name":                   {spanOf(scope, "langchain4j.aiservices.Guide.ask", op, "invoke_agent", "gen_ai.agent.name", "Guide"), `agent Guide`},
		"the plain library knows no more than a model": {spanOf("org.springframework.boot", "chat m", op, "chat", "outcome", "SUCCESS", "gen_ai.request.model", "unknown", "output_tokens", "3"), `llm`},
	})
}
