package pending

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStoredValuesComeBack(t *testing.T) {
	data, err := decodeFragment(encodeFragment(header{flags: flagAgent, at: 7}, []byte("data")))
	require.NoError(t, err)
	assert.Equal(t, "data", string(data))
	h, err := peek(encodeFragment(header{flags: flagAgent, at: 7}, nil))
	require.NoError(t, err)
	assert.Equal(t, header{flags: flagAgent, at: 7}, h)
	m, err := decodeMarker(encodeMarker(marker{header: header{at: 9}, covered: 4, record: []byte("r")}))
	require.NoError(t, err)
	assert.Equal(t, marker{header: header{at: 9}, covered: 4, record: []byte("r")}, m)
}

// A later version's fragments outlive a time with this one, and what comes for their trace meanwhile.
func TestFragmentsOfAnotherVersionKeepTheirNumbersAndStay(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), fragment(1, "b"), fragment(1, "c"), fragment(2, "d"))
	theirs := []string{fragmentKey(id(1), 0), fragmentKey(id(1), 2), fragmentKey(id(2), 0)}
	version := func(of byte) {
		for _, key := range theirs {
			value := slices.Clone(w.store.values[key])
			value[0] = of
			w.store.values[key] = value
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

func TestADamagedKeyMakesNoTraceOneOfBillions(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	value := func(data string) []byte {
		return encodeFragment(header{flags: flagAgent, at: start.UnixNano()}, []byte(data))
	}
	for _, number := range []uint32{1 << 22, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
		w.store.values[fragmentKey(id(1), number)] = value(fmt.Sprint(number))
	}
	w.store.values[fragmentKey(id(2), 1<<30)] = value("alone")
	w.store.values[markerKey(id(1))] = encodeMarker(marker{header: header{flags: flagWritten, at: 1}, covered: 1<<32 - 1})
	w.reopen()
	assert.Equal(t, 3, w.diary.count("skipped corrupt"), "two numbers that are never given, and a marker of more")
	w.add(fragment(2, "more"))
	require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b")}), ErrLong)
	before := w.store.operations
	w.pass(idle)
	assert.Less(t, w.store.operations-before, 20)
	assert.Equal(t, files{"2": "2147483647 4194304 a", "3 cut": "alone more"}, w.scribe.read())
	w.pass(lateWindow)
	assert.Empty(t, w.store.keys())
	w.add(fragment(1, "b"))
	w.pass(idle)
	assert.Equal(t, "b", w.scribe.read()["2.late cut"])
}

// A storage that fails for long leaves holes, for a number is never given twice.
func TestATraceWithManyHolesIsReadWithoutThem(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "a"))
	w.store.broken.Store(true)
	for range 3 * fewHoles {
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

func TestATraceThatIsOutOfNumbersIsRefusedUntilItIsLetGo(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	e := w.entries[id(1)]
	e.from, e.to, w.longest = mostNumbers-1, mostNumbers-1, mostNumbers-1
	w.add(fragment(1, "b"))
	require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{fragment(2, "c"), fragment(1, "d")}), ErrLong)
	w.add(fragment(2, "c"))
	w.reopen()
	assert.Zero(t, w.diary.count("skipped corrupt"))
	e = w.entries[id(1)]
	e.from = mostNumbers - 1 // not to read all numbers between
	require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "d")}), ErrLong)
	w.pass(settle + lateWindow)
	w.add(fragment(1, "d"))
	assert.Equal(t, 1, w.Stats().Open)
}

func FuzzStored(f *testing.F) {
	f.Add(fragmentKey(id(1), 2), encodeFragment(header{flags: flagRootEnded, at: 1}, []byte("data")))
	f.Add(markerKey(id(1)), encodeMarker(marker{header: header{flags: flagWritten, at: 1}, covered: 7, record: []byte("r")}))
	f.Add("f/", []byte{version})
	f.Add("w/", binary.BigEndian.AppendUint64([]byte{version, 0, 0, 0, 0, 0}, 1))
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		if data, err := decodeFragment(value); err == nil {
			h, _ := peek(value)
			if again := encodeFragment(h, data); string(again) != string(value) {
				t.Fatalf("fragment %x became %x", value, again)
			}
		}
		if trace, number, ok := parseFragmentKey(key); ok && fragmentKey(trace, number) != key {
			t.Fatalf("key %q became %q", key, fragmentKey(trace, number))
		}
		checkLife(t, key, value)
	})
}

// checkLife lets a whole life pass over a value that was found in the store beside others: nothing of it may be fatal, the
// others are written, and what is left is what no trace of this version owns.
func checkLife(t *testing.T, key string, value []byte) {
	store, out := newMemory(), &pile{}
	for n, number := range []uint32{3, 0} {
		store.values[fragmentKey(id(n+1), number)] = encodeFragment(header{flags: flagAgent, at: start.UnixNano()}, []byte(id(n+1).String()))
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
		_, _, isFragment := parseFragmentKey(left)
		_, isMarker := parseMarkerKey(left)
		if _, err := verify(value); (isFragment || isMarker) && !errors.Is(err, errVersion) {
			t.Fatalf("%q %x is left", left, value)
		}
	}
}

// pile is a Writer that throws fragments together and makes no file of them.
type pile struct{ wrote map[string]bool }

func (h *pile) Prepare(_ context.Context, _ TraceID, fragments [][]byte, _ Closing, _ []byte) (Draft, error) {
	if h.wrote == nil {
		h.wrote = map[string]bool{}
	}
	for _, f := range fragments {
		h.wrote[string(f)] = true
	}
	return nil, nil
}

func (*pile) Check(context.Context) error { return nil }
