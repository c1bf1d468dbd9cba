package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTotal(t *testing.T) {
	for name, test := range map[string]struct {
		profile string
		want    int64
		fails   bool
	}{
		"statements count as often as they ran": {"mode: atomic\na.go:1.2,3.4 5 2\nb.go:1.2,3.4 1 7\n", 17, false},
		"a run of nothing is a fault":           {"mode: atomic\na.go:1.2,3.4 5 0\n", 0, true},
		"an empty profile is a fault":           {"", 0, true},
		"another format is a fault":             {"mode: atomic\nhello\n", 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			sum, err := total(strings.NewReader(test.profile))
			assert.Equal(t, test.want, sum)
			assert.Equal(t, test.fails, err != nil, "%v", err)
		})
	}
}

// binary stands for a test binary whose runs take so many statements for a size n, as the shell computes it.
func binary(t *testing.T, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "binary")
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, `#!/bin/sh
n=$GIANT_SIZE
if [ -z "$n" ]; then echo "    x_test.go:1: shape 1000 some spans"; exit; fi
printf 'mode: atomic\na.go:1.2,3.4 1 %%d\n' $((%s)) >"$4"
`, statements), 0o700))
	return path
}

func TestWhatGrowsFasterThanItsSizeFails(t *testing.T) {
	for statements, fails := range map[string]bool{"1000 + 7 * n": false, "n * n": true} {
		var out strings.Builder
		err := run(binary(t, statements), &out)
		assert.Equal(t, fails, err != nil, "%s: %v", statements, err)
		assert.Contains(t, out.String(), "some spans")
	}
}

func TestABinaryThatCantBeUsedIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "binary")
	require.ErrorContains(t, run(path, &strings.Builder{}), path)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\necho PASS\n"), 0o700))
	require.ErrorContains(t, run(path, &strings.Builder{}), "names no shapes")
}
