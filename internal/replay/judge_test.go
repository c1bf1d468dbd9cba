package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
)

const traceID = "0af7651916cd43dd8448eb211c80319c"

// ferry is a whole run, as a file.
func ferry() string {
	trace := agentdelta.Trace{
		Meta: agentdelta.Meta{RunID: "ferry"},
		Nodes: []agentdelta.Node{
			{Step: 1, Type: agentdelta.NodeStart, Content: "When does the ferry leave?"},
			{Step: 2, Type: agentdelta.NodeLLM, Content: ""},
			{Step: 3, Type: agentdelta.NodeToolCall, Content: "timetable(pier='4')"},
			{Step: 4, Type: agentdelta.NodeToolReturn, Content: `{"leaves": "18:30", "deck": 2}`},
			{Step: 5, Type: agentdelta.NodeEnd, Content: "At 18:30."},
		},
		Edges: []agentdelta.Edge{
			{Source: 1, Target: 2, Type: agentdelta.EdgeSequence},
			{Source: 2, Target: 3, Type: agentdelta.EdgeLLMDecision},
			{Source: 3, Target: 4, Type: agentdelta.EdgeToolCall, Label: "timetable"},
			{Source: 4, Target: 5, Type: agentdelta.EdgeToolReturn, Label: "tool_output"},
		},
	}
	return string(trace.AppendTo(nil, true))
}

// unfinished is the ferry's file without its end.
func unfinished() string {
	lines := strings.SplitAfter(ferry(), "\n")
	return strings.Join(append(lines[:5:5], lines[6:9]...), "")
}

// expectedSteps is an expected.json of five steps that fit the ferry's file; with replaces a part of it.
func expectedSteps(replacements ...string) string {
	text := `{"traces": {"` + traceID + `": {"steps": [
		{"node_type": "start", "content": "When does the ferry leave?"},
		{"node_type": "llm", "content": ""},
		{"node_type": "tool_call", "call": {"name": "timetable", "arguments": {"pier": "4"}}},
		{"node_type": "tool_return", "content": "{\"deck\":2,\"leaves\":\"18:30\"}"},
		{"node_type": "end", "any": ["Half past six.", "At 18:30."], "contains": ["18"]}]}}}`
	return strings.NewReplacer(replacements...).Replace(text)
}

