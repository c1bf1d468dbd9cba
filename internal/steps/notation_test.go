package steps

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The tests of this package write a trace as a list of spans, each named by one letter, and its file as lines:
//
//	agent("a", "", 0, 100, asks("Weather?"), answers("4 C."))
//	model("b", "a", 10, 20, calls("c1 weather {'city': 'Oslo'}"))
//
//	start Weather?
//	llm -> weather
//	call weather(city='Oslo')
//	return 4 C
//	end 4 C.

type option func(*observation.Observation)

func newSpan(role observation.Role, id, parent string, start, end int64, options []option) observation.Observation {
	o := observation.Observation{Span: idOf(id), Parent: idOf(parent), Start: start * 1e6, End: end * 1e6, Role: role, Name: id, Scope: "s", Dialect: "d"}
	for _, set := range options {
		set(&o)
	}
	return o
}

func agent(id, parent string, start, end int64, options ...option) observation.Observation {
	return newSpan(observation.Agent, id, parent, start, end, options)
}

func model(id, parent string, start, end int64, options ...option) observation.Observation {
	return newSpan(observation.LLM, id, parent, start, end, options)
}

func tool(id, parent string, start, end int64, options ...option) observation.Observation {
	return newSpan(observation.Tool, id, parent, start, end, options)
}

func link(id, parent string, start, end int64) observation.Observation {
	return newSpan(observation.Other, id, parent, start, end, nil)
}

func idOf(name string) (id observation.SpanID) {
	copy(id[:], name)
	return id
}

// asks is what an agent was asked, or what the user said to a model.
func asks(text string) option {
	return func(o *observation.Observation) {
		if o.Role == observation.Agent {
			o.Request = value.OfString(text)
			return
		}
		o.Input = append(o.Input, observation.Message{Speaker: observation.User, Text: text, HasText: true})
		o.Content |= observation.InputRecorded
	}
}

func answers(text string) option {
	return func(o *observation.Observation) { o.Result = value.OfString(text) }
}

// says is the text of a model's answer.
func says(text string) option {
	return func(o *observation.Observation) {
		o.Output = append(o.Output, observation.Message{Speaker: observation.Assistant, Text: text, HasText: true})
		o.Content |= observation.OutputRecorded
	}
}

// calls are the calls that a model asks for, each "id name arguments"; the id - stands for none.
func calls(list ...string) option {
	return func(o *observation.Observation) {
		o.Output = append(o.Output, observation.Message{Speaker: observation.Assistant, Calls: callList(list)})
		o.Content |= observation.OutputRecorded
	}
}

func callList(list []string) []observation.Call {
	made := make([]observation.Call, len(list))
	for i, text := range list {
		words := strings.SplitN(text, " ", 3)
		made[i] = observation.Call{ID: strings.Trim(words[0], "-"), Name: words[1]}
		if len(words) > 2 {
			made[i].Arguments = value.DecodeAny(words[2])
		}
	}
	return made
}

// asked is an assistant message of the history that asked for calls; got is a tool's message, "id output".
func asked(list ...string) option {
	return func(o *observation.Observation) {
		o.Input = append(o.Input, observation.Message{Speaker: observation.Assistant, Calls: callList(list)})
	}
}

func got(list ...string) option {
	return func(o *observation.Observation) {
		for _, text := range list {
			id, output, _ := strings.Cut(text, " ")
			o.Input = append(o.Input, observation.Message{Speaker: observation.ToolResult, Results: []observation.Result{
				{ID: strings.Trim(id, "-"), Output: value.OfString(output)},
			}})
		}
		o.Content |= observation.InputRecorded
	}
}

// gotOf is got of a result without an id that names its tool.
func gotOf(name, output string) option {
	return func(o *observation.Observation) {
		got("- " + output)(o)
		o.Input[len(o.Input)-1].Results[0].Name = name
	}
}

// refused is got, marked as a failure.
func refused(text string) option {
	return func(o *observation.Observation) {
		got(text)(o)
		o.Input[len(o.Input)-1].Results[0].Failed = true
	}
}

// provider is a call that a model asked for and its provider ran, with what it returned, in one message.
func provider(call, result string) option {
	return func(o *observation.Observation) {
		id, output, _ := strings.Cut(result, " ")
		o.Output = append(o.Output, observation.Message{
			Speaker: observation.Assistant, Calls: callList([]string{call}),
			Results: []observation.Result{{ID: id, Output: value.OfString(output)}},
		})
	}
}

// runs is a tool span's call, "id name arguments"; gives its output.
func runs(text string) option {
	return func(o *observation.Observation) {
		c := callList([]string{text})[0]
		o.CallID, o.Tool, o.Request = c.ID, c.Name, c.Arguments
	}
}

func gives(text string) option {
	return func(o *observation.Observation) { o.Result = value.OfString(text) }
}

func fails(text string) option {
	return func(o *observation.Observation) { o.Failed, o.Error = true, text }
}

func abandoned() option { return func(o *observation.Observation) { o.Abandoned = true } }

func scope(name string) option { return func(o *observation.Observation) { o.Scope = name } }

func named(name string) option { return func(o *observation.Observation) { o.AgentName = name } }

func usingModel(name string) option { return func(o *observation.Observation) { o.Model = name } }

// redacted marks a span that holds a mask in place of a text.
func redacted() option {
	return func(o *observation.Observation) { o.Content |= observation.Redacted }
}

// cut marks a span that holds a text that arrived cut.
func cut() option {
	return func(o *observation.Observation) { o.Content |= observation.Truncated }
}

func class() option { return func(o *observation.Observation) { o.ToolClass = true } }

func set(change func(*observation.Observation)) option { return change }

// built is the file of a trace, written as lines.
func built(all []observation.Observation) string {
	trace, ok := Build(all, Options{TraceID: "t", Limits: agentdelta.DefaultLimits(), Complete: true})
	if !ok {
		return "none"
	}
	lines := make([]string, len(trace.Nodes))
	for i := range trace.Nodes {
		lines[i] = line(&trace.Nodes[i])
	}
	return strings.Join(lines, "\n")
}

var words = map[agentdelta.NodeType]string{
	agentdelta.NodeStart: "start", agentdelta.NodeLLM: "llm", agentdelta.NodeToolCall: "call",
	agentdelta.NodeToolReturn: "return", agentdelta.NodeEnd: "end",
}

func line(n *agentdelta.Node) string {
	text := strings.TrimSpace(words[n.Type] + " " + n.Content)
	if asked := n.Metadata.Get(agentdelta.KeyToolCalls); asked.Len() > 0 {
		var names []string
		for _, name := range asked.Items() {
			names = append(names, name.Text())
		}
		text += " -> " + strings.Join(names, ", ")
	}
	if n := n.Metadata.Get(agentdelta.KeyFailedAttempts); !n.IsAbsent() {
		text += fmt.Sprintf(" (after %s failed)", n.Text())
	}
	if n.Metadata.Get(agentdelta.KeyStatus).Text() == "error" {
		text += " (error)"
	}
	return text
}

// lines is an expected file, with the indentation of the test's source taken off.
func lines(text string) string {
	var list []string
	for _, one := range strings.Split(strings.TrimSpace(text), "\n") {
		list = append(list, strings.TrimSpace(one))
	}
	return strings.Join(list, "\n")
}

// story is a test case: a trace and its file.
type story struct {
	name  string
	spans []observation.Observation
	want  string
}

func check(t *testing.T, stories []story) {
	t.Helper()
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			assert.Equal(t, lines(s.want), built(s.spans))
		})
	}
}

func spans(list ...observation.Observation) []observation.Observation { return list }
