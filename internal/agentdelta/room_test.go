package agentdelta

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// filled is a trace of so many nodes, whose lists have room for as many.
func filled(nodes int, content string) (t Trace) {
	t, fields := NewTrace(nodes, nodes, nodes)
	for range nodes {
		from := len(fields)
		fields = append(fields, value.Field{Key: KeyModel, Value: value.OfString(content)})
		t.Nodes = append(t.Nodes, Node{Content: content, Metadata: fields[from:]})
		t.Edges = append(t.Edges, Edge{Label: content})
	}
	return t
}

func TestATraceHasNothingOfTheOneBeforeIt(t *testing.T) {
	for range 100 {
		before := filled(5, "before")
		before.Free()
		assert.Zero(t, before)
		trace, fields := NewTrace(3, 3, 3)
		assert.Empty(t, trace.Nodes)
		assert.Empty(t, trace.Edges)
		assert.Empty(t, fields)
		assert.NotContains(t, fields[:cap(fields)], value.Field{Key: KeyModel, Value: value.OfString("before")})
		for _, node := range trace.Nodes[:cap(trace.Nodes)] {
			assert.Zero(t, node)
		}
		for _, edge := range trace.Edges[:cap(trace.Edges)] {
			assert.Zero(t, edge)
		}
	}
}

func TestTracesThatAreNotFreedAreApart(t *testing.T) {
	freed := filled(5, "freed")
	freed.Free()
	freed.Free() // harmless
	var all []Trace
	for range 10 {
		all = append(all, filled(4, string(rune('a'+len(all)))))
	}
	for i, trace := range all {
		for n, node := range trace.Nodes {
			want := string(rune('a' + i))
			assert.Equal(t, []string{want, want, want}, []string{node.Content, node.Metadata.Get(KeyModel).Text(), trace.Edges[n].Label})
		}
	}
	other := Trace{Nodes: []Node{{}}}
	other.Free() // as is a trace that has its memory from elsewhere
	assert.Zero(t, other)
}

func TestTheMemoryOfGiantTracesIsNotKept(t *testing.T) {
	for range 100 {
		giant := filled(mostRoom+1, "giant")
		giant.Free()
		trace, _ := NewTrace(1, 1, 1)
		assert.LessOrEqual(t, cap(trace.Nodes), mostRoom)
	}
}
