package steps

import (
	"strconv"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// What became of a text that isn't there in full.
const (
	contentNotRecorded = "not recorded"
	contentRedacted    = "redacted"
	contentTruncated   = "truncated"
)

func setText(m *agentdelta.Metadata, key, text string) {
	if text != "" {
		m.Set(key, value.OfString(text))
	}
}

func setStatus(m *agentdelta.Metadata, failed bool, err string) {
	if !failed {
		m.Set(agentdelta.KeyStatus, value.OfString("ok"))
		return
	}
	m.Set(agentdelta.KeyStatus, value.OfString("error"))
	setText(m, agentdelta.KeyError, err)
}

func number(n int64) value.Value { return value.OfNumber(strconv.FormatInt(n, 10)) }

// callIDs are the ids of the first calls of a run.
var callIDs = func() (ids [64]string) {
	for n := range ids {
		ids[n] = "call_" + strconv.Itoa(n)
	}
	return ids
}()

// callID is the id of a run's nth call, from 1.
func callID(n int) string {
	if n < len(callIDs) {
		return callIDs[n]
	}
	return "call_" + strconv.Itoa(n)
}

func setContent(m *agentdelta.Metadata, c observation.Content, missing bool) {
	switch {
	case c&observation.Redacted != 0:
		setText(m, agentdelta.KeyContent, contentRedacted)
	case missing:
		setText(m, agentdelta.KeyContent, contentNotRecorded)
	case c&observation.Truncated != 0:
		setText(m, agentdelta.KeyContent, contentTruncated)
	}
}

func (w *writer) turnMetadata(t *turn) agentdelta.Metadata {
	m := w.metadata()
	o := t.it.obs
	setText(&m, agentdelta.KeyModel, o.Model)
	setText(&m, agentdelta.KeyFinishReason, o.FinishReason)
	if len(t.calls) > 0 {
		m.Set(agentdelta.KeyToolCalls, w.callNames(t.calls))
	}
	if t.attempts > 0 {
		m.Set(agentdelta.KeyFailedAttempts, number(int64(t.attempts)))
	}
	if o.Failed && !w.copied(t) {
		setStatus(&m, true, o.Error)
	}
	w.setContent(&m, agentdelta.NodeLLM, o, o.Content, t.recordsNothing())
	w.setOptional(&m, t.it, true)
	return m
}

// copied reports whether the error of a generation that gave a text is that of a tool before it: a processor that copies
// the errors of children to their parents copies them to the generations after them, too.
//
// Source: Arize-ai/openinference:js/packages/openinference-vercel/src.
func (w *writer) copied(t *turn) bool {
	return t.content() != "" && w.errors[t.it.obs.Error]
}

func (w *writer) callNames(calls []observation.Call) value.Value {
	names := w.names.Take(len(calls))
	for i := range calls {
		names[i] = value.OfString(calls[i].Name)
	}
	return value.OfList(names...)
}

func (w *writer) callMetadata(e *execution, id string, group int) agentdelta.Metadata {
	m := w.metadata()
	setText(&m, agentdelta.KeyTool, e.name())
	setText(&m, agentdelta.KeyCallID, id)
	if arguments := e.arguments(); arguments.Kind() == value.Object {
		m.Set(agentdelta.KeyArguments, arguments)
	}
	if group > 0 {
		m.Set(agentdelta.KeyParallelGroup, value.OfString("group_"+strconv.Itoa(group)))
	}
	if agent := e.agent(); agent != w.ends.agent {
		setText(&m, agentdelta.KeyAgent, agent)
	}
	if e.span != nil {
		w.setContent(&m, agentdelta.NodeToolCall, e.span.obs, e.span.obs.Content, e.recordsNothing())
		w.setOptional(&m, e.span, true)
	}
	return m
}

// recordsNothing reports whether neither what a tool was called with nor what it returned was recorded, anywhere. A tool
// without arguments is no gap by itself.
func (e *execution) recordsNothing() bool {
	return e.result.IsAbsent() && e.arguments().IsAbsent() && !e.failed
}

// agent is the name of the agent that a call ran under.
func (e *execution) agent() string {
	if e.span != nil {
		return e.span.agent
	}
	return e.turn.it.agent
}

func (w *writer) returnMetadata(e *execution, id string) agentdelta.Metadata {
	m := w.metadata()
	setText(&m, agentdelta.KeyTool, e.name())
	setText(&m, agentdelta.KeyCallID, id)
	if e.failed {
		text := e.errorText()
		if w.errors == nil {
			w.errors = map[string]bool{}
		}
		w.errors[text] = true
		setStatus(&m, true, text)
	} else {
		setStatus(&m, false, "")
	}
	if e.span != nil {
		w.setContent(&m, agentdelta.NodeToolReturn, e.span.obs, e.span.obs.Content, e.result.IsAbsent() && !e.failed)
	}
	return m
}

// errorText is the error of a failed tool: its own, else what it returned.
func (e *execution) errorText() string {
	if e.err != "" {
		return e.err
	}
	return agentdelta.OutputText(e.result)
}

// setOptional adds the groups of metadata that differ between equal runs, if they are asked for.
func (w *writer) setOptional(m *agentdelta.Metadata, it *item, usage bool) {
	if w.options.Usage && usage {
		for _, count := range it.obs.Usage {
			m.Set(count.Name+"_tokens", number(count.Tokens))
		}
	}
	if w.options.Timing {
		m.Set("start_time_unix_nano", number(it.obs.Start))
		m.Set("duration_nano", number(it.obs.End-it.obs.Start))
	}
	if w.options.IDs {
		setText(m, "span_id", it.obs.Span.String())
		setText(m, "provider_call_id", it.obs.CallID)
	}
}
