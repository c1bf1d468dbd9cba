package replay

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folder writes a case of two spans in one request and two log records in another.
func folder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "harbour", "ferry")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	for name, text := range map[string]string{
		"traces.jsonl": `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pier"}}]},"scopeSpans":[{"scope":{"name":"harbour"},"spans":[` +
			`{"traceId":"` + traceID + `","spanId":"0000000000000001","name":"ask"},` +
			`{"traceId":"` + traceID + `","spanId":"0000000000000002","parentSpanId":"0000000000000001","name":"answer"}]}]}]}` + "\n\n",
		"logs.jsonl": `{"resourceLogs":[{"scopeLogs":[{"logRecords":[` +
			`{"traceId":"` + traceID + `","spanId":"0000000000000002","body":{"stringValue":"one"}},` +
			`{"traceId":"` + traceID + `","spanId":"0000000000000002","body":{"stringValue":"two"}}]}]}]}`,
		"expected.json": expectedSteps(),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

func TestLoad(t *testing.T) {
	dir := folder(t)
	found, err := Find(filepath.Dir(filepath.Dir(dir)), dir)
	require.NoError(t, err)
	assert.Equal(t, []string{dir}, found, "a folder that two roots reach is one case")
	c, err := Load(dir)
	require.NoError(t, err)
	assert.Equal(t, "harbour", c.Library)
	assert.Equal(t, "ferry", c.Name)
	require.Len(t, c.Requests, 2)
	assert.Equal(t, 2, c.Requests[0].Traces.SpanCount())
	assert.Equal(t, 2, c.Requests[1].Logs.LogRecordCount())
	assert.Equal(t, traceID, c.Expected.Traces[0].ID)
}

func TestLoadNamesTheLineThatIsBad(t *testing.T) {
	dir := folder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "traces.jsonl"), []byte("{}\n{\n"), 0o600))
	_, err := Load(dir)
	assert.ErrorContains(t, err, "traces.jsonl:2:")
}

// outlineOf lists what is played: each span's name, id and parent, or each log record's body and span.
func outlineOf(requests []Request) []string {
	var list []string
	for _, request := range requests {
		if request.IsLogs {
			line := "logs"
			for _, record := range request.Logs.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().All() {
				line += fmt.Sprint(" ", record.Body().Str(), " ", record.SpanID())
			}
			list = append(list, line)
			continue
		}
		for _, resource := range request.Traces.ResourceSpans().All() {
			service, _ := resource.Resource().Attributes().Get("service.name")
			for _, scope := range resource.ScopeSpans().All() {
				for _, span := range scope.Spans().All() {
					list = append(list, fmt.Sprint(service.Str(), " ", scope.Scope().Name(), " ", span.Name(), " ", span.SpanID(), "<", span.ParentSpanID()))
				}
			}
		}
	}
	return list
}

func TestOrder(t *testing.T) {
	c, err := Load(folder(t))
	require.NoError(t, err)
	recorded := outlineOf(Recorded.requests(c))
	assert.Equal(t, []string{
		"pier harbour ask 0000000000000001<", "pier harbour answer 0000000000000002<0000000000000001",
		"logs one 0000000000000002 two 0000000000000002",
	}, recorded)

	variant := Order(1).requests(c)
	assert.Len(t, variant, 4, "one request for each span and each request of logs, and a quarter of them again")
	for _, request := range variant {
		if !request.IsLogs {
			assert.Equal(t, 1, request.Traces.SpanCount())
		}
	}
	lines := outlineOf(variant)
	assert.Equal(t, lines, outlineOf(Order(1).requests(c)), "a variant is the same each time")
	assert.NotEqual(t, lines, outlineOf(Order(2).requests(c)), "two variants differ")
	slices.Sort(lines)
	assert.Len(t, slices.Compact(lines), 3, "each span and log request is there")
	for _, line := range lines {
		assert.NotContains(t, line, "000000000000", "every id is another")
	}
	assert.Equal(t, recorded, outlineOf(Recorded.requests(c)), "the case itself is unchanged")
}
