// Package agentdelta is the trace file format of agentdelta: the records of a file, the ids of its nodes, the limits
// and spellings of their contents, and the bytes that all of this becomes.
//
// agentdelta compares two runs of an agent by the texts of their steps. Equal runs must therefore give equal bytes,
// whichever library recorded them: nothing in this package asks for the time, a random number, the locale or the order
// of a Go map, and every spelling below has exactly one form.
//
// # File
//
// A file is lines of JSON, each ended by one LF, without a byte order mark:
//
//	{"type": "trace_meta", "run_id": "...", <fields>}                                                        one
//	{"type": "node", "id": "...", "step": 1, "node_type": "...", "content": "...", "metadata": {...}}        steps 1..n
//	{"type": "edge", "source_step": 1, "target_step": 2, "edge_type": "...", "label": "..."}                 any
//
// Records stand in this order, keys stand in this order, and each line is what Python's json.dumps writes by default:
// ", " and ": " between parts, control characters and every code point above U+007E as \uXXXX (a surrogate pair above U+FFFF), <, > and & as
// they are. agentdelta's own AgentTrace.save writes the same bytes (agentdelta/trace.py in the agentdelta package on
// PyPI), and its loader, which opens files in the locale's encoding, reads them anywhere. On request texts are written
// in UTF-8 instead, as json.dumps does with ensure_ascii=False.
//
// The loader calls the fields of trace_meta beyond run_id the trace's metadata. They can't be named type or run_id.
//
// # Nodes
//
//	node_type     how many                        content                       limit, in code points
//	-----------   -----------------------------   ---------------------------   ------------------------------
//	start         one, first                      the user's request            500
//	llm           one a generation                the model's text              2000
//	tool_call     one an execution                name(input)                   500 for the input, then wrapped
//	tool_return   one an execution that answers   the output, or the error      500
//	end           at most one, last               the answer, or the error      500
//
//	id  =  the first 16 hex digits of SHA-256 over UTF-8( node_type ":" content )
//
// The content is hashed as it is written: cut, and with U+FFFD in place of each byte that isn't UTF-8. Limits are
// those of agentdelta's own recorder (agentdelta/instrument.py); see [Limits].
//
// # Edges
//
//	edge_type      from             to                                  label
//	------------   --------------   ---------------------------------   -----------
//	llm_decision   llm              a tool_call it asked for
//	tool_call      tool_call        its tool_return                     tool's name
//	tool_return    tool_return      the step that follows               tool_output
//	sequence       any other step   end                                 chain_end
//	sequence       any other step   any other step
//
// An edge leads from a lower step to a higher one. Each step but the first has at least one edge to it.
//
// # Input of a tool call
//
// A tool_call's input looks like the Python call that it stands for; see [CallContent]. Below, JSON on the left is how
// it was recorded.
//
//	recorded                                     written
//	------------------------------------------   -----------------------------------------
//	{"unit": "C", "city": "Tokyo"}               city='Tokyo', unit='C'
//	{"q": "it's", "deep": true, "n": 1.50}       deep=True, n=1.50, q="it's"
//	{"place": {"lon": 2, "lat": null}}           place={'lat': None, 'lon': 2}
//	{"Content-Type": "text/html"}                {'Content-Type': 'text/html'}
//	[1, "a\u200db"]                              [1, 'a\u200db']
//	"Tokyo"                                      Tokyo
//	nothing, null, {}
//
// Keywords are used when every key is a Python identifier (str.isidentifier, so "class" is one); keys are sorted by
// code point at every depth; texts are written as repr writes them by Unicode 14.0.0, that of CPython 3.11; numbers
// keep their JSON spelling. A text that holds a JSON or Python dict or list is read first.
//
// # Output of a tool
//
// A tool_return's content is text as it is, and json.dumps(value, ensure_ascii=False) of anything else; see
// [OutputText].
//
// # Metadata
//
// A node's metadata and the fields of trace_meta are in the order of the Key constants. NaN and the infinities, which Python
// writes as bare words, are written as null, so that every line is JSON to every reader.
package agentdelta

//go:generate python3 testdata/make_tables.py
//go:generate gofmt -w table_printable.go table_identifier.go
