package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestPrintedBlocks(t *testing.T) {
	for name, c := range map[string]struct{ recorded, want string }{
		"a print of a call that has a part is left out": {
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"type\": \"tool_use\", \"id\": \"c1\", \"name\": \"tide\", \"input\": {}}"},{"type":"tool_call","id":"c1","name":"tide","arguments":{}}]}]`,
			`[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"tide","arguments":{}}]}]`,
		},
		"a call of the responses API has its id elsewhere": {
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"type\": \"function_call\", \"id\": \"fc1\", \"call_id\": \"c1\", \"name\": \"tide\"}"},{"type":"tool_call","id":"c1","name":"tide","arguments":{}}]}]`,
			`[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"tide","arguments":{}}]}]`,
		},
		"a print of thoughts is thoughts": {
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"type\": \"thinking\", \"thinking\": \"hm\"}"}]}]`,
			`[{"role":"assistant","parts":[{"type":"thinking","thinking":"hm"}]}]`,
		},
		"a text that looks like a call that nothing else tells of is a text": {
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"type\": \"tool_use\", \"id\": \"c1\"}"}]}]`,
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"type\": \"tool_use\", \"id\": \"c1\"}"}]}]`,
		},
		"JSON that the model wrote is a text": {
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"tide\": \"low\"}"},{"type":"tool_call","id":"c1","name":"tide"}]}]`,
			`[{"role":"assistant","parts":[{"type":"text","content":"{\"tide\": \"low\"}"},{"type":"tool_call","id":"c1","name":"tide"}]}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := printedBlocks(value.OfString(c.recorded))
			assert.Equal(t, string(value.Decode(c.want).AppendJSON(nil, true)), string(got.AppendJSON(nil, true)))
		})
	}
	assert.Equal(t, value.OfString("no list"), printedBlocks(value.OfString("no list")))
}
