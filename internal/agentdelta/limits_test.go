package agentdelta

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCut(t *testing.T) {
	long := strings.Repeat("🚀", 3000)
	tests := []struct {
		name    string
		kind    NodeType
		content string
		want    int
	}{
		{"start by the limit of texts", NodeStart, long, 500},
		{"llm by its own limit", NodeLLM, long, 2000},
		{"tool_return by the limit of tools", NodeToolReturn, long, 500},
		{"end by the limit of texts", NodeEnd, long, 500},
		{"tool_call not at all", NodeToolCall, long, 3000},
		{"a text as long as the limit stays whole", NodeEnd, strings.Repeat("é", 500), 500},
		{"a short text stays whole", NodeEnd, "é", 1},
		{"each byte that isn't UTF-8 counts", NodeEnd, strings.Repeat("\xff", 600), 500},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := DefaultLimits().Cut(tt.content, tt.kind)
			assert.Len(t, []rune(got), tt.want)
			assert.True(t, strings.HasPrefix(tt.content, got))
		})
	}
}

func TestLimitsOf(t *testing.T) {
	limits := Limits{LLM: 3, Tool: 2, Text: 1}
	want := map[NodeType]int{NodeStart: 1, NodeLLM: 3, NodeToolCall: 2, NodeToolReturn: 2, NodeEnd: 1}
	for kind, limit := range want {
		assert.Equal(t, limit, limits.Of(kind), kind)
	}
	assert.Empty(t, Limits{}.Cut("text", NodeLLM), "a limit of zero keeps nothing")
}
