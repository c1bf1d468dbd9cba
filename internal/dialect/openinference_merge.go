package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// completeMessages adds to a generation's flattened messages what only input.value and output.value tell: ids of calls
// (LangChain for JavaScript flattens none), calls, reasoning and texts of the OpenAI responses API, the results that
// overwrite each other where one message of Anthropic's API or the AI SDK holds several, those of Bedrock in JavaScript,
// of which only the ids are flattened, and whether a result was an error. The messages that a processor flattened may also
// stand whole in their own convention's attribute.
//
// A masked message stays as it is, and so do the others of its span.
func completeMessages(s *span.Span, o *observation.Observation) {
	if isHidden(o.Input) || isHidden(o.Output) {
		return
	}
	if hasCalls(o.Input) {
		o.Input = completed(o.Input, messagesOfRequest(outlined(s.Attrs.Get(inputKey))), observation.User)
		o.Input = completed(o.Input, messagesOfRequest(outlined(s.Attrs.Get("gen_ai.input.messages"))), observation.User)
	}
	body := decoded(s.Attrs.Get(outputKey))
	o.Output = completed(o.Output, messagesOfAnswer(body), observation.Assistant)
	if text, plain := body.Str(); plain && len(o.Output) == 1 && isSilent(&o.Output[0]) && !isCut(text) {
		o.Output[0].Text, o.Output[0].HasText = text, true
	}
	if hasWord(s.Scope, "autogen_agentchat") && len(o.Output) == 1 && o.Output[0].Reasoning == "" {
		o.Output[0].Reasoning = body.Get("thought").Text() // the text beside calls, or reasoning
	}
	if o.FinishReason == "" {
		o.FinishReason = bodyFinish(body)
	}
}

// isSilent reports whether an answer says nothing and asks for nothing.
func isSilent(m *observation.Message) bool {
	return m.Text == "" && m.Reasoning == "" && len(m.Calls)+len(m.Results) == 0
}

// isHidden reports whether a mask stands in place of a text.
func isHidden(messages []observation.Message) bool {
	for i := range messages {
		if isMask(messages[i].Text) || isMask(messages[i].Reasoning) {
			return true
		}
	}
	return false
}

// hasCalls reports whether messages have calls or results, or answers that say nothing: only then can their body know
// more.
func hasCalls(messages []observation.Message) bool {
	for i := range messages {
		m := &messages[i]
		if len(m.Calls)+len(m.Results) > 0 || m.Speaker == observation.Assistant && m.Text == "" {
			return true
		}
	}
	return false
}

// completed is the body, when it tells all that the flattened messages tell and more, and otherwise the messages with
// the ids that the body has for their calls and results.
func completed(messages []observation.Message, body value.Value, speaker observation.Speaker) []observation.Message {
	if body.IsAbsent() || len(messages) == 0 {
		return messages
	}
	whole, _ := Messages(body, speaker)
	theirs, ours := tally(whole), tally(messages)
	if theirs.covers(&ours) && !ours.covers(&theirs) {
		return whole
	}
	takeCallIDs(ours.calls, theirs.calls)
	takeResultIDs(ours.results, theirs.results)
	return messages
}

// account counts what messages tell, instructions aside: a body keeps those elsewhere.
type account struct {
	calls             []*observation.Call
	results           []*observation.Result
	ids, failed, told int // of the results, those that say something
	texts, reasonings int // code units
}

func tally(messages []observation.Message) account {
	var a account
	for i := range messages {
		m := &messages[i]
		if m.Speaker == observation.System {
			continue
		}
		a.texts, a.reasonings = a.texts+len(m.Text), a.reasonings+len(m.Reasoning)
		for j := range m.Calls {
			a.calls = append(a.calls, &m.Calls[j])
			a.ids += oneIf(m.Calls[j].ID != "")
		}
		for j := range m.Results {
			a.results = append(a.results, &m.Results[j])
			a.ids += oneIf(m.Results[j].ID != "")
			a.failed += oneIf(m.Results[j].Failed)
			a.told += oneIf(says(m.Results[j].Output))
		}
	}
	return a
}

// says reports whether a result is there and no empty text.
func says(v value.Value) bool {
	text, isText := v.Str()
	return !v.IsAbsent() && (!isText || text != "")
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// covers reports whether a tells all that other tells: as much text, and at least its calls, in order.
func (a *account) covers(other *account) bool {
	if a.texts < other.texts || a.reasonings < other.reasonings || a.ids < other.ids ||
		a.failed < other.failed || a.told < other.told || len(a.results) < len(other.results) {
		return false
	}
	at := 0
	for _, call := range other.calls {
		for at < len(a.calls) && a.calls[at].Name != call.Name {
			at++
		}
		if at == len(a.calls) {
			return false
		}
		at++
	}
	return true
}

// takeCallIDs gives calls the ids of others that are the same one by one.
func takeCallIDs(calls, others []*observation.Call) {
	if len(calls) != len(others) {
		return
	}
	for i := range calls {
		if calls[i].Name != others[i].Name {
			return
		}
	}
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = others[i].ID
		}
	}
}

func takeResultIDs(results, others []*observation.Result) {
	if len(results) != len(others) {
		return
	}
	for i := range results {
		if results[i].ID == "" {
			results[i].ID = others[i].ID
		}
		results[i].Failed = results[i].Failed || others[i].Failed
	}
}

// finishPlaces are where the bodies of APIs and frameworks keep the reason why a model stopped, below the first choice.
var finishPlaces = [][]string{
	{"finish_reason"},
	{"stop_reason"},
	{"finishReason"},
	{"done_reason"},
	{"generation_info", "finish_reason"},
	{"generationInfo", "finish_reason"},
	{"message", "kwargs", "response_metadata", "finish_reason"},
	{"message", "kwargs", "response_metadata", "stop_reason"},
}

// bodyFinish is the finish reason in a response's body.
func bodyFinish(body value.Value) string {
	for _, key := range []string{"choices", "candidates", "generations"} {
		if list := body.Get(key); list.Kind() == value.List {
			body = list.At(0)
		}
	}
	if body.Kind() == value.List {
		body = body.At(0)
	}
	for _, path := range finishPlaces {
		if reason, ok := body.Path(path...).Str(); ok && reason != "" {
			return reason
		}
	}
	return ""
}
