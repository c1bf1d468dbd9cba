package bench

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// aiSDK records a run as the AI SDK of Vercel does up to version 6.
func aiSDK(r *run, s ptrace.Span, at int) {
	a := s.Attributes()
	k, n := place(at)
	t := &r.turns[n]
	switch k {
	case agent:
		s.SetName("ai.generateText researcher")
		a.PutStr("operation.name", "ai.generateText researcher")
		a.PutStr("ai.operationId", "ai.generateText")
		a.PutStr("ai.telemetry.functionId", "researcher")
		a.PutStr("ai.prompt", `{"system":`+quoted(r.system)+`,"prompt":`+quoted(r.question)+`}`)
		a.PutStr("ai.response.text", r.turns[r.last()].text)
		a.PutStr("ai.response.finishReason", "stop")
	case model:
		s.SetName("ai.generateText.doGenerate")
		a.PutStr("ai.operationId", "ai.generateText.doGenerate")
		a.PutStr("ai.telemetry.functionId", "researcher")
		a.PutStr("ai.model.id", "gpt-4o")
		a.PutStr("ai.prompt.messages", r.aiSDKRequest(n))
		a.PutStr("ai.response.model", "gpt-4o-2024-08-06")
		a.PutStr("ai.response.text", t.text)
		a.PutStr("ai.response.finishReason", "tool-calls")
		a.PutStr("gen_ai.request.model", "gpt-4o")
		a.PutInt("gen_ai.usage.input_tokens", 512)
		a.PutInt("gen_ai.usage.output_tokens", 128)
		if n < r.last() {
			a.PutStr("ai.response.toolCalls", `[{"toolCallId":"`+r.callID(n)+`","toolName":"`+t.tool+`","input":`+quoted(t.arguments)+`}]`)
		}
	case tool:
		s.SetName("ai.toolCall")
		a.PutStr("ai.operationId", "ai.toolCall")
		a.PutStr("ai.toolCall.name", t.tool)
		a.PutStr("ai.toolCall.id", r.callID(n))
		a.PutStr("ai.toolCall.args", t.arguments)
		a.PutStr("ai.toolCall.result", quoted(t.result))
	}
}

func (r *run) aiSDKRequest(n int) string {
	list := []string{`{"role":"system","content":` + quoted(r.system) + `}`}
	for i, e := range r.history {
		id := "old_" + r.callID(i)
		list = append(list, aiSDKText("user", e.question), aiSDKCall(id, "read_file", e.call, ""),
			aiSDKResult(id, "read_file", e.result), aiSDKText("assistant", e.answer))
	}
	list = append(list, aiSDKText("user", r.question))
	if n > 0 {
		before := &r.turns[n-1]
		list = append(list, aiSDKCall(r.callID(n-1), before.tool, before.arguments, before.text),
			aiSDKResult(r.callID(n-1), before.tool, before.result))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func aiSDKText(role, text string) string {
	return `{"role":"` + role + `","content":[{"type":"text","text":` + quoted(text) + `}]}`
}

func aiSDKCall(id, name, arguments, text string) string {
	return `{"role":"assistant","content":[{"type":"text","text":` + quoted(text) + `},{"type":"tool-call","toolCallId":"` + id +
		`","toolName":"` + name + `","input":` + arguments + `}]}`
}

func aiSDKResult(id, name, result string) string {
	return `{"role":"tool","content":[{"type":"tool-result","toolCallId":"` + id + `","toolName":"` + name +
		`","output":{"type":"text","value":` + quoted(result) + `}}]}`
}
