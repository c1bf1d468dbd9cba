package replay

import (
	"fmt"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

var speakerNames = [...]string{observation.System: "system", observation.User: "user", observation.Assistant: "assistant", observation.ToolResult: "tool"}

// Describe shows what was read of one span, for people who look for a fault.
func Describe(o *observation.Observation) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%-5s %s<%s %s [%s] %dms", o.Role, o.Span, o.Parent, o.Name, o.Dialect, (o.End-o.Start)/1e6)
	for _, part := range []struct{ name, text string }{
		{"agent", o.AgentName},
		{"session", o.Session},
		{"model", o.Model},
		{"finish", o.FinishReason},
		{"tool", o.Tool},
		{"call", o.CallID},
		{"join", o.Join},
		{"error", o.Error},
	} {
		if part.text != "" {
			fmt.Fprintf(&out, " %s=%s", part.name, show(part.text))
		}
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"class", o.ToolClass}, {"failed", o.Failed}, {"interrupted", o.Interrupted}, {"joined", o.JoinedResult}} {
		if flag.set {
			out.WriteString(" " + flag.name)
		}
	}
	fmt.Fprintf(&out, " content=%04b turns=%d\n", o.Content, o.Turns)
	describeValue(&out, "request", o.Request)
	describeValue(&out, "result", o.Result)
	describeValue(&out, "structured", o.Structured)
	for i := range o.Input {
		describeMessage(&out, "in ", &o.Input[i])
	}
	for i := range o.Output {
		describeMessage(&out, "out", &o.Output[i])
	}
	for i := range o.Records {
		describeMessage(&out, fmt.Sprintf("record output=%v %s", o.Records[i].Output, o.Records[i].FinishReason), &o.Records[i].Message)
	}
	return out.String()
}

func describeValue(out *strings.Builder, name string, v value.Value) {
	if !v.IsAbsent() {
		fmt.Fprintf(out, "        %s %s\n", name, compact(v))
	}
}

func describeMessage(out *strings.Builder, side string, m *observation.Message) {
	fmt.Fprintf(out, "        %s %s", side, speakerNames[m.Speaker])
	if m.HasText {
		fmt.Fprintf(out, " %s", show(m.Text))
	}
	if m.Reasoning != "" {
		fmt.Fprintf(out, " reasoning %s", show(m.Reasoning))
	}
	for _, call := range m.Calls {
		fmt.Fprintf(out, " call %s %s(%s)", call.ID, call.Name, compact(call.Arguments))
	}
	for _, result := range m.Results {
		fmt.Fprintf(out, " result %s %s failed=%v %s", result.ID, result.Name, result.Failed, compact(result.Output))
	}
	out.WriteString("\n")
}
