package pending

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestDeletionThatFailsIsTriedAgainEverMoreRarely(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.pass(settle)
	w.store.broken.Store(true)
	w.now = w.now.Add(lateWindow)
	var waits []time.Duration
	for range 300 {
		next := w.Due(t.Context(), w.now)
		waits = append(waits, next.Sub(w.now)/time.Second)
		w.now = next
	}
	assert.Equal(t, []time.Duration{1, 2, 4, 8, 16, 30, 30}, waits[:7])
	assert.EqualValues(t, 30, waits[299])
	w.store.broken.Store(false)
	w.Due(t.Context(), w.now)
	assert.Empty(t, w.store.keys())
	assert.Equal(t, Stats{}, w.Stats())
}
