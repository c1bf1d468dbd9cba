package agentdelta

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// vectors is testdata/vectors.json, which testdata/make_vectors.py asked from Python.
type vectors struct {
	Unicode string            `json:"unicode"`
	Sweeps  map[string]string `json:"sweeps"`
	Reprs   []struct {
		Text string `json:"text"`
		Repr string `json:"repr"`
	} `json:"reprs"`
	Identifiers []struct {
		Text       string `json:"text"`
		Identifier bool   `json:"identifier"`
	} `json:"identifiers"`
	Literals []struct {
		JSON    string `json:"json"`
		Literal string `json:"literal"`
		Call    string `json:"call"`
	} `json:"literals"`
	Dumps []struct {
		JSON  string `json:"json"`
		ASCII string `json:"ascii"`
		UTF8  string `json:"utf8"`
	} `json:"dumps"`
	Calls []struct {
		Name    string `json:"name"`
		JSON    string `json:"json"`
		Limit   int    `json:"limit"`
		Content string `json:"content"`
	} `json:"calls"`
	IDs []struct {
		Type    NodeType `json:"type"`
		Content string   `json:"content"`
		ID      string   `json:"id"`
	} `json:"ids"`
}

func loadVectors(t *testing.T) vectors {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.Unmarshal(data, &v))
	require.Equal(t, "14.0.0", v.Unicode)
	return v
}

func parse(tb testing.TB, document string) value.Value {
	tb.Helper()
	v, err := value.ParseJSON(document)
	require.NoError(tb, err, document)
	return v
}

func TestEveryCodePointAgainstPython(t *testing.T) {
	want := loadVectors(t).Sweeps
	sweep := func(holds func(rune) bool) string {
		answers := make([]byte, 0, utf8.MaxRune)
		for r := rune(0); r <= utf8.MaxRune; r++ {
			if !utf8.ValidRune(r) {
				continue
			}
			answer := byte(0)
			if holds(r) {
				answer = 1
			}
			answers = append(answers, answer)
		}
		sum := sha256.Sum256(answers)
		return hex.EncodeToString(sum[:])
	}
	assert.Equal(t, want["printable"], sweep(isPrintable), "str.isprintable")
	assert.Equal(t, want["identifier_start"], sweep(func(r rune) bool { return isIdentifier(string(r)) }), "first of a name")
	assert.Equal(t, want["identifier_part"], sweep(func(r rune) bool { return isIdentifier("a" + string(r)) }), "rest of a name")
}

func TestReprAgainstPython(t *testing.T) {
	for _, c := range loadVectors(t).Reprs {
		assert.Equal(t, c.Repr, PythonLiteral(value.OfString(c.Text)), "%q", c.Text)
	}
}

func TestIdentifiersAgainstPython(t *testing.T) {
	for _, c := range loadVectors(t).Identifiers {
		assert.Equal(t, c.Identifier, isIdentifier(c.Text), "%q", c.Text)
	}
}

func TestLiteralsAgainstPython(t *testing.T) {
	for _, c := range loadVectors(t).Literals {
		v := parse(t, c.JSON)
		assert.Equal(t, c.Literal, PythonLiteral(v), c.JSON)
		assert.Equal(t, c.Call, PythonCall(v), c.JSON)
	}
}

func TestCallsAgainstPython(t *testing.T) {
	for _, c := range loadVectors(t).Calls {
		assert.Equal(t, c.Content, CallContent(c.Name, parse(t, c.JSON), c.Limit), "%s to %d", c.JSON, c.Limit)
	}
}

func TestDumpsAgainstPython(t *testing.T) {
	for _, c := range loadVectors(t).Dumps {
		v := parse(t, c.JSON)
		assert.Equal(t, c.ASCII, string(v.AppendJSON(nil, true)), c.JSON)
		assert.Equal(t, c.UTF8, string(v.AppendJSON(nil, false)), c.JSON)
	}
}

func TestIDsAgainstPython(t *testing.T) {
	for _, c := range loadVectors(t).IDs {
		assert.Equal(t, c.ID, NodeID(c.Type, c.Content), "%s:%s", c.Type, c.Content)
	}
}
