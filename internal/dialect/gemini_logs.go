package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// geminiLog reads the log records of the conventions as the recorders of Google's Gemini API write them: all contents of a
// request are called the user's, whoever's they are, and an answer is a record for each chunk of a stream.
//
// Sources: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai/
// src/opentelemetry/instrumentation/google_genai/generate_content.py; google/adk-go:internal/telemetry/logger.go;
// google/adk-python:src/google/adk/telemetry/tracing.py.
func geminiLog(scopes ...string) func(*span.Log, *observation.Observation) bool {
	return func(l *span.Log, o *observation.Observation) bool {
		for _, scope := range scopes {
			if strings.HasPrefix(l.Scope, scope) {
				return geminiRecord(l, o)
			}
		}
		return false
	}
}

func geminiRecord(l *span.Log, o *observation.Observation) bool {
	for _, name := range eventNames(l) {
		switch name {
		case choiceEvent:
			readPiece(l, o)
		case detailsEvent:
			body := logBody(l)
			readRecords(l, o, firstPresent(l.Attrs.Get("gen_ai.input.messages"), body.Get("gen_ai.input.messages")), false)
			readRecords(l, o, joinPieces(firstPresent(l.Attrs.Get("gen_ai.output.messages"), body.Get("gen_ai.output.messages"))), true)
		default:
			continue
		}
		openRecords(o)
		return len(o.Records) > 0
	}
	if !genAILog(l, o) {
		return false
	}
	openRecords(o)
	return true
}

// readPiece reads a record that is a piece of the answer. Alternatives to the answer are counted on over the chunks of a
// stream, so that the number of one tells nothing; they come after a record that says why the answer ended.
func readPiece(l *span.Log, o *observation.Observation) {
	body := logBody(l)
	list, _ := Messages(eventMessage("assistant", body), observation.Assistant)
	for i := range list {
		o.Records = append(o.Records, observation.Record{
			Time: l.Time, Observed: l.Observed, Output: true, Piece: true, Message: list[i],
			FinishReason: lower(body.Get("finish_reason").Text()),
		})
	}
}

func openRecords(o *observation.Observation) {
	messages := make([]*observation.Message, len(o.Records))
	for i := range o.Records {
		messages[i] = &o.Records[i].Message
	}
	forgetPlaces(messages)
	openAnswers(messages, answerResult)
}
