package value

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// load reads vectors that testdata/vectors.py wrote.
func load[T any](t testing.TB, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	var vectors []T
	require.NoError(t, json.Unmarshal(data, &vectors))
	require.NotEmpty(t, vectors)
	return vectors
}

type dumpsVector struct{ Source, ASCII, UTF8 string }

func TestWritesWhatJSONDumpsWrites(t *testing.T) {
	for _, vector := range load[dumpsVector](t, "json_dumps.json") {
		t.Run(vector.Source, func(t *testing.T) {
			v, err := ParseJSON(vector.Source)
			require.NoError(t, err)
			assert.Equal(t, vector.ASCII, string(v.AppendJSON(nil, true)))
			assert.Equal(t, vector.UTF8, string(v.AppendJSON(nil, false)))
		})
	}
}

type reprVector struct{ Repr, JSON string }

func TestReadsWhatReprWrites(t *testing.T) {
	for _, vector := range load[reprVector](t, "python_repr.json") {
		t.Run(vector.Repr, func(t *testing.T) {
			v, err := ParsePython(vector.Repr)
			require.NoError(t, err)
			assert.Equal(t, vector.JSON, string(v.AppendJSON(nil, true)))
		})
	}
}
