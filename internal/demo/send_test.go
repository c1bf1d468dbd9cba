package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// receiver answers with the statuses in turn, then with 200, and remembers what was taken.
func receiver(t *testing.T, statuses ...int) (to *sender, taken *[]string) {
	t.Helper()
	taken = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		if len(statuses) > 0 {
			w.WriteHeader(statuses[0])
			statuses = statuses[1:]
			return
		}
		*taken = append(*taken, r.URL.Path+" "+r.Header.Get("Content-Type")+" "+string(body))
	}))
	t.Cleanup(server.Close)
	return &sender{endpoint: server.URL, pause: time.Millisecond}, taken
}

func recording(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return folder
}

func TestRequestsAreSentAsRecordedAndInOrder(t *testing.T) {
	to, taken := receiver(t)
	n, err := to.send(context.Background(), recording(t, map[string]string{
		"traces.jsonl": "{\"a\": 1.0}\n{\"b\":2}\n",
		"logs.jsonl":   "{}",
	}))
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	assert.Equal(t, []string{
		`/v1/traces application/json {"a": 1.0}`,
		`/v1/traces application/json {"b":2}`,
		`/v1/logs application/json {}`,
	}, *taken)
}

func TestAReceiverThatAsksForItIsTriedAgain(t *testing.T) {
	to, taken := receiver(t, http.StatusServiceUnavailable, http.StatusTooManyRequests)
	n, err := to.send(context.Background(), recording(t, map[string]string{"traces.jsonl": "{}"}))
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Len(t, *taken, 1)
}

func TestARefusedRequestIsNamed(t *testing.T) {
	to, taken := receiver(t, http.StatusOK, http.StatusBadRequest)
	n, err := to.send(context.Background(), recording(t, map[string]string{"traces.jsonl": "{}\n{}\n"}))
	require.ErrorContains(t, err, "traces.jsonl: line 2: ")
	require.ErrorContains(t, err, "400 Bad Request")
	assert.Equal(t, 1, n)
	assert.Empty(t, *taken)
}

func TestSendingGivesUpWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	to, _ := receiver(t)
	_, err := to.send(ctx, recording(t, map[string]string{"traces.jsonl": "{}"}))
	require.ErrorIs(t, err, context.Canceled)
}

func TestRecordingsAreFoundAtAnyDepth(t *testing.T) {
	root := recording(t, map[string]string{"b/traces.jsonl": "", "a/c/logs.jsonl": "", "d/notes.txt": ""})
	found, err := findRecordings(root)
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(root, "a/c"), filepath.Join(root, "b")}, found)

	_, err = findRecordings(filepath.Join(root, "d"))
	require.ErrorContains(t, err, "no traces.jsonl")
}
