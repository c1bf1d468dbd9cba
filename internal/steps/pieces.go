package steps

import (
	"cmp"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// pieced is an answer that log records hold, whole or in pieces.
type pieced struct {
	messages []observation.Message
	finish   string
	open     bool // the last message is a piece, and more may come
	ended    bool // a piece said why the answer ended; what comes after it is another answer
}

// add adds a record of the answer. The piece with which a stream ends may repeat all that came before it.
func (p *pieced) add(record *observation.Record) {
	switch {
	case record.Piece && p.ended:
		return
	case record.Piece && p.open:
		last, ends := &p.messages[len(p.messages)-1], record.FinishReason != ""
		last.Text = extended(last.Text, record.Message.Text, ends)
		last.Reasoning = extended(last.Reasoning, record.Message.Reasoning, ends)
		last.HasText = last.HasText || record.Message.HasText
		last.Calls = append(last.Calls[:len(last.Calls):len(last.Calls)], record.Message.Calls...)
	default:
		p.messages = append(p.messages, record.Message)
		p.open = record.Piece
	}
	p.finish = cmp.Or(p.finish, record.FinishReason)
	p.ended = record.Piece && record.FinishReason != ""
}

// extended is a text with its next piece, or the text alone if the last piece is all of it again.
func extended(text, piece string, ends bool) string {
	if ends && text == piece {
		return text
	}
	return text + piece
}
