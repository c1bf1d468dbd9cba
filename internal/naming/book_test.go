package naming

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
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
	ahead, taken := book.Rivals(c, "refund", 99)
	assert.Equal(t, []Trace{a, b}, ahead)
	assert.False(t, taken("refund.jsonl"))
	ahead, _ = book.Rivals(c, "refund", 1)
	assert.Equal(t, []Trace{a}, ahead, "the oldest, if not all are asked for")
	ahead, _ = book.Rivals(b, "refund", 99)
	assert.Equal(t, []Trace{a}, ahead, "of equal starts the lesser id")
	ahead, _ = book.Rivals(a, "REFUND", 99)
	assert.Empty(t, ahead)
}

func TestATraceWithAFileIsNotAheadButHasItsPath(t *testing.T) {
	book := byCase()
	book.open(a, "Refund", 1)
	book.open(b, "refund", 2)
	book.Written(a, "Refund.jsonl")
	ahead, taken := book.Rivals(b, "refund", 99)
	assert.Empty(t, ahead)
	assert.True(t, taken("refund.jsonl"))
	_, taken = book.Rivals(a, "refund", 99)
	assert.False(t, taken("refund.jsonl"), "one's own is no other's")

	book.Forgotten(a)
	_, taken = book.Rivals(b, "refund", 99)
	assert.False(t, taken("refund.jsonl"))
}

func TestATraceWithoutAgentsWantsNoName(t *testing.T) {
	book := byCase()
	book.Kept(a, []observation.Label{label("any:k", "refund")}, 1, false)
	book.open(b, "refund", 2)
	ahead, _ := book.Rivals(b, "refund", 99)
	assert.Empty(t, ahead)

	book.Kept(a, nil, 3, true)
	ahead, _ = book.Rivals(b, "refund", 99)
	assert.Equal(t, []Trace{a}, ahead, "until an agent comes; its start stays the earliest")
}

func TestANameMayChangeWithWhatComes(t *testing.T) {
	book := byCase()
	book.open(a, "early", 1)
	book.open(b, "late", 2)
	book.Kept(a, []observation.Label{{Source: "any:k", Value: "late", Start: -1}}, 0, false)
	ahead, _ := book.Rivals(b, "late", 99)
	assert.Equal(t, []Trace{a}, ahead)
	ahead, _ = book.Rivals(b, "early", 99)
	assert.Empty(t, ahead)
}

// Whoever came, changed its name and went in between: of each name a book knows those that it has a page of.
func TestABookKnowsWhoWantsAName(t *testing.T) {
	names := []string{"refund", "order", "greet"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		book := byCase()
		for range 40 {
			trace := Trace{byte(rng.IntN(6))}
			switch rng.IntN(4) {
			case 0:
				book.Forgotten(trace)
			case 1:
				book.Written(trace, "file of "+string('a'+rune(trace[0])))
			default:
				start := int64(1 + rng.IntN(90))
				rank := uint8(200 - start) // what starts later names it
				name := observation.Label{Source: "any:k", Value: names[rng.IntN(len(names))], Rank: rank, Start: start}
				book.Kept(trace, []observation.Label{name}, start, true)
			}
			for _, name := range names {
				ahead, taken := plainRivals(book, trace, name)
				gotAhead, gotTaken := book.Rivals(trace, name, 99)
				assert.ElementsMatch(t, ahead, gotAhead)
				for file := range byte(6) {
					path := "file of " + string('a'+rune(file))
					assert.Equal(t, slices.Contains(taken, path), gotTaken(path))
				}
			}
		}
		for trace := range maps.Clone(book.pages) {
			book.Forgotten(trace)
		}
		assert.Empty(t, book.byName)
	}
}

// plainRivals looks through all pages.
func plainRivals(book *Book, trace Trace, name string) (ahead []Trace, taken []string) {
	self := book.pages[trace]
	if self == nil {
		self = &page{trace: trace}
	}
	for other, p := range book.pages {
		switch {
		case other == trace || p.name != name:
		case p.path != "":
			taken = append(taken, p.path)
		case compareAges(p, self) < 0:
			ahead = append(ahead, other)
		}
	}
	return ahead, taken
}

func TestABookOfNothingHoldsNothing(t *testing.T) {
	book := byCase()
	book.open(a, "refund", 1)
	book.Written(b, "refund.jsonl")
	ahead, taken := book.Rivals(b, "refund", 99)
	assert.Empty(t, ahead, "a trace that no one knows began before all")
	assert.False(t, taken("refund.jsonl"))
	book.Forgotten(a)
	book.Forgotten(a)
	assert.Empty(t, book.pages)
	assert.Empty(t, book.byName)
}

// TestOneGiant names the traces that the environment says, for internal/growth to count the statements that it takes.
func TestOneGiant(t *testing.T) {
	const shape = "traces of one name"
	size, _ := strconv.Atoi(os.Getenv("GIANT_SIZE"))
	t.Log("shape", 100_000, shape)
	if shape != os.Getenv("GIANT_SHAPE") {
		return
	}
	book := byCase()
	for n := range 2 * size {
		var trace Trace
		binary.BigEndian.PutUint32(trace[:], uint32(n))
		book.open(trace, "refund", int64(n))
		if n >= size { // as many have a file as have none
			ahead, taken := book.Rivals(trace, "refund", 99)
			assert.Len(t, ahead, min(99, size))
			assert.False(t, taken("refund~1.jsonl"))
			book.Written(trace, fmt.Sprintf("refund~%d.jsonl", n))
		}
	}
}
