package slab

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPiecesAreZeroAndApart(t *testing.T) {
	var s Slab[int]
	first := s.Take(3)
	first = append(first, 4) // must not reach what is taken next
	second := s.Take(2)
	*s.One() = 7
	assert.Equal(t, []int{0, 0, 0, 4}, first)
	assert.Equal(t, []int{0, 0}, second)

	copy(second, []int{5, 6})
	s.Empty(100)
	assert.Equal(t, []int{0, 0, 0}, s.Take(3))
	assert.Equal(t, []int{0, 0}, s.Take(2))
}

func TestMemoryIsUsedAgainUpToABound(t *testing.T) {
	var s Slab[byte]
	s.Take(10)
	s.Empty(10)
	assert.Equal(t, 10, s.Cap())
	s.Empty(9)
	assert.Zero(t, s.Cap())

	s.Make(5)
	s.Take(3)
	s.Take(2)
	assert.Equal(t, 5, s.Cap(), "as much as was made")
	s.Take(1)
	assert.Equal(t, 10, s.Cap(), "twice as much")
}

func TestWhatWasTakenBackIsTakenAgain(t *testing.T) {
	var s Slab[int]
	s.Make(3)
	s.Take(2)
	s.Empty(3)
	for range 3 {
		*s.One() = 7
	}
	assert.Equal(t, 3, s.Cap(), "all of it")
	s.Empty(3)
	assert.Equal(t, []int{0, 0, 0}, s.Take(3))
}

func TestMuchMemoryIsNotDoubledForLittle(t *testing.T) {
	var s Slab[byte]
	s.Take(3 * mostDoubled)
	s.Take(1)
	assert.Equal(t, mostDoubled, s.Cap())
}

func TestNothingIsTakenOfNothing(t *testing.T) {
	var s Slab[string]
	assert.Empty(t, s.Take(0))
	s.Empty(1)
	assert.Empty(t, s.Take(0))
}
