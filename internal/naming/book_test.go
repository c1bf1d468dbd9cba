package naming

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

var a, b, c = Trace{1}, Trace{2}, Trace{3}

// byCase is a book in which a trace's one label names it.
func byCase() *Book {
	return NewBook(func(_ Trace, labels []observation.Label) string { return first([]source{{text: "any:k"}}, labels) })
}

func (b *Book) open(trace Trace, name string, start int64) {
	b.Kept(trace, []observation.Label{label("any:k", name)}, start, true)
}

func TestThoseThatStartedEarlierComeBefore(t *testing.T) {
	book := byCase()
	book.open(c, "refund", 30)
	book.open(b, "refund", 20)
	book.open(a, "REFUND", 20)
	book.open(Trace{9}, "other", 1)
	ahead, taken := book.Rivals(c, "refund")
	assert.ElementsMatch(t, []Trace{a, b}, ahead)
	assert.Empty(t, taken)
	ahead, _ = book.Rivals(b, "refund")
	assert.Equal(t, []Trace{a}, ahead, "of equal starts the lesser id")
	ahead, _ = book.Rivals(a, "REFUND")
	assert.Empty(t, ahead)
}

func TestATraceWithAFileIsNotAheadButHasItsPath(t *testing.T) {
	book := byCase()
	book.open(a, "Refund", 1)
	book.open(b, "refund", 2)
	book.Written(a, "Refund.jsonl")
	ahead, taken := book.Rivals(b, "refund")
	assert.Empty(t, ahead)
	assert.Equal(t, map[string]bool{"refund.jsonl": true}, taken)

	book.Forgotten(a)
	_, taken = book.Rivals(b, "refund")
	assert.Empty(t, taken)
}

func TestATraceWithoutAgentsWantsNoName(t *testing.T) {
	book := byCase()
	book.Kept(a, []observation.Label{label("any:k", "refund")}, 1, false)
	book.open(b, "refund", 2)
	ahead, _ := book.Rivals(b, "refund")
	assert.Empty(t, ahead)

	book.Kept(a, nil, 3, true)
	ahead, _ = book.Rivals(b, "refund")
	assert.Equal(t, []Trace{a}, ahead, "until an agent comes; its start stays the earliest")
}

func TestANameMayChangeWithWhatComes(t *testing.T) {
	book := byCase()
	book.open(a, "early", 1)
	book.open(b, "late", 2)
	book.Kept(a, []observation.Label{{Source: "any:k", Value: "late", Start: -1}}, 0, false)
	ahead, _ := book.Rivals(b, "late")
	assert.Equal(t, []Trace{a}, ahead)
	ahead, _ = book.Rivals(b, "early")
	assert.Empty(t, ahead)
}

func TestABookOfNothingHoldsNothing(t *testing.T) {
	book := byCase()
	book.open(a, "refund", 1)
	book.Written(b, "refund.jsonl")
	ahead, taken := book.Rivals(b, "refund")
	assert.Empty(t, ahead, "a trace that no one knows began before all")
	assert.Empty(t, taken)
	book.Forgotten(a)
	book.Forgotten(a)
	assert.Empty(t, book.pages)
	assert.Empty(t, book.byName)
}
