package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// liveKit is what LiveKit's Agents record of a conversation by voice. One trace is a whole session:
//
//	agent_session
//	├ user_turn               what the user said
//	├ agent_turn              what the agent did about it
//	│ ├ llm_node              one generation, with its texts
//	│ │ └ llm_request         the same, with the model's name and the messages as span events
//	│ │   └ llm_request_run   one try
//	│ ├ function_tool
//	│ └ tts_node
//	└ …
//
// With a model that speaks by itself there is no llm_node: the turn holds the answer. Keys that hold texts have been
// called lk.pii.* since exporters of others may be kept from them, and lk.* before. Newest versions repeat everything in
// GenAI's keys.
var liveKit = Dialect{
	Name: "livekit",
	About: About{
		Title:    "LiveKit Agents",
		Versions: "livekit-agents for Python, sources of August 2026; @livekit/agents 1.9.0",
		Logs:     "`chat item` with a tool's call or output, by its call id",
		Switch: "texts are recorded, but newer versions keep them from exporters of others: set_tracer_provider(..., allow_pii=True) " +
			"or LIVEKIT_TELEMETRY_ALLOW_PII=1",
		Gaps: "a session with many turns is one trace: the first question and the last answer are the run's",
		Links: []string{
			"livekit/agents:livekit-agents/livekit/agents/telemetry/trace_types.py",
			"livekit/agents:livekit-agents/livekit/agents/telemetry/gen_ai.py",
			"livekit/agents:livekit-agents/livekit/agents/voice/generation.py",
			"livekit/agents-js:agents/src/telemetry/trace_types.ts",
		},
	},
	Match: Match{Scopes: []string{"livekit-agents"}, KeyPrefixes: []string{"lk."}},
	Role:  liveKitRole,
	Common: Common{
		AgentName: []string{"lk.agent_name", "gen_ai.agent.name"},
		Session:   []string{"gen_ai.conversation.id", "lk.room_name", "lk.pii.room_name"},
	},
	Agent: AgentFields{
		Request: opened(liveKitKeys("user_input", "user_transcript"), said("user")),
		Result:  opened(liveKitKeys("response.text"), said("assistant")),
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Finish: []string{"gen_ai.response.finish_reasons"},
		Input:  append(opened(liveKitKeys("chat_ctx"), liveKitItems), genAIInput()...),
		Output: append(liveKitOutput[:1:1], genAIOutput()...),
		Usage:  genAIModel.Usage,
	},
	Tool: ToolFields{
		Name:      []string{"lk.function_tool.name", "gen_ai.tool.name"},
		CallID:    []string{"lk.function_tool.id", "gen_ai.tool.call.id"},
		Arguments: append(liveKitKeys("function_tool.arguments"), attr("gen_ai.tool.call.arguments")),
		Result:    append(liveKitKeys("function_tool.output"), attr("gen_ai.tool.call.result")),
	},
	Adjust: adjustLiveKit,
	Log:    liveKitLog,
}

var liveKitOutput = []Source{{Place: "lk.pii.response.*, lk.response.*", From: liveKitAnswer}}

// liveKitKeys are the places of texts, under their newer and their older names.
func liveKitKeys(names ...string) []Source {
	var list []Source
	for _, name := range names {
		list = append(list, attr("lk.pii."+name), attr("lk."+name))
	}
	return list
}

// liveKitRoles are the names of spans. Everything else, such as speaking and listening, is a link: metrics of speaking
// models have the operation name of a generation.
//
// Source: livekit/agents:livekit-agents/livekit/agents (voice/agent_session.py, voice/agent_activity.py,
// voice/generation.py, llm/llm.py).
var liveKitRoles = map[string]observation.Role{
	"agent_session": observation.Agent, "agent_turn": observation.Agent, "user_turn": observation.Agent,
	"llm_node": observation.LLM, "llm_request": observation.LLM, "llm_request_run": observation.LLM,
	"llm_fallback_adapter": observation.LLM, "function_tool": observation.Tool,
}

func liveKitRole(s *span.Span) (observation.Role, bool) {
	role, known := liveKitRoles[s.Name]
	return role, known || s.Scope == "livekit-agents"
}

// liveKitItems is the messages of a chat context, whose calls and results are items of their own beside the messages.
func liveKitItems(v value.Value) value.Value {
	if items := listOrObject(v).Get("items"); items.Kind() == value.List {
		return items
	}
	return v
}

// liveKitAnswer is a generation's answer: its text, and the calls that stand beside it.
func liveKitAnswer(s *span.Span) value.Value {
	text, calls := firstAttr(s, liveKitKeys("response.text")), firstAttr(s, liveKitKeys("response.function_calls")).Decode()
	if text.IsAbsent() && calls.IsEmpty() {
		return value.Value{}
	}
	return object(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: text},
		value.Field{Key: "tool_calls", Value: calls})
}

func firstAttr(s *span.Span, sources []Source) value.Value {
	for i := range sources {
		if v := sources[i].From(s); !v.IsAbsent() {
			return v
		}
	}
	return value.Value{}
}

// adjustLiveKit reads failures, and the answers of models that speak by themselves.
func adjustLiveKit(s *span.Span, o *observation.Observation) {
	if message, ok := s.Attrs.Text("exception.message"); ok && o.Error == "" {
		noteFailure(message, o)
	}
	switch s.Name {
	case "function_tool":
		o.Failed = o.Failed || s.Attrs.Get("lk.function_tool.is_error").Truth()
		if o.CallID != "" {
			o.Join = "call_id:" + o.CallID
		}
	case "agent_turn":
		if calls := firstAttr(s, liveKitKeys("response.function_calls")); !calls.IsAbsent() {
			o.Turns = observation.LonelyTurns
			o.Output = firstMessages(s, liveKitOutput, observation.Assistant, o)
		}
	}
}

// liveKitLog reads the items of a chat history that are written when a session ends: what a tool was called with and
// what it gave. What was said belongs to no span.
//
// Source: livekit/agents:livekit-agents/livekit/agents/telemetry/traces.py (_upload_session_report).
func liveKitLog(l *span.Log, o *observation.Observation) bool {
	item := l.Attrs.Get("chat.item")
	call, output := item.Get("functionCall"), item.Get("functionCallOutput")
	switch {
	case item.IsAbsent() || !strings.HasPrefix(l.Body.Text(), "chat item"):
		return false
	case !call.IsAbsent():
		o.CallID, o.Request = call.Get("callId").Text(), argumentsValue(call.Get("arguments"))
	case !output.IsAbsent():
		o.CallID, o.Result, o.Failed = output.Get("callId").Text(), output.Get("output"), output.Get("isError").Truth()
	default:
		o.Span = observation.SpanID{}
		return true
	}
	o.Join = "call_id:" + o.CallID
	return o.CallID != ""
}
