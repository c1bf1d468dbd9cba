package observation

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	require.NoError(t, err)
	return b
}

func TestDecodeRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, data, want string
		framed           bool // the end is known, so that what follows can still be read
	}{
		{"no bytes", "", "size: unexpected EOF", false},
		{"a size without end", "ffffffffffffffffffff7f", "variable length integer overflow", false},
		{"a size above what is left", "03 01 28", "size: unexpected EOF", false},
		{"the largest size", "ffffffffffffffffff01 01", "size: unexpected EOF", false},
		{"no version", "00", "no version", true},
		{"another version", "01 02", "unknown version 2, want 1", true},
		{"tag zero", "03 01 00 00", "invalid field number", true},
		{"a known tag with another wire type", "03 01 2a 00", "field 5: wire type 2, want 0", true},
		{"a role above a byte", "04 01 28 8002", "field 5: 256 is above 255", true},
		{"a time cut short", "04 01 19 0000", "field 3: unexpected EOF", true},
		{"an unknown field cut short", "04 01 fa07 05", "field 127: unexpected EOF", true},
		{"a text longer than the field", "04 01 32 05 61", "field 6: unexpected EOF", true},
		{"more messages than bytes", "04 01 62 01 01", "field 12: count promises more than there is", true},
		{"a message cut short", "05 01 62 02 01 05", "field 12: item 0: unexpected EOF", true},
		{"bytes after the messages", "06 01 62 03 01 00 05", "field 12: 1 bytes left over", true},
		{"a text that repeats what isn't before it", "0a 01 31 01000000 01000000", "field 6: repeats what isn't before it", true},
		{"a place of a text cut short", "04 01 31 0100", "field 6: unexpected EOF", true},
		{"a value that repeats what isn't before it", "06 01 a201 02 0f 01", "field 20: repeats what isn't before it", true},
		{"a value that repeats from nowhere", "05 01 a201 01 0f", "field 20: unexpected EOF", true},
		{"no value", "04 01 a201 00", "field 20: unexpected EOF", true},
		{"a value longer than the field", "05 01 a201 01 2c", "field 20: size 5: only 0 bytes are left", true},
		{"two values", "06 01 a201 02 01 01", "field 20: 1 bytes left over", true},
		{"a list longer than the value", "06 01 a201 02 15 01", "field 20: count promises more than there is", true},
		{"a list that promises what an outer one does", "07 01 a201 03 15 0d 01", "field 20: count promises more", true},
		{"an object without a value", "07 01 a201 03 0e 01 61", "field 20: unexpected EOF", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := unhex(t, tt.data)
			if tt.framed {
				data = append(data, "after"...)
			}
			o, rest, err := Decode(data)
			require.ErrorContains(t, err, tt.want)
			assert.Equal(t, tt.name == "another version", errors.Is(err, ErrVersion))
			assert.Equal(t, Observation{}, o)
			if tt.framed {
				assert.Equal(t, "after", string(rest))
			} else {
				assert.Nil(t, rest)
			}
		})
	}
}

func TestADecoderPassesOverWhatCantBeRead(t *testing.T) {
	o := toolSpan()
	good := Append(nil, &o)
	other, none := []byte{1, 99}, []byte{0}
	var d Decoder
	require.ErrorIs(t, d.Decode(string(slices.Concat(good, other, good, none, good))), ErrVersion, "the first error")
	assert.Equal(t, []Observation{o, o, o}, d.All())
	d.Reset()
	err := d.Decode(string(good) + "\xc8")
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrVersion)
	assert.Equal(t, []Observation{o}, d.All(), "nothing follows what has no end")
}

func TestDecodePassesOverUnknownFields(t *testing.T) {
	o := llmSpan()
	content := Append(nil, &o)[2:] // behind a size of two bytes
	for _, field := range []string{"f83f ffff03", "f93f 0000000000000000", "fa3f 03 616263", "fd3f 00000000", "fb3f 0801 fc3f"} {
		data := protowire.AppendBytes(nil, append(bytes.Clone(content), unhex(t, field)...))
		got, rest, err := Decode(data)
		require.NoError(t, err)
		assert.Empty(t, rest)
		assert.Equal(t, o, got)
	}
}

