package statuspage

import (
	"strings"
	"time"
)

// Overview is what is held at one moment.
type Overview struct {
	Component string // the exporter's id
	Version   string
	Directory string
	Storage   string // where open traces are kept: a storage extension's id, or memory

	Now, Started time.Time
	Failing      string // why no file can be written at present; empty is well

	Silence string   // why nothing was written though spans came; empty when something was, or nothing came
	Scopes  []string // the instrumentation scopes of spans that no dialect knows as an agent's

	Open, Held, MostHeld int // traces: open, and with those in their late window
	Bytes, MostBytes     int64
	Settle, Idle, Late   time.Duration

	Waiting []Waiting // open traces, those that rested longest first
}

// Why is Silence as the end of a sentence.
func (o *Overview) Why() string {
	if strings.HasSuffix(o.Silence, "?") {
		return o.Silence
	}
	return o.Silence + "."
}

// Unlisted is the number of open traces that aren't in Waiting.
func (o *Overview) Unlisted() int { return max(0, o.Open-len(o.Waiting)) }

// Waiting is an open trace and what is known of its wait.
type Waiting struct {
	Trace             string
	Open, Quiet, Left time.Duration // since its first span, since its last, until it is written
	Bytes             int64
	RootEnded         bool
	Agent             bool // an agent, a model or a tool was seen, so it will have a file
	Written           bool // it has a file, which late spans will rewrite
	Fails             int  // attempts to write it that failed
}

// Reason says what the trace waits for.
func (w Waiting) Reason() string {
	in := "in " + duration(w.Left)
	if w.Left < time.Second {
		in = "now"
	}
	switch {
	case w.Fails > 0:
		return "Writing failed " + counted(w.Fails, "time") + ". Tried again " + in + "."
	case !w.Agent:
		return "No agent, model or tool seen yet, so it gets no file."
	case w.Written:
		return "Late spans came. Its file is rewritten " + in + "."
	case w.RootEnded:
		return "Its root span has ended. Written " + in + " unless more comes."
	}
	return "Its root span hasn't come. Written " + in + " if nothing more comes."
}

// HeldPercent is how much of the bound on traces is used.
func (o *Overview) HeldPercent() int64 { return percent(int64(o.Held), int64(o.MostHeld)) }

// BytesPercent is how much of the bound on bytes is used.
func (o *Overview) BytesPercent() int64 { return percent(o.Bytes, o.MostBytes) }
