package dialect

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestWeave(t *testing.T) {
	const hello = `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`
	checkReadings(t, map[string]reading{
		"an operation and messages under Weave's names": {
			spanOf("", "chat m1", "weave.operation.name", "chat", "weave.request.model", "m1", "weave.conversation.id", "s1",
				"weave.input.messages", `[{"role":"user","content":"Hi"}]`, "weave.output.messages", hello, "weave.response.finish_reasons", "stop"),
			`llm | session s1 | model m1 | finish stop | in user "Hi" | out assistant "Hello"`,
		},
		"Weave's names win over GenAI's, which fill the rest": {
			spanOf("", "chat m1", "weave.operation.name", "chat", "gen_ai.request.model", "m1", "weave.output.messages", hello,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hel"}]}]`),
			`llm | model m1 | out assistant "Hello"`,
		},
		"GenAI's operation counts where Weave has none": {
			spanOf("", "chat m1", "gen_ai.operation.name", "chat", "weave.output.messages", hello), `llm | out assistant "Hello"`,
		},
		"a tool": {
			spanOf("", "execute_tool sum", "weave.operation.name", "execute_tool", "weave.tool.name", "sum", "weave.tool.call.id", "c1",
				"weave.tool.call.arguments", `{"a":1}`, "weave.tool.call.result", "1"),
			`tool sum c1 | request {"a": 1} | result "1"`,
		},
		"an agent by its kind": {
			spanOf("", "ask", "weave.span.kind", "agent", "weave.agent.name", "A", "weave.prompt", "Hi", "weave.completion", "Hello", "wandb.thread_id", "t1"),
			`agent A | session t1 | request "Hi" | result "Hello"`,
		},
		"reasoning beside the messages": {
			spanOf("", "chat m1", "weave.operation.name", "chat", "weave.output.messages", hello, "weave.reasoning_content", "greet"),
			`llm | out assistant "Hello" thinks "greet"`,
		},
		"reasoning beside GenAI's messages": {
			spanOf("", "chat m1", "weave.operation.name", "chat", "gen_ai.output.messages", hello, "weave.reasoning_content", "greet"),
			`llm | out assistant "Hello" thinks "greet"`,
		},
		"reasoning alone": {
			spanOf("", "chat m1", "weave.operation.name", "chat", "weave.reasoning_content", "greet"), `llm | out assistant thinks "greet"`,
		},
		"an operation that makes an agent is no step": {spanOf("", "create_agent A", "weave.operation.name", "create_agent"), `other`},
		"a turn's mark says nothing of a role":        {spanOf("", "ask", "wandb.thread_id", "t1", "wandb.is_turn", true), `other`},
	})
}

func FuzzReadWeave(f *testing.F) {
	f.Add("chat", `[{"role":"user","content":"Hi"}]`, `[{"role":"assistant","content":"Hello"}]`, "greet")
	f.Add("execute_tool", `{"a":1}`, "1", "")
	f.Fuzz(func(t *testing.T, operation, input, output, reasoning string) {
		o := Read(spanOf("", "step", "weave.operation.name", operation, "weave.input.messages", input, "weave.output.messages", output,
			"weave.reasoning_content", reasoning, "weave.tool.call.arguments", input, "weave.tool.call.result", output))
		if o.Role == observation.LLM && !isPlaceholder(reasoning) && len(o.Output) == 0 {
			t.Error("a generation lost its reasoning")
		}
	})
}
