package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// mastra is what the exporters of Mastra write. Four spans of a model's call lie in each other, and each tells a part:
//
//	agent_run          what was asked, and the texts of all turns joined
//	model_generation   the whole loop: texts and reasoning of all turns joined
//	model_step         one turn: its text and its calls
//	model_inference    one request: model, finish reason, tokens, its text but not its calls
//	model_chunk        a piece of a stream
//
// Exporters before 1.4 have no requests, and those before 1.0 no turns; the call of the model is then the innermost that
// there is. Exporters for a product's convention, such as Arize's, move the contents to its keys and leave the types.
var mastra = Dialect{
	Name: "mastra",
	About: About{
		Title:    "Mastra: its OpenTelemetry exporters and bridge, and the older telemetry of its core",
		Versions: "@mastra/otel-exporter 0.3.3, 1.3.8 and 1.4.0; @mastra/arize 1.3.8; @mastra/core 0.14 to 0.19",
		Switch:   "texts are recorded unless a span's output processor removes them",
		Gaps: "reasoning is recorded for the whole loop, not for a turn; a turn's input shows earlier calls and results as words such as " +
			"[tool: name]; a failed request has status OK",
		Links: []string{
			"mastra-ai/mastra:observability/otel-exporter/src/gen-ai-semantics.ts",
			"mastra-ai/mastra:packages/core/src/observability/types/tracing.ts",
		},
	},
	Match: Match{
		Keys:   []string{mastraType},
		Scopes: []string{"@mastra/otel-exporter", "@mastra/otel-bridge", "@mastra/otel", "mastra"},
	},
	Role: mastraRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name", "agent.name", "gen_ai.agent.id", "agent.id"},
		Session: []string{
			"gen_ai.conversation.id", "mastra.metadata.threadId", "mastra.metadata.sessionId", "threadId", "sessionId",
			"stream.telemetry.metadata.threadId", "stream.telemetry.metadata.sessionId",
		},
	},
	Agent: AgentFields{
		Request:    []Source{mastraField("input"), attr("stream.prompt.messages")},
		Result:     []Source{mastraField("output").opened(mastraResult), attr("stream.response.text").opened(said("assistant"))},
		Structured: []Source{mastraField("output").opened(mastraObject)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model", "llm.model_name", "stream.response.model", "aisdk.model.id"},
		Finish: []string{"gen_ai.response.finish_reasons", "stream.response.finishReason"},
		Input: []Source{
			attr("gen_ai.input.messages"),
			{Place: "mastra.<type>.input, input", From: mastraInput},
			attr("stream.prompt.messages"),
		},
		Output: []Source{
			mastraField("output").opened(mastraAnswer),
			attr("gen_ai.output.messages"),
			{Place: "stream.response.*", From: mastraStreamed},
		},
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cached_input_tokens", "stream.usage.cachedInputTokens"}},
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "stream.usage.inputTokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "stream.usage.outputTokens"}},
			{Name: "reasoning", Keys: []string{"gen_ai.usage.reasoning_tokens", "stream.usage.reasoningTokens"}},
		},
	},
	Tool: ToolFields{
		Name:   []string{"gen_ai.tool.name", "tool.name", "stream.toolCall.toolName"},
		CallID: []string{"gen_ai.tool.call.id", "tool_call.id", "stream.toolCall.toolCallId"},
		Arguments: append(attrs("gen_ai.tool.call.arguments", inputKey, "gen_ai.tool.input", "stream.toolCall.args"),
			mastraField("input")),
		Result: append(opened(attrs("gen_ai.tool.call.result", outputKey, "gen_ai.tool.output", "stream.toolCall.result"), mastraOutput),
			mastraField("output").opened(mastraOutput)),
	},
	Adjust: adjustMastra,
}

const mastraType = "mastra.span.type"

// mastraField is a span's input or output, which stands under a key that holds the span's type; before version 1.0 it
// had no prefix.
func mastraField(name string) Source {
	return Source{Place: "mastra.<type>." + name + ", " + name, From: func(s *span.Span) value.Value {
		if kind, _ := s.Attrs.Text(mastraType); kind != "" {
			if v := s.Attrs.Get("mastra." + lower(kind) + "." + name); !v.IsAbsent() {
				return v
			}
		}
		return s.Attrs.Get(name)
	}}
}

// mastraInput is the request of a model. That of a turn shows what was called and answered before it as words, which
// stand for nothing that was said; the rest of its messages are whole.
func mastraInput(s *span.Span) value.Value {
	source := mastraField("input")
	v := requested(source.From(s))
	if kind, _ := s.Attrs.Text(mastraType); kind != "model_step" || v.Kind() != value.List {
		return v
	}
	var kept []value.Value
	for _, m := range v.Items() {
		if role := m.Get("role").Text(); role == "system" || role == "user" {
			kept = append(kept, m)
		}
	}
	return value.OfList(kept...)
}

