package statuspage

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// outline is a tree of steps in one line: calls hold what is in their brackets, and their return.
func outline(steps []*Step) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 {
			b.WriteString(" ")
		}
		fmt.Fprintf(&b, "%d", s.Number)
		if s.Return != nil || s.Inside != nil {
			fmt.Fprintf(&b, "(%s):%d", outline(s.Inside), s.Return.Number)
		}
	}
	return b.String()
}

// script are nodes by their initials: s start, m model, e end, and for tools the call in upper case, the return in lower.
func script(text string) (nodes []agentdelta.Node) {
	for _, r := range text {
		n := agentdelta.Node{Metadata: fields(agentdelta.KeyCallID, strings.ToLower(string(r)))}
		switch {
		case r == '-':
			n = agentdelta.Node{Type: agentdelta.NodeLLM}
		case r >= 'A' && r <= 'Z':
			n.Type = agentdelta.NodeToolCall
		default:
			n.Type = agentdelta.NodeToolReturn
		}
		nodes = append(nodes, n)
	}
	return numbered(nodes...)
}

func TestStepsStandInsideTheCallThatTheyBelongTo(t *testing.T) {
	for name, test := range map[string]struct{ nodes, outline string }{
		"no tools":                      {"---", "1 2 3"},
		"one call":                      {"-Aa-", "1 2():3 4"},
		"parallel calls":                {"AaBb", "1():2 3():4"},
		"a nested agent":                {"A-Bb-a-", "1(2 3():4 5):6 7"},
		"a call that never returned":    {"A--", "1 2 3"},
		"a return without its call":     {"-a-", "1 2 3"},
		"a return before its call":      {"aA", "1 2"},
		"calls that cross":              {"ABab", "1(2):3 4"},
		"the same id twice":             {"AaAa", "1(2 3):4"},
		"a call without id after all":   {"A", "1"},
		"a nested call without return":  {"AB-a", "1(2 3):4"},
		"nothing":                       {"", ""},
		"deep nesting is cut":           {"ABCDEFGHIJKlkjihgfedcba", "1(2(3(4(5(6(7(8(9(10 11 12 13 14):15):16):17):18):19):20):21):22):23"},
		"a return that crosses the end": {"ABba", "1(2():3):4"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.outline, outline(timeline(script(test.nodes), true)))
		})
	}
}

func TestOnlyTheFirstStepsOfALongRunAreKept(t *testing.T) {
	nodes := script(strings.Repeat("-", mostSteps+7))
	trace := NewTrace(&agentdelta.Trace{Nodes: nodes}, false)
	assert.Len(t, trace.Steps, mostSteps)
	assert.Equal(t, 7, trace.More())
	assert.Equal(t, mostSteps+7, trace.Count)
}

func TestNamesAreCutAndCounted(t *testing.T) {
	long := strings.Repeat("ä", 5000)
	meta := fields(agentdelta.KeyService, long, agentdelta.KeyServiceVersion, long, agentdelta.KeyAgent, long)
	asks := fields(agentdelta.KeyModel, long, agentdelta.KeyFinishReason, long, agentdelta.KeyContent, long)
	asks.Set(agentdelta.KeyToolCalls, value.OfList(text(long), text(long)))
	nodes := []agentdelta.Node{{Type: agentdelta.NodeLLM, Metadata: asks}}
	for n := range 2 * mostModels {
		nodes = append(nodes, agentdelta.Node{Type: agentdelta.NodeLLM, Metadata: fields(agentdelta.KeyModel, fmt.Sprint(n))})
	}
	trace := NewTrace(&agentdelta.Trace{Meta: agentdelta.Meta{Fields: meta}, Nodes: numbered(nodes...)}, false)
	cut := strings.Repeat("ä", mostName) + "…"
	assert.Equal(t, []string{cut, cut, cut, cut}, []string{trace.Service, trace.ServiceVersion, trace.Agent, trace.Models[0]})
	assert.Equal(t, []string{cut, cut}, []string{trace.Steps[0].Name, trace.Steps[0].Missing})
	for _, note := range trace.Steps[0].Notes {
		assert.Equal(t, mostNote+1, utf8.RuneCountInString(note))
	}
	assert.Len(t, trace.Models, mostModels)
	assert.Greater(t, trace.size, len(nodes)*stepSize+2*len(cut), "what names take counts")
	assert.Less(t, trace.size, len(nodes)*stepSize+10*len(cut))
}

func TestAdviceIsGivenOnceAndNotAtLength(t *testing.T) {
	trace := NewTrace(&agentdelta.Trace{}, false)
	for n := range 2 * mostAdvice {
		trace.Advise(fmt.Sprint(n))
		trace.Advise("0")
	}
	assert.Equal(t, []string{"0", "1", "2", "3", "4"}, trace.Advice)
}

func TestWhatATraceWaitsForIsSaid(t *testing.T) {
	left := 5 * time.Second
	for want, w := range map[string]Waiting{
		"Its root span hasn't come. Written in 5 s if nothing more comes.":       {Left: left, Agent: true},
		"Its root span has ended. Written in 5 s unless more comes.":             {Left: left, Agent: true, RootEnded: true},
		"Its root span has ended. Written now unless more comes.":                {Left: -left, Agent: true, RootEnded: true},
		"Late spans came. Its file is rewritten in 5 s.":                         {Left: left, Agent: true, Written: true},
		"Writing failed 1 time. Tried again in 5 s.":                             {Left: left, Agent: true, Fails: 1},
		"No agent, model or tool seen yet, so it gets no file.":                  {Left: left},
		"Writing failed 3 times. Tried again in 5 s.":                            {Left: left, Fails: 3},
		"Its root span hasn't come. Written in 1 min 5 s if nothing more comes.": {Left: time.Minute + left, Agent: true},
	} {
		assert.Equal(t, want, plain(w.Reason()))
	}
}

// plain has blanks that lines may break at.
func plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

func TestTimesAndSizesAreForPeople(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"0 s": -time.Second, "0.4 s": 450 * time.Millisecond, "9.9 s": 9990 * time.Millisecond, "12 s": 12900 * time.Millisecond,
		"1 min": time.Minute, "59 min 59 s": time.Hour - 1, "2 h 5 min": 125 * time.Minute, "3 d 4 h": 76*time.Hour + 1, "2 d": 48 * time.Hour,
	} {
		assert.Equal(t, want, plain(duration(d)))
	}
	for want, n := range map[string]int64{
		"0 B": 0, "999 B": 999, "1.0 kB": 1000, "1.0 MB": 999_999, "268.4 MB": 256 << 20, "9223372.0 TB": 1<<63 - 1,
	} {
		assert.Equal(t, want, plain(size(n)))
	}
	assert.Equal(t, []int64{0, 1, 50, 100, 0}, []int64{percent(0, 9), percent(1, 9000), percent(5, 10), percent(11, 10), percent(1, 0)})
}
