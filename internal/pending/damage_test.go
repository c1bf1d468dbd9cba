package pending

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newDamaged is a world with each kind of value in the store: of a trace that was written, of one that was written without
// a receipt, and of open ones.
func newDamaged(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.add(last(1, "a"), fragment(1, "b"), last(2, "c"))
	w.pass(settle)
	w.add(fragment(3, "d"), fragment(3, "e"), fragment(4, "f"))
	says := marking{made: []uint64{2}, record: []byte("of none")}
	w.store.keepMarker(id(2), 2, header{flags: flagHarmed, at: w.now.UnixNano()}, says)
	require.Len(t, w.store.keys(), 8)
	return w
}

// notices starts on a store and tells what is noticed.
func notices(t *testing.T, values map[string][]byte) (seen *diary, left *memory) {
	t.Helper()
	seen, left = newDiary(), &memory{values: maps.Clone(values)}
	_, err := Open(t.Context(), start, Options{Store: left, Writer: &pile{}, Observer: seen})
	require.NoError(t, err)
	return seen, left
}

// eachBit calls with each way to turn one bit of a text.
func eachBit(text string, call func(damaged string)) {
	damaged := []byte(text)
	for bit := range 8 * len(text) {
		damaged[bit/8] ^= 1 << (bit % 8)
		call(string(damaged))
		damaged[bit/8] ^= 1 << (bit % 8)
	}
}

func TestEachBitThatIsDamagedIsNoticedAndCostsItsValueAlone(t *testing.T) {
	whole := newDamaged(t).store.values
	seen, _ := notices(t, whole)
	require.Zero(t, seen.count("skipped corrupt"), "nothing is damaged")
	check := func(key, damagedKey string, value []byte) {
		values := maps.Clone(whole)
		delete(values, key)
		_, isThere := values[damagedKey]
		values[damagedKey] = value
		seen, left := notices(t, values)
		if seen.count("skipped corrupt") != 1 || len(seen.counts) == 0 {
			t.Fatalf("%q as %q %q: %v", key, damagedKey, value, seen.counts)
		}
		delete(values, damagedKey)
		if isThere || !maps.EqualFunc(left.values, values, bytes.Equal) {
			t.Fatalf("%q as %q %q: %q is left", key, damagedKey, value, left.values)
		}
	}
	for key, value := range whole {
		eachBit(key, func(damaged string) {
			if whole[damaged] == nil {
				check(key, damaged, value)
			}
		})
		eachBit(string(value), func(damaged string) { check(key, key, []byte(damaged)) })
		for n := range value {
			check(key, key, value[:n])
		}
	}
}

func TestValuesThatAreSwappedAreNoticed(t *testing.T) {
	whole := newDamaged(t).store.values
	for key, value := range whole {
		for other, others := range whole {
			if key == other {
				continue
			}
			values := maps.Clone(whole)
			values[key] = others
			seen, _ := notices(t, values)
			require.Equal(t, 1, seen.count("skipped corrupt"), "%s has the value of %s", key, other)
			values[other] = value
			seen, left := notices(t, values)
			require.Equal(t, 2, seen.count("skipped corrupt"), "%s and %s", key, other)
			require.Len(t, left.values, len(whole)-2)
		}
	}
}

// harms are what may become of the fragment b of a trace, and what it is called.
var harms = []struct {
	name, running, restarted string
	harm                     func(values map[string][]byte, key string)
}{
	{"a bit of its value", "corrupt", "corrupt", func(values map[string][]byte, key string) {
		values[key] = slices.Clone(values[key])
		values[key][headerSize] ^= 4
	}},
	{"a bit of the trace in its key", "missing", "corrupt", func(values map[string][]byte, key string) {
		wrong := []byte(key)
		wrong[keySize-9] ^= 1
		values[string(wrong)] = values[key]
		delete(values, key)
	}},
	{"its end", "corrupt", "corrupt", func(values map[string][]byte, key string) {
		values[key] = values[key][:len(values[key])-1]
	}},
	{"that it has the value of another trace", "corrupt", "corrupt", func(values map[string][]byte, key string) {
		values[key] = values[fragmentKey(id(2), 2)]
	}},
}

