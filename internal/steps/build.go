package steps

import (
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Options are what the file of a trace depends on beside its observations.
type Options struct {
	TraceID         string // 32 lower-case hexadecimal digits
	RunID           string // the run's name; the trace id when empty
	Limits          agentdelta.Limits
	Complete        bool // false when the trace was closed before its time
	ExporterVersion string
	Usage           bool // token counts in metadata
	Timing          bool // start and duration in metadata
	IDs             bool // span and provider call ids in metadata

	// Gap, if there is one, is told of each step of which no texts were recorded. It changes nothing in the file.
	Gap func(Gap)

	// Unplaced, if there is one, is told of each span whose log records are in no file. It changes nothing in it either.
	Unplaced func(Unplaced)
}

// Build returns the file of a trace, or false when no agent, model or tool occurs in it. It takes all over.
func Build(all []observation.Observation, options Options) (agentdelta.Trace, bool) {
	spans := observation.Dedupe(all)
	r := newRun(join(spans, &unplaced{tell: options.Unplaced}))
	if !r.hasSteps() {
		return agentdelta.Trace{}, false
	}
	for _, stage := range stages {
		stage.apply(r)
	}
	r.rank()
	r.groupAgents()
	r.groupAnswers()
	r.outer = r.levels()
	return write(r, options), true
}

// stage is one transform of the tree of items.
type stage struct {
	name  string
	apply func(*run)
}

// stages are applied in this order; each may rely on those before it.
var stages = []stage{
	// One span that holds several generations becomes several items first, for every later stage counts generations.
	{"expand turns", expandTurns},
	// What only wraps a model is no level of its own, and is known by what the generations asked for.
	{"unwrap functions", unwrapFunctions},
	// A tool recorded by client and server is one before levels are drawn, or its inner span would nest in it.
	{"fold tools", foldTools},
	// Wrappers go before twins: of two nested recordings and a third beside them, the nested two are one already.
	{"fold wrappers", foldWrappers},
	// Order among siblings decides which of equal spans are paired, so it is fixed before twins are sought.
	{"rank", (*run).rank},
	// A call that two recordings of one generation ask for was asked for once.
	{"fold twins", foldTwins},
	{"fold repeats", foldRepeats},
	{"fold tool twins", foldToolTwins},
	// What two recordings of one tool hold is on one level now.
	{"fold twins in tools", foldTwins},
	// A failed attempt can be half of a twin; only what is left alone is an attempt.
	{"count failed attempts", countAttempts},
}

// run is a trace while it is put together.
type run struct {
	items []*item // all spans, parents before their children
	roots []*item // spans whose parent isn't in the trace
	outer *level

	crossed bool // twins of two levels were joined since owners were told

	agents  map[*item][]*item       // the outermost agents inside each tool, and outside of all tools
	answers map[*item][]value.Value // the structured answers of all agents there
}

// hasSteps reports whether any span is more than a link.
func (r *run) hasSteps() bool {
	for _, it := range r.items {
		if it.obs.Role != observation.Other {
			return true
		}
	}
	return false
}
