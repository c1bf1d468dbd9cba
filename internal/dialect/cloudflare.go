package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// cloudflare reads what Cloudflare's Agents SDK records around the AI SDK. It follows the GenAI conventions; its own keys
// tell how a tool was approved and why an answer ended. A tool that a person has to approve is a span for each of request,
// approval and denial, with one call id.
var cloudflare = Dialect{
	Name: "cloudflare_agents",
	About: About{
		Title:    "Cloudflare Agents: Think, wrapAISDK",
		Versions: "agents of August 2026",
		Switch:   "observability.traces.enabled in wrangler.jsonc; texts with storeMessages, arguments and results with storeTools",
		Gaps: "agents record neither question nor answer; the oldest messages after the first two are left out of requests that " +
			"are too long; error texts are never recorded, and no status",
		Links: []string{
			"cloudflare/agents:docs/agents/observability.md",
			"cloudflare/agents:packages/agents/src/observability",
		},
	},
	Match:  Match{KeyPrefixes: []string{"cloudflare.agents."}},
	Role:   genAIRole,
	Common: genAICommon,
	Agent:  genAIAgent,
	LLM: LLMFields{
		Model:  genAIModel.Model,
		Finish: append([]string{"cloudflare.agents.response.finish_reason"}, genAIModel.Finish...),
		Input:  genAIModel.Input,
		Output: genAIModel.Output,
		Usage:  genAIModel.Usage,
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: genAIArguments,
		Result:    genAIResult,
	},
	Adjust: adjustCloudflare,
}

func adjustCloudflare(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	cut := s.Attrs.Get("cloudflare.agents.span.truncated").Truth()
	switch o.Role {
	case observation.LLM:
		if cut {
			o.Content |= observation.Truncated
		}
	case observation.Tool:
		state, _ := s.Attrs.Text("cloudflare.agents.tool.approval.state")
		operation, _ := s.Attrs.Text("cloudflare.agents.operation.name")
		o.Failed = o.Failed || state == "denied"
		asked := state == "requested" || operation == "tool.approval" || cut
		o.Abandoned = asked && !o.Failed && o.Result.IsAbsent()
	}
}
