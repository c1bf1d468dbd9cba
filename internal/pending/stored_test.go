package pending

import (
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStoredValuesComeBack(t *testing.T) {
	want, key := header{flags: flagAgent, at: 7}, fragmentKey(id(1), 4)
	h, data, err := decode(key, encode([]byte(key), want, []byte("data")))
	require.NoError(t, err)
	assert.Equal(t, want, h)
	assert.Equal(t, "data", string(data))
}

func TestKeysAreInTheOrderOfArrival(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(9, "a"), fragment(3, "b"))
	w.add(fragment(7, "c"), fragment(9, "d"))
	assert.Equal(t, []string{
		"f/0000000000000000/0000000000000000000000000000000a", "f/0000000000000001/00000000000000000000000000000004",
		"f/0000000000000002/00000000000000000000000000000008", "f/0000000000000003/0000000000000000000000000000000a",
	}, w.store.keys())
	w.pass(idle)
	w.reopen()
	w.add(fragment(1, "e"))
	assert.Equal(t, []string{fragmentKey(id(1), 5), markerKey(id(9), 0)}, w.store.keys()[4:6])
	w.pass(2*lateWindow + idle)
	assert.Empty(t, w.store.keys())
}

// A later version's fragments outlive a time with this one, and what comes for their trace meanwhile.
func TestFragmentsOfAnotherVersionKeepTheirNumbersAndStay(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), fragment(1, "b"), fragment(1, "c"), fragment(2, "d"))
	theirs := []string{fragmentKey(id(1), 0), fragmentKey(id(1), 2), fragmentKey(id(2), 3)}
	version := func(of byte) {
		for _, key := range theirs {
			w.store.values[key] = remade(key, w.store.values[key], of)
		}
	}
	version(9)
	w.reopen()
	assert.Equal(t, 1, w.Stats().Held)
	w.add(last(1, "e"), last(2, "f"))
	w.pass(settle)
	assert.Equal(t, files{"2": "b e", "3": "f"}, w.scribe.read())
	_, _, err := w.Read(t.Context(), id(1))
	require.NoError(t, err)
	w.pass(lateWindow)
	assert.Equal(t, theirs, w.store.keys())

	version(1)
	w.reopen()
	w.pass(idle)
	assert.Equal(t, files{"2": "b e", "3": "f", "2.late": "a c", "3.late cut": "d"}, w.scribe.read())
}

// It comes back while the late window lasts of what this version wrote: no receipt speaks for what only that one can read.
func TestFragmentsOfAnotherVersionAreWrittenWhenItComesBackSoon(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), fragment(1, "b"))
	key := fragmentKey(id(1), 0)
	w.store.values[key] = remade(key, w.store.values[key], 9)
	w.reopen()
	w.add(fragment(1, "c"))
	w.pass(idle)
	assert.Equal(t, files{"2 cut": "b c"}, w.scribe.read())
	w.store.values[key] = remade(key, w.store.values[key], version)
	w.reopen()
	w.pass(settle)
	assert.Equal(t, files{"2": "a b c"}, w.scribe.read())
}

// What that version's markers cover can't be read: none of those numbers is given meanwhile.
func TestAReceiptOfAnotherVersionCoversNothingThatComesMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), last(2, "b"), last(3, "c"))
	w.pass(settle)
	for _, key := range w.store.keys() {
		if !strings.HasSuffix(key, id(1).String()) {
			delete(w.store.values, key)
		}
	}
	version := func(of byte) {
		for _, key := range []string{fragmentKey(id(1), 0), markerKey(id(1), 0)} {
			w.store.values[key] = remade(key, w.store.values[key], of)
		}
	}
	version(9)
	w.reopen()
	w.add(fragment(1, "d"))
	version(1)
	w.reopen()
	assert.Equal(t, 1, w.Stats().Open)
	w.pass(settle)
	assert.Equal(t, files{"2": "a d", "3": "b", "4": "c"}, w.scribe.read())
}

// A number in another version's key may be anything: there are enough above it, and they are known again.
func TestNumbersAboveAnotherVersionsAreNotGivenTwice(t *testing.T) {
	for _, theirs := range []uint64{mostNumbers/2 - 1, mostNumbers / 2, mostNumbers - 1, 1<<64 - 1} {
		w := newWorld(t)
		for _, key := range []string{fragmentKey(id(2), theirs), markerKey(id(2), theirs), markerKey(id(2), theirs-mostHeld)} {
			w.store.values[key] = []byte{9}
		}
		w.reopen()
		for n := range 3 {
			w.add(last(1, string(rune('a'+n))))
			w.reopen()
		}
		assert.Len(t, w.store.keys(), 6)
		w.pass(settle)
		w.reopen()
		assert.Zero(t, w.diary.count("skipped corrupt"))
		assert.Equal(t, Stats{Held: 1, Bytes: w.Stats().Bytes}, w.Stats())
		assert.Equal(t, files{"2": "a b c"}, w.scribe.read())
	}
}

