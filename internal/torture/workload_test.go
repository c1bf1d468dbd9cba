package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// take makes some requests and then those that end what is under way.
func take(t *testing.T, w *workload, some int) (all []*request) {
	t.Helper()
	for range some {
		r := w.next()
		require.NotNil(t, r, "it ends only once it is told to")
		all = append(all, r)
	}
	w.finish()
	for r := w.next(); r != nil; r = w.next() {
		all = append(all, r)
	}
	return all
}

// wire is what a request looks like to a collector.
func wire(t *testing.T, r *request) string {
	t.Helper()
	traces, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(r.traces)
	require.NoError(t, err)
	logs, err := (&plog.ProtoMarshaler{}).MarshalLogs(r.logs)
	require.NoError(t, err)
	return string(traces) + "|" + string(logs)
}

func TestASeedGivesTheSameRequests(t *testing.T) {
	first, second, other := take(t, newWorkload(7), 500), take(t, newWorkload(7), 500), take(t, newWorkload(8), 500)
	require.Len(t, second, len(first))
	differ := 0
	for i := range first {
		if wire(t, first[i]) != wire(t, second[i]) {
			t.Fatalf("request %d differs", i)
		}
		if i < len(other) && wire(t, first[i]) != wire(t, other[i]) {
			differ++
		}
	}
	assert.Greater(t, differ, 400)
}

func TestAWorkloadIsMadeOfAllKinds(t *testing.T) {
	w := newWorkload(1)
	all := take(t, w, 2000)
	logs, several, words, roots := 0, 0, map[word]bool{}, 0
	for n, r := range all {
		assert.Equal(t, n, r.number)
		parts := r.traces.SpanCount() + r.logs.LogRecordCount()
		assert.Positive(t, parts)
		if parts > 1 {
			several++
		}
		if r.isLogs {
			logs++
			assert.Zero(t, r.traces.SpanCount())
		}
		for _, w := range r.words {
			assert.False(t, words[w], "%v occurs twice", w)
			words[w] = true
		}
		for _, resource := range r.traces.ResourceSpans().All() {
			if resource.ScopeSpans().At(0).Spans().At(0).ParentSpanID().IsEmpty() {
				roots++
			}
		}
	}
	assert.Greater(t, logs, 100)
	assert.Greater(t, several, 500)
	assert.Greater(t, len(words), 1000)
	assert.Len(t, w.words(), len(words))
	assert.Greater(t, roots, w.began/2)
	assert.Less(t, roots, w.began, "some have no root")
}

func TestTheSameRequestsComeAgain(t *testing.T) {
	w := newWorkload(3)
	all := take(t, w, 100)
	again := w.again()
	for _, r := range all {
		assert.Same(t, r, again())
	}
	assert.Nil(t, again())
	assert.Nil(t, again())
}
