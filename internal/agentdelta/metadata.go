package agentdelta

import "github.com/agentdelta/agentdeltaexporter/internal/value"

// The keys of metadata. The rows give the node types that have a key, or meta for the fields of trace_meta. agentdelta's
// own checks read tool, call_id, arguments, parallel_group, status and error by these names.
const (
	KeyTraceID         = "trace_id"         // meta
	KeyService         = "service"          // meta
	KeyServiceVersion  = "service_version"  // meta
	KeyModel           = "model"            // llm
	KeyFinishReason    = "finish_reason"    // llm
	KeyToolCalls       = "tool_calls"       // llm: names asked for, in order
	KeyFailedAttempts  = "failed_attempts"  // llm: retries before this one
	KeyTool            = "tool"             // tool_call, tool_return
	KeyCallID          = "call_id"          // tool_call, tool_return: the same on both
	KeyArguments       = "arguments"        // tool_call: an object
	KeyParallelGroup   = "parallel_group"   // tool_call
	KeyAgent           = "agent"            // start, tool_call, meta
	KeySession         = "session"          // meta
	KeyConventions     = "conventions"      // meta: dialects seen
	KeyComplete        = "complete"         // meta: false when the run was cut short
	KeyExporterVersion = "exporter_version" // meta
	KeyStatus          = "status"           // llm, tool_return, end: ok or error
	KeyError           = "error"            // llm, tool_return, end
	KeyContent         = "content"          // any: not recorded, redacted or truncated
)

// keyOrder is the order of keys in a file. Keys that aren't here stand behind them, as they were set.
var keyOrder = [...]string{
	KeyTraceID, KeyService, KeyServiceVersion,
	KeyModel, KeyFinishReason, KeyToolCalls, KeyFailedAttempts,
	KeyTool, KeyCallID, KeyArguments, KeyParallelGroup,
	KeyAgent, KeySession, KeyConventions, KeyComplete, KeyExporterVersion,
	KeyStatus, KeyError, KeyContent,
}

// place returns where key stands among others.
func place(key string) int {
	for at := range keyOrder {
		if keyOrder[at] == key {
			return at
		}
	}
	return len(keyOrder)
}

// usual is how many keys a node has most of the time.
const usual = 4

// Set gives key a value, in place of the one it had. An absent value changes nothing.
func (m *Metadata) Set(key string, v value.Value) {
	if v.IsAbsent() {
		return
	}
	if at := m.index(key); at >= 0 {
		(*m)[at].Value = v
		return
	}
	if *m == nil {
		*m = make(Metadata, 0, usual)
	}
	*m = append(*m, value.Field{Key: key, Value: v})
	for at, mine := len(*m)-1, place(key); at > 0 && place((*m)[at-1].Key) > mine; at-- {
		(*m)[at-1], (*m)[at] = (*m)[at], (*m)[at-1]
	}
}

// Get returns the value of key, or an absent value.
func (m Metadata) Get(key string) value.Value {
	if at := m.index(key); at >= 0 {
		return m[at].Value
	}
	return value.Value{}
}

func (m Metadata) index(key string) int {
	for at := range m {
		if m[at].Key == key {
			return at
		}
	}
	return -1
}
