// Package slab hands out small pieces of memory that is made at once, and used again for one task after the other: many
// short lists and linked structs take few allocations, or none.
package slab

// Slab is memory for values of one type. The zero Slab is ready to be used, by one goroutine at a time.
type Slab[T any] struct {
	made []T
	used int
}

// mostDoubled bounds how much more than is asked for is made.
const mostDoubled = 1 << 12

// Make makes memory for n values, where it's known how many there will be.
func (s *Slab[T]) Make(n int) { s.made, s.used = make([]T, n), 0 }

// Cap returns how many values there is memory for.
func (s *Slab[T]) Cap() int { return len(s.made) }

// Take returns n zero values, as a list that can't grow into those of others.
func (s *Slab[T]) Take(n int) []T {
	if len(s.made)-s.used < n {
		s.made, s.used = make([]T, max(n, min(2*len(s.made), mostDoubled))), 0
	}
	from := s.used
	s.used += n
	return s.made[from:s.used:s.used]
}

// One returns a pointer to a zero value.
func (s *Slab[T]) One() *T { return &s.Take(1)[0] }

// Empty takes back all that was handed out, none of which may be used any more. Memory for more than keep values is given
// up.
func (s *Slab[T]) Empty(keep int) {
	if len(s.made) > keep {
		s.made = nil
	}
	clear(s.made[:min(s.used, len(s.made))])
	s.used = 0
}
