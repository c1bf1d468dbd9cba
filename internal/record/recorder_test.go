package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

const (
	spans  = `{"resourceSpans":[{"resource":{},"scopeSpans":[{"scope":{},"spans":[{"traceId":"5eed0000000000000000000000000001","spanId":"0000000000000001","name":"chat","status":{}}]}]}]}`
	events = `{"resourceLogs":[{"resource":{},"scopeLogs":[{"scope":{},"logRecords":[{"body":{"stringValue":"text"},"eventName":"gen_ai.choice"}]}]}]}`
)

func proto(t *testing.T) []byte {
	t.Helper()
	r := ptraceotlp.NewExportRequest()
	require.NoError(t, r.UnmarshalJSON([]byte(spans)))
	data, err := r.MarshalProto()
	require.NoError(t, err)
	return data
}

func send(t *testing.T, r *recorder, path, kind, encoding string, body []byte) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Content-Encoding", encoding)
	answer := httptest.NewRecorder()
	r.ServeHTTP(answer, request)
	return answer
}

func TestRequestsOfEitherFormAreLinesOfOneCase(t *testing.T) {
	r := &recorder{folder: filepath.Join(t.TempDir(), "library", "single_tool"), say: func(string) {}}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(proto(t))
	require.NoError(t, err)
	require.NoError(t, z.Close())

	assert.Equal(t, http.StatusOK, send(t, r, "/v1/traces", "application/json; charset=utf-8", "", []byte(spans)).Code)
	assert.Equal(t, http.StatusOK, send(t, r, "/v1/traces", "application/x-protobuf", "", proto(t)).Code)
	assert.Equal(t, http.StatusOK, send(t, r, "/v1/traces", "application/x-protobuf", "gzip", packed.Bytes()).Code)
	assert.Equal(t, http.StatusOK, send(t, r, "/v1/logs", "application/json", "", []byte(events)).Code)
	assert.Equal(t, http.StatusOK, send(t, r, "/v1/metrics", "application/json", "", []byte("{}")).Code)

	for file, want := range map[string]string{"traces.jsonl": spans + "\n" + spans + "\n" + spans + "\n", "logs.jsonl": events + "\n"} {
		text, err := os.ReadFile(filepath.Join(r.folder, file))
		require.NoError(t, err)
		assert.Equal(t, want, string(text), file)
	}
	assert.NoError(t, r.err)
}

func TestWhatCantBeReadIsRefusedAndNotWritten(t *testing.T) {
	r := &recorder{folder: t.TempDir(), say: func(string) {}}
	for _, kind := range []string{"application/json", "application/x-protobuf"} {
		answer := send(t, r, "/v1/traces", kind, "", []byte("no"))
		assert.Equal(t, http.StatusBadRequest, answer.Code)
		assert.Contains(t, answer.Body.String(), "/v1/traces: "+kind)
	}
	assert.Equal(t, http.StatusBadRequest, send(t, r, "/v1/traces", "application/json", "gzip", []byte(spans)).Code)
	entries, err := os.ReadDir(r.folder)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestAFolderThatCantBeWrittenIsToldInTheEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	r := &recorder{folder: filepath.Join(file, "case"), say: func(string) {}}
	assert.Equal(t, http.StatusBadRequest, send(t, r, "/v1/traces", "application/json", "", []byte(spans)).Code)
	assert.Error(t, r.err)
}

func TestRecordingEndsWithItsContext(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.ErrorContains(t, serve(t.Context(), address, t.TempDir()), "address already in use")
	require.NoError(t, listener.Close())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, serve(ctx, address, t.TempDir()))
}
