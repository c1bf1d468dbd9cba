package bench

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// genAI records a run by the OpenTelemetry GenAI conventions.
func genAI(r *run, s ptrace.Span, at int) {
	a := s.Attributes()
	k, n := place(at)
	t := &r.turns[n]
	switch k {
	case agent:
		s.SetName("invoke_agent researcher")
		a.PutStr("gen_ai.operation.name", "invoke_agent")
		a.PutStr("gen_ai.provider.name", "openai")
		a.PutStr("gen_ai.agent.name", "researcher")
		a.PutStr("gen_ai.conversation.id", "conversation-1")
		a.PutStr("gen_ai.input.messages", "["+genAIText("user", r.question)+"]")
		a.PutStr("gen_ai.output.messages", "["+genAIText("assistant", r.turns[r.last()].text)+"]")
	case model:
		s.SetName("chat gpt-4o")
		s.SetKind(ptrace.SpanKindClient)
		a.PutStr("gen_ai.operation.name", "chat")
		a.PutStr("gen_ai.provider.name", "openai")
		a.PutStr("gen_ai.request.model", "gpt-4o")
		a.PutStr("gen_ai.response.model", "gpt-4o-2024-08-06")
		a.PutStr("gen_ai.response.id", "chatcmpl-"+r.callID(n))
		a.PutDouble("gen_ai.request.temperature", 0.2)
		a.PutInt("gen_ai.usage.input_tokens", 512)
		a.PutInt("gen_ai.usage.output_tokens", 128)
		a.PutEmptySlice("gen_ai.response.finish_reasons").AppendEmpty().SetStr("stop")
		a.PutStr("gen_ai.system_instructions", `[{"type":"text","content":`+quoted(r.system)+`}]`)
		a.PutStr("gen_ai.input.messages", r.genAIRequest(n))
		a.PutStr("gen_ai.output.messages", r.genAIResponse(n))
	case tool:
		s.SetName("execute_tool " + t.tool)
		a.PutStr("gen_ai.operation.name", "execute_tool")
		a.PutStr("gen_ai.tool.name", t.tool)
		a.PutStr("gen_ai.tool.type", "function")
		a.PutStr("gen_ai.tool.call.id", r.callID(n))
		a.PutStr("gen_ai.tool.call.arguments", t.arguments)
		a.PutStr("gen_ai.tool.call.result", t.result)
	}
}

// genAIRequest is what a model is sent: the history, the question, and the last call with its result.
func (r *run) genAIRequest(n int) string {
	var list []string
	for i, e := range r.history {
		id := "old_" + r.callID(i)
		list = append(list, genAIText("user", e.question), genAICall(id, "read_file", e.call, ""),
			genAIResult(id, e.result), genAIText("assistant", e.answer))
	}
	list = append(list, genAIText("user", r.question))
	if n > 0 {
		before := &r.turns[n-1]
		list = append(list, genAICall(r.callID(n-1), before.tool, before.arguments, before.text),
			genAIResult(r.callID(n-1), before.result))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func (r *run) genAIResponse(n int) string {
	t := &r.turns[n]
	if n == r.last() {
		return "[" + genAIText("assistant", t.text) + "]"
	}
	return "[" + genAICall(r.callID(n), t.tool, t.arguments, t.text) + "]"
}

func genAIText(role, text string) string {
	return `{"role":"` + role + `","parts":[{"type":"text","content":` + quoted(text) + `}]}`
}

func genAICall(id, name, arguments, text string) string {
	part := `{"type":"tool_call","id":"` + id + `","name":"` + name + `","arguments":` + arguments + `}`
	if text != "" {
		part = `{"type":"text","content":` + quoted(text) + `},` + part
	}
	return `{"role":"assistant","parts":[` + part + `],"finish_reason":"tool_call"}`
}

func genAIResult(id, result string) string {
	return `{"role":"tool","parts":[{"type":"tool_call_response","id":"` + id + `","response":` + quoted(result) + `}]}`
}
