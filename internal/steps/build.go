package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
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

// Build returns the file of a trace, or false when no agent, model or tool occurs in it. It takes the observations over:
// they say something else afterwards.
func Build(all []observation.Observation, options Options) (agentdelta.Trace, bool) {
	spans := join(observation.Dedupe(all), &unplaced{tell: options.Unplaced})
	if !haveSteps(spans) {
		return agentdelta.Trace{}, false
	}
	r := newRun(spans, rooms.Get().(*room))
	for _, stage := range stages {
		stage.apply(r)
	}
	r.outer = r.drawLevels()
	trace := write(r, options)
	r.room.empty()
	rooms.Put(r.room)
	return trace, true
}

// stage is one transform of the tree of items.
type stage struct {
	name  string
	apply func(*run)
}

// stages are applied in this order; each may rely on those before it.
var stages = []stage{
	// What hangs below a span by mistake is no part of it.
	{"leave what had ended", leaveEnded},
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
	{"rank what was folded", (*run).rank},
}

// run is a trace while it is put together.
type run struct {
	items []*item // all spans, parents before their children
	roots []*item // spans whose parent isn't in the trace
	outer *level
	room  *room

	levels  []*level // all of them
	ranked  bool     // nothing was folded since the last ranking
	crossed bool     // twins of two levels were joined since owners were told
}

// haveSteps reports whether any span is more than a link.
func haveSteps(spans []*observation.Observation) bool {
	return slices.ContainsFunc(spans, func(o *observation.Observation) bool { return o.Role != observation.Other })
}

// choose lists the items that a stage looks at, in memory that the next one uses again.
func (r *run) choose(chosen func(*item) bool) []*item {
	list := r.room.some[:0]
	for _, it := range r.items {
		if !it.gone && chosen(it) {
			list = append(list, it)
		}
	}
	r.room.some = list
	return list
}

func isModel(it *item) bool { return it.obs.Role == observation.LLM }

func isTool(it *item) bool { return it.obs.Role == observation.Tool }
