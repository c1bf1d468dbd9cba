package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// withoutObjects drops from the arguments of a Python function what the framework hands it besides: an object that prints
// as its class and its address, such as LlamaIndex's context. No model asked for it, and the address is another in each run.
//
// Source: run-llama/llama_index:llama-index-core/llama_index/core/tools/function_tool.py (ctx_param_name).
func withoutObjects(arguments value.Value) value.Value {
	isObject := func(field value.Field) bool { return isAddress(field.Value.Text()) }
	if arguments.Kind() != value.Object || !slices.ContainsFunc(arguments.Fields(), isObject) {
		return arguments
	}
	return value.OfObject(slices.DeleteFunc(slices.Clone(arguments.Fields()), isObject)...)
}

// isAddress reports whether a text is how Python prints an object that has no print of its own: <module.Class object at 0x7f01>.
func isAddress(text string) bool {
	return strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") && strings.Contains(text, " object at 0x")
}
