package agentdelta

import "github.com/agentdelta/agentdeltaexporter/internal/value"

// Trace is what one file holds.
type Trace struct {
	Meta  Meta
	Nodes []Node // steps 1..n in order
	Edges []Edge

	room *room // the memory of these, if it is NewTrace's
}

// Meta is the first record of a file.
type Meta struct {
	RunID  string
	Fields Metadata // everything else, never named type or run_id
}

// Node is one step of a run.
type Node struct {
	Step     int // from 1
	Type     NodeType
	Content  string // within the limit of its type
	Metadata Metadata
}

// ID returns the id that the node has in the file.
func (n *Node) ID() string { return NodeID(n.Type, n.Content) }

// NodeType says what a step is.
type NodeType string

// The types of nodes. agentdelta's loader refuses a file with any other.
const (
	NodeStart      NodeType = "start"
	NodeLLM        NodeType = "llm"
	NodeToolCall   NodeType = "tool_call"
	NodeToolReturn NodeType = "tool_return"
	NodeEnd        NodeType = "end"
)

// Edge says that one step led to another.
type Edge struct {
	Source, Target int // steps, Source < Target
	Type           EdgeType
	Label          string
}

// EdgeType says how one step led to another.
type EdgeType string

// The types of edges. agentdelta's loader refuses a file with any other.
const (
	EdgeLLMDecision EdgeType = "llm_decision"
	EdgeToolCall    EdgeType = "tool_call"
	EdgeToolReturn  EdgeType = "tool_return"
	EdgeSequence    EdgeType = "sequence"
)

// The labels of edges that aren't named after a tool.
const (
	LabelToolOutput = "tool_output" // of every tool_return edge
	LabelChainEnd   = "chain_end"   // of a sequence edge to the end
)

// Metadata is an ordered list of keys and values. Build it with Set, which keeps the order of the Key constants and
// each key once.
type Metadata []value.Field
