package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// recall gives a model span around a tool its own answer, where that stands in what it was given: a client that goes on by
// calling itself writes of each request, when all is over, the whole conversation and the last answer. Its own answer is
// the message that asked for the first tool that ran within it.
//
// Source: thoughtbot/opentelemetry-instrumentation-ruby_llm:lib/opentelemetry/instrumentation/ruby_llm/patches/chat.rb.
func (it *item) recall() {
	if len(it.turns) != 1 || it.first == nil || it.first.obs.CallID == "" {
		return
	}
	t, id := &it.turns[0], it.first.obs.CallID
	if asksForID(t.calls, id) {
		return
	}
	for at := len(t.input) - 1; at >= 0; at-- {
		m := &t.input[at]
		if m.Speaker == observation.User && m.Text != "" {
			return // what was called before is another answer's
		}
		if asksForID(m.Calls, id) {
			own := gather(assistants(t.input[at:]))
			own.input = t.input[:at]
			*t = own
			return
		}
	}
}

func asksForID(calls []observation.Call, id string) bool {
	return slices.ContainsFunc(calls, func(c observation.Call) bool { return c.ID == id })
}
