package steps

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestGapsAreTold(t *testing.T) {
	truncated := set(func(o *observation.Observation) { o.Content |= observation.Truncated })
	service := set(func(o *observation.Observation) { o.Service = "shop" })
	for name, test := range map[string]struct {
		spans []observation.Observation
		want  []string
	}{
		"of a run without texts each step": {
			spans(agent("a", "", 0, 100), model("b", "a", 10, 20), tool("c", "a", 30, 40)),
			[]string{"llm", "tool_call", "tool_return", "end", "start"},
		},
		"of a run with texts none": {
			spans(agent("a", "", 0, 100, asks("Q"), answers("A")), model("b", "a", 10, 20, asks("Q"), says("A"))),
			nil,
		},
		"nor of one that only calls": {
			spans(agent("a", "", 0, 100, asks("Q"), answers("A")),
				model("b", "a", 10, 20, calls("c1 ask")), tool("c", "a", 30, 40, runs("c1 ask {}"), gives("x"))),
			nil,
		},
		"nor of masked ones": {
			spans(agent("a", "", 0, 100, asks("Q"), answers("A")), model("b", "a", 10, 20, redacted())),
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			Build(test.spans, Options{Limits: agentdelta.DefaultLimits(), Gap: func(g Gap) {
				assert.Equal(t, "d s ", fmt.Sprint(g.Dialect, " ", g.Scope, " ", g.Service))
				assert.False(t, g.Truncated)
				got = append(got, string(g.Node))
			}})
			assert.ElementsMatch(t, test.want, got)
		})
	}

	t.Run("with who recorded it and what was lost", func(t *testing.T) {
		var got []Gap
		Build(spans(agent("a", "", 0, 100, asks("Q"), answers("A")), model("b", "a", 10, 20, scope("ours"), service, truncated)),
			Options{Limits: agentdelta.DefaultLimits(), Gap: func(g Gap) { got = append(got, g) }})
		assert.Equal(t, []Gap{{Node: agentdelta.NodeLLM, Dialect: "d", Scope: "ours", Service: "shop", Truncated: true}}, got)
	})
}
