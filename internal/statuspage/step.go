package statuspage

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
)

const (
	mostSteps = 2000 // of one trace; the file has them all
	mostDepth = 10   // of nested agents; deeper ones are shown as if side by side
	mostName  = 100  // code points of a name, which a run may make as long as it likes
	mostNote  = 300  // the same of a note, which may hold many names
)

// Step is one step of a run. A tool's call holds its return, and the steps of the agents that ran inside it.
type Step struct {
	Number  int // as in the file
	Kind    agentdelta.NodeType
	Name    string // of the model, the tool or the agent
	Notes   []string
	Failed  bool
	Missing string // why the text isn't there in full: not recorded, redacted, truncated
	Size    int    // of the text, in code points
	Text    string // only when content is shown
	Error   string // likewise

	Inside []*Step
	Return *Step
}

// size is about what a step takes.
func (s *Step) size() int {
	size := stepSize + len(s.Name) + len(s.Text) + len(s.Error)
	for _, note := range s.Notes {
		size += len(note)
	}
	for _, inner := range s.Inside {
		size += inner.size()
	}
	if s.Return != nil {
		size += s.Return.size()
	}
	return size
}

// stepSize is about what a step takes without its texts.
const stepSize = 250

// timeline arranges the nodes of a file. Without content no text of theirs is kept.
func timeline(nodes []agentdelta.Node, content bool) []*Step {
	a := arranger{nodes: nodes, content: content, returns: map[string]int{}}
	for at := range nodes {
		if nodes[at].Type == agentdelta.NodeToolReturn {
			a.returns[callID(&nodes[at])] = at
		}
	}
	return a.level(0, len(nodes), 1)
}

// arranger makes a tree of nodes that stand in the order of the file.
type arranger struct {
	nodes   []agentdelta.Node
	content bool
	returns map[string]int // call id to the node of the return
}

// level makes the steps from a node up to another one, each node once.
func (a *arranger) level(from, to, depth int) (steps []*Step) {
	for at := from; at < to; at++ {
		step := a.step(at)
		steps = append(steps, step)
		if a.nodes[at].Type != agentdelta.NodeToolCall || depth == mostDepth {
			continue
		}
		if end, ok := a.returns[callID(&a.nodes[at])]; ok && at < end && end < to {
			step.Inside, step.Return = a.level(at+1, end, depth+1), a.step(end)
			at = end
		}
	}
	return steps
}

func callID(n *agentdelta.Node) string { return n.Metadata.Get(agentdelta.KeyCallID).Text() }

func (a *arranger) step(at int) *Step {
	n := &a.nodes[at]
	text := func(key string) string { return n.Metadata.Get(key).Text() }
	step := &Step{
		Number:  n.Step,
		Kind:    n.Type,
		Name:    short(name(n), mostName),
		Notes:   notes(n),
		Failed:  text(agentdelta.KeyStatus) == "error",
		Missing: short(text(agentdelta.KeyContent), mostName),
		Size:    utf8.RuneCountInString(n.Content),
	}
	if a.content {
		step.Text, step.Error = strings.Clone(n.Content), strings.Clone(text(agentdelta.KeyError))
	}
	return step
}

func name(n *agentdelta.Node) string {
	for _, key := range []string{agentdelta.KeyTool, agentdelta.KeyModel, agentdelta.KeyAgent} {
		if text := n.Metadata.Get(key).Text(); text != "" {
			return text
		}
	}
	return ""
}

// notes are what else is known of a step and is no text of the run.
func notes(n *agentdelta.Node) (notes []string) {
	if n.Type == agentdelta.NodeToolCall {
		if agent := n.Metadata.Get(agentdelta.KeyAgent).Text(); agent != "" {
			notes = append(notes, "by "+agent)
		}
	}
	if asked := n.Metadata.Get(agentdelta.KeyToolCalls).Items(); len(asked) > 0 {
		names := make([]string, len(asked))
		for i := range asked {
			names[i] = asked[i].Text()
		}
		notes = append(notes, "asks for "+strings.Join(names, ", "))
	}
	if reason := n.Metadata.Get(agentdelta.KeyFinishReason).Text(); reason != "" {
		notes = append(notes, "finish reason "+reason)
	}
	if attempts := n.Metadata.Get(agentdelta.KeyFailedAttempts).Text(); attempts != "" {
		notes = append(notes, "after "+counted(atoi(attempts), "failed attempt"))
	}
	if group := n.Metadata.Get(agentdelta.KeyParallelGroup).Text(); group != "" {
		notes = append(notes, "in parallel, "+strings.ReplaceAll(group, "_", " "))
	}
	for i := range notes {
		notes[i] = short(notes[i], mostNote)
	}
	return notes
}

// short keeps so many code points of a text at most. It copies them: what is read of a trace is a piece of all that was
// stored of it, which would stay in memory with its least piece.
func short(text string, most int) string {
	count := 0
	for at := range text {
		if count == most {
			return text[:at] + "…"
		}
		count++
	}
	return strings.Clone(text)
}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// counted is a number and what it counts: 1 step, 2 steps.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
