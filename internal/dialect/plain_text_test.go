package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// FuzzListInText compares a list that is read as its text goes by with one that is decoded before, in a room that was used
// before and in none.
func FuzzListInText(f *testing.F) {
	f.Add("[" + strings.Join(plainMessages, ",") + "]")
	for _, message := range append(plainMessages, otherMessages...) {
		f.Add("[ " + message + " ]")
		f.Add("[" + plainMessages[0] + "," + message + "," + plainMessages[1] + "]\n")
	}
	for _, text := range []string{
		`[]`, `[[{"role":"user","content":"a"}]]`, `[{"role":"user","content":"a"},{"role":"user"`, `[{"role":"user","content":"a"}]]`,
		`[{"role":"user","content":"a"}x]`, `[{"role":"user","content":"a","content":"b"}]`, `[{"role":"a","role":"user","content":"b"}]`,
		`[{"role":"user","content":[{"type":"text","text":"a"}],"content":"b"}]`, `[{"role":"user","content":[{"type":"","type":"text","text":"a"}]}]`,
		`[{"role":"user","content":"a"},["user","b"],"c",7,null]`, `[{"r\u006fle":"user","content":"a\u00e9\n"}]`,
	} {
		f.Add(text)
	}
	var m value.Maker
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := listInText(nil, value.OfString(text), observation.User)
		if !ok {
			return
		}
		want, is := messageList(nil, value.Decode(text), observation.User)
		require.True(t, is)
		require.Len(t, list, len(want))
		for i := range want {
			assert.Equal(t, want[i], list[i])
		}
		again, ok := listInText(roomOf(&m), m.Text(text), observation.User)
		require.True(t, ok)
		require.Len(t, again, len(want))
		for i := range want {
			assert.Equal(t, observation.Append(nil, requestOf(want[i])), observation.Append(nil, requestOf(again[i])))
		}
		m.Reuse()
	})
}

func requestOf(m observation.Message) *observation.Observation {
	return &observation.Observation{Role: observation.LLM, Input: []observation.Message{m}}
}

func TestAListIsReadAsItsTextGoesBy(t *testing.T) {
	for _, message := range plainMessages {
		list, ok := listInText(nil, value.OfString(" ["+message+", {\"role\":\"user\",\"content\":{}} ] "), observation.User)
		assert.True(t, ok, message)
		assert.Len(t, list, 2, "messages that aren't plain are read too")
	}
	for _, whole := range []string{
		``, `[]`, `7`, `{"role":"user","content":"a"}`, `[[{"role":"user","content":"a"}]]`, `["a"]`, `[{"role":"user","content":"a"}`,
		`[{"role":"user","content":"a"},]`, `[{"role":"user","content":"a"}]]`, `[{"role":"user","content":"a"}] 7]`,
	} {
		_, ok := listInText(nil, value.OfString(whole), observation.User)
		assert.False(t, ok, whole)
	}
}

func TestARoomIsEmptiedWithTheValuesBesideIt(t *testing.T) {
	var m value.Maker
	text := "[" + strings.Join(plainMessages, ",") + "]"
	list, _ := listInText(roomOf(&m), m.Text(text), observation.User)
	first := &list[0]
	assert.Equal(t, "ab", first.Text)
	m.Reuse()
	assert.Zero(t, *first)
	assert.Nil(t, roomOf(nil))
	list, _ = listInText(roomOf(&m), m.Text("["+plainMessages[0]+"]"), observation.User)
	assert.Same(t, first, &list[0], "the memory is used again")
}
