// Package observation holds what one span or log record says about an agent's run, after its dialect has read it and
// before the trace is put together: a role, a place in the trace, and the few values that steps are made of.
//
// An Observation is plain data. It is what travels from a dialect to the pending traces, where it is kept encoded
// (see Append and Decode), and from there to the steps.
package observation

import (
	"encoding/hex"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// SpanID is the 8-byte id of a span; the zero SpanID stands for none.
type SpanID [8]byte

// String returns the id in lower-case hexadecimal.
func (id SpanID) String() string { return hex.EncodeToString(id[:]) }

// Role says what a span is to an agent's run.
type Role uint8

// The roles. A dialect gives each span exactly one.
const (
	Other Role = iota // a link between others: only ids and times are kept
	Agent             // an agent, chain, workflow or framework wrapper: gives start and end, never a step
	LLM               // one generation of a model
	Tool              // one execution of a tool
	Event             // a log record: content for the span whose id it carries
	Title             // no span: what one push says about the name of its trace, in Labels
)

var roleNames = [...]string{"other", "agent", "llm", "tool", "event", "title"}

// String returns the role's name, as metrics show it.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "other"
}

// Speaker says whose a message is.
type Speaker uint8

// The speakers that the steps tell apart. Developer counts as system, function as tool.
const (
	System Speaker = iota
	User
	Assistant
	ToolResult
)

// Observation is what one span, or the log records of one span in one request, says.
//
// Absent and empty differ everywhere: a Value that is absent, or a nil *string, was not recorded; an empty one was.
type Observation struct {
	// Place in the trace. Times are Unix nanoseconds.
	Span, Parent SpanID
	Start, End   int64
	Role         Role

	// Where it comes from.
	Name    string // the span's name
	Scope   string // the instrumentation scope's name
	Dialect string // the dialect that read it

	// The run it belongs to. Empty when unknown.
	Service, ServiceVersion, AgentName, Session string

	// LLM, and agents whose span holds their generations (see Turns).
	Model, FinishReason string
	Input               []Message // the request, oldest first
	Output              []Message // what came back: assistant messages, and tool messages between them
	Turns               Turns

	// Agent: what went in and what came out. JoinedResult tells that Result joins the texts of several turns.
	Request, Result value.Value
	Structured      value.Value // a structured response beside Result, which it beats
	JoinedResult    bool

	// Prompts tells that Request is what the generations below the agent were asked, which is recorded nowhere else.
	Prompts bool

	// Retries counts the failed tries of a generation that have no spans of their own.
	Retries int64

	// Tool. Request holds the arguments, Result the output.
	Tool      string
	ToolClass bool   // Tool is the name of a class, not the tool's own
	CallID    string // the id the model gave the call
	MayWrap   bool   // a tool, or only what the application put around a model; of LLM: a generation, or only around several

	// How it went.
	Failed      bool   // an error mark: status, error.type, exception event, finish reason error
	Error       string // the error's text, already cut before the first stack line
	Interrupted bool   // a pause for a person, no failure
	Abandoned   bool   // a tool that was given up: it never came back

	// Content says what became of the span's texts on their way here.
	Content Content

	// Usage holds token counts in order of their names, for the optional metadata group.
	Usage []Count

	// Join is an id of the dialect's own under which log records find this span when they don't carry its span id,
	// with the id's name before it: "request_id:req_1". Empty when span ids do.
	Join string

	// Records are the log records of the span, when Role is Event, in the order of the request that brought them. What
	// they say otherwise stands in Request and Result: a question and its answer, or, with a CallID, the arguments and
	// the output of a tool.
	Records []Record

	// Labels are values by which the trace is named, when Role is Title. Start is when the earliest span began then.
	Labels []Label
}

// Turns says whether an agent span stands for generations of its own.
type Turns uint8

// The generations that an agent span may stand for.
const (
	NoTurns     Turns = iota
	OwnTurns          // its Output lists the generations: each assistant message is one
	LonelyTurns       // as OwnTurns, but only if no llm span lies below it
)

// Message is one entry of a request or a response.
type Message struct {
	Speaker   Speaker
	Text      string
	HasText   bool // a text part was recorded, maybe empty
	Reasoning string
	Calls     []Call
	Results   []Result
}

// Call is a tool call that a model asked for.
type Call struct {
	ID, Name  string
	Arguments value.Value // an object, another value, or bare text
}

// Result is a tool's answer inside a message.
type Result struct {
	ID, Name string // ID empty: it answers the calls of the assistant message before it, in order
	Output   value.Value
	Failed   bool
}

// Content says what became of the texts of a span.
type Content uint8

// The states are flags: a span can be both redacted and truncated.
const (
	InputRecorded  Content = 1 << iota // a text, argument or result of the request side was recorded
	OutputRecorded                     // the same of the response side
	Redacted                           // a mask such as __REDACTED__ stands in place of a text
	Truncated                          // a text arrived cut
)

// Count is a number of tokens by its name: input, output, cached, reasoning.
type Count struct {
	Name   string
	Tokens int64
}

// Record is one log record: messages that go to the input or the output of its span.
type Record struct {
	Time, Observed int64 // Unix nanoseconds
	Output         bool  // the message is the response's, not the request's
	Piece          bool  // the message goes on with the one before it, up to a record with a finish reason
	Message        Message
	FinishReason   string
}

// Label is the value of one attribute that names a trace, and where the span stands that it was taken from: of two
// labels of one source that of the lesser rank and start wins.
type Label struct {
	Source string // as the configuration spells it: resource:test.case.name
	Value  string // empty: the span has no such attribute
	Rank   uint8
	Start  int64 // Unix nanoseconds
}
