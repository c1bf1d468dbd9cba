package pending

import (
	"encoding/binary"
	"slices"
)

// marking is what a marker says of a file, beside when it was written:
//
//	covered   uvarint; it speaks of the trace's fragments with smaller numbers
//	made      the numbers of the fragments that the file is made of: how many (uvarint), each less the one before (uvarint)
//	record    the Draft's
type marking struct {
	covered uint64
	made    []uint64 // in order
	record  []byte
}

func (m *marking) encode() []byte {
	data := make([]byte, 0, 4*binary.MaxVarintLen64+2*len(m.made)+len(m.record))
	data = binary.AppendUvarint(data, m.covered)
	data = binary.AppendUvarint(data, uint64(len(m.made)))
	before := uint64(0)
	for _, number := range m.made {
		data = binary.AppendUvarint(data, number-before)
		before = number
	}
	return append(data, m.record...)
}

// decodeMarking reads what encode wrote. The record is part of data.
func decodeMarking(data []byte) (m marking, err error) {
	next := func() uint64 {
		v, n := binary.Uvarint(data)
		if n <= 0 || v > mostNumbers {
			err, n = errCorrupt, 0
		}
		data = data[n:]
		return v
	}
	m.covered = next()
	count := next()
	if err != nil || count > uint64(len(data)) {
		return marking{}, errCorrupt
	}
	m.made = make([]uint64, 0, count)
	for number := uint64(0); count > 0 && err == nil; count-- {
		number += next()
		m.made = append(m.made, number)
	}
	m.record = data
	return m, err
}

// has tells whether the file of a marking shows the fragment with a number.
func (m *marking) has(number uint64) bool {
	_, has := slices.BinarySearch(m.made, number)
	return has
}

// lacks tells whether the file shows more than the fragments with these numbers, which are in order.
func (m *marking) lacks(numbers []uint64) bool {
	return slices.ContainsFunc(m.made, func(number uint64) bool {
		_, has := slices.BinarySearch(numbers, number)
		return !has
	})
}
