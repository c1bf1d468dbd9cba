package statuspage

import (
	"slices"
	"time"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
)

// Trace is one run, written or as far as it is known.
type Trace struct {
	ID       string
	Path     string    // of its file below the directory, with forward slashes; empty while the trace is open
	At       time.Time // when the file was written, or the trace looked at
	Reason   string    // why it closed
	Rewrites int       // of the file, by late spans

	Service, ServiceVersion, Agent string
	Conventions, Models            []string
	Complete                       bool

	Steps   []*Step
	Count   int // of steps in the file
	Tools   int // calls
	Failed  int // steps
	Missing []Missing
	Advice  []string // what turns texts on that were not recorded, by whom
	Begin   string   // what the user asked for, only when content is shown

	size int
}

// Missing counts the texts that aren't there in full.
type Missing struct {
	What  string // not recorded, redacted, truncated
	Count int
}

// NewTrace takes from a file what pages show, and shares no memory with it. Without content it holds no text of the run.
func NewTrace(file *agentdelta.Trace, content bool) *Trace {
	field := file.Meta.Fields.Get
	name := func(key string) string { return short(field(key).Text(), mostName) }
	t := &Trace{
		ID:             name(agentdelta.KeyTraceID),
		Service:        name(agentdelta.KeyService),
		ServiceVersion: name(agentdelta.KeyServiceVersion),
		Agent:          name(agentdelta.KeyAgent),
		Complete:       field(agentdelta.KeyComplete).Truth(),
		Count:          len(file.Nodes),
		Steps:          timeline(file.Nodes[:min(len(file.Nodes), mostSteps)], content),
	}
	for _, convention := range field(agentdelta.KeyConventions).Items() {
		t.Conventions = append(t.Conventions, short(convention.Text(), mostName))
	}
	t.sum(file.Nodes)
	return t
}

// sum counts what the steps show together.
func (t *Trace) sum(nodes []agentdelta.Node) {
	for at := range nodes {
		n := &nodes[at]
		if n.Type == agentdelta.NodeToolCall {
			t.Tools++
		}
		if n.Metadata.Get(agentdelta.KeyStatus).Text() == "error" {
			t.Failed++
		}
		t.use(short(n.Metadata.Get(agentdelta.KeyModel).Text(), mostName))
		t.miss(short(n.Metadata.Get(agentdelta.KeyContent).Text(), mostName))
	}
	for _, step := range t.Steps {
		t.size += step.size()
	}
	if len(t.Steps) > 0 {
		t.Begin = t.Steps[0].Text
	}
}

// mostModels is how many models a run is said to have used.
const mostModels = 10

func (t *Trace) use(model string) {
	if model != "" && len(t.Models) < mostModels && !slices.Contains(t.Models, model) {
		t.Models = append(t.Models, model)
	}
}

// mostAdvice is how many instrumentations a run is told of.
const mostAdvice = 5

// Advise notes what turns on texts that the run lacks.
func (t *Trace) Advise(advice string) {
	if len(t.Advice) < mostAdvice && !slices.Contains(t.Advice, advice) {
		t.Advice = append(t.Advice, advice)
		t.size += len(advice)
	}
}

func (t *Trace) miss(what string) {
	if what == "" {
		return
	}
	at := slices.IndexFunc(t.Missing, func(m Missing) bool { return m.What == what })
	if at < 0 {
		at = len(t.Missing)
		t.Missing = append(t.Missing, Missing{What: what})
	}
	t.Missing[at].Count++
}

// Name is what lists call the run: its file, or its trace id.
func (t *Trace) Name() string {
	if t.Path != "" {
		return t.Path
	}
	return t.ID
}

// More is the number of steps that only the file shows.
func (t *Trace) More() int { return max(0, t.Count-mostSteps) }
