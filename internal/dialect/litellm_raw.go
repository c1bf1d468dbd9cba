package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The fields of the providers' bodies that hold messages: OpenAI's chat completions and responses, Anthropic's messages,
// Gemini's contents. LiteLLM writes each field of both bodies into llm.<provider>.<field>.
//
// Source: BerriAI/litellm:litellm/integrations/opentelemetry.py (set_raw_request_attributes).
var (
	rawRequestFields = []string{"messages", "input", "contents"}
	rawAnswerFields  = []string{"choices", "role", "content", "candidates", "output"}
)

// rawRequest is the messages of a request as the provider had it.
func rawRequest(s *span.Span) value.Value { return messagesOfRequest(rawBody(s, rawRequestFields)) }

// rawAnswer is the messages of a response as the provider gave it.
func rawAnswer(s *span.Span) value.Value { return messagesOfAnswer(rawBody(s, rawAnswerFields)) }

// rawBody is the object of some fields of a body.
func rawBody(s *span.Span, names []string) value.Value {
	var fields []value.Field
	if s.Name != litellmRaw {
		return value.Value{}
	}
	for rest, v := range s.Attrs.Prefix("llm.") {
		_, name, _ := strings.Cut(rest, ".")
		if !slices.Contains(names, name) {
			continue
		}
		fields = append(fields, value.Field{Key: name, Value: v.DecodeAny()})
	}
	return value.OfObject(fields...)
}

// adjustRaw reads the model and the reason for which it ended, where the provider says them.
func adjustRaw(s *span.Span, o *observation.Observation) {
	if s.Name != litellmRaw || o.Role != observation.LLM {
		return
	}
	for rest, v := range s.Attrs.Prefix("llm.") {
		_, name, _ := strings.Cut(rest, ".")
		switch {
		case name == "model" && o.Model == "":
			o.Model = v.Text()
		case name == "stop_reason" && o.FinishReason == "":
			o.FinishReason = v.Text()
		}
	}
	if o.FinishReason == "" {
		o.FinishReason = bodyFinish(rawBody(s, rawAnswerFields))
	}
}
