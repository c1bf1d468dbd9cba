package agentdelta

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestSetKeepsTheOrderOfKeys(t *testing.T) {
	for seed := range uint64(50) {
		var m Metadata
		for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(keyOrder)) {
			m.Set(keyOrder[i], value.OfString(keyOrder[i]))
		}
		var got []string
		for _, field := range m {
			got = append(got, field.Key)
		}
		assert.Equal(t, keyOrder[:], got, "seed %d", seed)
	}
}

func TestSetPutsOtherKeysBehindInTheirOrder(t *testing.T) {
	var m Metadata
	for _, key := range []string{"usage", "ids", KeyError, "timing", KeyTool} {
		m.Set(key, value.OfNull())
	}
	assert.Equal(t, Metadata{
		{Key: KeyTool, Value: value.OfNull()},
		{Key: KeyError, Value: value.OfNull()},
		{Key: "usage", Value: value.OfNull()},
		{Key: "ids", Value: value.OfNull()},
		{Key: "timing", Value: value.OfNull()},
	}, m)
}

func TestSetReplacesAndIgnoresAbsence(t *testing.T) {
	var m Metadata
	m.Set(KeyTool, value.OfString("old"))
	m.Set(KeyTool, value.OfString("new"))
	m.Set(KeyTool, value.Value{})
	m.Set(KeyModel, value.Value{})
	assert.Len(t, m, 1)
	assert.Equal(t, "new", m.Get(KeyTool).Text())
	assert.True(t, m.Get(KeyModel).IsAbsent())
}
