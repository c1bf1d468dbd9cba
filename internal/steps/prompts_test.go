package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestPrompts(t *testing.T) {
	prompts := set(func(o *observation.Observation) { o.Prompts = true })
	check(t, []story{
		{"what the agent was asked is what its generations were, which then are no gaps", spans(
			agent("a", "", 0, 100, asks("Q"), prompts), model("b", "a", 10, 20),
			tool("c", "a", 30, 60, runs("c1 ask")), model("d", "c", 40, 50),
		), `
			start Q
			llm
			call ask()
			llm [not recorded: d]
			return
			end`},
		{"an agent whose prompt wasn't recorded has generations without content", spans(
			agent("a", "", 0, 100, prompts), model("b", "a", 10, 20),
		), `
			start
			llm [not recorded: b]
			end`},
		{"tries inside a generation's own span are counted with those that have spans", spans(
			agent("a", "", 0, 100, asks("Q")), model("b", "a", 10, 20, fails("busy")),
			model("c", "a", 30, 40, says("A"), set(func(o *observation.Observation) { o.Retries = 2 })),
		), `
			start Q
			llm A (after 3 failed)
			end A`},
	})
}
