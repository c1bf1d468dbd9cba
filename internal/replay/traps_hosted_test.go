package replay

import "testing"

// Answers in which tools ran that are the provider's.
const (
	searchBlocks = `{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"I search."},{"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"tide"}},{"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","title":"Tides","url":"https://x.y"}]},{"type":"text","text":"High at nine."}],"stop_reason":"end_turn"}`
	searchItems  = `{"id":"resp","object":"response","output":[{"type":"web_search_call","id":"ws1","status":"completed","action":{"type":"search","query":"tide"}},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"High at nine."}]}]}`
)

// lf, bt and ml are spans of Langfuse, Braintrust and MLflow with what went in and what came out.
func lf(id, parent string, start, end int64, kind, name, in, out string, pairs ...any) *trapSpan {
	p := []any{"langfuse.observation.type", kind}
	if in != "" {
		p = append(p, "langfuse.observation.input", in)
	}
	if out != "" {
		p = append(p, "langfuse.observation.output", out)
	}
	return sp(id, parent, start, end, name, append(p, pairs...)...).from("langfuse-sdk")
}

func bt(id, parent string, start, end int64, kind, name, in, out string, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, name, append([]any{"braintrust.span_attributes", `{"type":"` + kind + `","name":"` + name + `"}`, "braintrust.input_json", in, "braintrust.output_json", out}, pairs...)...).from("braintrust")
}

func ml(id, parent string, start, end int64, kind, name, in, out string, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, name, append([]any{"mlflow.spanType", `"` + kind + `"`, "mlflow.spanInputs", in, "mlflow.spanOutputs", out}, pairs...)...).from("mlflow")
}

func TestTrapsOfHostedTools(t *testing.T) {
	checkTraps(t, []trap{
		{name: "a tool that the provider ran in an answer ends no run", spans: trace(
			bt("a", "", 1, 9, "llm", "m", `[{"role":"user","content":"Tide?"}]`, searchBlocks),
		), want: `
			start Tide?
			llm I search.High at nine. -> web_search
			call web_search(query='tide')
			return [{"type": "web_search_result", "title": "Tides", "url": "https://x.y"}]
			end I search.High at nine.`},
		{name: "a search that the provider made while it answered", spans: trace(
			ml("a", "", 1, 9, "CHAT_MODEL", "m", `{"input":"Tide?"}`, searchItems),
		), want: `
			start Tide?
			llm High at nine. -> web_search
			call web_search(query='tide')
			return
			end High at nine.`},
		{name: "a search that is named after its item", spans: trace(
			oi("a", "", 1, 9, "LLM", "Response", oiRole, "user", oiAsked, "Tide?", oiOut+"0.message.role", "assistant", oiCall+"id", "ws1", oiCall+"function.name", "web_search_call",
				oiOut+"1.message.role", "assistant", oiOut+"1.message.contents.0.message_content.type", "text", oiOut+"1.message.contents.0.message_content.text", "High at nine."),
		), want: `
			start Tide?
			llm High at nine. -> web_search
			call web_search()
			return
			end High at nine.`},
		{name: "a search that the next request tells again", spans: trace(
			ml("a", "", 1, 9, "CHAT_MODEL", "m", `{"input":"Tide?"}`, searchItems),
			ml("b", "", 11, 19, "CHAT_MODEL", "m", `{"input":[{"role":"user","content":"Tide?"},{"type":"web_search_call","id":"ws1","status":"completed","action":{"type":"search","query":"tide"}},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"High at nine."}]},{"role":"user","content":"Thanks"}]}`, `{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Bye."}]}]}`),
		), want: `
			start Tide?
			llm High at nine. -> web_search
			call web_search(query='tide')
			return
			llm Bye.
			end Bye.`},
		{name: "a program that the provider ran", spans: trace(
			lf("a", "", 1, 9, "generation", "m", `{"contents":[{"role":"user","parts":[{"text":"Count"}]}]}`, `{"candidates":[{"content":{"role":"model","parts":[{"text":"I count."},{"executableCode":{"language":"PYTHON","code":"print(2)"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"2"}},{"text":"Two."}]}}]}`),
		), want: `
			start Count
			llm I count.Two. -> code_execution
			call code_execution(code='print(2)')
			return 2
			end I count.Two.`},
		{name: "a server's tool that the provider called in vain", spans: trace(
			bt("a", "", 1, 9, "llm", "m", `[{"role":"user","content":"Tide?"}]`, `{"output":[{"type":"mcp_call","id":"mcp1","name":"tide","server_label":"sea","arguments":"{\"at\":1}","error":"no answer","output":null},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Sorry."}]}]}`),
		), want: `
			start Tide?
			llm Sorry. -> tide
			call tide(at=1)
			return no answer (error)
			end Sorry.`},
	})
}
