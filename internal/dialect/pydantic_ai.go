package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// pydanticAI is what Pydantic AI records. Its users choose a version of the instrumentation, whatever the library's is:
//
//	version   agent                        model                        tool
//	1         agent run                    events                       running tool: tool_arguments, tool_response
//	          all_messages_events
//	2         agent run                    gen_ai.input.messages,       running tool: tool_arguments, tool_response
//	          pydantic_ai.all_messages     gen_ai.output.messages
//	3 to 6    invoke_agent <name>          gen_ai.input.messages,       execute_tool <name>: gen_ai.tool.call.arguments,
//	          pydantic_ai.all_messages     gen_ai.output.messages       gen_ai.tool.call.result
//
// The agent's span tells the whole conversation, what was said before the run included, and its answer in final_result.
var pydanticAI = following(Dialect{
	Name: "pydantic_ai",
	About: About{
		Title:    "Pydantic AI, with Logfire or with any OpenTelemetry SDK",
		Versions: "instrumentation versions 1 to 6, in sources of pydantic-ai up to 2.33",
		Switch:   "Agent.instrument_all() or logfire.instrument_pydantic_ai(); texts are recorded unless include_content=False",
		Gaps:     "a tool of early 0.2 releases records no result; a tool whose arguments were wrong never ran, and has a span all the same",
		Links: []string{
			"pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/_instrumentation.py",
			"pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/capabilities/instrumentation.py",
			"pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/models/instrumented.py",
			"pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/_otel_messages.py",
		},
	},
	Match: Match{
		Keys:   []string{allMessagesKey, "all_messages_events", "model_request_parameters"},
		Scopes: []string{pydanticScope},
	},
	Role: pydanticRole,
	Agent: AgentFields{
		Request: []Source{
			{Place: "pydantic_ai.all_messages, from pydantic_ai.new_message_index", From: pydanticRequest},
			{Place: "all_messages_events", From: pydanticFirstRequest},
		},
		Result: []Source{attr("final_result").opened(said("assistant"))},
	},
	LLM: LLMFields{
		Input:  []Source{{Place: "events", From: packedEvents("events", false)}},
		Output: []Source{{Place: "events: gen_ai.choice", From: packedEvents("events", true)}},
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"gen_ai.usage.details.cache_read_tokens"}},
			{Name: "reasoning", Keys: []string{"gen_ai.usage.details.reasoning_tokens"}},
		},
	},
	Adjust: adjustPydantic,
})

const (
	allMessagesKey = "pydantic_ai.all_messages"
	pydanticScope  = "pydantic-ai"
)

// pydanticRole knows the names of the first two versions, and takes the tools by which a model hands over its answer
// for the answer that they are.
func pydanticRole(s *span.Span) (observation.Role, bool) {
	switch {
	case isOutputTool(s):
		return outputToolRole(s), true
	case s.Name == "agent run" || hasAny(s, allMessagesKey, "all_messages_events", "final_result"):
		return observation.Agent, true
	case s.Name == "running tool" || hasAny(s, "tool_arguments", "tool_response"):
		return observation.Tool, true
	}
	return observation.Other, false
}

// isOutputTool reports whether a span is the processing of an answer that came as a call.
func isOutputTool(s *span.Span) bool {
	const running = "running output function"
	name, _ := s.Attrs.Text("gen_ai.tool.name")
	message, _ := s.Attrs.Text("logfire.msg")
	return strings.HasPrefix(name, outputToolName) || strings.HasPrefix(s.Name, running) || strings.HasPrefix(message, running)
}

// outputToolRole is a link for a call that only is the answer. A function that made something else of the answer, or
// refused it, did run.
func outputToolRole(s *span.Span) observation.Role {
	if isFailed(s) {
		return observation.Tool
	}
	given := argumentsValue(firstPresent(s.Attrs.Get("gen_ai.tool.call.arguments"), s.Attrs.Get("tool_arguments")))
	made := argumentsValue(firstPresent(s.Attrs.Get("gen_ai.tool.call.result"), s.Attrs.Get("tool_response")))
	if made.IsAbsent() || made.Equal(given) {
		return observation.Other
	}
	return observation.Tool
}

