package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// ag2 is AG2, once AutoGen 0.2. Its own type tells what a span is.
//
// In the classic agents a conversation goes between two of them: the model's call lies below the one that answers, the
// tool's below the one that executes. A conversation's output is its whole history as the agent that opened it keeps it,
// whose own messages there are the assistant's: who said the last word can't be told from the roles, and the model's
// last text is the answer. Version 1 has one agent around its models and tools, and messages in OpenAI's form.
var ag2 = following(Dialect{
	Name: "ag2",
	About: About{
		Title:    "AG2, classic agents and version 1",
		Versions: "ag2 0.10 and 0.11, autogen.beta and ag2 1, sources of 2026",
		Switch:   "classic: AG2_OTEL_RECORD_CONTENT=1, and capture_messages=True for models; version 1: texts are recorded unless capture_content=False",
		Gaps: "classic: the text beside an assistant's calls, and the errors of tools; version 1: what an agent was asked and answered, " +
			"results beyond 8192 characters",
		Links: []string{
			"ag2ai/ag2:autogen/opentelemetry/instrumentators",
			"ag2ai/ag2:ag2/middleware/builtin/telemetry.py",
		},
	},
	Match:  Match{Keys: []string{ag2Type}, ScopePrefixes: []string{"opentelemetry.instrumentation.ag2"}},
	Role:   ag2Role,
	Tool:   ToolFields{Result: []Source{attr("ag2.code_execution.output")}},
	Adjust: adjustAG2,
})

const ag2Type = "ag2.span.type"

// ag2Types is what each type is to a run. Accounts of usage have a model and tokens, and are no generation.
//
// Source: ag2ai/ag2:autogen/opentelemetry/consts.py, ag2/_telemetry_consts.py.
var ag2Types = map[string]observation.Role{
	"conversation": observation.Agent, "multi_conversation": observation.Agent, "agent": observation.Agent,
	"llm": observation.LLM, "tool": observation.Tool, "code_execution": observation.Tool,
	"speaker_selection": observation.Other, "human_input": observation.Other, "handoff": observation.Other, "usage": observation.Other,
}

// ag2Role goes by the type. The span of a code execution that found no code to execute has no exit code.
func ag2Role(s *span.Span) (observation.Role, bool) {
	kind, _ := s.Attrs.Text(ag2Type)
	role, known := ag2Types[kind]
	if kind == "code_execution" && !s.Attrs.Has("ag2.code_execution.exit_code") {
		return observation.Other, true
	}
	return role, known
}

// termination is what agents say to end a conversation.
//
// Source: ag2ai/ag2:autogen/agentchat/conversable_agent.py (is_termination_msg).
const termination = "TERMINATE"

// beforeTermination is the last text of a history that ends with nothing but the word that ends it. A history that ends
// with an answer is left to the model that gave it.
func beforeTermination(v value.Value) value.Value {
	list, _ := Messages(v, observation.Assistant)
	last := len(list) - 1
	if last < 0 || strings.TrimSpace(list[last].Text) != termination {
		return value.Value{}
	}
	for i := last - 1; i > 0; i-- { // the first is the question
		if text := strings.TrimSpace(list[i].Text); text != "" && text != termination {
			return value.OfString(list[i].Text)
		}
	}
	return value.Value{}
}

// adjustAG2 gives a code execution, which nobody called by a name, the name of its operation, and a conversation the one
// answer that its history tells better than its models.
func adjustAG2(s *span.Span, o *observation.Observation) {
	switch kind, _ := s.Attrs.Text(ag2Type); {
	case o.Role == observation.Tool && kind == "code_execution":
		o.Tool = "execute_code"
	case o.Role == observation.Agent && kind == "conversation":
		o.Result = beforeTermination(s.Attrs.Get("gen_ai.output.messages"))
	}
}
