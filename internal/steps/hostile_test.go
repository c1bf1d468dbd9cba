package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestHostile(t *testing.T) {
	onlyResults := set(func(o *observation.Observation) {
		o.Output = []observation.Message{{Speaker: observation.ToolResult, Results: []observation.Result{{ID: "c1"}}}}
	})
	check(t, []story{
		{"models that answer with nothing but results are no twins of others below a wrapper", spans(
			model("a", "", 0, 100),
			model("b", "a", 10, 50, onlyResults),
			model("c", "a", 10, 50, says("Hi"), scope("other")),
		), `
			start
			llm [not recorded: b]
			llm Hi
			end Hi`},
		{"a tool isn't folded into one that twins of two levels moved below it", spans(
			tool("a", "", 20, 90, runs("c1 look")),
			model("b", "a", 30, 60, says("Hi")),
			model("c", "", 30, 60, says("Hi"), scope("other")),
			tool("d", "c", 10, 40, runs("c1 look")),
		), `
			start
			call look()
			call look()
			return
			llm Hi
			return`},
	})
}
