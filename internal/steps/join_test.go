package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// record is a log record of a span: a user's words, or a model's after ">".
func record(time int64, text string) observation.Record {
	if text[0] == '>' {
		return observation.Record{Time: time, Output: true, FinishReason: "stop", Message: observation.Message{Speaker: observation.Assistant, Text: text[1:], HasText: true}}
	}
	return observation.Record{Time: time, Message: observation.Message{Speaker: observation.User, Text: text, HasText: true}}
}

func logs(span string, records ...observation.Record) observation.Observation {
	return observation.Observation{Role: observation.Event, Span: idOf(span), Records: records}
}

func TestJoin(t *testing.T) {
	check(t, []story{
		{"log records count as if they stood on their span", spans(
			model("b", "", 10, 20), logs("b", record(1, "Q"), record(2, ">A")),
		), `
			start Q
			llm A
			end A`},
		{"records of one time keep their place in the request", spans(
			model("b", "", 10, 20), logs("b", record(5, "old"), record(5, ">past"), record(5, "Q"), record(6, ">A")),
		), `
			start Q
			llm past
			A
			end past
			A`},
		{"records are ordered by time across requests", spans(
			model("b", "", 10, 20), logs("b", record(9, ">A")), logs("b", record(2, "Q")), logs("b", record(1, "before")),
		), `
			start Q
			llm A
			end A`},
		{"a span's own words come first", spans(
			model("b", "", 10, 20, asks("Q"), says("A")), logs("b", record(1, "other"), record(2, ">other")),
		), `
			start Q
			llm A
			end A`},
		{"records of a span that isn't there say nothing", spans(
			model("b", "", 10, 20, asks("Q"), says("A")), logs("z", record(1, ">lost")),
		), `
			start Q
			llm A
			end A`},
		{"records find their span by an id of the dialect's own", spans(
			model("b", "", 10, 20, asks("Q"), set(func(o *observation.Observation) { o.Join = "request_id:7" })),
			set2(logs("", record(1, ">A")), func(o *observation.Observation) { o.Join = "request_id:7" }),
		), `
			start Q
			llm A
			end A`},
		{"a span that has another id of its own is not meant, though it has the span id", spans(
			agent("a", "", 0, 100, asks("Q"), set(func(o *observation.Observation) { o.Join = "session:1" })),
			model("b", "a", 10, 20, says("A")),
			set2(logs("a"), func(o *observation.Observation) { o.Join, o.Result = "tool_use_id:7", value.OfString("lost") }),
		), `
			start Q
			llm A
			end A`},
		{"an answer without messages is the model's where no messages tell", spans(
			model("b", "", 10, 20), model("c", "", 30, 40),
			set2(logs("b"), func(o *observation.Observation) { o.Request, o.Result = value.OfString("Q"), value.OfString("A") }),
			set2(logs("c", record(1, ">C")), func(o *observation.Observation) { o.Result = value.OfString("no") }),
		), `
			start Q
			llm A
			llm C
			end C`},
		{"the messages of an agent are its question and answer", spans(
			agent("a", "", 0, 100), logs("a", record(1, "Q"), record(2, ">thinking"), record(3, ">A")),
		), `
			start Q
			end A`},
		{"records tell what a tool was called with and gave", spans(
			tool("b", "", 10, 20, runs("c1 weather 'ls'"), set(func(o *observation.Observation) { o.Join = "id:c1" })),
			set2(logs("z"), func(o *observation.Observation) {
				o.Join, o.CallID, o.Failed, o.Error = "id:c1", "c1", true, "no such city"
				o.Request = value.Decode(`{"city":"Oslo"}`)
			}),
		), `
			start
			call weather(city='Oslo')
			return no such city (error)`},
		{"the messages of a tool are its arguments and its output, whatever else a record makes of them", spans(
			tool("b", "", 10, 20, runs("c1 weather")),
			set2(logs("b", record(1, `{"city":"Oslo"}`), record(2, ">4 C")), func(o *observation.Observation) {
				o.Request, o.Result = value.OfString("Oslo"), value.OfString("4")
			}),
		), `
			start
			call weather(city='Oslo')
			return 4 C`},
		{"a batch that was sent twice counts once", spans(
			model("b", "", 10, 20), logs("b", record(1, "Q"), record(2, ">A")), logs("b", record(1, "Q"), record(2, ">A")),
		), `
			start Q
			llm A
			end A`},
	})
}

// piece is a record of a piece of an answer; the last one says why the answer ended.
func piece(time int64, text, finish string) observation.Record {
	r := record(time, ">"+text)
	r.Piece, r.FinishReason = true, finish
	return r
}

func TestPieces(t *testing.T) {
	check(t, []story{
		{"the pieces of an answer are one text", spans(
			model("b", "", 10, 20), logs("b", record(1, "Q"), piece(2, "Low", ""), piece(3, " tide", ""), piece(4, ".", "stop")),
		), `
			start Q
			llm Low tide.
			end Low tide.`},
		{"pieces go on across requests", spans(
			model("b", "", 10, 20), logs("b", piece(3, "tide", "stop")), logs("b", record(1, "Q"), piece(2, "Low ", "")),
		), `
			start Q
			llm Low tide
			end Low tide`},
		{"a last piece that repeats all before it adds nothing", spans(
			model("b", "", 10, 20), logs("b", piece(1, "Low", ""), piece(2, " tide", ""), piece(3, "Low tide", "stop")),
		), `
			start
			llm Low tide
			end Low tide`},
		{"what follows the last piece is another answer", spans(
			model("b", "", 10, 20), logs("b", piece(1, "Low", "stop"), piece(2, "High", "stop")),
		), `
			start
			llm Low
			end Low`},
	})
}

func set2(o observation.Observation, change func(*observation.Observation)) observation.Observation {
	change(&o)
	return o
}