func TestAFileStaysAsItIsWhenWhatItShowsIsDamaged(t *testing.T) {
	for _, test := range harms {
		for _, restarts := range []bool{false, true} {
			name := test.name + " is damaged while it runs"
			if restarts {
				name = test.name + " is damaged between two runs"
			}
			t.Run(name, func(t *testing.T) {
				w := newWorld(t)
				w.add(last(1, "a"), fragment(1, "b"), fragment(2, "z"))
				w.pass(settle)
				test.harm(w.store.values, fragmentKey(id(1), 1))
				reason := test.running
				if restarts {
					w.reopen()
					reason = test.restarted
				}
				w.add(fragment(1, "c"))
				w.pass(settle)
				want := files{"2": "a b", "2.late cut": "a c"}
				assert.Equal(t, want, w.scribe.read(), "what came late isn't lost, and says that it isn't whole")
				assert.Equal(t, 1, w.diary.count("skipped "+reason))

				w.reopen()
				w.add(fragment(1, "d"))
				w.pass(settle)
				want["2.late cut"] = "a c d"
				assert.Equal(t, want, w.scribe.read(), "which the marker keeps in mind")
				w.pass(lateWindow + idle)
				assert.Empty(t, w.store.keys())
			})
		}
	}
}

func TestATraceOfWhichAPartIsDamagedBeforeItsFileIsNotWhole(t *testing.T) {
	for _, test := range harms {
		t.Run(test.name, func(t *testing.T) {
			for _, restarts := range []bool{false, true} {
				w := newWorld(t)
				w.add(last(1, "a"), fragment(1, "b"), last(2, "z"))
				test.harm(w.store.values, fragmentKey(id(1), 1))
				if restarts {
					w.reopen()
				}
				w.pass(settle)
				assert.Equal(t, files{"2 cut": "a", "3": "z"}, w.scribe.read())
			}
		})
	}
}

func TestADamagedMarkerCostsNoFileAndNoFragment(t *testing.T) {
	for name, harm := range map[string]func(values map[string][]byte, key string){
		"corrupt": func(values map[string][]byte, key string) { values[key] = values[key][:20] },
		"gone":    func(values map[string][]byte, key string) { delete(values, key) },
	} {
		for _, restarts := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				w := newWorld(t)
				w.add(last(1, "a"))
				w.pass(settle)
				harm(w.store.values, markerKey(id(1), 0))
				if restarts {
					w.reopen()
					w.pass(settle)
					assert.Equal(t, files{"2": "a"}, w.scribe.read(), "written again, the same")
				}
				w.add(fragment(1, "b"))
				w.pass(settle)
				assert.Equal(t, name == "corrupt", w.diary.count("skipped corrupt") > 0)
				assert.Equal(t, name == "gone" && !restarts, w.diary.count("skipped missing") > 0)
				if restarts { // the file was known again
					assert.Equal(t, files{"2": "a b"}, w.scribe.read())
				} else {
					assert.Equal(t, files{"2": "a", "2.late": "a b"}, w.scribe.read())
				}
			})
		}
	}
}

// What is on its way when a trace is read isn't lost.
func TestWhatIsNotThereYetIsNotMissing(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.scribe.faulty.failAt, w.scribe.faulty.err = w.scribe.faulty.calls, errSick
	require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b")}))
	w.pass(settle)
	assert.Equal(t, files{"2": "a"}, w.scribe.read())
	assert.Zero(t, w.diary.count("skipped missing"))
}

func TestWhatAPushIsStillBringingIsNotMissing(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	e, p := w.entries[id(1)], newPush(0, []Fragment{fragment(1, "b")})
	w.pin(e)
	w.reserve(p)
	done, err := w.write(t.Context(), w.now, []*entry{e}, byRule)
	require.NoError(t, err)
	assert.Equal(t, 1, done)
	assert.Equal(t, files{"2": "a"}, w.scribe.read())
	assert.Zero(t, w.diary.count("skipped missing"))
	w.land(p, nil) // its transaction was a lie
	w.pass(settle)
	assert.Equal(t, files{"2 cut": "a"}, w.scribe.read())
	assert.Equal(t, 1, w.diary.count("skipped missing"))
}

// Its deletion was done, and failed all the same: what comes then begins it anew.
func TestWhatWasDroppedIsNotMissing(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.pass(settle)
	f := w.scribe.faulty
	f.failAt, f.err, f.after = f.calls, errSick, true
	w.pass(lateWindow)
	require.Equal(t, 1, f.injected)
	require.Empty(t, w.store.keys())
	w.add(last(1, "b"))
	w.pass(settle)
	assert.Equal(t, files{"2": "a", "2.late": "b"}, w.scribe.read())
	assert.Zero(t, w.diary.count("skipped missing"))
}
