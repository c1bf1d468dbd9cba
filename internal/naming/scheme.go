package naming

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// Scheme is how traces are named: what the keys `run`, `case`, `path` and `run_id` say.
type Scheme struct {
	sources map[string][]source // by placeholder, the first that has a value wins
	path    template
	runID   template
	wanted  []source // what labels are gathered of
}

// NewScheme reads the keys of the configuration. Its error tells every fault, each after its key.
func NewScheme(runs, cases []string, path, runID string) (*Scheme, error) {
	runSources, faults := parseSources("run", runs)
	caseSources, more := parseSources("case", cases)
	s := &Scheme{sources: map[string][]source{run: runSources, testee: caseSources, service: {serviceName}}}
	faults = append(faults, more...)

	var err error
	if s.path, err = parseTemplate(path); err == nil {
		if err = s.path.checkPath(); err != nil {
			err = fmt.Errorf("%q: %w", path, err)
		}
	}
	faults = append(faults, under("path", err))
	s.runID, err = parseTemplate(runID)
	faults = append(faults, under("run_id", err))

	readable := errors.Join(faults...) == nil
	for _, name := range []string{run, testee, service} {
		if !s.path.holds(name) && !s.runID.holds(name) {
			continue
		}
		if len(s.sources[name]) == 0 && readable {
			faults = append(faults, fmt.Errorf("%s: has no sources, but path or run_id holds {%s}: "+
				"must name at least one, such as resource:test.case.name", name, name))
		}
		s.want(s.sources[name])
	}
	return s, errors.Join(faults...)
}

func under(key string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", key, err)
}

func (s *Scheme) want(sources []source) {
	for _, one := range sources {
		if !slices.Contains(s.wanted, one) {
			s.wanted = append(s.wanted, one)
		}
	}
}

// Shared tells whether two traces may want the same path.
func (s *Scheme) Shared() bool { return !s.path.tellsTraces() }

// Reads tells whether names are made of more than trace ids, so that labels are needed.
func (s *Scheme) Reads() bool { return len(s.wanted) > 0 }

// Folders is how many folders a path has.
func (s *Scheme) Folders() int { return len(s.path) - 1 }

// Sources are the sources of a placeholder, as users write them.
func (s *Scheme) Sources(placeholder string) []string {
	var texts []string
	for _, one := range s.sources[placeholder] {
		texts = append(texts, one.text)
	}
	return texts
}

// Name is what a trace is called.
type Name struct {
	Path    []string // elements, as yet with any characters that values may have
	RunID   string
	Lacking string // the placeholder for which the trace has no value, so that its id names the file; usually none
}

// Name returns what a trace of these labels is called. Where a value is lacking, the trace's id stands in place of the
// rest of its path, or of its run id.
func (s *Scheme) Name(trace string, labels []observation.Label) Name {
	values := map[string]string{traceID: trace}
	for name, sources := range s.sources {
		values[name] = first(sources, labels)
	}
	elements, lacking := s.path.fill(values)
	n := Name{Path: elements, RunID: trace, Lacking: lacking}
	if lacking != "" {
		n.Path = append(n.Path, trace)
	}
	if id, lacks := s.runID.fill(values); lacks == "" {
		n.RunID = strings.Join(id, "/")
	}
	return n
}

// first is the value of the first source that has one.
func first(sources []source, labels []observation.Label) string {
	for _, one := range sources {
		for i := range labels {
			if labels[i].Source == one.text && labels[i].Value != "" {
				return labels[i].Value
			}
		}
	}
	return ""
}
