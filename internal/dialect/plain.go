package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Nearly all messages are written in a few plain forms, in which a key stands once and means one thing: a role, and beside
// it a text or a list of parts. These are read here, with one look at each field. Whatever else a message has makes it one
// that messageOf reads, which would read the plain ones alike, only slower.

// plainMessage reads a message, if it is plain, out of its fields.
func plainMessage(fields []value.Field) (m observation.Message, ok bool) {
	var body, calls, id, name value.Value
	known := false
	for i := range fields {
		v := fields[i].Value
		switch fields[i].Key {
		case "role":
			m.Speaker, known = speakers[v.Text()]
		case "parts", "content":
			if !body.IsAbsent() {
				return m, false
			}
			body = v
		case "tool_calls":
			calls = v
		case "tool_call_id":
			id = v
		case "name":
			name = v
		case "finish_reason":
		default:
			return m, false
		}
	}
	if !known || !id.IsAbsent() && m.Speaker != observation.ToolResult || !addPlain(&m, body) {
		return m, false
	}
	if calls = calls.DecodeAny(); calls.Len() > 0 {
		addNewCalls(&m, calls.Items())
	}
	return m, m.Speaker != observation.ToolResult || answerPlain(&m, body, knownID(id.Text()), name)
}

// addPlain adds a message's body: a text or plain parts.
func addPlain(m *observation.Message, body value.Value) bool {
	switch body.Kind() {
	case value.String:
		m.Text, m.HasText = body.Text(), true
		return !unreadable(m.Text)
	case value.List:
		return addPlainParts(m, body.Items())
	default:
		return false
	}
}

// answerPlain makes of a tool's message what answer does.
func answerPlain(m *observation.Message, body value.Value, id string, name value.Value) bool {
	if len(m.Results) == 0 {
		if body.Kind() != value.String {
			return false
		}
		called, _ := name.Str()
		m.Results = []observation.Result{{ID: id, Name: called, Output: outputValue(body)}}
	}
	m.Text, m.HasText = "", false
	return true
}

func addPlainParts(m *observation.Message, parts []value.Value) bool {
	var text, reasoning joiner
	for i := range parts {
		p, ok := plainPartOf(parts[i].Fields())
		if !ok || !p.add(m, &text, &reasoning) {
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
		v, to := fields[i].Value, &p.text
		switch fields[i].Key {
		case "type":
			p.kind = v.Text()
			continue
		case "content", "text":
		case "id", "toolCallId":
			to = &p.id
		case "name", "toolName":
			to = &p.name
		case "arguments", "input":
			to = &p.input
		case "output":
			to, p.wrapped = &p.output, true
		case "response", "result":
			to = &p.output
		default:
			return p, false
		}
		if !to.IsAbsent() {
			return p, false
		}
		*to = v
	}
	return p, true
}

// add adds the part to a message, its texts to what they are joined of.
func (p *plainPart) add(m *observation.Message, text, reasoning *joiner) bool {
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
			m.Calls = append(m.Calls, call)
		}
		return p.text.IsAbsent()
	case "tool_call_response", "tool-result":
		m.Results = append(m.Results, observation.Result{
			ID: knownID(p.id.Text()), Name: p.name.Text(), Output: outputValue(p.output),
			Failed: p.wrapped && isFailedOutput(p.output.Get("type").Text()),
		})
		return p.text.IsAbsent()
	default:
		return false
	}
}
