package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/slab"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// writer numbers steps and draws the edges between them.
type writer struct {
	run     *run
	options Options
	ends    ends
	trace   agentdelta.Trace
	last    []int // the steps that the next step on this level follows
	calls   int
	groups  int
	errors  map[string]bool // of the tools that were written

	fields agentdelta.Metadata    // of all steps
	names  slab.Slab[value.Value] // of the calls that turns asked for
}

func write(r *run, options Options) agentdelta.Trace {
	w := &writer{run: r, options: options, ends: r.findEnds()}
	w.makeRoom()
	w.start()
	w.level(r.outer)
	if w.ends.finish {
		w.end()
	}
	w.trace.Meta = w.meta()
	return w.trace
}

// usualFields is how many fields a step has on average, or more.
const usualFields = 3

// makeRoom makes the memory of the file, with room for all that may be in it.
func (w *writer) makeRoom() {
	turns, calls, parallel, loose := 0, 0, 0, 0
	for _, l := range w.run.levels {
		turns += len(l.turns)
		loose += len(l.loose)
		for _, t := range l.turns {
			calls += len(t.calls)
			parallel += max(0, len(t.calls)-1)
		}
	}
	nodes := 2 + turns + 2*(calls+loose)
	edges := nodes + parallel // what follows such calls has an edge from each
	w.trace, w.fields = agentdelta.NewTrace(nodes, edges, usualFields*nodes+mostFields)
	w.names.Make(calls)
}

// mostFields is for how many fields there is room in a step's metadata. With more they move.
const mostFields = 12

// metadata is that of the next step, empty.
func (w *writer) metadata() agentdelta.Metadata {
	if cap(w.fields)-len(w.fields) < mostFields {
		w.fields = make(agentdelta.Metadata, 0, cap(w.fields))
	}
	return w.fields[len(w.fields):]
}

// keep makes the metadata of a step its own.
func (w *writer) keep(m agentdelta.Metadata) agentdelta.Metadata {
	if end := len(w.fields) + len(m); end <= cap(w.fields) {
		w.fields = w.fields[:end]
	}
	return slices.Clip(m)
}

// step adds a node and an edge to it from each of the steps that it follows.
func (w *writer) step(t agentdelta.NodeType, content string, m agentdelta.Metadata) int {
	n := len(w.trace.Nodes) + 1
	w.trace.Nodes = append(w.trace.Nodes, agentdelta.Node{
		Step: n, Type: t, Content: w.options.Limits.Cut(content, t), Metadata: w.keep(m),
	})
	for _, from := range w.last {
		w.edge(from, n)
	}
	w.last = append(w.last[:0], n)
	return n
}

// edge draws the edge that the kinds of two steps that follow each other call for.
func (w *writer) edge(from, to int) {
	e := agentdelta.Edge{Source: from, Target: to, Type: agentdelta.EdgeSequence}
	switch {
	case w.kind(from) == agentdelta.NodeToolReturn && w.kind(to) != agentdelta.NodeToolReturn:
		e.Type, e.Label = agentdelta.EdgeToolReturn, agentdelta.LabelToolOutput
	case w.kind(to) == agentdelta.NodeEnd:
		e.Label = agentdelta.LabelChainEnd
	}
	w.trace.Edges = append(w.trace.Edges, e)
}

func (w *writer) kind(step int) agentdelta.NodeType { return w.trace.Nodes[step-1].Type }

func (w *writer) start() {
	m := w.metadata()
	setText(&m, agentdelta.KeyAgent, w.ends.agent)
	w.setContent(&m, agentdelta.NodeStart, w.ends.root, w.ends.start.content, w.ends.start.text == "")
	w.step(agentdelta.NodeStart, w.ends.start.text, m)
}

func (w *writer) end() {
	m := w.metadata()
	setStatus(&m, w.ends.failed, w.ends.err)
	w.setContent(&m, agentdelta.NodeEnd, w.ends.root, w.ends.end.content, w.ends.end.text == "" && !w.ends.failed)
	w.step(agentdelta.NodeEnd, w.ends.end.text, m)
}

// level writes the entries of a level.
func (w *writer) level(l *level) {
	for _, e := range l.entries {
		if e.turn != nil {
			w.turn(e.turn)
		} else {
			w.execution(e.loose, 0)
		}
	}
}

// turn writes a generation and the executions that it asked for, in its order, each call followed by what ran inside it
// and its return.
func (w *writer) turn(t *turn) {
	w.step(agentdelta.NodeLLM, t.written(), w.turnMetadata(t))
	if len(t.asked) == 0 {
		return
	}
	group := 0
	if len(t.asked) > 1 {
		w.groups++
		group = w.groups
	}
	from := w.last[0]
	var ends []int
	for i, e := range t.asked {
		w.last = w.last[:0]
		call := w.execution(e, group)
		w.trace.Edges = append(w.trace.Edges, agentdelta.Edge{Source: from, Target: call, Type: agentdelta.EdgeLLMDecision})
		if len(t.asked) == 1 {
			return
		}
		if i == 0 {
			ends = make([]int, 0, len(t.asked))
		}
		ends = append(ends, w.last...)
	}
	w.last = ends
}

