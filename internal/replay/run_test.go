package replay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ferryRun is the ferry's run as an agent, a generation and a tool, which came in two requests.
const ferryRun = `{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"harbour"},"spans":[` +
	`{"traceId":"` + traceID + `","spanId":"0000000000000002","parentSpanId":"0000000000000001","name":"chat m","startTimeUnixNano":"2","endTimeUnixNano":"3","attributes":[` +
	`{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},` +
	`{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"timetable\",\"arguments\":{\"pier\":\"4\"}}]}]"}}]},` +
	`{"traceId":"` + traceID + `","spanId":"0000000000000003","parentSpanId":"0000000000000001","name":"execute_tool timetable","startTimeUnixNano":"4","endTimeUnixNano":"5","attributes":[` +
	`{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},` +
	`{"key":"gen_ai.tool.name","value":{"stringValue":"timetable"}},{"key":"gen_ai.tool.call.id","value":{"stringValue":"c1"}},` +
	`{"key":"gen_ai.tool.call.arguments","value":{"stringValue":"{\"pier\":\"4\"}"}},` +
	`{"key":"gen_ai.tool.call.result","value":{"stringValue":"{\"leaves\":\"18:30\",\"deck\":2}"}}]}]}]}]}
{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"harbour"},"spans":[` +
	`{"traceId":"` + traceID + `","spanId":"0000000000000001","name":"invoke_agent pilot","startTimeUnixNano":"1","endTimeUnixNano":"6","attributes":[` +
	`{"key":"gen_ai.operation.name","value":{"stringValue":"invoke_agent"}},` +
	`{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"When does the ferry leave?\"}]}]"}},` +
	`{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"At 18:30.\"}]}]"}}]}]}]}]}
`

func ferryCase(t *testing.T) *Case {
	t.Helper()
	dir := folder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "traces.jsonl"), []byte(ferryRun), 0o600))
	c, err := Load(dir)
	require.NoError(t, err)
	return c
}

func TestRunGivesTheSameFileInEveryOrder(t *testing.T) {
	c := ferryCase(t)
	files, err := Run(c, Recorded)
	require.NoError(t, err)
	assert.Empty(t, c.Expected.Judge(files))
	for variant := Order(1); variant < 20; variant++ {
		again, err := Run(c, variant)
		require.NoError(t, err)
		assert.Empty(t, changed(files, again), "variant %d", variant)
	}
}

func TestRunDropsWhatBelongsToNoTrace(t *testing.T) {
	c := ferryCase(t)
	for _, request := range c.Requests[:2] {
		for _, span := range request.Traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			span.SetTraceID([16]byte{})
		}
	}
	files, err := Run(c, Recorded)
	require.NoError(t, err)
	assert.Empty(t, files)
	assert.Equal(t, []string{traceID[:8] + ": no file"}, c.Expected.Judge(files))
}

func TestChanged(t *testing.T) {
	one := map[string][]byte{traceID: []byte("a\nb\n")}
	for name, c := range map[string]struct {
		again map[string][]byte
		want  string
	}{
		"equal files are no change":        {map[string][]byte{traceID: []byte("a\nb\n")}, ""},
		"the first line that differs":      {map[string][]byte{traceID: []byte("a\nc\n")}, "line 2\n  - b\n  + c"},
		"a line more":                      {map[string][]byte{traceID: []byte("a\nb\nc\n")}, "line 3\n  - (end)\n  + c"},
		"a file that isn't there any more": {map[string][]byte{}, "line 1\n  - a\n  + (end)"},
		"a file that wasn't there":         {map[string][]byte{traceID: []byte("a\nb\n"), "ffffffff": []byte("a\n")}, "ffffffff"},
	} {
		t.Run(name, func(t *testing.T) {
			faults := strings.Join(changed(one, c.again), "\n")
			if c.want == "" {
				assert.Empty(t, faults)
			}
			assert.Contains(t, faults, c.want)
		})
	}
}

func TestDescribeShowsWhatWasRead(t *testing.T) {
	observed, err := Observe(ferryCase(t), Recorded)
	require.NoError(t, err)
	require.Len(t, observed, 1)
	var text strings.Builder
	for _, all := range observed {
		require.Len(t, all, 3)
		for i := range all {
			text.WriteString(Describe(&all[i]))
		}
	}
	for _, want := range []string{
		"llm   0000000000000002<0000000000000001 chat m [genai]", `call c1 timetable({"pier": "4"})`,
		`tool="timetable" call="c1"`, `result "{\"leaves\": \"18:30\", \"deck\": 2}"`, `request "When does the ferry leave?"`,
	} {
		assert.Contains(t, text.String(), want)
	}
}
