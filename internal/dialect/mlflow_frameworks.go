package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// What MLflow logs of some frameworks is in the shapes of their objects, which nothing else records.

// mlflowAutoGen reads a field of a span of AutoGen's, and is absent on other spans.
func mlflowAutoGen(key string, read func(value.Value) value.Value) Source {
	return Source{Place: key + " of AutoGen", From: func(s *span.Span) value.Value {
		if parsed(s.Attrs.Get("mlflow.message.format")).Text() != "autogen" && !strings.Contains(s.Attrs.Get(mlflowOutput).Begin(1<<10), autoGenMark) {
			return value.Value{}
		}
		return read(parsed(s.Attrs.Get(key)))
	}}
}

// autoGenMark is a field of each message that AutoGen's agents give.
const autoGenMark = `"models_usage"`

// autoGenRequest is the conversation that AutoGen's client was given.
//
// Source: microsoft/autogen:python/packages/autogen-core/src/autogen_core/models/_types.py.
func autoGenRequest(v value.Value) value.Value {
	var messages []value.Value
	for _, m := range v.Get("messages").Items() {
		if message := autoGenMessage(m); !message.IsAbsent() {
			messages = append(messages, message)
		}
	}
	return listOf(messages)
}

// autoGenAnswer is what it gave: text, or the calls that it asks for.
func autoGenAnswer(v value.Value) value.Value {
	if v.Get("content").IsAbsent() {
		return value.Value{}
	}
	return autoGenAssistant(v)
}

// autoGenResult is the last text or object among the messages of an agent's or a team's run.
//
// Source: microsoft/autogen:python/packages/autogen-agentchat/src/autogen_agentchat/base/_task.py (TaskResult), _chat_agent.py
// (Response).
func autoGenResult(v value.Value) value.Value {
	list := append(v.Get("messages").Items(), v.Get("chat_message"))
	for i := len(list) - 1; i >= 0; i-- {
		content := list[i].Get("content")
		if kind := content.Kind(); (kind == value.String || kind == value.Object) && list[i].Get("source").Text() != "user" {
			return content
		}
	}
	return value.Value{}
}

func autoGenMessage(m value.Value) value.Value {
	switch m.Get("type").Text() {
	case "SystemMessage":
		return withField(m, "role", value.OfString("system"), "type")
	case "UserMessage":
		return withField(m, "role", value.OfString("user"), "type")
	case "AssistantMessage":
		return autoGenAssistant(m)
	case "FunctionExecutionResultMessage":
		var results []value.Value
		for _, result := range m.Get("content").Items() {
			results = append(results, withField(result, "type", value.OfString("tool_result"), ""))
		}
		return object(value.Field{Key: "role", Value: value.OfString("tool")}, value.Field{Key: "content", Value: listOf(results)})
	default:
		return value.Value{}
	}
}

func autoGenAssistant(m value.Value) value.Value {
	content, calls := m.Get("content"), value.Value{}
	if content.Kind() == value.List {
		var asked []value.Value
		for _, call := range content.Items() {
			asked = append(asked, withField(call, "type", value.OfString("tool_call"), ""))
		}
		content, calls = value.Value{}, listOf(asked)
	}
	return object(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: content},
		value.Field{Key: "reasoning", Value: m.Get("thought")},
		value.Field{Key: "tool_calls", Value: calls})
}

// adjustSmolTool reads a tool of smolagents, whose calls are logged by their classes, with a switch beside the arguments and
// texts in objects of their own.
//
// Sources: mlflow/mlflow:mlflow/smolagents/autolog.py; huggingface/smolagents:src/smolagents/tools.py (Tool.__call__),
// agent_types.py (AgentText).
func adjustSmolTool(o *observation.Observation) {
	name, isCall := strings.CutSuffix(o.Tool, ".__call__")
	if !isCall || o.Request.Get("sanitize_inputs_outputs").IsAbsent() {
		return
	}
	o.Tool, o.ToolClass = name, true
	o.Request = o.Request.First("kwargs", "args")
	if inner := o.Result.Get("_value"); !inner.IsAbsent() && o.Result.Len() == 1 {
		o.Result = inner
	}
}

// llamaArguments are the arguments of a tool of LlamaIndex, out of those of the method that calls it.
//
// Source: run-llama/llama_index:llama-index-core/llama_index/core/tools/function_tool.py (call, acall).
func llamaArguments(s *span.Span, arguments value.Value) value.Value {
	if inner := arguments.Get("kwargs"); strings.HasSuffix(s.Name, "call") && hasOnly(arguments, "args", "kwargs") && inner.Kind() == value.Object {
		return inner
	}
	return arguments
}

// preparesRequest reports whether a span that has a model's type only puts a request together.
//
// Source: run-llama/llama_index:llama-index-core/llama_index/core/llms/function_calling.py.
func preparesRequest(s *span.Span) bool {
	return strings.HasSuffix(s.Name, "._prepare_chat_with_tools")
}

// crewAsked is what an agent of CrewAI's was asked: the description of its task.
//
// Source, as of all of CrewAI's: mlflow/mlflow:mlflow/crewai/autolog.py.
func crewAsked(v value.Value) value.Value {
	return said("user")(parsedIf(v, `"expected_output"`).Path("task", "description"))
}

// crewDescription is that of a task of CrewAI's, or of the first task of a crew that was given no inputs.
func crewDescription(s *span.Span) value.Value {
	if s.Attrs.Has("expected_output") {
		return said("user")(parsed(s.Attrs.Get("description")))
	}
	if s.Attrs.Has("tasks") && parsed(s.Attrs.Get(mlflowInput)).Get("inputs").IsEmpty() {
		return crewTask(parsed(s.Attrs.Get("tasks")))
	}
	return value.Value{}
}

// crewArguments and crewOutput are what a tool of CrewAI's was called with and what it returned, out of the objects of the
// agent that ran it.
func crewArguments(v value.Value) value.Value {
	return parsedIf(v, `"agent_action"`).Path("agent_action", "tool_input")
}

func crewOutput(v value.Value) value.Value { return parsedIf(v, `"result_as_answer"`).Get("result") }

// parsedIf is parsed of a text that holds a word.
func parsedIf(v value.Value, word string) value.Value {
	if text, _ := v.Str(); !strings.Contains(text, word) {
		return value.Value{}
	}
	return parsed(v)
}
