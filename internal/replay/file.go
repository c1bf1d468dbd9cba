package replay

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// file is a trace file as it is read back.
type file struct {
	nodes  []node
	edges  []agentdelta.Edge
	faults []string // breaches of the format
}

type node struct {
	kind     agentdelta.NodeType
	content  string
	metadata value.Value
}

// readFile reads a file and checks it against the format, line by line and as a whole.
func readFile(data []byte) *file {
	f := &file{}
	body, ended := bytes.CutSuffix(data, []byte("\n"))
	if !ended {
		f.fault("file does not end with a newline")
	}
	for i, line := range strings.Split(string(body), "\n") {
		record, err := value.ParseJSON(line)
		if err != nil {
			f.fault("line %d is not JSON: %v", i+1, err)
			continue
		}
		f.checkSpelling(line, record)
		f.addRecord(i+1, record)
	}
	f.checkWhole()
	return f
}

func (f *file) fault(format string, args ...any) {
	f.faults = append(f.faults, fmt.Sprintf(format, args...))
}

// checkSpelling checks that a line is what json.dumps writes, but for the spelling of its numbers.
func (f *file) checkSpelling(line string, record value.Value) {
	if string(record.AppendJSON(nil, true)) != line {
		f.fault("not in json.dumps form: %s", show(line))
	}
}

func (f *file) addRecord(number int, record value.Value) {
	kind := record.Get("type").Text()
	switch {
	case number == 1:
		if kind != "trace_meta" || record.Get("run_id").Text() == "" {
			f.fault("line 1 is no trace_meta with a run_id")
		}
	case kind == "node":
		if len(f.edges) > 0 {
			f.fault("line %d: a node after an edge", number)
		}
		f.addNode(record)
	case kind == "edge":
		f.addEdge(record)
	default:
		f.fault("line %d: type %q", number, kind)
	}
}

var nodeKeys = [...]string{"type", "id", "step", "node_type", "content", "metadata"}

func (f *file) addNode(record value.Value) {
	n := node{
		kind:     agentdelta.NodeType(record.Get("node_type").Text()),
		content:  record.Get("content").Text(),
		metadata: record.Get("metadata"),
	}
	f.nodes = append(f.nodes, n)
	index := len(f.nodes)
	for i, key := range nodeKeys {
		if i >= record.Len() || record.Fields()[i].Key != key {
			f.fault("node %d: key %d is not %s", index, i+1, key)
		}
	}
	if whole(record.Get("step")) != index {
		f.fault("node %d: step %s", index, record.Get("step").Text())
	}
	if id := agentdelta.NodeID(n.kind, n.content); record.Get("id").Text() != id {
		f.fault("node %d: id %s is not %s", index, record.Get("id").Text(), id)
	}
	limit, known := limits[n.kind]
	if !known {
		f.fault("node %d: node_type %q", index, n.kind)
	}
	if length := utf8.RuneCountInString(n.content); limit > 0 && length > limit {
		f.fault("node %d: %d characters of %s", index, length, n.kind)
	}
	if n.metadata.Kind() != value.Object {
		f.fault("node %d: metadata is no object", index)
	}
}

// limits are the greatest lengths of contents; a tool_call's holds for its input alone.
var limits = map[agentdelta.NodeType]int{
	agentdelta.NodeStart: 500, agentdelta.NodeLLM: 2000, agentdelta.NodeToolCall: 0,
	agentdelta.NodeToolReturn: 500, agentdelta.NodeEnd: 500,
}

var edgeTypes = map[agentdelta.EdgeType]bool{
	agentdelta.EdgeLLMDecision: true, agentdelta.EdgeToolCall: true,
	agentdelta.EdgeToolReturn: true, agentdelta.EdgeSequence: true,
}

func (f *file) addEdge(record value.Value) {
	edge := agentdelta.Edge{
		Source: whole(record.Get("source_step")), Target: whole(record.Get("target_step")),
		Type: agentdelta.EdgeType(record.Get("edge_type").Text()), Label: record.Get("label").Text(),
	}
	f.edges = append(f.edges, edge)
	if !edgeTypes[edge.Type] {
		f.fault("edge_type %q", edge.Type)
	}
	if edge.Source < 1 || edge.Source >= edge.Target || edge.Target > len(f.nodes) {
		f.fault("edge %d->%d of %d steps", edge.Source, edge.Target, len(f.nodes))
	}
	if record.Get("label").Kind() != value.String {
		f.fault("edge label is no string")
	}
}

// checkWhole checks what no single line shows: each step is reached, there is one start and at most one end.
func (f *file) checkWhole() {
	reached := map[int]bool{}
	for _, edge := range f.edges {
		reached[edge.Target] = true
	}
	starts, ends := 0, 0
	for i, n := range f.nodes {
		if i > 0 && !reached[i+1] {
			f.fault("step %d has no edge to it", i+1)
		}
		switch n.kind {
		case agentdelta.NodeStart:
			starts++
		case agentdelta.NodeEnd:
			ends++
		}
	}
	if starts != 1 || f.nodes[0].kind != agentdelta.NodeStart {
		f.fault("%d start nodes, one must be the first of %d nodes", starts, len(f.nodes))
	}
	if ends > 1 || ends == 1 && f.nodes[len(f.nodes)-1].kind != agentdelta.NodeEnd {
		f.fault("%d end nodes, at most one must be the last", ends)
	}
}

// whole is the whole number that v spells, or -1.
func whole(v value.Value) int {
	if n, err := strconv.Atoi(v.Text()); err == nil && v.Kind() == value.Number {
		return n
	}
	return -1
}

func lower(s string) string { return strings.ToLower(s) }

// shown bounds how much of a text a fault quotes, in code points.
const shown = 160

// show is a text as JSON on one line, cut when it is long.
func show(text string) string {
	quoted := string(value.OfString(text).AppendJSON(nil, false))
	if cut := value.Runes(quoted, shown); cut != quoted {
		return cut + "..."
	}
	return quoted
}

// Faults are the breaches of the format in a file.
func Faults(data []byte) []string { return readFile(data).faults }
