package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// turnText is what one generation says.
type turnText struct {
	text, reasoning string
	hasText         bool
	calls           []observation.Call
	results         []observation.Result  // what calls returned before the answer was over: the provider ran them
	input           []observation.Message // what was said before it
	began           beginning             // of input, as far as it is known
}

// gather joins the messages of one generation: texts with a newline, reasoning and calls in order.
func gather(messages []observation.Message) turnText {
	said := 0 // messages of the assistant
	var t turnText
	for i := range messages {
		if m := &messages[i]; m.Speaker == observation.Assistant {
			if said++; said > 1 {
				return gatherAll(messages)
			}
			t = turnText{
				text: m.Text, reasoning: m.Reasoning, hasText: m.HasText,
				calls: slices.Clip(m.Calls), results: slices.Clip(m.Results),
			}
		}
	}
	return t
}

// gatherAll is gather for more than one message.
func gatherAll(messages []observation.Message) turnText {
	var t turnText
	var texts, thoughts []string
	for i := range messages {
		m := &messages[i]
		if m.Speaker != observation.Assistant {
			continue
		}
		t.hasText = t.hasText || m.HasText
		if m.Text != "" {
			texts = append(texts, m.Text)
		}
		if m.Reasoning != "" {
			thoughts = append(thoughts, m.Reasoning)
		}
		t.calls = append(t.calls, m.Calls...)
		t.results = append(t.results, m.Results...)
	}
	t.text, t.reasoning = strings.Join(texts, "\n"), strings.Join(thoughts, "\n")
	return t
}

// says reports whether a generation holds text, reasoning or calls.
func (t *turnText) says() bool {
	return t.text != "" || t.reasoning != "" || len(t.calls) > 0
}

// content is the text of a generation, else its reasoning.
func (t *turnText) content() string {
	if t.text != "" {
		return t.text
	}
	return t.reasoning
}

// expandTurns splits the response of each model into generations. A response is one generation, unless tool results
// stand between its messages: then what follows them was generated after them. Agents whose span holds their turns get
// a model item for them.
func expandTurns(r *run) {
	models, around := 0, r.aroundModels()
	for _, it := range r.items {
		if it.obs.Role == observation.Agent && ownsTurns(it, around) && it.knowsBetter() {
			r.addTurns(it)
		}
		if isModel(it) {
			models++
		}
	}
	texts := r.room.texts.Take(models)
	for _, it := range r.items {
		if !isModel(it) {
			continue
		}
		if len(texts) == 0 {
			it.turns = it.askedAtOnce(split(it.obs, nil)) // of an agent
			continue
		}
		it.turns, texts = split(it.obs, texts[:0:1]), texts[1:]
	}
}

// ownsTurns reports whether an agent's own messages are its generations, where it is known what is around models.
func ownsTurns(it *item, around map[*item]bool) bool {
	switch it.obs.Turns {
	case observation.OwnTurns:
		return len(it.obs.Output) > 0
	case observation.LonelyTurns:
		return len(it.obs.Output) > 0 && !around[it]
	default:
		return false
	}
}

// aroundModels tells which items are above a model, if any wants to know.
func (r *run) aroundModels() map[*item]bool {
	if !slices.ContainsFunc(r.items, func(it *item) bool { return it.obs.Turns == observation.LonelyTurns }) {
		return nil
	}
	around := make(map[*item]bool, len(r.items))
	for i := len(r.items) - 1; i >= 0; i-- {
		if it := r.items[i]; it.obs.Role == observation.LLM || around[it] {
			around[it.parent] = true
		}
	}
	return around
}

// addTurns hangs a model item with an agent's messages under it. Every assistant message of it is a generation.
func (r *run) addTurns(agent *item) {
	o := *agent.obs
	o.Role, o.Parent = observation.LLM, agent.obs.Span
	o.Failed, o.Error = false, ""
	it := &item{obs: &o, parent: agent, order: len(r.items)}
	agent.kids = append(agent.kids, it)
	r.items = append(r.items, it)
}

// split cuts a response where tool results, or on an agent's own span each further assistant message, begin a new
// generation. The list has room to begin in.
func split(o *observation.Observation, turns []turnText) []turnText {
	if o.Turns == observation.NoTurns && !hasResults(o.Output) {
		t := gather(o.Output)
		t.input = o.Input
		return append(turns, t)
	}
	said, began := slices.Clip(o.Input), beginning(0).in(o.Input)
	from := 0
	for at := range o.Output {
		next := at + 1
		if next < len(o.Output) && !endsTurn(o, at) {
			continue
		}
		part := o.Output[from:next]
		t := gather(part)
		heard := slices.IndexFunc(part, func(m observation.Message) bool { return m.Speaker == observation.Assistant })
		if heard < 0 {
			heard = len(part)
		}
		said = append(said, part[:heard]...) // results stand between the generation that asked for them and the next
		began = began.in(said)
		t.input, t.began = slices.Clip(said), began
		switch last := len(turns) - 1; {
		case t.says() || t.hasText:
			turns = append(turns, t)
		case last >= 0:
			turns[last].results = append(turns[last].results, resultsIn(part)...)
		}
		said = append(said, part[heard:]...)
		from = next
	}
	return turns
}

// beginning is where a user's first words stand in what a generation was given, from 1; else, below 0, how many messages
// were looked through without finding any.
type beginning int

// in is the beginning of messages, looked for behind those in which there was none.
func (b beginning) in(messages []observation.Message) beginning {
	if b > 0 {
		return b
	}
	for i := int(-b); i < len(messages); i++ {
		if m := &messages[i]; m.Speaker == observation.User && m.Text != "" {
			return beginning(i + 1)
		}
	}
	return -beginning(len(messages))
}

// opening is the first text that a user said of what a generation was given.
func (t *turnText) opening() string {
	if at := t.began.in(t.input); at > 0 {
		return t.input[at-1].Text
	}
	return ""
}

// endsTurn reports whether a generation ends with a message that others follow. Where each message is one, a message of
// the assistant that asked for nothing is the first part of the next one: had the generation ended there, so had the run.
// Claude Code makes a message of each block of an answer.
func endsTurn(o *observation.Observation, at int) bool {
	if o.Output[at].Speaker != observation.Assistant {
		return false
	}
	followed := o.Output[at+1].Speaker == observation.Assistant
	return !followed || o.Turns != observation.NoTurns && len(o.Output[at].Calls) > 0
}

// resultsIn lists the results in messages.
func resultsIn(messages []observation.Message) []observation.Result {
	var list []observation.Result
	for i := range messages {
		list = append(list, messages[i].Results...)
	}
	return list
}

// ownKey is what an item's own step says, without anything that differs between equal runs.
func (it *item) ownKey() string {
	switch it.obs.Role {
	case observation.LLM:
		key := []byte("llm:")
		for i := range it.turns {
			key = it.turns[i].appendKey(key)
		}
		return string(key)
	case observation.Tool:
		return "tool:" + callKey(it.obs.Tool, inputText(it.obs.Request))
	default:
		return ""
	}
}

func (t *turnText) appendKey(key []byte) []byte {
	key = append(key, t.content()...)
	for i := range t.calls {
		key = append(key, '\x00')
		key = append(key, callKey(t.calls[i].Name, inputText(t.calls[i].Arguments))...)
	}
	return key
}

func callKey(name, input string) string { return name + "(" + input + ")" }

// inputLimit bounds the texts by which calls are compared.
const inputLimit = 4096

// noInput is the text of a call without arguments.
const noInput = "()"

func inputText(v value.Value) string {
	return agentdelta.CallContent("", v, inputLimit)
}
