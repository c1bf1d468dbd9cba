package replay

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// advised lists what a user of a library whose run recorded no texts is told to set, by the library's folder.
var advised = map[string]string{
	"anthropic-native":                        "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content", // off unless asked
	"anthropic-native-toolrunner-content-off": "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content",
	"claude-code-native-content-off":          "OTEL_LOG_USER_PROMPTS=1",
	"java-spring-ai":                          "a logs pipeline",
	"google-adk-js-content-off":               "ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true",
	"openai-otel-contrib-content-off":         "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
	"openai-traceloop-content-off":            "TRACELOOP_TRACE_CONTENT=true",
	"py-openai-openllmetry":                   "TRACELOOP_TRACE_CONTENT=true",
	"py-openai-semconv":                       "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY",
	"vercel-ai-v5-content-off":                "recordInputs: true",
	"vercel-ai-v7-content-off":                "recordInputs: true",

	"py-autogen": "an instrumentation of the model's client", // records none, whatever is set

	// Built from sources that record none.
	"langchain4j": "quarkus.langchain4j.tracing.include-prompt",
	"pydantic-ai": "include_content=True",
	"spring-ai":   "spring.ai.chat.observations.log-prompt=true",
}

func TestLibrariesWithoutTextsAreToldWhatTurnsThemOn(t *testing.T) {
	told := map[string]bool{}
	for _, dir := range ownCases(t) {
		c, err := Load(dir)
		require.NoError(t, err)
		library, scenario := filepath.Base(filepath.Dir(dir)), filepath.Base(dir)
		for said := range advice(t, c) {
			told[library] = true
			want, known := advised[library]
			assert.Contains(t, said, want, dir)
			mayLack := known || library == "reports" || strings.HasSuffix(scenario, "__off") || strings.HasSuffix(library, "-off")
			assert.True(t, mayLack, "%s: texts were recorded, but the user is told: %s", dir, said)
		}
	}
	for library := range advised {
		assert.True(t, told[library], "%s: its run recorded no texts, and nothing is said", library)
	}
}

// advice is what is said of the generations and tools of a case that have no texts.
func advice(t *testing.T, c *Case) map[string]bool {
	t.Helper()
	observations, err := Observe(c, Recorded)
	require.NoError(t, err)
	said := map[string]bool{}
	for _, all := range observations {
		steps.Build(all, steps.Options{Limits: agentdelta.DefaultLimits(), Gap: func(g steps.Gap) {
			if !g.Truncated && (g.Node == agentdelta.NodeLLM || g.Node == agentdelta.NodeToolCall) {
				setting := dialect.SettingOf(g.Dialect, g.Scope)
				said[setting.Advice()] = true
			}
		}})
	}
	return said
}