// execution writes a call, what ran inside it, and its return if there was one. It returns the call's step.
func (w *writer) execution(e *execution, group int) int {
	w.calls++
	id := callID(w.calls)
	call := w.step(agentdelta.NodeToolCall,
		agentdelta.CallContent(e.name(), e.arguments(), w.options.Limits.Tool), w.callMetadata(e, id, group))
	if e.inner != nil {
		w.level(e.inner)
	}
	if !e.returns() {
		return call
	}
	if w.last[0] == call {
		w.last = w.last[:0]
		n := w.step(agentdelta.NodeToolReturn, e.output(), w.returnMetadata(e, id))
		w.trace.Edges = append(w.trace.Edges, agentdelta.Edge{Source: call, Target: n, Type: agentdelta.EdgeToolCall, Label: e.name()})
	} else {
		w.step(agentdelta.NodeToolReturn, e.output(), w.returnMetadata(e, id))
	}
	return call
}

// name is the tool's: a requested name wins over the name of a class.
func (e *execution) name() string {
	if e.span == nil || e.span.obs.Tool == "" || e.span.obs.ToolClass && e.call.Name != "" {
		return e.call.Name
	}
	return e.span.obs.Tool
}

// arguments are the span's, unless they are absent or empty, or bare text where the request names arguments. A mask is
// no bare text.
func (e *execution) arguments() value.Value {
	if !e.known {
		e.args, e.known = e.bestArguments(), true
	}
	return e.args
}

func (e *execution) bestArguments() value.Value {
	if e.span == nil {
		return e.call.Arguments
	}
	own := agentdelta.ReadInput(e.span.obs.Request)
	structured := own.Kind() == value.Object || own.Kind() == value.List || e.span.obs.Content&observation.Redacted != 0
	if structured && !own.IsEmpty() {
		return own
	}
	asked := agentdelta.ReadInput(e.call.Arguments)
	if !asked.IsEmpty() && (own.IsEmpty() || asked.Kind() == value.Object) {
		return asked
	}
	return own
}

// returns reports whether the tool came back. A span that ended did, unless it paused for a person or was given up,
// and no later request holds its result.
func (e *execution) returns() bool {
	if e.span == nil {
		return e.holder != nil || e.atOnce
	}
	return !e.span.obs.Interrupted && !e.span.obs.Abandoned || e.holder != nil
}

// output is the text of a return: the result, else the error.
func (e *execution) output() string {
	if e.result.IsAbsent() || e.result.IsEmpty() && e.failed && e.err != "" {
		return e.err
	}
	return agentdelta.OutputText(e.result)
}

// written is the text of a generation as its node shows it. One that recorded content of neither direction says so, for
// a run without content must not look equal to one with it.
func (t *turn) written() string {
	if t.recordsNothing() {
		return "[not recorded: " + t.it.obs.Name + "]"
	}
	return t.content()
}

// recordsNothing reports whether neither direction of a generation was recorded. The names and ids of calls are no
// content.
func (t *turn) recordsNothing() bool {
	if t.content() != "" || t.it.obs.Content&(observation.InputRecorded|observation.OutputRecorded) != 0 || t.it.prompted {
		return false
	}
	return !slices.ContainsFunc(t.calls, func(c observation.Call) bool { return !c.Arguments.IsAbsent() })
}

// meta is the file's first record.
func (w *writer) meta() agentdelta.Meta {
	m := w.metadata()
	root := w.ends.root
	setText(&m, agentdelta.KeyTraceID, w.options.TraceID)
	setText(&m, agentdelta.KeyService, root.Service)
	setText(&m, agentdelta.KeyServiceVersion, root.ServiceVersion)
	setText(&m, agentdelta.KeyAgent, w.ends.agent)
	setText(&m, agentdelta.KeySession, w.run.session())
	m.Set(agentdelta.KeyConventions, w.run.conventions())
	m.Set(agentdelta.KeyComplete, value.OfBool(w.options.Complete && w.run.hasRoot()))
	setText(&m, agentdelta.KeyExporterVersion, w.options.ExporterVersion)
	runID := w.options.RunID
	if runID == "" {
		runID = w.options.TraceID
	}
	return agentdelta.Meta{RunID: runID, Fields: m}
}

// session is the first session that a span of the run names.
func (r *run) session() string {
	for _, it := range r.items {
		if it.obs.Session != "" {
			return it.obs.Session
		}
	}
	return ""
}

// conventions are the dialects that the run was recorded in, sorted.
func (r *run) conventions() value.Value {
	var names []string
	for _, it := range r.items {
		if it.obs.Dialect != "" && (len(names) == 0 || it.obs.Dialect != names[len(names)-1]) {
			names = append(names, it.obs.Dialect)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	items := make([]value.Value, len(names))
	for i, name := range names {
		items[i] = value.OfString(name)
	}
	return value.OfList(items...)
}
