package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// haystack is what Haystack tells its tracer. The tracer, and with it the scope, is the application's.
//
//	span                     what it is                                     values
//	haystack.pipeline.run    a run of a pipeline                            haystack.pipeline.input_data, output_data
//	haystack.component.run   a component; its type tells generators, of     haystack.component.input, output
//	                         versions whose agents have no spans of models
//	haystack.agent.run       a run of an agent                              haystack.agent.input, output
//	haystack.agent.step      a turn; in early agents the model's call       haystack.agent.step.input, llm_output
//	haystack.agent.step.llm  the model's call                               haystack.agent.step.llm.input, output
//	haystack.agent.step.tool a tool                                         haystack.agent.step.tool.input, output
//
// Values are JSON but for texts, and an empty text for none.
var haystack = following(Dialect{
	Name: "haystack",
	About: About{
		Title:    "Haystack",
		Versions: "haystack-ai 2, and 3 of August 2026",
		Switch:   "HAYSTACK_CONTENT_TRACING_ENABLED=true, and a tracer that the application provides",
		Gaps:     "tools carry no call id; tools of a ToolInvoker have no spans of their own",
		Links: []string{
			"deepset-ai/haystack:haystack/components/agents/agent.py",
			"deepset-ai/haystack:haystack/components/agents/tool_calling.py",
			"deepset-ai/haystack:haystack/core/pipeline/pipeline.py",
			"deepset-ai/haystack:haystack/dataclasses/chat_message.py",
			"deepset-ai/haystack:haystack/tracing",
		},
	},
	Match:  Match{NamePrefixes: haystackNames},
	Role:   haystackRole,
	Common: Common{AgentName: []string{"haystack.agent.name"}},
	Agent: AgentFields{
		Request: append([]Source{attr("haystack.agent.input")},
			opened(attrs("haystack.component.input", "haystack.pipeline.input_data"), haystackAsked)...),
		Result: append([]Source{attr("haystack.agent.output")},
			opened(attrs("haystack.component.output", "haystack.pipeline.output_data"), haystackAnswered)...),
	},
	LLM: LLMFields{
		Input: opened(attrs("haystack.agent.step.llm.input", "haystack.chat_generator.input", "haystack.component.input",
			"haystack.agent.step.input"), requested),
		Output: opened(attrs("haystack.agent.step.llm.output", "haystack.chat_generator.output", "haystack.component.output",
			"haystack.agent.step.llm_output"), haystackReply),
	},
	Tool: ToolFields{
		Name:      []string{"haystack.tool.name"},
		Arguments: attrs("haystack.agent.step.tool.input"),
		Result:    attrs("haystack.agent.step.tool.output"),
	},
	Adjust: adjustHaystack,
})

// haystackNames begin the names of Haystack's own spans. Instrumentations of it use others that begin with its name.
var haystackNames = []string{
	"haystack.pipeline.", "haystack.async_pipeline.", "haystack.component.", "haystack.agent.", "haystack.chat_generator.",
}

// haystackSpans is what each span is to a run. What isn't listed is a link, such as hooks and other components.
var haystackSpans = map[string]observation.Role{
	"haystack.pipeline.run": observation.Agent, "haystack.async_pipeline.run": observation.Agent, "haystack.agent.run": observation.Agent,
	"haystack.agent.step.llm": observation.LLM, "haystack.chat_generator.run": observation.LLM,
	"haystack.agent.step.tool": observation.Tool,
}

// haystackRole goes by the span's name, and tells components by their type.
func haystackRole(s *span.Span) (observation.Role, bool) {
	component, _ := s.Attrs.Text("haystack.component.type")
	switch {
	case s.Name == "haystack.component.run" && strings.HasSuffix(component, "Generator"):
		return observation.LLM, true
	case s.Name == "haystack.component.run" && component == "Agent":
		return observation.Agent, true
	case s.Name == "haystack.agent.step" && s.Attrs.Has("haystack.agent.step.llm_output"):
		return observation.LLM, true
	}
	return haystackSpans[s.Name], true
}

// haystackAsked is the question among the inputs of a pipeline, which has an object for each of its components.
func haystackAsked(v value.Value) value.Value {
	return firstInside(v, "messages", "user_prompt", "query", "question", "prompt", "text")
}

// haystackAnswered is the answer among the outputs of a pipeline, likewise.
func haystackAnswered(v value.Value) value.Value {
	return firstInside(v, "last_message", "replies", "messages", "answers")
}

// firstInside is the first of some fields that an object, or an object in it, has.
func firstInside(v value.Value, keys ...string) value.Value {
	body := listOrObject(v)
	if found := body.First(keys...); !found.IsEmpty() {
		return found
	}
	for _, field := range body.Fields() {
		if found := field.Value.First(keys...); !found.IsEmpty() {
			return found
		}
	}
	return value.Value{}
}

// haystackReply is the first of a model's replies: the others are alternatives.
func haystackReply(v value.Value) value.Value {
	body := listOrObject(v)
	if replies := body.Get("replies"); replies.Kind() == value.List {
		body = replies
	}
	if body.Kind() == value.List {
		body = body.At(0)
	}
	return answered(body)
}

// adjustHaystack reads what a reply tells about its making, and a failure in place of a tool's result.
func adjustHaystack(s *span.Span, o *observation.Observation) {
	switch o.Role {
	case observation.LLM:
		for _, key := range []string{"haystack.agent.step.llm.output", "haystack.chat_generator.output", "haystack.component.output"} {
			body := listOrObject(s.Attrs.Get(key))
			meta := body.Get("replies").At(0).First("meta", "_meta")
			if meta.IsAbsent() {
				meta = body.Get("meta").At(0)
			}
			setEmpty(&o.Model, meta.Get("model").Text())
			setEmpty(&o.FinishReason, meta.Get("finish_reason").Text())
		}
	case observation.Tool:
		if hasOnly(o.Result, "error") && o.Result.Len() == 1 {
			o.Failed = true
			setEmpty(&o.Error, o.Result.Get("error").Text())
		}
	}
}
