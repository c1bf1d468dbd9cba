package dialect

import "testing"

// items is a model's span with the items of a response.
func items(list string) reading {
	return reading{span: flowSpan("CHAT_MODEL", "m", mlflowInput, `{"input":"Hi"}`, mlflowOutput, `{"output":[`+list+`]}`)}
}

func (r reading) reads(want string) reading {
	r.want = `llm | in user "Hi" | ` + want
	return r
}

func TestHostedTools(t *testing.T) {
	checkReadings(t, map[string]reading{
		"a search of the web": items(`{"type":"web_search_call","id":"w1","status":"completed","action":{"type":"search","query":"tide","sources":[{"url":"x"}]}}`).
			reads(`out assistant call w1 web_search {"query": "tide"} result w1 web_search`),
		"a search of files": items(`{"type":"file_search_call","id":"f1","queries":["tide"],"results":[{"text":"high"}]}`).
			reads(`out assistant call f1 file_search {"queries": ["tide"]} result f1 file_search [{"text": "high"}]`),
		"a program": items(`{"type":"code_interpreter_call","id":"p1","code":"print(2)","outputs":[{"type":"logs","logs":"2"},{"type":"image","url":"x"}]}`).
			reads(`out assistant call p1 code_interpreter {"code": "print(2)"} result p1 code_interpreter "2"`),
		"a program whose output wasn't asked for": items(`{"type":"code_interpreter_call","id":"p1","code":"print(2)","outputs":null}`).
			reads(`out assistant call p1 code_interpreter {"code": "print(2)"} result p1 code_interpreter`),
		"a server's tool": items(`{"type":"mcp_call","id":"m1","name":"tide","server_label":"sea","arguments":"{\"at\":1}","output":"high","error":null}`).
			reads(`out assistant call m1 tide {"at": 1} result m1 tide "high"`),
		"a server's tool that failed": items(`{"type":"mcp_call","id":"m1","name":"tide","arguments":"{}","error":"no answer"}`).
			reads(`out assistant call m1 tide {} result m1 tide "no answer" failed`),
		"an image": items(`{"type":"image_generation_call","id":"i1","status":"completed","result":"iVBORw0KGgo="}`).
			reads(`out assistant call i1 image_generation result i1 image_generation`),
		"a tool that the application runs": items(`{"type":"local_shell_call","id":"x","call_id":"l1","action":{"type":"exec","command":["ls"]}}`).
			reads(`out assistant call l1 local_shell {"type": "exec", "command": ["ls"]}`),
		"what such a tool gave": {
			flowSpan("CHAT_MODEL", "m", mlflowInput, `{"input":[{"type":"local_shell_call_output","call_id":"l1","output":"a.txt"}]}`), `llm | in tool result l1 "a.txt"`,
		},
		"a program of Google's": {
			flowSpan("CHAT_MODEL", "m", mlflowOutput, `{"candidates":[{"content":{"role":"model","parts":[{"executableCode":{"language":"PYTHON","code":"print(2)"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"2"}},{"text":"Two."}]}}]}`),
			`llm | out assistant "Two." call code_execution {"code": "print(2)"} result code_execution "2"`,
		},
		"a program of Google's that failed": {
			flowSpan("CHAT_MODEL", "m", mlflowOutput, `{"candidates":[{"content":{"role":"model","parts":[{"executable_code":{"code":"x"}},{"code_execution_result":{"outcome":"OUTCOME_FAILED","output":"NameError"}}]}}]}`),
			`llm | out assistant call code_execution {"code": "x"} result code_execution "NameError" failed`,
		},
		"a call named after its item": {
			spanOf("openinference", "Response", kindKey, "LLM", "llm.output_messages.0.message.role", "assistant",
				"llm.output_messages.0.message.tool_calls.0.tool_call.id", "w1", "llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "web_search_call"),
			`llm | out assistant call w1 web_search result w1 web_search`,
		},
		"a program that Anthropic ran": {
			flowSpan("CHAT_MODEL", "m", mlflowOutput, `{"type":"message","role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"bash_code_execution","input":{"command":"ls"}},{"type":"bash_code_execution_tool_result","tool_use_id":"s1","content":{"type":"bash_code_execution_result","stdout":"a.txt","stderr":"","return_code":0,"content":[]}},{"type":"text","text":"One."}]}`),
			`llm | out assistant "One." call s1 bash_code_execution {"command": "ls"} result s1 {"type": "bash_code_execution_result", "stdout": "a.txt", "stderr": "", "return_code": 0, "content": []}`,
		},
		"a search that Anthropic refused": {
			flowSpan("CHAT_MODEL", "m", mlflowOutput, `{"type":"message","role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"x"}},{"type":"web_search_tool_result","tool_use_id":"s1","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}}]}`),
			`llm | out assistant call s1 web_search {"query": "x"} result s1 {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"} failed`,
		},
		"LangChain's blocks of a tool that the provider ran": {
			flowSpan("CHAT_MODEL", "m", mlflowOutput, `{"choices":[{"message":{"role":"assistant","content":[{"type":"server_tool_call","id":"s1","name":"web_search","args":{"query":"x"}},{"type":"server_tool_result","id":"r1","tool_call_id":"s1","status":"success","output":"y"},{"type":"text","text":"Y."}]}}]}`),
			`llm | out assistant "Y." call s1 web_search {"query": "x"} result s1 "y"`,
		},
		"words that were spoken": {
			flowSpan("CHAT_MODEL", "m", mlflowOutput, `{"choices":[{"message":{"role":"assistant","content":null,"audio":{"id":"a1","data":"AAAA","transcript":"Hello"}}}]}`), `llm | out assistant "Hello"`,
		},
	})
}
