package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// A list of messages in JSON, which is what most are, is read message by message as its text goes by: of a plain one nothing
// is made but the message. Any other is decoded and read as messageList reads it.

// listInText is messageList of a list in JSON. It returns false for what has to be looked at as a whole.
func listInText(at *room, v value.Value, speaker observation.Speaker) (list []observation.Message, ok bool) {
	s, begins := v.Scan()
	if !begins {
		return nil, false
	}
	defer s.Release()
	if !s.Enter('[') || s.Next() != '{' {
		return nil, false
	}
	var tools toolNames
	for more, ok := s.More(']', true); ok; more, ok = s.More(']', false) {
		if !more {
			return list, s.Ended()
		}
		start := s.Place()
		m, is := scanMessage(at, s)
		if !is {
			s.Back(start)
			item, ok := s.Value()
			if !ok {
				return nil, false
			}
			m, is = elementOf(at, item, &tools, list, speaker)
		}
		if is {
			list = at.add(list, &m)
		}
	}
	return nil, false
}

// scanMessage is plainMessage of the object that comes next.
func scanMessage(at *room, s value.Scan) (observation.Message, bool) {
	if !s.Enter('{') {
		return observation.Message{}, false
	}
	p := plain{room: at}
	for more, ok := s.More('}', true); ok; more, ok = s.More('}', false) {
		if !more {
			return p.message, p.done()
		}
		key, ok := s.Key()
		if !ok || !p.scan(s, key) {
			break
		}
	}
	return observation.Message{}, false
}

// scan reads the value of a key of a message.
func (p *plain) scan(s value.Scan, key string) bool {
	if key == "role" {
		role, ok := s.Text()
		return ok && !p.known && p.spokenBy(role)
	}
	to := p.field(key)
	switch {
	case to == nil, !to.IsAbsent(), to == &p.body && p.parts:
		return false
	case to == &p.body && s.Next() == '[':
		p.parts = true
		return p.scanParts(s, &p.message)
	}
	var ok bool
	*to, ok = s.Value()
	return ok
}

// scanParts is addPlainParts of the list that comes next.
func (r *room) scanParts(s value.Scan, m *observation.Message) bool {
	var text, reasoning joiner
	s.Enter('[')
	for more, ok := s.More(']', true); ok; more, ok = s.More(']', false) {
		if !more {
			m.Text, m.Reasoning = text.String(), reasoning.String()
			return true
		}
		if p, ok := scanPart(s); !ok || !p.add(r, m, &text, &reasoning) {
			break
		}
	}
	return false
}

// scanPart is plainPartOf of the object that comes next.
func scanPart(s value.Scan) (p plainPart, ok bool) {
	if !s.Enter('{') {
		return p, false
	}
	for more, ok := s.More('}', true); ok; more, ok = s.More('}', false) {
		if !more {
			return p, true
		}
		key, ok := s.Key()
		if !ok || !p.scan(s, key) {
			break
		}
	}
	return p, false
}

// scan reads the value of a key of a part.
func (p *plainPart) scan(s value.Scan, key string) (ok bool) {
	if key == "type" {
		if p.kind == "" {
			p.kind, ok = s.Text()
		}
		return ok
	}
	to := p.field(key)
	if to == nil || !to.IsAbsent() {
		return false
	}
	*to, ok = s.Value()
	return ok
}
