package steps

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestWhatASpanSurroundsIsFoundAsIfAllWereAsked(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		all := make([]observation.Observation, 1+rng.IntN(8))
		items := make([]item, len(all))
		var lost []*item
		for i := range items {
			all[i].Start = rng.Int64N(6) * grain
			all[i].End = all[i].Start + rng.Int64N(6)*grain
			items[i].obs, items[i].order = &all[i], i
			if rng.IntN(3) > 0 {
				lost = append(lost, &items[i])
			}
		}
		sorted := newSurrounded(slices.Clone(lost))
		for i := range items {
			it := &items[i]
			plain := slices.ContainsFunc(lost, func(other *item) bool { return it != other && it.lasts(other) })
			require.Equal(t, plain, sorted.anyIn(it), "seed %d, item %d", seed, i)
		}
	}
}
