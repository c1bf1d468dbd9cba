package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// hostedTool is a tool of the model's provider. Most are run while the model answers: the call and what came of it are one
// item, or two parts, of the answer, under names of the provider's own. Others the application runs.
//
// Sources: OpenAI API reference, "The response object" (web_search_call, file_search_call, code_interpreter_call,
// image_generation_call, mcp_call, computer_call, local_shell_call, shell_call, apply_patch_call);
// googleapis/python-genai:google/genai/types.py (Part).
type hostedTool struct {
	name      string // absent: it is in the item
	ours      bool   // the application runs it
	arguments func(value.Value) value.Value
	result    func(value.Value) value.Value
}

// hostedTools are the tools by the types of items.
var hostedTools = map[string]hostedTool{
	"web_search_call":       {name: "web_search", arguments: searchedFor},
	"file_search_call":      {name: "file_search", arguments: onlyField("queries"), result: fieldOf("results")},
	"code_interpreter_call": {name: "code_interpreter", arguments: onlyField("code"), result: printedLogs},
	"image_generation_call": {name: "image_generation"},
	"mcp_call":              {arguments: fieldOf("arguments"), result: fieldOf("output")},
	"computer_call":         {name: "computer", ours: true, arguments: fieldOf("action")},
	"local_shell_call":      {name: "local_shell", ours: true, arguments: fieldOf("action")},
	"shell_call":            {name: "shell", ours: true, arguments: fieldOf("action")},
	"apply_patch_call":      {name: "apply_patch", ours: true, arguments: fieldOf("operation")},
}

// fieldOf is a field's value, and onlyField an object of the field alone.
func fieldOf(key string) func(value.Value) value.Value {
	return func(item value.Value) value.Value { return item.Get(key) }
}

func onlyField(key string) func(value.Value) value.Value {
	return func(item value.Value) value.Value {
		return object(value.Field{Key: key, Value: item.Get(key)})
	}
}

// searchedFor is what a search was for, without what it found.
func searchedFor(item value.Value) value.Value {
	return withField(withField(item.Get("action"), "type", value.Value{}, ""), "sources", value.Value{}, "")
}

// printedLogs is what a program printed.
func printedLogs(item value.Value) value.Value {
	var logs []string
	for _, output := range item.Get("outputs").Items() {
		if text, ok := output.Get("logs").Str(); ok {
			logs = append(logs, text)
		}
	}
	if logs == nil {
		return value.Value{}
	}
	return value.OfString(strings.Join(logs, "\n"))
}

// addHosted adds the call that an item is, and what came of it where the provider ran it.
func addHosted(m *observation.Message, item value.Value) {
	tool := hostedTools[item.Get("type").Text()]
	call := observation.Call{ID: knownID(item.First("call_id", "id").Text()), Name: firstOf(tool.name, item.Get("name").Text())}
	if tool.arguments != nil {
		call.Arguments = argumentsValue(tool.arguments(item))
	}
	if !isCall(call) {
		return
	}
	m.Calls = append(m.Calls, call)
	if !tool.ours {
		m.Results = append(m.Results, tool.outcome(item, &call))
	}
}

// outcome is what came of a call, as far as its item tells.
func (t *hostedTool) outcome(item value.Value, call *observation.Call) observation.Result {
	result := observation.Result{ID: call.ID, Name: call.Name, Failed: item.Get("status").Text() == "failed"}
	if t.result != nil {
		result.Output = outputValue(t.result(item))
	}
	if failure := item.Get("error"); !failure.IsEmpty() {
		result.Output, result.Failed = outputValue(failure), true
	}
	return result
}

// serverResult is how the type of a block ends that holds the result of a tool which Anthropic ran, serverFailure that of
// its content where the tool failed.
//
// Source: anthropics/anthropic-sdk-python:src/anthropic/types/beta (beta_bash_code_execution_tool_result_block.py,
// beta_bash_code_execution_tool_result_error.py and others).
const (
	serverResult  = "_tool_result"
	serverFailure = "_tool_result_error"
)

// addProgram adds the program that a model of Google's had run, or what came of it.
func addProgram(m *observation.Message, part value.Value) {
	const name = "code_execution"
	if program := part.First("executableCode", "executable_code"); program.Kind() == value.Object {
		m.Calls = append(m.Calls, observation.Call{Name: name, Arguments: object(value.Field{Key: "code", Value: program.Get("code")})})
	}
	if outcome := part.First("codeExecutionResult", "code_execution_result"); outcome.Kind() == value.Object {
		failed := !strings.HasSuffix(outcome.Get("outcome").Text(), "OUTCOME_OK")
		m.Results = append(m.Results, observation.Result{Name: name, Output: outputValue(outcome.Get("output")), Failed: failed})
	}
}

// nameHosted gives calls that are named after the type of their item the names of their tools, and what came of them.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-openai (_attributes/_responses_api.py).
func nameHosted(messages []observation.Message) {
	for i := range messages {
		m := &messages[i]
		for c := range m.Calls {
			if tool, hosted := hostedTools[m.Calls[c].Name]; hosted && tool.name != "" {
				m.Calls[c].Name = tool.name
				if !tool.ours {
					m.Results = append(m.Results, observation.Result{ID: m.Calls[c].ID, Name: tool.name})
				}
			}
		}
	}
}
