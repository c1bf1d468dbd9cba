package replay

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the files that cases of this repository must give anew")

// TestGoldenFiles compares, to the byte, the file of each trace of this repository's cases with the one that lies beside
// its requests. A case's expected.json says what is true; these say what is written.
func TestGoldenFiles(t *testing.T) {
	for _, dir := range ownCases(t) {
		c, err := Load(dir)
		require.NoError(t, err)
		t.Run(c.Library+"/"+c.Name, func(t *testing.T) {
			files, err := Run(c, Recorded)
			require.NoError(t, err)
			if *update {
				writeGolden(t, dir, files)
			}
			want, got := readGolden(t, dir), asTexts(files)
			assert.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(got)))
			for name, text := range want {
				assert.Equal(t, text, got[name], name)
			}
		})
	}
}

// golden names the golden files of a case: a trace id and .jsonl.
func golden(dir string) ([]string, error) {
	const anyID = "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*.jsonl"
	return filepath.Glob(filepath.Join(dir, anyID))
}

func readGolden(t *testing.T, dir string) map[string]string {
	t.Helper()
	paths, err := golden(dir)
	require.NoError(t, err)
	files := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		files[filepath.Base(path)] = string(text)
	}
	return files
}

func asTexts(files map[string][]byte) map[string]string {
	texts := map[string]string{}
	for id, content := range files {
		texts[id+".jsonl"] = string(content)
	}
	return texts
}

func writeGolden(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	old, err := golden(dir)
	require.NoError(t, err)
	for _, path := range old {
		require.NoError(t, os.Remove(path))
	}
	for id, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, id+".jsonl"), content, 0o644))
	}
}
