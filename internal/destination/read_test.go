package destination

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadGivesFilesBelowTheDirectoryAlone(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(folder, "outside.jsonl")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	inside := filepath.Join(folder, "traces")
	d, err := open(Options{Directory: inside, FileMode: 0o600, DirMode: 0o700, TraceOf: func([]byte) (trace [16]byte, ok bool) { return trace, false }}, underTest)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(inside, "base"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(inside, "base", "case.jsonl"), []byte("steps"), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(inside, "link.jsonl")))

	content, err := d.Read("base/case.jsonl")
	require.NoError(t, err)
	assert.Equal(t, "steps", string(content))
	for _, path := range []string{"../outside.jsonl", outside, "link.jsonl", "base", "base/../../outside.jsonl", ""} {
		content, err := d.Read(path)
		require.Error(t, err, path)
		assert.Empty(t, content, path)
	}
	_, err = d.Read("gone.jsonl")
	require.ErrorIs(t, err, fs.ErrNotExist)
}
