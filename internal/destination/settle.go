package destination

import (
	"path"
	"sync"
)

// mostSettled bounds what is remembered of folders.
const mostSettled = 10_000

// settled remembers which folders' names are on disk. One that stands need not be: its name may have failed to get there,
// or the process that made it was killed before.
type settled struct {
	mu    sync.Mutex
	ways  map[string]struct{} // of folders below the directory
	above []string            // folders of which names must still be brought to disk, above the directory
}

// made notes that a folder in another, above the directory, was made.
func (s *settled) made(in string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.above = append(s.above, in)
}

func (s *settled) has(way string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.ways[way]
	return has
}

func (s *settled) add(way string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ways == nil || len(s.ways) >= mostSettled {
		s.ways = map[string]struct{}{}
	}
	s.ways[way] = struct{}{}
}

func (s *settled) remove(way string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ways, way)
}

// settle brings the names of the folders on a way to disk, once for each.
func (d *Directory) settle(way string) error {
	if !d.options.Sync || d.settled.has(way) {
		return nil
	}
	if way == "." {
		return d.settleTop()
	}
	above := path.Dir(way)
	if err := d.settle(above); err != nil {
		return err
	}
	if err := d.in(above, d.sync); err != nil {
		return err
	}
	d.settled.add(way)
	return nil
}

// settleTop is the same for the directory, and what this process made above it.
func (d *Directory) settleTop() error {
	d.settled.mu.Lock()
	defer d.settled.mu.Unlock()
	for len(d.settled.above) > 0 {
		if err := d.system.SyncDir(d.settled.above[0]); err != nil {
			return err
		}
		d.settled.above = d.settled.above[1:]
	}
	return nil
}
