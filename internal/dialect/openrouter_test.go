package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func routerSpan(prompt, completion string, pairs ...any) *span.Span {
	return voiceSpan("openrouter", "chat", append(pairs, "openrouter.source", "openrouter", "gen_ai.prompt", prompt, "gen_ai.completion", completion)...)
}

func TestOpenRouterSpans(t *testing.T) {
	const asked = `{"messages":[{"role":"user","content":"Hi"}]}`
	checkSpans(t, map[string]spanCase{
		"V-T46: a completion that is null is a failure, and the raw request no answer": {
			routerSpan(asked, `{"completion":null,"rawRequest":{"messages":[{"role":"user","content":"Hi"}]}}`), `llm | in user "Hi" | out assistant | failed ""`,
		},
		"an answer": {
			routerSpan(asked, `{"completion":"Hello","rawRequest":{"messages":[]}}`, "gen_ai.request.model", "m"), `llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"an answer that is JSON is a text": {routerSpan(asked, `{"completion":"{\"a\":1}"}`), `llm | in user "Hi" | out assistant "{\"a\":1}"`},
		"an answer with its calls": {
			routerSpan(asked, `{"completion":null,"reasoning":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}}]}`),
			`llm | in user "Hi" | out assistant thinks "hm" call c1 add {"a": 1}`,
		},
		"an answer that is a message":    {routerSpan(asked, `{"completion":{"role":"assistant","content":"Hello"}}`), `llm | in user "Hi" | out assistant "Hello"`},
		"an API's response":              {routerSpan(asked, `{"choices":[{"message":{"role":"assistant","content":"Hello"}}]}`), `llm | in user "Hi" | out assistant "Hello"`},
		"what groups requests is a link": {voiceSpan("openrouter", "my trace", "openrouter.source", "openrouter"), `other`},
		"a plain prompt":                 {routerSpan("Hi", "Hello"), `llm | in user "Hi" | out assistant "Hello"`},
	})
}

func FuzzReadOpenRouter(f *testing.F) {
	f.Add(`{"messages":[{"role":"user","content":"Hi"}]}`, `{"completion":null}`)
	f.Fuzz(func(t *testing.T, prompt, completion string) {
		read := func() observation.Observation { return Read(routerSpan(prompt, completion)) }
		assert.Equal(t, read(), read())
	})
}
