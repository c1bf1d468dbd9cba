package replay

import (
	"fmt"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
)

// letters abbreviate node types in a run's outline.
var letters = map[agentdelta.NodeType]string{
	agentdelta.NodeStart: "start", agentdelta.NodeLLM: "llm", agentdelta.NodeToolCall: "call",
	agentdelta.NodeToolReturn: "return", agentdelta.NodeEnd: "end",
}

// diff aligns nodes with the steps they should be and shows how they differ, or returns nothing.
//
//	got  start llm call return end
//	want start llm call return llm end
//	  4 return "18:30"
//	- 5 llm "The next train leaves at 18:30."
//	~ 6 end ""
//	      want "The next train leaves at 18:30."
func (t *ExpectedTrace) diff(nodes []node) string {
	steps := t.wanted(nodes)
	pairs := align(steps, nodes)
	var out strings.Builder
	if got, want := outline(nodes, nodeKind), outline(steps, stepKind); got != want {
		fmt.Fprintf(&out, "\n  got  %s\n  want %s", got, want)
	}
	before := ""
	for _, p := range pairs {
		line, right := p.line(steps, nodes)
		if right {
			before = line
			continue
		}
		out.WriteString(before)
		out.WriteString(line)
		before = ""
	}
	return out.String()
}

func nodeKind(n node) agentdelta.NodeType         { return n.kind }
func stepKind(s ExpectedStep) agentdelta.NodeType { return s.Type }

func outline[T any](list []T, kind func(T) agentdelta.NodeType) string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = letters[kind(item)]
	}
	return strings.Join(names, " ")
}

// pair is a step beside the node that stands for it; -1 is none.
type pair struct{ step, node int }

// line shows a pair, and reports whether the node is right.
func (p pair) line(steps []ExpectedStep, nodes []node) (string, bool) {
	switch {
	case p.node < 0:
		step := &steps[p.step]
		return fmt.Sprintf("\n  - %d %s %s", p.step+1, letters[step.Type], step.text()), false
	case p.step < 0:
		return fmt.Sprintf("\n  + %d %s %s", p.node+1, letters[nodes[p.node].kind], show(nodes[p.node].content)), false
	}
	n := &nodes[p.node]
	head := fmt.Sprintf("%d %s %s", p.node+1, letters[n.kind], show(n.content))
	faults := steps[p.step].faults(n)
	if len(faults) == 0 {
		return "\n    " + head, true
	}
	return "\n  ~ " + head + "\n        " + strings.Join(faults, "\n        "), false
}

// Right returns how many steps of a case are right in kind, order and content, and how many there are: the greater of
// those expected and those found.
func (e *Expected) Right(files map[string][]byte) (right, all int) {
	for i := range e.Traces {
		want := &e.Traces[i]
		var nodes []node
		if data := files[want.ID]; data != nil {
			nodes = readFile(data).nodes
		}
		steps := want.wanted(nodes)
		all += max(len(steps), len(nodes))
		for _, p := range align(steps, nodes) {
			if p.step >= 0 && p.node >= 0 && len(steps[p.step].faults(&nodes[p.node])) == 0 {
				right++
			}
		}
	}
	return right, all
}

// The worth of putting a step beside a node: only those of one kind stand beside each other, and a right one is worth
// more than a wrong one.
const (
	sameKind  = 1
	rightNode = 3
)

// align puts steps beside nodes, in order, such that the worth of all pairs is greatest.
func align(steps []ExpectedStep, nodes []node) []pair {
	worth := make([][]int, len(steps)+1) // worth[i][j]: of steps[i:] and nodes[j:]
	for i := range worth {
		worth[i] = make([]int, len(nodes)+1)
	}
	score := func(i, j int) int {
		switch {
		case steps[i].Type != nodes[j].kind:
			return 0
		case len(steps[i].faults(&nodes[j])) > 0:
			return sameKind
		default:
			return rightNode
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		for j := len(nodes) - 1; j >= 0; j-- {
			worth[i][j] = max(worth[i+1][j], worth[i][j+1])
			if s := score(i, j); s > 0 {
				worth[i][j] = max(worth[i][j], s+worth[i+1][j+1])
			}
		}
	}
	return walk(worth, score)
}

// walk reads the best pairs off the table of worths.
func walk(worth [][]int, score func(i, j int) int) []pair {
	var pairs []pair
	i, j, steps, nodes := 0, 0, len(worth)-1, len(worth[0])-1
	for i < steps || j < nodes {
		if i < steps && j < nodes {
			if s := score(i, j); s > 0 && worth[i][j] == s+worth[i+1][j+1] {
				pairs = append(pairs, pair{i, j})
				i, j = i+1, j+1
				continue
			}
		}
		if j >= nodes || i < steps && worth[i][j] == worth[i+1][j] {
			pairs = append(pairs, pair{i, -1})
			i++
			continue
		}
		pairs = append(pairs, pair{-1, j})
		j++
	}
	return pairs
}
