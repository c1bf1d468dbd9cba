package pending

import (
	"context"
	"iter"
	"slices"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// mostNumbers is how many numbers the fragments of a trace may have.
const mostNumbers = 1 << 31

// numbers tells which fragments a start found of a trace whose numbers have large holes, or belong in part to another
// version of the exporter. That version's fragments are neither read nor deleted, and none of their numbers is given
// again, for it may come back.
type numbers struct {
	own     []uint32 // this version's
	end     uint32   // where the numbers begin that this process gives
	foreign bool     // another version has some
}

// between yields the numbers that a trace's fragments may have: from <= number < to. Without more knowledge these are all.
func (n *numbers) between(from, to uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		first := from
		if n != nil {
			first = max(from, n.end)
			for _, number := range n.own {
				if from <= number && number < to && !yield(number) {
					return
				}
			}
		}
		for number := first; number < to; number++ {
			if !yield(number) {
				return
			}
		}
	}
}

// foreign notes a fragment of another version.
func (f *finder) foreign(trace TraceID, number uint32) {
	if number >= mostNumbers {
		return // no number that this version gives
	}
	n := f.knowExactly(trace)
	n.foreign, n.end = true, max(n.end, number+1)
}

func (f *finder) knowExactly(trace TraceID) *numbers {
	if f.traces.exact == nil {
		f.traces.exact = map[TraceID]*numbers{}
	}
	n := f.traces.exact[trace]
	if n == nil {
		n = &numbers{}
		f.traces.exact[trace] = n
	}
	return n
}

// fewHoles is how many numbers may be missing before it pays to look for those that aren't.
const fewHoles = 4096

// findNumbers finds the numbers of those traces of which from and to don't say enough.
func (f *finder) findNumbers(ctx context.Context) error {
	for id, e := range f.traces.entries {
		if found := f.found[id]; found > 0 && e.to-e.from-found > found+fewHoles {
			f.knowExactly(id)
		}
	}
	if len(f.traces.exact) == 0 {
		return nil
	}
	err := f.traces.store.Walk(ctx, func(key string, value []byte) ([]*storage.Operation, error) {
		trace, number, ok := parseFragmentKey(key)
		if n := f.traces.exact[trace]; ok && n != nil && isOurs(number, value) {
			n.own = append(n.own, number)
		}
		return nil, nil
	})
	for _, n := range f.traces.exact {
		slices.Sort(n.own)
	}
	return err
}

func isOurs(number uint32, value []byte) bool {
	_, err := peek(value)
	return err == nil && number < mostNumbers
}
