package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Nearly all messages are written in a few plain forms, in which a key stands once and means one thing: a role, and beside
// it a text or a list of parts. These are read here, with one look at each field. Whatever else a message has makes it one
// that messageOf reads, which would read the plain ones alike, only slower.

// plain is a message each of whose keys is one that plain messages have.
type plain struct {
	*room
	message                       observation.Message
	known                         bool // whose message it is
	parts                         bool // the body was a list whose parts are in the message
	body, calls, id, name, reason value.Value
}

// plainMessage reads a message, if it is plain, out of its fields.
func plainMessage(at *room, fields []value.Field) (m observation.Message, ok bool) {
	p := plain{room: at}
	for i := range fields {
		v := fields[i].Value
		if fields[i].Key == "role" {
			if !p.spokenBy(v.Text()) {
				return m, false
			}
			continue
		}
		to := p.field(fields[i].Key)
		if to == nil || !to.IsAbsent() {
			return m, false
		}
		*to = v
	}
	ok = p.done()
	return p.message, ok
}

// spokenBy takes a role, and reports whether it is one.
func (p *plain) spokenBy(role string) bool {
	p.message.Speaker, p.known = speakers[role]
	return p.known
}

// field is where the value of a key belongs, or nil.
func (p *plain) field(key string) *value.Value {
	switch key {
	case "parts", "content":
		return &p.body
	case "tool_calls":
		return &p.calls
	case "tool_call_id":
		return &p.id
	case "name":
		return &p.name
	case "finish_reason":
		return &p.reason
	default:
		return nil
	}
}

// done makes the message of what was found, and reports whether it is plain.
func (p *plain) done() bool {
	m := &p.message
	if !p.known || !p.id.IsAbsent() && m.Speaker != observation.ToolResult || !p.parts && !p.addPlain(m, p.body) {
		return false
	}
	if calls := p.calls.DecodeAny(); calls.Len() > 0 {
		p.addNewCalls(m, calls.Items())
	}
	return m.Speaker != observation.ToolResult || p.answerPlain(m, p.body, knownID(p.id.Text()), p.name)
}

// addPlain adds a message's body: a text or plain parts.
func (r *room) addPlain(m *observation.Message, body value.Value) bool {
	switch body.Kind() {
	case value.String:
		m.Text, m.HasText = body.Text(), true
		return !unreadable(m.Text)
	case value.List:
		return r.addPlainParts(m, body.Items())
	default:
		return false
	}
}

// answerPlain makes of a tool's message what answer does.
func (r *room) answerPlain(m *observation.Message, body value.Value, id string, name value.Value) bool {
	if len(m.Results) == 0 {
		if body.Kind() != value.String {
			return false
		}
		called, _ := name.Str()
		r.addResult(m, &observation.Result{ID: id, Name: called, Output: outputValue(body)})
	}
	m.Text, m.HasText = "", false
	return true
}

func (r *room) addPlainParts(m *observation.Message, parts []value.Value) bool {
	var text, reasoning joiner
	for i := range parts {
		p, ok := plainPartOf(parts[i].Fields())
		if !ok || !p.add(r, m, &text, &reasoning) {
			return false
		}
	}
	m.Text, m.Reasoning = text.String(), reasoning.String()
	return true
}

// plainPart is a content part each of whose keys is one that plain parts have.
type plainPart struct {
	kind                          string
	id, name, input, output, text value.Value
	wrapped                       bool // the output has a type of its own
}

func plainPartOf(fields []value.Field) (p plainPart, ok bool) {
	for i := range fields {
		if fields[i].Key == "type" {
			p.kind = fields[i].Value.Text()
			continue
		}
		to := p.field(fields[i].Key)
		if to == nil || !to.IsAbsent() {
			return p, false
		}
		*to = fields[i].Value
	}
	return p, true
}

// field is where the value of a key belongs, or nil.
func (p *plainPart) field(key string) *value.Value {
	switch key {
	case "content", "text":
		return &p.text
	case "id", "toolCallId":
		return &p.id
	case "name", "toolName":
		return &p.name
	case "arguments", "input":
		return &p.input
	case "output":
		p.wrapped = true
		return &p.output
	case "response", "result":
		return &p.output
	default:
		return nil
	}
}

// add adds the part to a message, its texts to what they are joined of.
func (p *plainPart) add(at *room, m *observation.Message, text, reasoning *joiner) bool {
	switch p.kind {
	case "text":
		said := p.text.Text()
		m.HasText = true
		text.add(said)
		return p.text.Kind() == value.String && !strings.HasPrefix(said, printedThought) && !strings.HasPrefix(said, printedCall)
	case "reasoning":
		thought := p.text.Text()
		reasoning.add(thought)
		return p.text.Kind() == value.String && !strings.HasPrefix(thought, "[{")
	case "tool_call", "tool-call":
		if call := (observation.Call{ID: knownID(p.id.Text()), Name: p.name.Text(), Arguments: argumentsValue(p.input)}); isCall(call) {
			at.addCall(m, &call)
		}
		return p.text.IsAbsent()
	case "tool_call_response", "tool-result":
		at.addResult(m, &observation.Result{
			ID: knownID(p.id.Text()), Name: p.name.Text(), Output: outputValue(p.output),
			Failed: p.wrapped && isFailedOutput(p.output.Get("type").Text()),
		})
		return p.text.IsAbsent()
	default:
		return false
	}
}