func TestADamagedKeyCostsItsFragmentAlone(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "a"))
	w.add(fragment(1, "b"))
	for _, number := range []uint64{1, 5, mostNumbers - 1, mostNumbers, 1<<64 - 1} {
		w.store.values[fragmentKey(id(1), number)] = w.store.values[fragmentKey(id(1), 0)]
	}
	w.store.keepMarker(id(1), 0, header{flags: flagWritten, at: 1}, marking{covered: 1<<64 - 1})
	w.reopen()
	assert.Equal(t, 6, w.diary.count("skipped corrupt"))
	w.add(last(1, "c"))
	assert.Equal(t, []string{fragmentKey(id(1), 0), fragmentKey(id(1), 1)}, w.store.keys())
	w.pass(settle)
	assert.Equal(t, files{"2 cut": "a c"}, w.scribe.read())
	w.pass(lateWindow)
	assert.Empty(t, w.store.keys())
}

func TestATraceHasOneMarker(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.pass(settle)
	w.store.keepMarker(id(1), 7, header{}, marking{})
	w.reopen()
	assert.Equal(t, 1, w.diary.count("skipped corrupt"))
	assert.Equal(t, []string{fragmentKey(id(1), 0), markerKey(id(1), 0)}, w.store.keys())
}

// What never came to be stored isn't asked for.
func TestATraceIsReadWithoutWhatAStorageRefused(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "a"))
	w.store.broken.Store(true)
	for range 10_000 {
		require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b")}))
	}
	w.store.broken.Store(false)
	w.add(fragment(1, "c"))
	w.reopen()
	w.add(last(1, "d"))
	before := w.store.operations
	w.pass(settle)
	assert.Less(t, w.store.operations-before, 20)
	assert.Equal(t, files{"2": "a c d"}, w.scribe.read())
	w.pass(lateWindow)
	assert.Empty(t, w.store.keys())
	w.add(last(1, "e"))
	w.pass(settle)
	assert.Equal(t, files{"2": "a c d", "2.late": "e"}, w.scribe.read())
}

func FuzzStored(f *testing.F) {
	add := func(key string, flags byte, data []byte) {
		f.Add(key, encode([]byte(key), header{flags: flags, at: 1}, data))
	}
	add(fragmentKey(id(1), 2), flagRootEnded, []byte("data"))
	add(fragmentKey(id(1), 1<<64-1), flagAgent, []byte("data"))
	made := marking{covered: 7, made: []uint64{3, 5}, record: []byte("r")}
	add(markerKey(id(1), 3), flagWritten, made.encode())
	add(markerKey(id(1), 3), flagWritten, []byte{1, 200})
	f.Add("f/", []byte{version})
	f.Add("w/", binary.BigEndian.AppendUint64([]byte{version, 0, 0, 0, 0, 0}, 1))
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		if h, data, err := decode(key, value); err == nil {
			if again := encode([]byte(key), h, data); string(again) != string(value) {
				t.Fatalf("value %x became %x", value, again)
			}
		}
		if len(value) >= headerSize { // as if it were sound
			checkLife(t, key, encode([]byte(key), header{flags: value[5]}, value[headerSize:]))
		}
		for _, prefix := range []string{fragmentPrefix, markerPrefix} {
			if trace, number, ok := parseKey(prefix, key); ok && keyOf(prefix, trace, number) != key {
				t.Fatalf("key %q became %q", key, keyOf(prefix, trace, number))
			}
		}
		checkLife(t, key, value)
	})
}

// checkLife lets a whole life pass over a value that was found in the store beside others: nothing of it may be fatal, the
// others are written, and what is left is what no trace of this version owns.
func checkLife(t *testing.T, key string, value []byte) {
	store, out := newMemory(), &pile{}
	for n, number := range []uint64{3, 0} {
		store.keep(fragmentKey(id(n+1), number), header{flags: flagAgent, at: start.UnixNano()}, id(n+1).String())
	}
	store.values[key] = value
	traces, err := Open(t.Context(), start, Options{Store: store, Writer: out, Settle: settle, IdleTimeout: idle, LateWindow: lateWindow})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{start, start.Add(idle), start.Add(2*idle + lateWindow)} {
		traces.Due(t.Context(), at)
	}
	for n := 1; n <= 2; n++ { // but for the traces that it is about itself
		if !strings.Contains(key, id(n).String()) && !out.wrote[id(n).String()] {
			t.Fatalf("%q %x: what lies beside it is lost", key, value)
		}
	}
	for left, value := range store.values {
		_, _, isFragment := parseKey(fragmentPrefix, left)
		_, _, isMarker := parseKey(markerPrefix, left)
		if _, _, err := decode(left, value); (isFragment || isMarker) && !errors.Is(err, errVersion) {
			t.Fatalf("%q %x is left", left, value)
		}
	}
}

// pile is a Writer that throws fragments together and makes no file of them.
type pile struct{ wrote map[string]bool }

func (h *pile) Prepare(_ context.Context, _ TraceID, fragments []string, _ Closing, _ []byte) (Draft, error) {
	if h.wrote == nil {
		h.wrote = map[string]bool{}
	}
	for _, f := range fragments {
		h.wrote[f] = true
	}
	return nil, nil
}

func (*pile) Check(context.Context) error { return nil }
