package statuspage

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func named(path string) *Trace { return &Trace{Path: path} }

func paths(j *Journal) (paths []string) {
	for _, t := range j.read().Written {
		paths = append(paths, t.Path)
	}
	return paths
}

func TestTheJournalKeepsTheLastRuns(t *testing.T) {
	j := NewJournal(3)
	for n := range 5 {
		j.Wrote(named(fmt.Sprint(n)))
	}
	assert.Equal(t, []string{"4", "3", "2"}, paths(j))
	assert.Equal(t, 5, j.read().Files)
	_, found := j.find("1")
	assert.False(t, found)
}

func TestARewrittenRunTakesItsOwnPlace(t *testing.T) {
	j := NewJournal(3)
	j.Wrote(named("a"))
	j.Wrote(named("b"))
	j.Wrote(named("a"))
	assert.Equal(t, []string{"a", "b"}, paths(j))
	rewritten, _ := j.find("a")
	assert.Equal(t, 1, rewritten.Rewrites)
}

func TestTheJournalIsBoundedInBytes(t *testing.T) {
	j := NewJournal(1000)
	long := numbered(agentdelta.Node{Type: agentdelta.NodeEnd, Content: strings.Repeat("x", mostBytes/4)})
	for n := range 10 {
		trace := NewTrace(&agentdelta.Trace{Nodes: long}, true)
		trace.Path = fmt.Sprint(n)
		j.Wrote(trace)
	}
	assert.Equal(t, []string{"9", "8", "7"}, paths(j))
	for n := range 10 {
		trace := NewTrace(&agentdelta.Trace{Nodes: long}, false)
		trace.Path = fmt.Sprint("without content ", n)
		j.Wrote(trace)
	}
	assert.Len(t, paths(j), 13, "texts that aren't shown aren't kept")
}

func TestTheJournalIsWrittenAndReadAtOnce(t *testing.T) {
	j := NewJournal(10)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 50 {
				j.Wrote(named(fmt.Sprint(n, i%20)))
				j.Failed()
				j.Empty()
				j.read()
				j.find("3 3")
			}
		})
	}
	all.Wait()
	assert.Len(t, paths(j), 10)
	assert.Equal(t, pages{Files: 400, Failures: 400, Empty: 400, Written: j.read().Written}, j.read())
}

// inUse is how much memory is, once what nobody holds is given back.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int64(memory.HeapAlloc)
}

func TestWhatIsRememberedKeepsNothingOfWhatItWasReadFrom(t *testing.T) {
	const many, large = 32, 1 << 20
	for _, content := range []bool{false, true} {
		journal, before := NewJournal(many), inUse()
		for n := range many {
			stored := strings.Repeat("all that was stored of a trace; ", large/32)
			piece := func(key string) value.Field { return value.Field{Key: key, Value: value.OfString(stored[:10])} }
			trace := NewTrace(&agentdelta.Trace{
				Meta: agentdelta.Meta{Fields: agentdelta.Metadata{
					piece(agentdelta.KeyTraceID), piece(agentdelta.KeyService), piece(agentdelta.KeyServiceVersion), piece(agentdelta.KeyAgent),
					{Key: agentdelta.KeyConventions, Value: value.OfList(value.OfString(stored[:5]))},
				}},
				Nodes: []agentdelta.Node{
					{Type: agentdelta.NodeStart, Content: stored[:20], Metadata: agentdelta.Metadata{piece(agentdelta.KeyContent)}},
					{Type: agentdelta.NodeLLM, Content: stored[:30], Metadata: agentdelta.Metadata{
						piece(agentdelta.KeyModel), piece(agentdelta.KeyFinishReason), piece(agentdelta.KeyError),
					}},
				},
			}, content)
			trace.Path = strconv.Itoa(n)
			journal.Wrote(trace)
		}
		assert.Less(t, inUse()-before, int64(many*large/2), "with content: %t", content)
		assert.Len(t, journal.read().Written, many)
	}
}

func TestOfRunsThatAreTooLargeTheLastStays(t *testing.T) {
	j := NewJournal(3)
	for _, path := range []string{"a", "b"} {
		j.Wrote(&Trace{Path: path, size: mostBytes + 1})
	}
	assert.Equal(t, []string{"b"}, paths(j))
}

func TestPathsAreEscapedInLinks(t *testing.T) {
	assert.Equal(t, "/runs/a%20b/50%25/c%3Fd%23e", link("/runs/", "a b/50%/c?d#e"))
}
