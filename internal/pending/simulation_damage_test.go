package pending

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// swap is a restart of another version of the exporter: what this one kept is that one's to read, and the reverse. Or of
// one that reads both.
func (m *model) swap(both bool) {
	m.tally["swap"]++
	for key, value := range m.store.values {
		value = bytes.Clone(value)
		if value[0] ^= version ^ 9; both {
			value[0] = version
		}
		m.store.values[key] = value
		m.real.follow(context.Background(), storage.SetOperation(key, value))
	}
}

// damage changes a bit of what is stored, key or value; it makes no key of a trace that there is.
func (m *model) damage(r *rand.Rand) {
	keys := slices.Sorted(maps.Keys(m.store.values))
	if len(keys) == 0 {
		return
	}
	m.tally["damage"]++
	was := []byte(keys[r.IntN(len(keys))])
	key, value := bytes.Clone(was), bytes.Clone(m.store.values[string(was)])
	if bytes.HasPrefix(was, []byte(fragmentPrefix)) {
		delete(m.owed, string(value[headerSize:]))
		m.damaged[string(value[headerSize:])] = true
	}
	if r.IntN(2) == 0 {
		value[r.IntN(len(value))] ^= 0x80 >> r.IntN(2) // no other fragment looks so
	} else if key[r.IntN(keySize-8)] ^= 1 << r.IntN(7); m.store.values[string(key)] != nil {
		return
	}
	ops := []*storage.Operation{storage.DeleteOperation(string(was)), storage.SetOperation(string(key), value)}
	m.store.apply(ops)
	m.real.follow(context.Background(), ops...)
	m.damaged[string(key)] = true
}
