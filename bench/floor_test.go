package bench

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// BenchmarkFloor is the least that a line from spans to bytes takes, whoever writes it: no texts but those of attributes, no
// structure but quotes, no values, nothing that is kept, and nothing allocated. It must have the end of a text in JSON, and
// what it says, to cut it and to hash it.
//
//	utf8   every text is valid
//	texts  those in JSON are copied without their quotes and escapes
//	file   the steps of the files: their hashes, and their texts with escapes
func BenchmarkFloor(b *testing.B) {
	for _, form := range Forms {
		load := form.Runs(BatchTraces)
		f := least{textsOf(&load), nodesOf(b, &load), make([]byte, 0, 1<<16), 0}
		for _, part := range []struct {
			of string
			do func()
		}{{"utf8", f.validate}, {"texts", f.decode}, {"file", f.file}, {"all", f.all}} {
			b.Run("of="+part.of+"/form="+form.Name, func(b *testing.B) {
				m := start(b)
				for range b.N {
					part.do()
				}
				m.report(load.Spans, "span")
			})
		}
	}
}

// least is what is read and what is written.
type least struct {
	texts []string
	nodes []agentdelta.Node
	out   []byte
	found int
}

func textsOf(load *Load) (texts []string) {
	for _, td := range load.Batches {
		for _, resource := range td.ResourceSpans().All() {
			for _, scope := range resource.ScopeSpans().All() {
				texts = append(texts, textsIn(scope.Spans())...)
			}
		}
	}
	return texts
}

func textsIn(spans ptrace.SpanSlice) (texts []string) {
	for _, s := range spans.All() {
		for _, v := range s.Attributes().All() {
			if v.Type() == pcommon.ValueTypeStr && v.Str() != "" {
				texts = append(texts, v.Str())
			}
		}
	}
	return texts
}

func nodesOf(b *testing.B, load *Load) (nodes []agentdelta.Node) {
	l := newLine()
	l.push(load)
	for _, data := range l.fragments {
		var decoder observation.Decoder
		check(b, decoder.Decode(string(data)))
		trace, _ := steps.Build(decoder.All(), steps.Options{Limits: agentdelta.DefaultLimits(), Complete: true})
		nodes = append(nodes, trace.Nodes...)
	}
	return nodes
}

func (f *least) validate() {
	for _, text := range f.texts {
		if value.IsValid(text) {
			f.found++
		}
	}
}

func (f *least) decode() {
	for _, text := range f.texts {
		if text[0] != '{' && text[0] != '[' && text[0] != '"' {
			continue // it is as it stands
		}
		for {
			from := strings.IndexByte(text, '"') + 1
			if from == 0 {
				break
			}
			text = text[from+f.unquote(text[from:]):]
		}
	}
}

// unquote copies a text up to its quote, and returns where what follows begins. It copies eight bytes at a time: few of
// them have a quote or an escape.
func (f *least) unquote(text string) (end int) {
	out, at := f.out[:0], 0
	for ; len(text)-at >= 8; at += 8 {
		x := eight(text[at:])
		out = binary.LittleEndian.AppendUint64(out, x)
		found := ((x ^ ones*'"' - ones) | (x ^ ones*'\\' - ones)) &^ x & (ones << 7)
		if found == 0 {
			continue
		}
		n := bits.TrailingZeros64(found) / 8
		if out = out[:len(out)-8+n]; text[at+n] == '"' {
			return at + n + 1
		}
		out = append(out, text[at+n+1])
		at += n + 2 - 8
	}
	return f.unquoteRest(text, at)
}

func (f *least) unquoteRest(text string, at int) (end int) {
	for ; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(text))
}

const ones = 0x0101010101010101

func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (f *least) file() {
	for i := range f.nodes {
		node := &f.nodes[i]
		f.out = append(append(append(f.out[:0], node.Type...), ':'), node.Content...)
		sum := sha256.Sum256(f.out)
		f.out = append(f.out[:0], sum[:8]...)
		f.out, _ = value.AppendText(f.out, node.Content, true)
	}
}

func (f *least) all() {
	f.validate()
	f.decode()
	f.file()
}

func TestTheLeastFindsTheEndsOfTexts(t *testing.T) {
	for text, want := range map[string]int{
		`"`: 1, `abc",1`: 4, `a \"quoted\" text of \\",2`: 24, `abcdefg\"",3`: 10, `abcdef\u00e9 and some more",4`: 27, `déjà vu – "`: 15, `no end`: 6, `\`: 1,
	} {
		f := least{}
		if got := f.unquote(text); got != want {
			t.Errorf("%s ends at %d, want %d", text, got, want)
		}
	}
}