// mastraAnswer is the message of an answer whose text, reasoning and calls stand beside each other.
func mastraAnswer(v value.Value) value.Value {
	output := listOrObject(v)
	text, calls := output.Get("text"), output.Get("toolCalls")
	if text.Kind() != value.String && calls.Kind() != value.List {
		return answered(v)
	}
	return value.OfObject(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: text},
		value.Field{Key: "reasoning", Value: output.Get("reasoningText")},
		value.Field{Key: "tool_calls", Value: calls})
}

// mastraResult is the text of an agent's run, to the letter.
func mastraResult(v value.Value) value.Value {
	output := listOrObject(v)
	if text := output.Get("text"); text.Kind() == value.String {
		return said("assistant")(text)
	}
	return output
}

// mastraObject is the object of a run that was asked for one, unless the run's text is that object.
func mastraObject(v value.Value) value.Value {
	output := listOrObject(v)
	object := output.Get("object")
	if parsed(output.Get("text")).Equal(object) {
		return value.Value{}
	}
	return object
}

// mastraStreamed is the one message of a response in the telemetry of the older core, whose text and calls stand apart.
func mastraStreamed(s *span.Span) value.Value {
	text, calls := s.Attrs.Get("stream.response.text"), s.Attrs.Get("stream.response.toolCalls")
	if text.IsAbsent() && calls.IsAbsent() {
		return value.Value{}
	}
	return asked(calls, text)
}

// mastraOutput takes a tool's output out of what Mastra puts around it where the tool is an agent or a workflow: ids
// that differ from run to run.
//
// Source: mastra-ai/mastra:packages/core/src/agent/agent.ts (listAgentTools, listWorkflowTools).
func mastraOutput(v value.Value) value.Value {
	output := listOrObject(v)
	switch {
	case !output.First("subAgentThreadId", "subAgentResourceId", "subAgentToolResults").IsAbsent() && !output.Get("text").IsAbsent():
		return output.Get("text")
	case hasOnly(output, "result", "error", "runId") && output.Len() == 2 && !output.Get("runId").IsAbsent():
		return output.First("result", "error")
	}
	return v
}

// mastraTypes are the types of spans. What isn't listed is a link: chunks, processors, memory, retrieval, scorers,
// conditions and loops of workflows.
//
// Source: mastra-ai/mastra:packages/core/src/observability/types/tracing.ts (SpanType).
var mastraTypes = map[string]observation.Role{
	"agent_run": observation.Agent, "workflow_run": observation.Agent, "workflow_step": observation.Agent, "generic": observation.Agent,
	"model_generation": observation.LLM, "llm_generation": observation.LLM,
	"model_step": observation.LLM, "model_inference": observation.LLM,
	"tool_call": observation.Tool, "mcp_tool_call": observation.Tool,
	"provider_tool_call": observation.Tool, "client_tool_call": observation.Tool,
}

// mastraOperations are the operations of exporters that wrote no type, and of the older core, whose names begin with
// the method that was called.
var mastraOperations = map[string]observation.Role{
	"agent.run": observation.Agent, "workflow.run": observation.Agent, "model.step": observation.LLM,
	"chat": observation.LLM, "tool_selection": observation.LLM, "tool.execute": observation.Tool,
	"mastra.stream": observation.Agent, "mastra.generate": observation.Agent,
}

// mastraRole goes by the type, and without one by the operation.
func mastraRole(s *span.Span) (observation.Role, bool) {
	if kind, ok := s.Attrs.Text(mastraType); ok {
		return mastraTypes[lower(kind)], true
	}
	for _, key := range []string{"gen_ai.operation.name", "mastra.operationId"} {
		operation, ok := s.Attrs.Text(key)
		switch role, known := mastraOperations[operation]; {
		case known:
			return role, true
		case ok && strings.HasSuffix(operation, ".toolCall"):
			return observation.Tool, true
		case ok && (strings.HasSuffix(operation, ".doStream") || strings.HasSuffix(operation, ".doGenerate")):
			return observation.LLM, true
		}
	}
	return observation.Other, true
}

// adjustMastra marks the outputs that join the texts of all turns, and reads what a workflow's tool answered.
func adjustMastra(s *span.Span, o *observation.Observation) {
	switch kind, _ := s.Attrs.Text(mastraType); lower(kind) {
	case "agent_run", "model_generation", "llm_generation":
		o.JoinedResult = true
		o.MayWrap = lower(kind) != "agent_run"
	case "":
		operation, _ := s.Attrs.Text("gen_ai.operation.name")
		o.JoinedResult = operation == "agent.run"
	}
	if o.Role != observation.Tool {
		return
	}
	for _, key := range []string{"gen_ai.tool.call.result", outputKey} {
		output := parsed(s.Attrs.Get(key))
		if hasOnly(output, "error", "runId") && output.Len() == 2 {
			o.Failed = true
		}
	}
	if success := s.Attrs.Get("gen_ai.tool.success"); success.Kind() == value.Bool && !success.Truth() {
		o.Failed = true
	}
}
