package dialect

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryDialectSaysWhatTurnsTextsOn(t *testing.T) {
	for _, d := range registry {
		at := slices.IndexFunc(settings, func(s Setting) bool { return s.Dialect == d.Name && len(s.Scopes) == 0 })
		require.GreaterOrEqual(t, at, 0, "%s needs a row for all of its scopes in settings", d.Name)
		for _, later := range settings[at+1:] {
			assert.NotEqual(t, d.Name, later.Dialect, "a row behind that for all scopes is never read")
		}
	}
	for _, s := range settings {
		known := slices.ContainsFunc(registry, func(d *Dialect) bool { return d.Name == s.Dialect })
		assert.True(t, known, "%s is no dialect", s.Dialect)
		assert.True(t, s.Set != "" || s.Default, "%s: what isn't recorded by default has something to set", s.Dialect)
	}
}

func TestSettingOf(t *testing.T) {
	for name, test := range map[string]struct {
		dialect, scope string
		title, advice  string // parts of them
	}{
		"a dialect": {"haystack", "haystack", "Haystack", "only when asked to: set HAYSTACK_CONTENT_TRACING_ENABLED=true"},
		"one that records texts by default": {
			"openinference", "@arizeai/openinference-instrumentation-openai", "OpenInference", "unless told otherwise: set OPENINFERENCE_HIDE_INPUTS=false",
		},
		"one that always records them":     {"mlflow", "x", "MLflow", "look for what removes them on their way"},
		"a scope of the conventions":       {"genai", "com.anthropic.sdk.typescript", "Anthropic's SDKs", "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content"},
		"one whose texts come in logs":     {"genai", "@opentelemetry/instrumentation-openai", "OpenTelemetry's instrumentations", "they come in log records, so the exporter must be in a logs pipeline too"},
		"one whose texts may come in logs": {"genai", "opentelemetry.instrumentation.openai_v2", "for Python", "they may come in log records"},
		"a scope that only begins alike":   {"genai", "gen_ai_of_ours", "GenAI conventions", "CAPTURE_MESSAGE_CONTENT=true"},
		"any other scope":                  {"genai", "my.agent", "GenAI conventions", "where that changes nothing, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"},
		"no dialect":                       {"", "my.agent", "", "what its documentation says"},
	} {
		t.Run(name, func(t *testing.T) {
			s := SettingOf(test.dialect, test.scope)
			assert.Contains(t, s.Title, test.title)
			assert.Contains(t, s.Advice(), test.advice)
			if s.Place == InSpans {
				assert.NotContains(t, s.Advice(), "pipeline")
			}
		})
	}
}

// The README shows some of the settings; what it names must be what the tables name.
func TestTheReadmesSettingsAreKnown(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(text), "| instrumentation | recorded by default | switch |")
	table, _, found := strings.Cut(table, "\n\n")
	require.True(t, found)
	var known strings.Builder
	for _, d := range registry {
		known.WriteString(d.About.Switch + " ")
	}
	for _, s := range settings {
		known.WriteString(s.Set + " ")
	}
	names := regexp.MustCompile("`([A-Za-z_]+)[=:`]").FindAllStringSubmatch(table, -1)
	require.NotEmpty(t, names)
	for _, name := range names {
		assert.Regexp(t, `\b`+name[1]+`\b`, known.String())
	}
}