func TestDecodeReadsFieldsInAnyOrder(t *testing.T) {
	// a name, a message with its text before its speaker, the role, an unknown field, the start, the name again, the role again
	data := unhex(t, "21 01 32 01 61 62 07 01 05 12 01 68 08 01 28 02 fa07 01 00 19 0100000000000000 32 01 62 28 03")
	got, rest, err := Decode(data)
	require.NoError(t, err)
	assert.Empty(t, rest)
	assert.Equal(t, Observation{Name: "b", Role: Tool, Start: 1, End: 1, Input: []Message{{Speaker: User, Text: "h"}}}, got)
}

func TestDecodeRefusesValuesBelowTheDepthLimit(t *testing.T) {
	for _, opens := range []string{"0d", "0e00"} { // a list of one, an object of one
		for levels, want := range map[int]string{maxDepth: "", maxDepth + 1: "deeper than 512 levels", 1 << 20: "deeper"} {
			nested := append(bytes.Repeat(unhex(t, opens), levels-1), 5) // an empty list is the innermost
			data := protowire.AppendTag([]byte{version}, 20, protowire.BytesType)
			data = protowire.AppendBytes(nil, protowire.AppendBytes(data, nested))
			_, _, err := Decode(data)
			if want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, want)
			}
		}
	}
}

// Each of these claims, level after level, all that is left.
func TestDecodeAllocatesInProportionToItsInput(t *testing.T) {
	const size = 1 << 16
	longest := func(kind byte) (value []byte) {
		for left := size; left > size/2; left -= 4 {
			value = protowire.AppendVarint(value, uint64(left)<<3|uint64(kind))
			if kind == 6 {
				value = append(value, 0)
			}
		}
		return append(value, make([]byte, size-len(value))...)
	}
	for name, field := range map[string][]byte{
		"lists in lists":     protowire.AppendBytes([]byte{0xa2, 1}, longest(5)),
		"objects in objects": protowire.AppendBytes([]byte{0xa2, 1}, longest(6)),
		"a list of absents":  protowire.AppendBytes([]byte{0xa2, 1}, append(protowire.AppendVarint(nil, (size-3)<<3|5), make([]byte, size-3)...)),
		"messages":           protowire.AppendBytes([]byte{0x62}, append(protowire.AppendVarint(nil, size), make([]byte, size)...)),
		"messages in records": bytes.Repeat(
			append([]byte{0xfa, 1}, protowire.AppendBytes(nil, append([]byte{120}, make([]byte, 120)...))...), size/124),
	} {
		t.Run(name, func(t *testing.T) {
			data := protowire.AppendBytes(nil, append([]byte{version}, field...))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, _ = Decode(data)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(250*len(data)))
		})
	}
}

func FuzzDecode(f *testing.F) {
	llm, tool := llmSpan(), toolSpan()
	Clip(&llm, Limits{LLM: 9, Tool: 9, Text: 9}) // what is short is fuzzed faster
	f.Add([]byte{})
	f.Add(Append(nil, &Observation{}))
	f.Add(Append(Append(nil, &llm), &tool))
	f.Add(Append(nil, &Observation{Role: Event, Records: []Record{{Time: 1, Message: llm.Output[0]}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		requireDecoderReadsTheSame(t, data)
		o, rest, err := Decode(data)
		if err != nil {
			require.Equal(t, Observation{}, o)
			return
		}
		require.True(t, bytes.HasSuffix(data, rest))
		require.Less(t, len(rest), len(data))
		roundTrip(t, &o)
	})
}

// requireDecoderReadsTheSame compares a Decoder with Decode, one observation after the other.
func requireDecoderReadsTheSame(t *testing.T, data []byte) {
	var want []Observation
	var first error
	held := 0
	for rest := data; len(rest) > 0; held++ {
		o, after, err := Decode(rest)
		first = cmp.Or(first, err)
		if err == nil {
			want = append(want, o)
		}
		if rest = after; after == nil {
			break
		}
	}
	var d Decoder
	err := d.Decode(string(data))
	require.Equal(t, first == nil, err == nil, "%v, want %v", err, first)
	require.Equal(t, want, append([]Observation(nil), d.All()...))
	require.LessOrEqual(t, held-Held(string(data)), 1, "but one whose end can't be told")
}
