package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// numbered are the beginnings of attributes that spell out messages by their numbers, from 0 on.
//
// Sources: Arize-ai/openinference:spec/semantic_conventions.md (llm.*); traceloop/openllmetry:packages/
// opentelemetry-semantic-conventions-ai/opentelemetry/semconv_ai/__init__.py (gen_ai.*).
var numbered = []string{"llm.input_messages.", "llm.output_messages.", "gen_ai.prompt.", "gen_ai.completion."}

// fromOne is the list that may begin at 1: OpenInference for Python keeps 0 for the instructions of OpenAI's responses,
// whether there are any or not.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-openai/src/openinference/
// instrumentation/openai/_attributes/_responses_api.py.
const fromOne = "llm.input_messages."

// mostNumbers bounds the messages of one list that are looked at for missing numbers.
const mostNumbers = 1 << 12

// noteLoss marks a span that lost texts before it came: an SDK counts what it drops at a limit, and a list of messages
// that lacks a number lost one.
//
// Source: OpenTelemetry specification, "Span Limits": 128 attributes and 128 events by default.
func noteLoss(s *span.Span, d *Dialect, o *observation.Observation) {
	if s.DroppedAttributes > 0 || s.DroppedEvents > 0 || !d.Sparse && lacksMessage(s) {
		o.Content |= observation.Truncated
	}
}

// lacksMessage reports whether a list of messages goes on after a number that it lacks.
func lacksMessage(s *span.Span) bool {
	var lists [4]numbers // of numbered
	for key := range s.Attrs.Keys() {
		for i, prefix := range numbered {
			if at := len(prefix); len(key) > at && key[at-1] == '.' && '0' <= key[at] && key[at] <= '9' && strings.HasPrefix(key, prefix) {
				lists[i].add(key[at:])
			}
		}
	}
	for i := range lists {
		list := &lists[i]
		if numbered[i] == fromOne && list.run == 0 && len(list.rest) > 0 {
			list.rest[0] = true
		}
		if slices.Contains(list.rest, false) {
			return true
		}
	}
	return false
}

// numbers are those that one list has.
type numbers struct {
	run  int    // how many there are from 0 on that came in their order
	rest []bool // which there are behind these, once one came out of order
	last string // the number seen last, as written: most keys in a row have the same
}

func (n *numbers) add(path string) {
	digits, _, found := strings.Cut(path, ".")
	if !found || digits == n.last {
		return
	}
	number, err := strconv.Atoi(digits)
	if err != nil || number < 0 || number >= mostNumbers {
		return
	}
	n.last = digits
	switch at := number - n.run; {
	case at == 0 && n.rest == nil:
		n.run++
	case at >= 0:
		n.rest = append(n.rest, make([]bool, max(0, at+1-len(n.rest)))...)
		n.rest[at] = true
	}
}
