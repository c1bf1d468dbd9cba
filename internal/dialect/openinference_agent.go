package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// task is what smolagents and CrewAI were asked, in plain text and without the prompt that is made of it, unless
// input.value says that it is hidden.
//
// Sources, below Arize-ai/openinference:python/instrumentation: openinference-instrumentation-smolagents (_wrappers.py);
// openinference-instrumentation-crewai (_event_listener.py).
func task(key string) Source {
	return Source{Place: key, From: func(s *span.Span) value.Value {
		if text, _ := s.Attrs.Text(inputKey); isMask(text) {
			return value.Value{}
		}
		return said("user")(s.Attrs.Get(key))
	}}
}

// stateOf is what an agent took or gave, with AutoGen's messages as messages.
func stateOf(key, role string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		v := saysNothing(s.Attrs.Get(key))
		switch {
		case isWorkflow(s, v) || isMemoryStep(s, v):
			return value.Value{}
		case hasWord(s.Scope, "autogen"):
			return sourced(v)
		case isPlain(s, key) && !isConversational(v.Decode()):
			return said(role)(v)
		}
		return v
	}
}

// isMemoryStep reports whether what a step of smolagents took is the memory that it writes to.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-smolagents (_wrappers.py).
func isMemoryStep(s *span.Span, v value.Value) bool {
	return hasWord(s.Scope, "smolagents") && !decoded(v).Get("memory_step").IsAbsent()
}

// newTask begins the message in which smolagents passes the task on.
//
// Source: huggingface/smolagents:src/smolagents/memory.py (TaskStep).
const newTask = "New task:\n"

// asGiven takes the task out of the message that smolagents makes of it.
func asGiven(messages []observation.Message) {
	for i := range messages {
		if messages[i].Speaker == observation.User {
			messages[i].Text = strings.TrimPrefix(messages[i].Text, newTask)
		}
	}
}

// isPlain reports whether the producer calls a value a text.
func isPlain(s *span.Span, key string) bool {
	mime, _ := s.Attrs.Text(strings.TrimSuffix(key, "value") + "mime_type")
	return mime == "text/plain"
}

// sourced gives AutoGen's messages the roles that their sources have. Thoughts and requests of tools are no messages.
//
// Source: microsoft/autogen:python/packages/autogen-agentchat/src/autogen_agentchat/messages.py.
func sourced(v value.Value) value.Value {
	list := decoded(v)
	if messages := list.Get("messages"); messages.Kind() == value.List {
		list = messages
	}
	if list.Kind() != value.List || list.At(0).Get("source").Kind() != value.String {
		return v
	}
	var messages []value.Value
	for _, item := range list.Items() {
		text := item.Get("content")
		if text.Kind() != value.String || item.Get("type").Text() == "ThoughtEvent" {
			continue
		}
		role := "assistant"
		if item.Get("source").Text() == "user" {
			role = "user"
		}
		messages = append(messages, said(role)(text))
	}
	return value.OfList(messages...)
}

// firstTask is the description of a crew's first task, for a crew that was given no inputs.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-crewai (_wrappers.py).
func firstTask(v value.Value) value.Value {
	return said("user")(decoded(v).At(0).Get("description"))
}

// structuredResponse is the answer that LangGraph's prebuilt agents keep in their state beside the messages. Where only
// the messages were recorded, the last of them tells it, as LangChain for JavaScript words it.
//
// Sources: langchain-ai/langgraph:libs/prebuilt/langgraph/prebuilt/chat_agent_executor.py;
// langchain-ai/langchainjs:libs/langchain/src/agents (nodes/AgentNode.ts for the words).
func structuredResponse(v value.Value) value.Value {
	state := decoded(v)
	messages := state.Get("messages")
	if messages.Kind() != value.List {
		return value.Value{}
	}
	if answer := state.First("structuredResponse", "structured_response"); !answer.IsAbsent() {
		return answer
	}
	last := constructed(messages.At(messages.Len() - 1)).Get("content").Text()
	text, _ := strings.CutPrefix(last, "Returning structured response: ")
	if answer := structured(value.OfString(text)); text != last && answer.Kind() == value.Object {
		return answer
	}
	return value.Value{}
}

// adjustOrigin reads the agent's name and the session from a run's metadata.
//
// Sources, below Arize-ai/openinference: python/instrumentation/openinference-instrumentation-langchain (_tracer.py);
// js/packages/openinference-instrumentation-langchain/src/utils.ts.
func adjustOrigin(s *span.Span, o *observation.Observation) {
	if o.AgentName != "" && o.Session != "" || !s.Attrs.Has("metadata") {
		return
	}
	metadata := decoded(s.Attrs.Get("metadata"))
	if o.AgentName == "" {
		o.AgentName = metadata.Get("lc_agent_name").Text()
	}
	for _, key := range []string{"session_id", "conversation_id", "thread_id"} {
		if o.Session == "" {
			o.Session = metadata.Get(key).Text()
		}
	}
}

// adjustTurns reads the turns that an agent span holds, and drops a result that could not be opened.
func adjustTurns(s *span.Span, o *observation.Observation) {
	if o.Result.Kind() == value.Object && !o.Result.Get("__class__").IsAbsent() {
		o.Result = value.Value{} // the repr of an object: the last generation tells the answer better
	}
	if text, ok := o.Result.Str(); ok && s.Scope == strandsScope {
		o.Result = value.OfString(strings.TrimSuffix(text, "\n"))
	}
	if isClaudeRun(s) {
		o.Turns = observation.OwnTurns
		openInferenceLLM.fill(s, o)
		dropSyntheticAnswer(o)
	}
}

// strandsScope is that of spans to which a processor adds OpenInference's keys. An agent's answer in them ends with the
// newline that Python prints after each text.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-strands-agents.
const strandsScope = "strands.telemetry.tracer"

// syntheticAnswer is how Claude Code begins the message that it makes itself when a request to the model failed for good.
//
// Source: anthropics/claude-agent-sdk-python:src/claude_agent_sdk/types.py (AssistantMessage with model <synthetic>).
const syntheticAnswer = "API Error: "

// dropSyntheticAnswer makes the last answer of a failed run the error that it is.
func dropSyntheticAnswer(o *observation.Observation) {
	last := len(o.Output) - 1
	if o.Failed && last >= 0 && strings.HasPrefix(o.Output[last].Text, syntheticAnswer) {
		o.Output, o.Error = o.Output[:last], errorText(o.Output[last].Text)
	}
}

// isClaudeRun reports whether a span is a run of the Claude Agent SDK for Python, which has no spans for its
// generations: each message of its output is one. On the agent spans of others such messages are copies.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-claude-agent-sdk (_wrappers.py).
func isClaudeRun(s *span.Span) bool {
	return (hasWord(s.Scope, "claude_agent_sdk") || strings.HasPrefix(s.Name, "ClaudeAgentSDK.")) &&
		hasPrefix(s, "llm.output_messages.")
}
