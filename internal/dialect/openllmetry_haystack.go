package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// haystackTraceloop is the scope of OpenLLMetry's instrumentation of Haystack: a pipeline's input and output are objects
// with one for each component, and a generator's spans hold the names of its outputs in place of what came out.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-haystack/opentelemetry/instrumentation/haystack
// (utils.py, wrap_openai.py).
const haystackTraceloop = "opentelemetry.instrumentation.haystack"

// adjustTraceloopPipeline finds the question and the answer among the values of a pipeline's components. Without one the
// generations tell.
func adjustTraceloopPipeline(s *span.Span, o *observation.Observation) {
	given := decoded(s.Attrs.Get("traceloop.entity.input")).Get("kwargs")
	if data := given.Get("data"); data.Kind() == value.Object {
		given = data
	}
	o.Request = requestValue(haystackAsked(given))
	o.Result = resultValue(haystackAnswered(decoded(s.Attrs.Get("traceloop.entity.output"))))
}

// haystackOutputs are the names of what Haystack's generators give.
//
// Source: deepset-ai/haystack:haystack/components/generators/openai.py (output_types).
var haystackOutputs = map[string]bool{"replies": true, "meta": true}

// forgetOutputNames leaves nothing of an answer that only is the name of an output, which no other convention may read.
func forgetOutputNames(o *observation.Observation) {
	if len(o.Output) > 0 && haystackOutputs[o.Output[0].Text] {
		o.Output = []observation.Message{{Speaker: observation.Assistant}}
	}
}
