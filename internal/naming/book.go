package naming

import (
	"bytes"
	"cmp"
	"strings"
	"sync"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// Trace is the 16-byte id of a trace.
type Trace = [16]byte

// Book knows what the traces that are held want to be called, so that of several with one name each gets the number
// that its start gives it, and not the one that its arrival does. Its methods may be called from several goroutines.
type Book struct {
	name func(trace Trace, labels []observation.Label) string

	mu      sync.Mutex
	pages   map[Trace]*page
	byName  map[string]*page  // the first of those with a folded name
	sources map[string]string // one copy of each
}

// page is what is known of one trace: a few hundred bytes, whatever is in it.
type page struct {
	next, prev *page // those of the same name

	trace  Trace
	labels []observation.Label
	start  int64  // when it began, as far as is known
	agent  bool   // it will have a file
	known  bool   // a start is known
	name   string // what it wants to be called, folded
	path   string // its file, folded; empty before there is one
}

// NewBook returns an empty book. name gives the path that a trace of some labels wants.
func NewBook(name func(Trace, []observation.Label) string) *Book {
	return &Book{name: name, pages: map[Trace]*page{}, byName: map[string]*page{}, sources: map[string]string{}}
}

// Fold makes names equal that some file systems take for one.
func Fold(name string) string { return strings.ToLower(name) }

// Kept notes what is kept of a trace: the labels of a push, when its spans began, and whether it will have a file.
func (b *Book) Kept(trace Trace, labels []observation.Label, start int64, agent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pages[trace]
	if p == nil {
		p = &page{trace: trace}
		b.pages[trace] = p
	}
	p.agent = p.agent || agent
	if start != 0 && (!p.known || start < p.start) {
		p.start, p.known = start, true
	}
	if p.labels == nil {
		p.labels = make([]observation.Label, 0, len(labels))
	}
	p.labels = b.interned(Merge(p.labels, labels))
	b.file(p, Fold(b.name(trace, p.labels)))
}

// file puts a page under a name.
func (b *Book) file(p *page, name string) {
	if p.name == name {
		return
	}
	b.unfile(p)
	p.name = name
	if p.next = b.byName[name]; p.next != nil {
		p.next.prev = p
	}
	b.byName[name] = p
}

func (b *Book) unfile(p *page) {
	switch {
	case p.prev != nil:
		p.prev.next = p.next
	case p.next != nil:
		b.byName[p.name] = p.next
	case b.byName[p.name] == p:
		delete(b.byName, p.name)
	}
	if p.next != nil {
		p.next.prev = p.prev
	}
	p.next, p.prev = nil, nil
}

// interned has labels share the texts of their sources, of which there are few.
func (b *Book) interned(labels []observation.Label) []observation.Label {
	for i := range labels {
		source, known := b.sources[labels[i].Source]
		if !known {
			source = labels[i].Source
			b.sources[source] = source
		}
		labels[i].Source = source
	}
	return labels
}

// Written notes the path of a trace's file.
func (b *Book) Written(trace Trace, path string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.pages[trace]; p != nil {
		p.path = Fold(path)
	}
}

// Forgotten notes that nothing is kept of a trace any more. Its file stands, and keeps its name from others.
func (b *Book) Forgotten(trace Trace) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.pages[trace]; p != nil {
		b.unfile(p)
		delete(b.pages, trace)
	}
}

// Rivals says which traces want the name of this one: those without a file that come before it, and the paths, folded,
// of those that have one.
func (b *Book) Rivals(trace Trace, name string) (ahead []Trace, taken map[string]bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	self := b.pages[trace]
	if self == nil {
		self = &page{trace: trace}
	}
	for other := b.byName[Fold(name)]; other != nil; other = other.next {
		switch {
		case other == self:
		case other.path != "":
			if taken == nil {
				taken = map[string]bool{}
			}
			taken[other.path] = true
		case other.agent && compareAges(other, self) < 0:
			ahead = append(ahead, other.trace)
		}
	}
	return ahead, taken
}

func compareAges(a, b *page) int {
	return cmp.Or(cmp.Compare(a.start, b.start), bytes.Compare(a.trace[:], b.trace[:]))
}

// Len is how many traces are known.
func (b *Book) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pages)
}
