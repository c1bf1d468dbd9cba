package observation

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Limits says up to how many code points the file shows of a text: of a model's, of a tool's, and of any other.
type Limits = agentdelta.Limits

// Clip drops from o what no file within limits shows, so that a long conversation, which every request repeats, isn't
// stored again and again. It changes o and the messages in it. The file is the same with and without it.
//
//	system messages                              no text
//	user messages, an agent's request and result the limit of texts
//	assistant messages, an answer in log records the limit of models' texts, or of texts: the last one may end the run
//	tool messages, a tool's result               the limit of tools' texts
//	error texts                                  the limit of tools' texts, or of texts: the error may end the run
//	arguments of calls in a request              the limit of tools' texts
//	names                                        a thousand: the file does show them so
//
// A name may stand at each of a thousand spans, or steps, though it was sent once, as that of a service, a scope or an
// agent around them.
//
// Arguments stay whole where they may become metadata or be compared: those of a tool's own span, of calls in a
// response, and of calls in the last turn of a request, which may stand for a response that wasn't recorded.
func Clip(o *Observation, limits Limits) {
	c := clipper{limits}
	if o.Role != Other { // of which no name is kept
		c.names(&o.Name, &o.Scope, &o.Service, &o.ServiceVersion, &o.AgentName, &o.Session, &o.Model, &o.FinishReason, &o.Tool)
	}
	switch {
	case o.Role == Tool || o.Role == Event && o.CallID != "":
		o.Result = clipOutput(o.Result, c.Tool)
	case o.Role == Event:
		clip(&o.Request, c.Text)
		clip(&o.Result, c.of(Assistant))
	default:
		clip(&o.Request, c.Text)
		clip(&o.Result, c.Text)
	}
	clip(&o.Structured, c.Text)
	cut(&o.Error, max(c.Tool, c.Text))
	c.messages(o)
}

type clipper struct{ Limits }

// longestName is how many code points of a name are kept.
const longestName = 1000

func (clipper) names(all ...*string) {
	for _, name := range all {
		cut(name, longestName)
	}
}

// cut and clip touch only what they change, which is little.

func cut(text *string, n int) {
	if len(*text) > n {
		*text = value.Runes(*text, n)
	}
}

func clip(v *value.Value, n int) {
	if !v.IsAbsent() {
		*v = value.Clip(*v, n)
	}
}

// messages clips the messages of both sides, and of the request the arguments before the last turn.
func (c clipper) messages(o *Observation) {
	lastTurn, at := startOfLastTurn(o), 0
	eachMessage(o, func(m *Message, asked bool) {
		c.texts(m)
		if asked {
			if at < lastTurn {
				c.arguments(m)
			}
			at++
		}
	})
}

// eachMessage visits the messages of the request and of the response, each in their order.
func eachMessage(o *Observation, visit func(m *Message, asked bool)) {
	for i := range o.Input {
		visit(&o.Input[i], true)
	}
	for i := range o.Output {
		visit(&o.Output[i], false)
	}
	for i := range o.Records {
		visit(&o.Records[i].Message, !o.Records[i].Output)
	}
}

// startOfLastTurn returns where the last run of assistant messages in the request begins.
func startOfLastTurn(o *Observation) (start int) {
	at, answered := 0, false
	eachMessage(o, func(m *Message, asked bool) {
		if asked {
			if m.Speaker == Assistant && !answered {
				start = at
			}
			answered = m.Speaker == Assistant
			at++
		}
	})
	return start
}

func (c clipper) arguments(m *Message) {
	for i := range m.Calls {
		clip(&m.Calls[i].Arguments, c.Tool)
	}
}

func (c clipper) texts(m *Message) {
	limit := c.of(m.Speaker)
	cut(&m.Text, limit)
	cut(&m.Reasoning, limit)
	for i := range m.Calls {
		c.names(&m.Calls[i].Name)
	}
	for i := range m.Results {
		c.names(&m.Results[i].Name)
		m.Results[i].Output = clipOutput(m.Results[i].Output, c.Tool)
	}
}

func (c clipper) of(speaker Speaker) int {
	switch speaker {
	case System:
		return 0
	case Assistant:
		return max(c.LLM, c.Text)
	case ToolResult:
		return c.Tool
	default:
		return c.Text
	}
}

// clipOutput keeps of a tool's output what [agentdelta.OutputText] needs to give the same first n code points. A long
// output is replaced by its text: cut before it is read, what is JSON would be written as it was sent.
func clipOutput(v value.Value, n int) value.Value {
	if v.IsProse() {
		if begin := v.Begin(n); isItself(begin) {
			return value.OfString(begin)
		}
	}
	if s, ok := v.Str(); ok && len(s) <= n {
		return v
	}
	text, written := agentdelta.Output(v)
	if !written.IsAbsent() {
		if start, more := agentdelta.OutputStart(written, n); more || !written.IsEmpty() {
			return value.OfString(start) // what reads like it is written like it, and the start of JSON is none
		}
		return v
	}
	cut := value.Runes(text, n)
	switch {
	case len(cut) < len(text):
		return value.OfString(text[:endOfCut(text, len(cut))])
	case v.Kind() == value.String:
		return v
	default:
		return value.Clip(v, n)
	}
}

// endOfCut returns end, or a later one if text cut there could be taken for JSON, as the first of several lines can.
func endOfCut(text string, end int) int {
	if isItself(text[:end]) {
		return end
	}
	next := strings.TrimLeft(text[end:], " \t\r\n")
	return len(text) - len(next) + len(value.Runes(next, 1))
}

// isItself reports whether a text isn't taken for JSON.
func isItself(text string) bool {
	read, ok := value.Decode(text).Str()
	return ok && read == text
}
