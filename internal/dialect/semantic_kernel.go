package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// semanticKernel is Microsoft's Semantic Kernel.
//
//	         messages of models                               messages of agents          tools
//	.NET     span events gen_ai.*.message, gen_ai.choice:     gen_ai.input.messages,      function; no call id
//	         gen_ai.event.content                             gen_ai.output.messages
//	Python   log records of the same names, bodies in JSON    gen_ai.input.messages,      Plugin-Function, call id
//	                                                          gen_ai.output.messages
//
// Messages of agents have OpenAI's form, with content and tool_calls. Every function of a kernel has a tool's span, a
// prompt that only calls a model included; one of those that the application ran is a wrapper.
var semanticKernel = following(Dialect{
	Name: "semantic_kernel",
	About: About{
		Title:    "Semantic Kernel for .NET and Python",
		Versions: "sources of August 2026, and for Python those before 1.21",
		Switch:   "SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true",
		Gaps:     "Python: texts of models are log records and need a logs pipeline; .NET: tools carry no call id",
		Links: []string{
			"microsoft/semantic-kernel:dotnet/src/InternalUtilities/src/Diagnostics/ModelDiagnostics.cs",
			"microsoft/semantic-kernel:dotnet/src/SemanticKernel.Abstractions/Functions/KernelFunction.cs",
			"microsoft/semantic-kernel:python/semantic_kernel/utils/telemetry/model_diagnostics/decorators.py",
			"microsoft/semantic-kernel:python/semantic_kernel/utils/telemetry/agent_diagnostics/decorators.py",
		},
	},
	Match: Match{ScopePrefixes: []string{"Microsoft.SemanticKernel", "semantic_kernel."}},
	Role: byOperation(map[string]observation.Role{
		"chat.completions": observation.LLM, "text.completions": observation.LLM, // Python before 1.21
	}),
	Adjust: adjustSemanticKernel,
})

// byOperation classifies by operations that the conventions don't name.
func byOperation(table map[string]observation.Role) func(*span.Span) (observation.Role, bool) {
	return func(s *span.Span) (observation.Role, bool) {
		operation, _ := s.Attrs.Text("gen_ai.operation.name")
		role, known := table[lower(operation)]
		return role, known
	}
}

// withoutOverride drops an argument of the agent that asked for a function, which Python hands on to every function as it
// does all arguments of its kernel.
//
// Source: microsoft/semantic-kernel:python/semantic_kernel/agents/agent.py (_as_kernel_function).
func withoutOverride(arguments value.Value) value.Value {
	if arguments.Get("instructions_override").Kind() != value.Null {
		return arguments
	}
	isOverride := func(field value.Field) bool { return field.Key == "instructions_override" }
	return value.OfObject(slices.DeleteFunc(slices.Clone(arguments.Fields()), isOverride)...)
}

// adjustSemanticKernel says that a function may be no tool, and takes the first of the finish reasons of all
// alternatives out of the name of Python's enumeration.
func adjustSemanticKernel(_ *span.Span, o *observation.Observation) {
	o.Request = withoutOverride(o.Request)
	o.MayWrap = o.Role == observation.Tool && o.CallID == ""
	first, _, _ := strings.Cut(o.FinishReason, ",")
	o.FinishReason = strings.TrimPrefix(first, "FinishReason.")
}
