package bench

import (
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// openInference records a run as OpenInference's instrumentations do: messages flattened into attributes, and what went
// in and came out.
func openInference(r *run, s ptrace.Span, at int) {
	a := s.Attributes()
	k, n := place(at)
	t := &r.turns[n]
	switch k {
	case agent:
		s.SetName("AgentExecutor")
		a.PutStr("openinference.span.kind", "AGENT")
		a.PutStr("session.id", "session-1")
		a.PutStr("input.value", `{"input":`+quoted(r.question)+`}`)
		a.PutStr("input.mime_type", "application/json")
		a.PutStr("output.value", `{"output":`+quoted(r.turns[r.last()].text)+`}`)
		a.PutStr("output.mime_type", "application/json")
	case model:
		s.SetName("ChatOpenAI")
		a.PutStr("openinference.span.kind", "LLM")
		a.PutStr("llm.model_name", "gpt-4o-2024-08-06")
		a.PutStr("llm.invocation_parameters", `{"model":"gpt-4o","temperature":0.2}`)
		a.PutInt("llm.token_count.prompt", 512)
		a.PutInt("llm.token_count.completion", 128)
		r.openInferenceRequest(a, n)
		r.openInferenceResponse(a, n)
	case tool:
		s.SetName(t.tool)
		a.PutStr("openinference.span.kind", "TOOL")
		a.PutStr("tool.name", t.tool)
		a.PutStr("tool_call.id", r.callID(n))
		a.PutStr("input.value", t.arguments)
		a.PutStr("output.value", t.result)
	}
}

func (r *run) openInferenceRequest(a pcommon.Map, n int) {
	request := flatMessages{a, "llm.input_messages.", 0}
	request.add("system", r.system)
	for i, e := range r.history {
		id := "old_" + r.callID(i)
		request.add("user", e.question)
		request.addCall("", id, "read_file", e.call)
		request.addResult(id, e.result)
		request.add("assistant", e.answer)
	}
	request.add("user", r.question)
	if n > 0 {
		before := &r.turns[n-1]
		request.addCall(before.text, r.callID(n-1), before.tool, before.arguments)
		request.addResult(r.callID(n-1), before.result)
	}
}

func (r *run) openInferenceResponse(a pcommon.Map, n int) {
	t := &r.turns[n]
	response := flatMessages{a, "llm.output_messages.", 0}
	body := `{"role":"assistant","content":` + quoted(t.text) + `}`
	if n == r.last() {
		response.add("assistant", t.text)
	} else {
		response.addCall(t.text, r.callID(n), t.tool, t.arguments)
	}
	a.PutStr("output.value", `{"choices":[{"message":`+body+`}]}`)
}

// flatMessages writes messages into attributes.
type flatMessages struct {
	to     pcommon.Map
	prefix string
	count  int
}

func (f *flatMessages) next() string {
	f.count++
	return f.prefix + strconv.Itoa(f.count-1) + ".message."
}

func (f *flatMessages) add(role, text string) {
	key := f.next()
	f.to.PutStr(key+"role", role)
	f.to.PutStr(key+"content", text)
}

func (f *flatMessages) addCall(text, id, name, arguments string) {
	key := f.next()
	f.to.PutStr(key+"role", "assistant")
	f.to.PutStr(key+"content", text)
	f.to.PutStr(key+"tool_calls.0.tool_call.id", id)
	f.to.PutStr(key+"tool_calls.0.tool_call.function.name", name)
	f.to.PutStr(key+"tool_calls.0.tool_call.function.arguments", arguments)
}

func (f *flatMessages) addResult(id, result string) {
	key := f.next()
	f.to.PutStr(key+"role", "tool")
	f.to.PutStr(key+"tool_call_id", id)
	f.to.PutStr(key+"content", result)
}
