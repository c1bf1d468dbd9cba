package naming

import (
	"bytes"
	"cmp"
	"slices"
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
	byName  map[string]*shelf // by folded names
	sources map[string]string // one copy of each
}

// page is what is known of one trace: a few hundred bytes, whatever is in it.
type page struct {
	shelf  *shelf // nil while it stands on none
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
	return &Book{name: name, pages: map[Trace]*page{}, byName: map[string]*shelf{}, sources: map[string]string{}}
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
	began := start == 0 || p.known && p.start <= start // before this push
	if p.labels == nil {
		p.labels = make([]observation.Label, 0, len(labels))
	}
	p.labels = b.interned(Merge(p.labels, labels))
	name := Fold(b.name(trace, p.labels))
	if p.shelf != nil && p.name == name && began && (p.agent || !agent) {
		return
	}
	b.take(p)
	p.name, p.agent = name, p.agent || agent
	if !began {
		p.start, p.known = start, true
	}
	b.put(p)
}

// shelf holds the pages of one name.
type shelf struct {
	pages   int
	waiting []*page // those that will have a file and have none, the oldest first
	files   []*page // those that have one, in order of their paths
}

// put puts a page on the shelf of its name.
func (b *Book) put(p *page) {
	s := b.byName[p.name]
	if s == nil {
		s = &shelf{}
		b.byName[p.name] = s
	}
	p.shelf = s
	s.pages++
	switch {
	case p.path != "":
		s.files = slices.Insert(s.files, s.find(p), p)
	case p.agent:
		s.waiting = slices.Insert(s.waiting, s.before(p), p)
	}
}

// take takes a page from its shelf, if it stands on one.
func (b *Book) take(p *page) {
	s := p.shelf
	if s == nil {
		return
	}
	p.shelf = nil
	switch {
	case p.path != "":
		at := s.find(p)
		s.files = slices.Delete(s.files, at, at+1)
	case p.agent:
		at := s.before(p)
		s.waiting = slices.Delete(s.waiting, at, at+1)
	}
	if s.pages--; s.pages == 0 {
		delete(b.byName, p.name)
	}
}

// before is how many of those that wait are older than a page.
func (s *shelf) before(p *page) int {
	at, _ := slices.BinarySearchFunc(s.waiting, p, compareAges)
	return at
}

// find is where a page that has a file stands, or would.
func (s *shelf) find(p *page) int {
	at, _ := slices.BinarySearchFunc(s.files, p, func(a, b *page) int {
		return cmp.Or(cmp.Compare(a.path, b.path), bytes.Compare(a.trace[:], b.trace[:]))
	})
	return at
}

// isTaken reports whether a path is that of the file of a page, other than one.
func (s *shelf) isTaken(path string, self *page) bool {
	at, _ := slices.BinarySearchFunc(s.files, path, func(p *page, path string) int { return cmp.Compare(p.path, path) })
	for at < len(s.files) && s.files[at] == self {
		at++
	}
	return at < len(s.files) && s.files[at].path == path
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
		b.take(p)
		p.path = Fold(path)
		b.put(p)
	}
}

// Forgotten notes that nothing is kept of a trace any more. Its file stands, and keeps its name from others.
func (b *Book) Forgotten(trace Trace) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.pages[trace]; p != nil {
		b.take(p)
		delete(b.pages, trace)
	}
}

// Rivals says which traces want the name of this one: the oldest of those without a file that come before it, but no more
// than most of them, and whether a path, folded, is that of another's file.
func (b *Book) Rivals(trace Trace, name string, most int) (ahead []Trace, taken func(path string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.byName[Fold(name)]
	if s == nil {
		return nil, func(string) bool { return false }
	}
	self := b.pages[trace]
	if self == nil {
		self = &page{trace: trace}
	}
	for _, p := range s.waiting[:min(most, s.before(self))] {
		ahead = append(ahead, p.trace)
	}
	return ahead, func(path string) bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return s.isTaken(path, self)
	}
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
