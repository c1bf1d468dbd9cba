package replay

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Expected is what must come of a case.
//
//	{"traces": {"<trace id>": {"steps": [{"node_type": "llm", "content": "..."}, ...],
//	                           "edges": [[1, 2, "sequence", ""], ...]}},
//	 "formatted": ["<trace id>", ...],
//	 "none": ["<trace id>", ...]}
type Expected struct {
	Traces    []ExpectedTrace
	Formatted []string // runs that can't be seen whole: at least one of them has a file, of which the format alone counts
	None      []string // traces that must get no file
}

// ExpectedTrace is what the file of one trace must say.
type ExpectedTrace struct {
	ID       string
	Steps    []ExpectedStep
	Edges    []agentdelta.Edge
	HasEdges bool // Edges are stated, in any order
}

// ExpectedStep is what one node must say. It may state its content in one of several ways, or not at all:
//
//	"content": "..."                            equal, within the limit of the type; or equal as JSON object or array
//	"call": {"name": "...", "arguments": {...}} the call, written as a Python call
//	"tool": "..." or ["...", ...]               a call of one of these tools, whatever its input
//	"any": ["...", ...]                         as content, for one of these
//	"contains": ["...", ...]                    all of these occur, besides any of the above
//	"optional": true                            on the last step: it may be missing
//	"metadata": {...}                           a subset of the node's
type ExpectedStep struct {
	Type     agentdelta.NodeType
	Content  value.Value // a String, or absent
	Call     value.Value // an Object, or absent
	Tools    []string
	Any      []string
	Contains []string
	Optional bool
	Metadata value.Value
}

// ReadExpected reads an expected.json.
func ReadExpected(text string) (Expected, error) {
	v, err := value.ParseJSON(text)
	if err != nil {
		return Expected{}, err
	}
	expected := Expected{Formatted: texts(v.Get("formatted")), None: texts(v.Get("none"))}
	for _, field := range v.Get("traces").Fields() {
		trace, err := readTrace(field.Key, field.Value)
		if err != nil {
			return Expected{}, fmt.Errorf("traces.%s: %w", field.Key, err)
		}
		expected.Traces = append(expected.Traces, trace)
	}
	if len(expected.Traces)+len(expected.Formatted)+len(expected.None) == 0 {
		return Expected{}, errors.New("expects nothing: one of traces, formatted and none must be there")
	}
	return expected, expected.checkIDs()
}

// checkIDs refuses ids that no trace can have.
func (e *Expected) checkIDs() error {
	ids := slices.Concat(e.Formatted, e.None)
	for i := range e.Traces {
		ids = append(ids, e.Traces[i].ID)
	}
	for _, id := range ids {
		if len(id) != hex.EncodedLen(len(TraceID{})) {
			return fmt.Errorf("%q: not a trace id of 32 hexadecimal digits", id)
		}
	}
	return nil
}

func readTrace(id string, v value.Value) (ExpectedTrace, error) {
	trace := ExpectedTrace{ID: lower(id), HasEdges: !v.Get("edges").IsAbsent()}
	for i, item := range v.Get("steps").Items() {
		step, err := readStep(item)
		if err != nil {
			return trace, fmt.Errorf("step %d: %w", i+1, err)
		}
		trace.Steps = append(trace.Steps, step)
	}
	if len(trace.Steps) == 0 {
		return trace, errors.New("no steps")
	}
	for _, item := range v.Get("edges").Items() {
		trace.Edges = append(trace.Edges, agentdelta.Edge{
			Source: whole(item.At(0)), Target: whole(item.At(1)),
			Type: agentdelta.EdgeType(item.At(2).Text()), Label: item.At(3).Text(),
		})
	}
	return trace, nil
}

// stepKeys are the keys of a step, so that a misspelled one can't turn a check off.
var stepKeys = map[string]bool{
	"node_type": true, "content": true, "call": true, "tool": true, "any": true, "contains": true,
	"optional": true, "metadata": true,
}

func readStep(v value.Value) (ExpectedStep, error) {
	for _, field := range v.Fields() {
		if !stepKeys[field.Key] {
			return ExpectedStep{}, fmt.Errorf("%s: not a key of a step", field.Key)
		}
	}
	return ExpectedStep{
		Type: agentdelta.NodeType(v.Get("node_type").Text()), Content: v.Get("content"), Call: v.Get("call"),
		Tools: texts(v.Get("tool")), Any: texts(v.Get("any")), Contains: texts(v.Get("contains")),
		Optional: v.Get("optional").Truth(), Metadata: v.Get("metadata"),
	}, nil
}

// texts are the texts of a list, or the one text that v is.
func texts(v value.Value) []string {
	if text, ok := v.Str(); ok {
		return []string{text}
	}
	var list []string
	for _, item := range v.Items() {
		list = append(list, item.Text())
	}
	return list
}
