package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// logfire is what the Logfire SDK records of the libraries that it instruments itself. A span's name is the template of
// its message, with the names of attributes in braces, and each library has a scope of its own:
//
//	scope                       request                        response
//	logfire.openai, .anthropic  request_data, events           response_data, events
//	logfire.openai_agents       input, raw_input               output, response
//	logfire.claude_agent_sdk    gen_ai.input.messages          gen_ai.output.messages
//	logfire.mcp                 request                        response
//
// By choice the first also write gen_ai.input.messages and gen_ai.output.messages. Of a streamed answer there are two
// spans: the request, which ends when the stream begins, and a log, a span without duration, that holds both.
//
// What Logfire records through others' instrumentations (Google's client, LiteLLM, DSPy) is read by their dialects.
var logfire = following(Dialect{
	Name: "logfire",
	About: About{
		Title:    "Logfire SDK: OpenAI, Anthropic, OpenAI Agents, Claude Agent SDK, MCP",
		Versions: "sources of August 2026, with version=1 and version='latest'",
		Also:     "`logfire.span_type` is `pending_span`: such spans of any convention are links",
		Switch:   "texts are recorded always",
		Gaps: "OpenAI Agents: tools carry no call id, agents neither request nor result; Anthropic with version=1: of several texts " +
			"of an answer only the last, no calls of a streamed one; values that look like secrets are replaced",
		Links: []string{
			"pydantic/logfire:logfire/_internal/integrations/llm_providers/llm_provider.py",
			"pydantic/logfire:logfire/_internal/integrations/llm_providers/openai.py",
			"pydantic/logfire:logfire/_internal/integrations/llm_providers/anthropic.py",
			"pydantic/logfire:logfire/_internal/integrations/openai_agents.py",
			"pydantic/logfire:logfire/_internal/integrations/claude_agent_sdk.py",
			"pydantic/logfire:logfire/_internal/integrations/mcp.py",
		},
	},
	Match:  Match{ScopePrefixes: []string{"logfire."}, NamePrefixes: logfireNames, Also: isPending, AlsoKeys: []string{"logfire.span_type"}},
	Role:   logfireRole,
	Common: Common{Session: []string{"group_id"}},
	LLM: LLMFields{
		Input: []Source{
			attr("gen_ai.input.messages"),
			attr("raw_input").opened(requested),
			attr("input").opened(requested),
			{Place: "events, but the last of the assistant", From: logfireEvents(false)},
			attr("request_data").opened(requested),
		},
		Output: []Source{
			attr("gen_ai.output.messages"),
			attr("response").opened(answered),
			attr("output").opened(answered),
			{Place: "events: the last of the assistant", From: logfireEvents(true)},
			attr("response_data").opened(logfireAnswer),
		},
	},
	Tool: ToolFields{
		Arguments: []Source{attr("gen_ai.tool.call.arguments"), attr("input"), attr("request").opened(mcpArguments)},
		Result:    opened([]Source{attr("gen_ai.tool.call.result"), attr("output"), attr("response")}, nullIsAbsent),
	},
	Adjust: adjustLogfire,
})

// logfireAnswer is the answer in a response: its message, the text of a completion, or what a stream brought.
func logfireAnswer(v value.Value) value.Value {
	body := listOrObject(v)
	if message := body.Get("message"); message.Kind() == value.Object {
		return withRole(message, "assistant")
	}
	return said("assistant")(body.First("text", "combined_chunk_content"))
}

// nullIsAbsent drops null: an attribute is set whether or not there was a value.
func nullIsAbsent(v value.Value) value.Value {
	if v.IsNull() || v.Text() == "null" {
		return value.Value{}
	}
	return v
}

// logfireEvents is the request's messages or the response's, of a list in which nothing but the role and the place tell
// them apart: the response is what the assistant says at the end.
func logfireEvents(response bool) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		items := s.Attrs.Get("events").Decode().Items()
		cut := len(items)
		for s.Status != span.Error && cut > 0 && isAnswerEvent(items[cut-1]) {
			cut--
		}
		if response {
			items = items[cut:]
		} else {
			items = items[:cut]
		}
		var list []value.Value
		for _, item := range items {
			list = append(list, logfireMessage(item))
		}
		return listOf(list)
	}
}

func isAnswerEvent(item value.Value) bool {
	return item.Get("role").Text() == "assistant" || item.Get("event.name").Text() == choiceEvent
}

// logfireMessage is the message of an event. Items of the responses API that make no message stand in data.
func logfireMessage(item value.Value) value.Value {
	role, known := eventRoles[item.Get("event.name").Text()]
	if !known {
		return item.Get("data")
	}
	return eventMessage(role, item)
}

// adjustLogfire reads errors that mark no status, and what the names and requests of tools tell.
func adjustLogfire(s *span.Span, o *observation.Observation) {
	if o.Session == "null" {
		o.Session = ""
	}
	readLogfireError(s, o)
	switch {
	case o.Role == observation.Agent && strings.HasPrefix(s.Name, agentRun):
		setText(&o.AgentName, s, []string{"name"})
	case o.Role == observation.Tool && s.Scope == "logfire.mcp":
		adjustLogfireMCP(s, o)
	case o.Role == observation.Tool:
		setText(&o.Tool, s, []string{"name"})
	case o.Role == observation.LLM && s.Scope == "logfire.anthropic" && !s.Attrs.Has("gen_ai.output.messages"):
		unwrapInputs(o.Output)
	}
}

// errorLevel is the level from which on a span reports an error.
//
// Source: pydantic/logfire:logfire/_internal/constants.py.
const errorLevel = 17

func readLogfireError(s *span.Span, o *observation.Observation) {
	failure := listOrObject(s.Attrs.Get("error"))
	level, _ := tokens(s.Attrs.Get("logfire.level_num"))
	if failure.Kind() != value.Object && level < errorLevel {
		return
	}
	o.Failed = true
	o.Error = firstOf(o.Error, errorText(firstOf(failure.Path("data", "error").Text(), failure.Get("message").Text())))
}

// adjustLogfireMCP reads a tool's name out of the request, and a failure out of the response.
func adjustLogfireMCP(s *span.Span, o *observation.Observation) {
	o.Tool = firstOf(listOrObject(s.Attrs.Get("request")).Path("params", "name").Text(), o.Tool)
	response := listOrObject(s.Attrs.Get("response"))
	if response.Get("code").Kind() == value.Number && response.Get("message").Kind() == value.String {
		o.Result = value.Value{}
		noteFailure(response.Get("message").Text(), o)
	}
}

// unwrapInputs takes arguments out of the part of the tool_use block that the first version dumps.
//
// Source: pydantic/logfire:logfire/_internal/integrations/llm_providers/anthropic.py (on_response).
func unwrapInputs(messages []observation.Message) {
	for i := range messages {
		for c := range messages[i].Calls {
			call := &messages[i].Calls[c]
			if inner := call.Arguments.Get("input"); call.Arguments.Len() == 1 && inner.Kind() == value.Object {
				call.Arguments = inner
			}
		}
	}
}
