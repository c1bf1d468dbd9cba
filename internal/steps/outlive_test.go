package steps

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// The memory of a trace's observations is that of the next trace's, while its file may not be written yet.
func TestAFileOutlivesTheObservationsThatItIsMadeOf(t *testing.T) {
	var decoder observation.Decoder
	var want []string
	var built []agentdelta.Trace
	for seed := range uint64(100) {
		var data []byte
		all := randomRun(rand.New(rand.NewPCG(seed, 3)))
		for i := range all {
			data = observation.Append(data, &all[i])
		}
		want = append(want, file(all))
		require.NoError(t, decoder.Decode(string(data)))
		trace, _ := Build(decoder.All(), Options{Limits: agentdelta.DefaultLimits(), Complete: true})
		decoder.Reset()
		built = append(built, trace)
	}
	for seed := range want {
		assert.Equal(t, want[seed], string(built[seed].AppendTo(nil, true)), "seed %d", seed)
	}
}

// The memory of a file that was written is the next one's.
func TestAFileIsTheSameInTheMemoryOfOthers(t *testing.T) {
	var want []string
	for seed := range uint64(100) {
		want = append(want, file(randomRun(rand.New(rand.NewPCG(seed, 4)))))
	}
	var waiting []agentdelta.Trace
	for seed := range want {
		trace, _ := Build(randomRun(rand.New(rand.NewPCG(uint64(seed), 4))), Options{Limits: agentdelta.DefaultLimits(), Complete: true})
		if waiting = append(waiting, trace); len(waiting) < 3 {
			continue
		}
		assert.Equal(t, want[seed-2], string(waiting[0].AppendTo(nil, true)), "seed %d", seed-2)
		waiting[0].Free()
		waiting = waiting[1:]
	}
}