// pydanticRequest is the first text that a user said in this run: later ones are requests to try again. The index counts
// the library's messages, of which a request is written as one message for each role in it.
func pydanticRequest(s *span.Span) value.Value {
	start, _ := tokens(s.Attrs.Get("pydantic_ai.new_message_index"))
	place, inRequest := int64(0), false
	for _, item := range s.Attrs.Get(allMessagesKey).Decode().Items() {
		list, _ := Messages(value.OfList(item), observation.User)
		if len(list) == 0 {
			continue
		}
		answered := list[0].Speaker == observation.Assistant
		if answered || !inRequest {
			place++
		}
		inRequest = !answered
		if text := firstUserText(list); place > start && text != "" {
			return said("user")(value.OfString(text))
		}
	}
	return value.Value{}
}

// pydanticFirstRequest is the only text that a user said. Of several, the first version doesn't tell which one began
// this run; the first request to a model does.
func pydanticFirstRequest(s *span.Span) value.Value {
	list, _ := Messages(packedEvents("all_messages_events", false)(s), observation.User)
	only := ""
	for i := range list {
		switch text := firstUserText(list[i : i+1]); {
		case text == "":
		case only != "":
			return value.Value{}
		default:
			only = text
		}
	}
	if only == "" {
		return value.Value{}
	}
	return said("user")(value.OfString(only))
}

func firstUserText(list []observation.Message) string {
	for i := range list {
		if list[i].Speaker == observation.User && list[i].Text != "" {
			return list[i].Text
		}
	}
	return ""
}

// pydanticPauses are the exceptions by which a tool leaves its call to somebody else, and the run ends until then.
//
// Source: pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/exceptions.py.
var pydanticPauses = []string{"ApprovalRequired", "CallDeferred"}

// adjustPydantic reads the answer that a model hands over by a call, and what became of a tool's call besides its result.
func adjustPydantic(s *span.Span, o *observation.Observation) {
	switch o.Role {
	case observation.LLM:
		o.Structured = pydanticAnswer(s, o.Output)
	case observation.Tool:
		adjustPydanticTool(s, o)
	}
}

// pydanticAnswer is what a model gave to the first of the tools by which it hands over its answer. Each request lists them.
func pydanticAnswer(s *span.Span, output []observation.Message) value.Value {
	var listed map[string]bool
	for i := range output {
		for _, call := range output[i].Calls {
			if listed == nil {
				listed = outputTools(s)
			}
			if listed[call.Name] || strings.HasPrefix(call.Name, outputToolName) {
				return call.Arguments
			}
		}
	}
	return value.Value{}
}

// outputToolName begins the names of output tools that their users gave none.
const outputToolName = "final_result"

// outputTools are the names of the tools by which a request lets the model answer.
//
// Source: pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/models/__init__.py (ModelRequestParameters).
func outputTools(s *span.Span) map[string]bool {
	names := map[string]bool{}
	text, _ := s.Attrs.Text("model_request_parameters")
	if strings.Contains(text, `"output_tools":[]`) {
		return names
	}
	for _, tool := range value.Decode(text).Get("output_tools").Items() {
		names[tool.Get("name").Text()] = true
	}
	return names
}

func adjustPydanticTool(s *span.Span, o *observation.Observation) {
	kind, _ := exception(s)
	if s.Attrs.Has("pydantic_ai.tool.deferral.name") || names(kind, pydanticPauses) {
		o.Failed, o.Error, o.Interrupted = false, "", true
		return
	}
	if stage, _ := s.Attrs.Text("pydantic_ai.tool.failure_stage"); stage != "" {
		o.Failed = true
	}
}
