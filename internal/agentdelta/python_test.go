package agentdelta

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

var python = flag.String("python", "", "a Python 3.11 that judges random literals: go test ./internal/agentdelta -run RandomLiterals -python python3.11")

// TestRandomLiteralsInPython has Python spell and evaluate what PythonLiteral wrote.
func TestRandomLiteralsInPython(t *testing.T) {
	if *python == "" {
		t.Skip("needs -python; vectors.json holds Python's frozen answers")
	}
	const count = 20000
	rng := rand.New(rand.NewPCG(14, 11))
	var lines bytes.Buffer
	for range count {
		v := randomValue(rng, 3)
		lines.Write(value.OfString(string(v.AppendJSON(nil, true))).AppendJSON(nil, true))
		lines.WriteByte('\t')
		lines.Write(value.OfString(PythonLiteral(v)).AppendJSON(nil, true))
		lines.WriteByte('\n')
	}
	cmd := exec.Command(*python, "testdata/make_vectors.py", "--check")
	cmd.Stdin = &lines
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", output)
	require.Equal(t, fmt.Sprintln(count), string(output))
}

func randomValue(rng *rand.Rand, depth int) value.Value {
	kind := rng.IntN(6)
	if depth == 0 {
		kind = rng.IntN(4)
	}
	switch kind {
	case 0:
		return value.OfNull()
	case 1:
		return value.OfBool(rng.IntN(2) == 0)
	case 2:
		return value.OfNumber(randomNumber(rng))
	case 3:
		return value.OfString(randomText(rng))
	case 4:
		items := make([]value.Value, rng.IntN(4))
		for i := range items {
			items[i] = randomValue(rng, depth-1)
		}
		return value.OfList(items...)
	default:
		fields := make([]value.Field, rng.IntN(4))
		for i := range fields {
			fields[i] = value.Field{Key: randomText(rng), Value: randomValue(rng, depth-1)}
		}
		return value.OfObject(fields...)
	}
}

func randomNumber(rng *rand.Rand) string {
	if rng.IntN(2) == 0 {
		return strconv.FormatInt(rng.Int64()-rng.Int64(), 10)
	}
	return strconv.FormatFloat(rng.NormFloat64(), "eg"[rng.IntN(2)], -1, 64)
}

// randomText favours what repr treats in a special way.
func randomText(rng *rand.Rand) string {
	var text strings.Builder
	for range rng.IntN(8) {
		switch rng.IntN(4) {
		case 0:
			text.WriteByte("'\"\\\n\r\t \x00\x7f"[rng.IntN(9)])
		case 1:
			text.WriteRune(rune(rng.IntN(0x300)))
		case 2:
			text.WriteRune(rune(rng.IntN(0x110000))) // a surrogate becomes U+FFFD
		default:
			text.WriteByte(byte('a' + rng.IntN(26)))
		}
	}
	return text.String()
}
