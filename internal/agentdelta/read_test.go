package agentdelta

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadMetaReturnsWhatWasWritten(t *testing.T) {
	meta := weather(t).Meta
	for _, ascii := range []bool{true, false} {
		got, err := ReadMeta(meta.appendTo(nil, ascii))
		require.NoError(t, err)
		assert.Equal(t, meta, got)
		assert.Equal(t, "5ee0000000000000000000000000a001", got.Fields.Get(KeyTraceID).Text())
	}
}

func TestReadMetaRefuses(t *testing.T) {
	tests := []struct {
		name, line, want string
	}{
		{"an empty file", "", "trace_meta: "},
		{"a torn line", `{"type": "trace_meta", "run`, "trace_meta: "},
		{"another record", `{"type": "node"}`, `trace_meta: type: "node", must be "trace_meta"`},
		{"a line that is no object", `["trace_meta"]`, `trace_meta: type: "", must be "trace_meta"`},
		{"no run_id", `{"type": "trace_meta"}`, `trace_meta: run_id: "", must be a text`},
		{"a run_id that is a number", `{"type": "trace_meta", "run_id": 7}`, `trace_meta: run_id: "7", must be a text`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadMeta([]byte(tt.line))
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
