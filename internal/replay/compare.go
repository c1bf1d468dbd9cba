package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Judge compares the files of a case with what they must be and returns what is wrong with them, or nothing.
func (e *Expected) Judge(files map[string][]byte) []string {
	var faults []string
	for i := range e.Traces {
		want := &e.Traces[i]
		for _, fault := range want.judge(files[want.ID]) {
			faults = append(faults, want.ID[:8]+": "+fault)
		}
	}
	found := len(e.Formatted) == 0
	for _, id := range e.Formatted {
		if data := files[lower(id)]; data != nil {
			found = true
			faults = append(faults, readFile(data).faults...)
		}
	}
	if !found {
		faults = append(faults, "no file for any of the case's traces")
	}
	for _, id := range e.None {
		if files[lower(id)] != nil {
			faults = append(faults, id[:8]+": has a file, should have none")
		}
	}
	return faults
}

// judge compares one file.
func (t *ExpectedTrace) judge(data []byte) []string {
	if data == nil {
		return []string{"no file"}
	}
	f := readFile(data)
	faults := f.faults
	if diff := t.diff(f.nodes); diff != "" {
		faults = append(faults, diff)
	}
	return append(faults, t.edgeFaults(f.edges)...)
}

// wanted is the steps that a file with these nodes must have: a last step that is optional may be missing.
func (t *ExpectedTrace) wanted(nodes []node) []ExpectedStep {
	last := len(t.Steps) - 1
	if t.Steps[last].Optional && (len(nodes) == 0 || nodes[len(nodes)-1].kind != t.Steps[last].Type) {
		return t.Steps[:last]
	}
	return t.Steps
}

// faults says how a node differs from the step it should be, in lines of a got and a want.
func (s *ExpectedStep) faults(n *node) []string {
	if s.Type != n.kind {
		return []string{fmt.Sprintf("%s, want %s", n.kind, s.Type)}
	}
	var faults []string
	if !s.fits(n.content) {
		faults = append(faults, "want "+s.text())
	}
	for _, part := range s.Contains {
		if !strings.Contains(n.content, part) {
			faults = append(faults, "lacks "+show(part))
		}
	}
	for _, field := range s.Metadata.Fields() {
		if got := n.metadata.Get(field.Key); !same(got, field.Value) {
			faults = append(faults, fmt.Sprintf("metadata.%s: %s, want %s", field.Key, compact(got), compact(field.Value)))
		}
	}
	return faults
}

// fits reports whether a content is the one that the step states.
func (s *ExpectedStep) fits(content string) bool {
	switch {
	case !s.Call.IsAbsent():
		return content == s.call()
	case len(s.Tools) > 0:
		return slices.ContainsFunc(s.Tools, func(name string) bool { return strings.HasPrefix(content, name+"(") })
	case !s.Content.IsAbsent():
		return s.equal(content, s.Content.Text())
	case len(s.Any) > 0:
		return slices.ContainsFunc(s.Any, func(text string) bool { return s.equal(content, text) })
	default:
		return true
	}
}

// equal reports whether a content is a text within the limit of its type, or the same JSON object or array.
func (s *ExpectedStep) equal(content, text string) bool {
	if content == s.cut(text) {
		return true
	}
	one, err := value.ParseJSON(content)
	if err != nil || one.Kind() != value.Object && one.Kind() != value.List {
		return false
	}
	other, err := value.ParseJSON(text)
	return err == nil && same(one, other)
}

func (s *ExpectedStep) cut(text string) string {
	if limit := limits[s.Type]; limit > 0 {
		return value.Runes(text, limit)
	}
	return text
}

// call is the content of a tool_call with the step's name and arguments.
func (s *ExpectedStep) call() string {
	input := agentdelta.PythonCall(s.Call.Get("arguments"))
	return s.Call.Get("name").Text() + "(" + value.Runes(input, 500) + ")"
}

// text is what the step states, for people.
func (s *ExpectedStep) text() string {
	switch {
	case !s.Call.IsAbsent():
		return show(s.call())
	case len(s.Tools) > 0:
		return "a call of " + strings.Join(s.Tools, " or ")
	case !s.Content.IsAbsent():
		return show(s.cut(s.Content.Text()))
	case len(s.Any) > 0:
		list := make([]string, len(s.Any))
		for i, text := range s.Any {
			list[i] = show(s.cut(text))
		}
		return "one of " + strings.Join(list, ", ")
	case len(s.Contains) > 0:
		return "something with " + show(strings.Join(s.Contains, " ... "))
	default:
		return "anything"
	}
}

// edgeFaults compares edges, whatever their order.
func (t *ExpectedTrace) edgeFaults(edges []agentdelta.Edge) []string {
	if !t.HasEdges {
		return nil
	}
	got, want := slices.Clone(edges), slices.Clone(t.Edges)
	slices.SortFunc(got, compareEdges)
	slices.SortFunc(want, compareEdges)
	if slices.Equal(got, want) {
		return nil
	}
	return []string{fmt.Sprintf("edges %v\n   want %v", got, want)}
}

func compareEdges(a, b agentdelta.Edge) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Target, b.Target),
		cmp.Compare(a.Type, b.Type), cmp.Compare(a.Label, b.Label))
}
