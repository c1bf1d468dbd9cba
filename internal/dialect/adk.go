package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

const adkScope = "gcp.vertex.agent"

// adk reads what Google's Agent Development Kit records, in Python, Go and JavaScript.
//
//	old tree    invocation > agent_run or invoke_agent > call_llm > execute_tool
//	new tree    invocation or invoke_workflow > invoke_agent > call_llm > generate_content, execute_tool beside call_llm
//	Go          invoke_agent > generate_content, execute_tool; before 0.6 call_llm and execute_tool alone
//
// What was asked and answered stands on call_llm, or in log records of generate_content. Agents record neither.
var adk = Dialect{
	Name: "google_adk",
	About: About{
		Title:    "Google Agent Development Kit: Python, Go, JavaScript",
		Versions: "google-adk 1.4 to 2.x (Python), adk-go 0.1 to 2.2, @google/adk 0.2 to 2.0",
		Logs:     "GenAI's records of one message each: contents that are all called a user's, and an answer in pieces",
		Switch: "texts are recorded on spans unless ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=false; Go from 0.6 on records them in " +
			"log records with OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
		Gaps: "agents record neither question nor answer; a failed tool of JavaScript records nothing but its span, nor does " +
			"a failed generation, if it has a span; Go before 0.6 keeps the first chunk of a stream",
		Links: []string{
			"google/adk-python:src/google/adk/telemetry/tracing.py",
			"google/adk-python:tests/unittests/telemetry/functional_goldens",
			"google/adk-go:internal/telemetry",
			"google/adk-js:core/src/telemetry/tracing.ts",
			"volcengine/veadk-python:veadk/tracing/telemetry/telemetry.py",
		},
	},
	Match: Match{KeyPrefixes: []string{adkScope + "."}, ScopePrefixes: []string{adkScope}},
	Role:  adkRole,
	Common: Common{
		AgentName: genAICommon.AgentName,
		Session:   []string{"gen_ai.conversation.id", "gcp.vertex.agent.session_id"},
	},
	Agent: genAIAgent,
	LLM: genAIModel.before(
		[]Source{attr("gcp.vertex.agent.llm_request").opened(adkRequest)},
		[]Source{attr("gcp.vertex.agent.llm_response").opened(adkContent)},
	),
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: []Source{attr("gcp.vertex.agent.tool_call_args").opened(recordedObject), {Place: volcengineInput, From: volcengineArguments}},
		Result:    []Source{{Place: "gcp.vertex.agent.tool_response", From: adkAnswer}, {Place: volcengineOutput, From: volcengineResult}},
	},
	Adjust: adjustADK,
	Log:    geminiLog(adkScope),
}

// adkSpans are the spans that have no operation name, by how their names begin. What follows an agent's is its name, in
// brackets.
var adkSpans = []struct {
	name string
	role observation.Role
}{
	{"invocation", observation.Agent},
	{"agent_run", observation.Agent},
	{"call_llm", observation.LLM},
	{"execute_tool (merged)", observation.Other}, // the sum of tools that ran at once, or the span around them
	{"send_data", observation.Other},
}

func adkRole(s *span.Span) (observation.Role, bool) {
	for i := range adkSpans {
		if rest, found := strings.CutPrefix(s.Name, adkSpans[i].name); found && (rest == "" || rest[0] == ' ') {
			return adkSpans[i].role, true
		}
	}
	return genAIRole(s)
}

// recordedObject is JSON, unless it is the empty object that stands where nothing was recorded.
func recordedObject(v value.Value) value.Value {
	if v = v.Decode(); v.Kind() == value.Object && v.IsEmpty() {
		return value.Value{}
	}
	return v
}

// adkRequest is the contents of a request. Go called them content.
func adkRequest(v value.Value) value.Value {
	return recordedObject(v).First("contents", "content")
}

// adkContent is the content of a response, whose keys begin with a capital in Go.
func adkContent(v value.Value) value.Value {
	return recordedObject(v).First("content", "Content")
}

// adkAnswer is what a tool returned. An empty object was returned by a tool only if its arguments were recorded.
func adkAnswer(s *span.Span) value.Value {
	answer := s.Attrs.Get("gcp.vertex.agent.tool_response")
	if recordedObject(s.Attrs.Get("gcp.vertex.agent.tool_call_args")).IsAbsent() {
		return recordedObject(answer)
	}
	return answer
}

func adjustADK(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	openGemini(o, adkField(s))
	switch o.Role {
	case observation.Agent:
		if name, found := strings.CutPrefix(s.Name, "agent_run ["); found && o.AgentName == "" {
			o.AgentName = strings.TrimSuffix(name, "]")
		}
	case observation.Tool:
		o.CallID = firstOf(o.CallID, knownID(volcengineRecord(s, volcengineOutput, "id", "name", "response").Get("id").Text()))
	case observation.LLM:
		setApartContext(o.Input)
		readADKResponse(recordedObject(s.Attrs.Get("gcp.vertex.agent.llm_response")), o)
		o.Failed = o.Failed || isBareCall(s)
	}
}

// adkFields are the fields in which tools return, as the API wants it, what isn't an object, by the language of the SDK.
// The field of one value is read for all; JavaScript has another for lists. It alone is used with resources that don't
// name the language.
//
// Sources: google/adk-go:tool/mcptoolset/tool.go; google/adk-js:core/src/agents/functions.ts (buildResponseEvent).
var adkFields = map[string]string{"go": answerOutput, "nodejs": answerResults, "": answerResults}

func adkField(s *span.Span) string {
	language, _ := s.Resource.Text("telemetry.sdk.language")
	return adkFields[language]
}

// setApartContext takes from the user what other agents said: an agent that took over is told of them in the user's name.
//
// Source: google/adk-python:src/google/adk/flows/llm_flows/contents.py (_present_other_agent_message).
func setApartContext(messages []observation.Message) {
	for i := range messages {
		if m := &messages[i]; m.Speaker == observation.User && strings.HasPrefix(m.Text, "For context:[") {
			m.Speaker = observation.System
		}
	}
}

// readADKResponse reads how a generation went. One that has neither content nor calls failed when it says why.
func readADKResponse(response value.Value, o *observation.Observation) {
	if o.FinishReason == "" {
		o.FinishReason = lower(response.First("finish_reason", "finishReason", "FinishReason").Text())
	}
	if response.First("partial", "Partial").Truth() {
		o.Content |= observation.Truncated
	}
	reason := firstOf(response.First("error_message", "errorMessage", "ErrorMessage").Text(),
		response.First("error_code", "errorCode", "ErrorCode").Text())
	if reason != "" && len(o.Output) == 0 {
		o.Failed, o.Error = true, firstOf(o.Error, errorText(reason))
	}
}

// isBareCall reports whether a span is a generation to which the kit added nothing. It adds the request together with the
// response, so none came.
//
// Source: google/adk-js:core/src/agents/llm_agent.ts (runAndHandleError).
func isBareCall(s *span.Span) bool {
	if s.Name != "call_llm" || s.DroppedAttributes > 0 {
		return false
	}
	for key := range s.Attrs.All() {
		if strings.HasPrefix(key, "gen_ai.") || strings.HasPrefix(key, "gcp.vertex.agent.") {
			return false // others come from what an application stamps on all of its spans
		}
	}
	return true
}