func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		expected string
		file     string
		want     []string // each occurs in the faults; none: no fault
	}{
		"equal steps are right":                    {expectedSteps(), ferry(), nil},
		"a tool by name fits any input":            {expectedSteps(`"call": {"name": "timetable", "arguments": {"pier": "4"}}`, `"tool": ["ferries", "timetable"]`), ferry(), nil},
		"an optional last step may be missing":     {expectedSteps(`"contains": ["18"]`, `"optional": true`), unfinished(), nil},
		"an optional last step must be right":      {expectedSteps(`"contains": ["18"]`, `"contains": ["19"], "optional": true`), ferry(), []string{`lacks "19"`}},
		"another text is a fault":                  {expectedSteps("leave?", "sail?"), ferry(), []string{"~ 1 start", `want "When does the ferry sail?"`}},
		"other arguments are a fault":              {expectedSteps(`"4"`, `4`), ferry(), []string{"~ 3 call", "timetable(pier=4)"}},
		"another tool is a fault":                  {expectedSteps(`"call": {"name": "timetable", "arguments": {"pier": "4"}}`, `"tool": "ferries"`), ferry(), []string{"want a call of ferries"}},
		"another value in JSON is a fault":         {expectedSteps(`\"deck\":2`, `\"deck\":3`), ferry(), []string{"~ 4 return"}},
		"none of several texts is a fault":         {expectedSteps("At 18:30.", "Soon."), ferry(), []string{`want one of "Half past six.", "Soon."`}},
		"a missing part is a fault":                {expectedSteps(`["18"]`, `["19"]`), ferry(), []string{`lacks "19"`}},
		"metadata that lacks a key is a fault":     {expectedSteps(`"content": ""`, `"content": "", "metadata": {"model": "m"}`), ferry(), []string{`metadata.model: nothing, want "m"`}},
		"a missing step is a fault":                {expectedSteps(`{"node_type": "llm", "content": ""},`, `{"node_type": "llm", "content": ""}, {"node_type": "llm"},`), ferry(), []string{"got  start llm call return end", "want start llm llm call return end", "llm anything"}},
		"a step too many is a fault":               {expectedSteps(`{"node_type": "llm", "content": ""},`, ``), ferry(), []string{`+ 2 llm ""`}},
		"other edges are a fault":                  {expectedSteps(`"steps"`, `"edges": [[1, 2, "sequence", ""]], "steps"`), ferry(), []string{"edges [{1 2 sequence } {2 3 llm_decision }"}},
		"equal edges in any order are right":       {expectedSteps(`"steps"`, `"edges": [[2,3,"llm_decision",""],[1,2,"sequence",""],[3,4,"tool_call","timetable"],[4,5,"tool_return","tool_output"]], "steps"`), ferry(), nil},
		"no file is a fault":                       {expectedSteps(), "", []string{"no file"}},
		"a file that should not be is a fault":     {`{"none": ["` + traceID + `"]}`, ferry(), []string{"should have none"}},
		"no file is right where none is wanted":    {`{"none": ["` + traceID + `"]}`, "", nil},
		"a well-formed file is enough":             {`{"formatted": ["` + traceID + `"]}`, ferry(), nil},
		"no well-formed file is a fault":           {`{"formatted": ["` + traceID + `"]}`, "", []string{"no file for any"}},
		"an id that isn't the content's is found":  {expectedSteps(), strings.Replace(ferry(), agentdelta.NodeID("llm", ""), "0000000000000000", 1), []string{"node 2: id 0000000000000000"}},
		"a spelling that isn't Python's is found":  {expectedSteps(), strings.Replace(ferry(), `"step": 2`, `"step":2`, 1), []string{"not in json.dumps form"}},
		"an edge backwards is found":               {expectedSteps(), strings.Replace(ferry(), `"source_step": 3, "target_step": 4`, `"source_step": 4, "target_step": 3`, 1), []string{"edge 4->3", "step 4 has no edge to it"}},
		"an unknown type is found":                 {expectedSteps(), strings.Replace(ferry(), `"node_type": "llm"`, `"node_type": "think"`, 1), []string{`node_type "think"`}},
		"two starts are found":                     {expectedSteps(), strings.Replace(ferry(), `"node_type": "llm"`, `"node_type": "start"`, 1), []string{"2 start nodes"}},
		"steps out of count are found":             {expectedSteps(), strings.Replace(ferry(), `"step": 2`, `"step": 3`, 1), []string{"node 2: step 3"}},
		"a file cut short is found":                {expectedSteps(), strings.TrimSuffix(ferry(), "\n"), []string{"does not end with a newline"}},
		"an unknown record is found":               {expectedSteps(), ferry() + "{\"type\": \"note\"}\n", []string{`type "note"`}},
		"a text longer than its limit is found":    {expectedSteps(), strings.Replace(ferry(), "At 18:30.", strings.Repeat("x", 501), 1), []string{"501 characters of end"}},
		"a file that begins without meta is found": {expectedSteps(), ferry()[strings.IndexByte(ferry(), '\n')+1:], []string{"no trace_meta"}},
	} {
		t.Run(name, func(t *testing.T) {
			expected, err := ReadExpected(c.expected)
			require.NoError(t, err)
			files := map[string][]byte{}
			if c.file != "" {
				files[traceID] = []byte(c.file)
			}
			faults := strings.Join(expected.Judge(files), "\n")
			if c.want == nil {
				assert.Empty(t, faults)
			}
			for _, want := range c.want {
				assert.Contains(t, faults, want)
			}
		})
	}
}

func TestRightCountsStepsInOrder(t *testing.T) {
	expected, err := ReadExpected(expectedSteps(`{"node_type": "llm", "content": ""},`, ``, "leave?", "sail?"))
	require.NoError(t, err)
	right, all := expected.Right(map[string][]byte{traceID: []byte(ferry())})
	assert.Equal(t, 3, right, "the call, the return and the end")
	assert.Equal(t, 5, all, "a step too many counts")
	right, all = expected.Right(nil)
	assert.Equal(t, 0, right)
	assert.Equal(t, 4, all)
}

func TestExpectedRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"what expects nothing":           `{}`,
		"what is no JSON":                `{`,
		"an id that no trace can have":   `{"none": ["abc"]}`,
		"a trace without steps":          `{"traces": {"` + traceID + `": {}}}`,
		"a key that would check nothing": expectedSteps(`"content": ""`, `"contnet": ""`),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadExpected(text)
			assert.Error(t, err)
		})
	}
}
