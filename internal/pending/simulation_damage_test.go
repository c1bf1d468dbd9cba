package pending

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// swap is a restart of another version of the exporter: what this one kept is that one's to read, and the reverse. Or of
// one that reads both.
func (m *model) swap(both bool) {
	m.tally["swap"]++
	for key, value := range m.store.values {
		if m.spoiled[key] {
			continue
		}
		of := value[0] ^ version ^ 9
		if both {
			of = version
		}
		m.put(storage.SetOperation(key, remade(key, value, of)))
	}
}

// put changes what is stored behind the back of the process.
func (m *model) put(ops ...*storage.Operation) {
	m.store.apply(ops)
	m.real.follow(context.Background(), ops...)
}

// damages are what may become of a stored value, beside another one. Each returns the values that are wrong then.
var damages = map[string]func(m *model, r *rand.Rand, key, other string) (spoiled []string){
	"bit of a value": func(m *model, r *rand.Rand, key, _ string) []string {
		value := bytes.Clone(m.store.values[key])
		value[r.IntN(len(value))] ^= 1 << r.IntN(8)
		m.put(storage.SetOperation(key, value))
		return []string{key}
	},
	"bit of a key": func(m *model, r *rand.Rand, key, _ string) []string {
		wrong := []byte(key)
		wrong[r.IntN(keySize)] ^= 1 << r.IntN(8)
		if m.store.values[string(wrong)] != nil {
			return nil
		}
		m.put(storage.DeleteOperation(key), storage.SetOperation(string(wrong), m.store.values[key]))
		return []string{string(wrong)}
	},
	"cut": func(m *model, r *rand.Rand, key, _ string) []string {
		m.put(storage.SetOperation(key, m.store.values[key][:r.IntN(len(m.store.values[key]))]))
		return []string{key}
	},
	"swapped": func(m *model, _ *rand.Rand, key, other string) []string {
		m.put(storage.SetOperation(key, m.store.values[other]), storage.SetOperation(other, m.store.values[key]))
		return []string{key, other}
	},
	"another's": func(m *model, _ *rand.Rand, key, other string) []string {
		m.put(storage.SetOperation(key, m.store.values[other]))
		return []string{key}
	},
	"gone": func(m *model, _ *rand.Rand, key, _ string) []string {
		m.put(storage.DeleteOperation(key))
		return nil
	},
}

// damage spoils something that is stored. What a file shows stays promised.
func (m *model) damage(r *rand.Rand) {
	keys := slices.Sorted(maps.Keys(m.store.values))
	keys = slices.DeleteFunc(keys, func(key string) bool { return !m.isSound(key, m.store.values[key]) })
	if len(keys) < 2 {
		return
	}
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	kinds := slices.Sorted(maps.Keys(damages))
	kind := kinds[r.IntN(len(kinds))]
	before := maps.Clone(m.store.values)
	spoiled := damages[kind](m, r, keys[0], keys[1])
	if len(spoiled) == 0 && kind != "gone" {
		return
	}
	m.tally["damage"]++
	m.tally[kind]++
	m.inexact = true
	for _, key := range spoiled {
		m.spoiled[key] = true
	}
	for key, value := range before {
		trace, _, isFragment := parseKey(fragmentPrefix, key)
		if !isFragment || bytes.Equal(m.store.values[key], value) {
			continue
		}
		data := string(value[headerSize:])
		m.damaged[data] = true
		if !m.isFiled(trace, data) {
			delete(m.owed, data)
		}
	}
}

// checkNotice compares what a start has noticed with what lay in the store.
func (m *model) checkNotice(before map[string][]byte, seen *diary) {
	corrupt, unknown, markers := 0, 0, map[TraceID]int{}
	for key, value := range before {
		switch trace, _, isMarker := parseKey(markerPrefix, key); {
		case m.spoiled[key]:
			corrupt++
			require.NotContains(m.t, m.store.values, key, "seed %d", m.seed)
		case value[0] != version:
			unknown++
		case isMarker:
			if markers[trace]++; markers[trace] > 1 { // this version's and that of another one, which reads it
				corrupt++
			}
		}
	}
	m.spoiled = map[string]bool{}
	require.Equal(m.t, corrupt, seen.count("skipped corrupt"), "seed %d: %q", m.seed, before)
	require.Equal(m.t, unknown, seen.count("skipped unknown_version"), "seed %d: %q", m.seed, before)
	m.tally["noticed"] += corrupt
}

// isSound tells whether a value is what this version stored under its key.
func (m *model) isSound(key string, value []byte) bool { return !m.spoiled[key] && value[0] == version }
