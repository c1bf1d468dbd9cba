package pending

import (
	"math"
	"sync"
)

// held keeps fragments in memory, by their numbers: all of them where there is no storage, and with one those for which
// there is room until their trace is written, so that what was pushed just now isn't read back.
type held struct {
	mu    sync.Mutex
	texts map[uint64]string
	room  int64 // for more
	all   bool  // and not those alone that make a trace one with a file, for no other is read
}

func newHeld(options *Options) *held {
	h := &held{texts: map[uint64]string{}, room: options.HeldBytes}
	if options.Store == nil {
		h.room, h.all = math.MaxInt64, true
	}
	return h
}

// keep takes fragments whose numbers follow each other.
func (h *held) keep(first uint64, fragments []Fragment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range fragments {
		f := &fragments[i]
		if size := f.size(); size <= h.room && (h.all || f.Agent) {
			h.room -= size
			h.texts[first+uint64(i)] = string(f.Data)
		}
	}
}

func (h *held) get(number uint64) (text string, isHeld bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	text, isHeld = h.texts[number]
	return text, isHeld
}

// drop lets fragments go.
func (h *held) drop(numbers []uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, number := range numbers {
		if text, isHeld := h.texts[number]; isHeld {
			h.room += sizeOf(len(text))
			delete(h.texts, number)
		}
	}
}
