package steps

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestFailLast(t *testing.T) {
	empty := observation.Message{Speaker: observation.Assistant, HasText: true}
	failed := agentSpan(1, 0)
	failed.Failed, failed.Error = true, "the harbour is closed"
	unrecorded := modelSpan(2, 1)
	for name, c := range map[string]struct {
		trace []observation.Observation
		kinds []string
	}{
		"an empty last generation of a failed run is an attempt": {
			[]observation.Observation{failed, modelSpan(2, 1, empty)},
			[]string{"start", "end"},
		},
		"one that says nothing because nothing was recorded stays": {
			[]observation.Observation{failed, unrecorded},
			[]string{"start", "llm", "end"},
		},
		"one after which a tool started stays": {
			[]observation.Observation{failed, modelSpan(2, 1, empty), toolSpan(3, 1, "tide", "now")},
			[]string{"start", "llm", "tool_call", "tool_return", "end"},
		},
		"one of a run with an answer stays": {
			[]observation.Observation{answering(agentSpan(1, 0)), modelSpan(2, 1, empty)},
			[]string{"start", "llm", "end"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			trace, ok := Build(c.trace, Options{Limits: agentdelta.DefaultLimits(), Complete: true})
			require.True(t, ok)
			kinds := make([]string, len(trace.Nodes))
			for i, node := range trace.Nodes {
				kinds[i] = string(node.Type)
			}
			assert.Equal(t, c.kinds, kinds)
		})
	}
}

func answering(o observation.Observation) observation.Observation {
	o.Result = value.OfString("low tide at nine")
	return o
}
