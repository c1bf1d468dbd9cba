package steps

import (
	"cmp"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// pieced is an answer that log records hold, whole or in pieces.
type pieced struct {
	messages []observation.Message
	pieces   []observation.Message
	finish   string
	ended    bool // a piece said why the answer ended; what comes after it is another answer
}

func (p *pieced) add(record *observation.Record) {
	switch {
	case !record.Piece:
		p.messages = append(p.messages, record.Message)
	case p.ended:
		return
	default:
		p.pieces = append(p.pieces, record.Message)
		p.ended = record.FinishReason != ""
	}
	p.finish = cmp.Or(p.finish, record.FinishReason)
}

// answer is what all records together say.
func (p *pieced) answer() []observation.Message {
	if len(p.pieces) == 0 {
		return p.messages
	}
	whole := observation.Message{Speaker: p.pieces[0].Speaker}
	var text, reasoning strings.Builder
	for i := range p.pieces {
		piece := &p.pieces[i]
		last := p.ended && i == len(p.pieces)-1
		extend(&text, piece.Text, last)
		extend(&reasoning, piece.Reasoning, last)
		whole.HasText = whole.HasText || piece.HasText
		whole.Calls = append(whole.Calls, piece.Calls...)
		whole.Results = append(whole.Results, piece.Results...)
	}
	whole.Text, whole.Reasoning = text.String(), reasoning.String()
	return append(p.messages, whole)
}

// extend adds a piece to a text. The last piece of a stream may be all of it again, and then adds nothing.
func extend(text *strings.Builder, piece string, last bool) {
	if !last || text.String() != piece {
		text.WriteString(piece)
	}
}
