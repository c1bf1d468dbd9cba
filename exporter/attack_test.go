package exporter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// attacks are values of attributes that would be something else than a file's name.
var attacks = map[string]string{
	"a way out":                    "../../etc/passwd",
	"a way out of Windows":         `..\..\x`,
	"a way out after a name":       "a/../../b",
	"the folder above":             "..",
	"the folder itself":            ".",
	"a path from the root":         "/etc/passwd",
	"a drive":                      `C:\x`,
	"another stream of a file":     "x:stream",
	"a NUL":                        "a\x00b",
	"a newline":                    "a\nb",
	"an escape of a terminal":      "a\x1b[2Jb",
	"a character that turns text":  "a\u202eb",
	"a device":                     "con",
	"a device with an extension":   "LPT1.txt",
	"a device with a superscript":  "com\u00b9",
	"a hidden file":                ".hidden",
	"a temporary file of ours":     ".agentdelta-0000000000000001.tmp",
	"300 bytes":                    strings.Repeat("x", 300),
	"300 bytes of long characters": strings.Repeat("\u6f6e", 100),
	"5000 bytes":                   strings.Repeat("x", 5000),
	"a trace file's end":           "x.jsonl",
	"another trace's number":       "refund~2",
}

func TestValuesCanNotLeaveTheDirectory(t *testing.T) {
	for name, value := range attacks {
		t.Run(name, func(t *testing.T) {
			cfg := paired(t)
			outside := filepath.Dir(cfg.Directory)
			exporter := start(t, cfg, &host{})
			exporter.consume(t, run{traceOfTest(1), 0, value, value})
			exporter.stop(t)
			for path := range owners(t, cfg.Directory) {
				assert.Regexp(t, `^[^./][^/]*~[0-9a-f]{8}/[^./][^/]*~[0-9a-f]{8}\.jsonl$`, path, "changed, so a hash tells it apart")
			}
			entries, err := os.ReadDir(outside)
			require.NoError(t, err)
			assert.Len(t, entries, 1, "nothing beside the directory")
		})
	}
}

// Links that somebody planted where files and folders go: nothing behind them is touched.
func TestPlantedLinksAreNeverFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := paired(t)
		outside := t.TempDir()
		victim := filepath.Join(outside, "victim")
		require.NoError(t, os.WriteFile(victim, []byte("not ours"), 0o600))
		require.NoError(t, os.Mkdir(filepath.Join(cfg.Directory, "base"), 0o700))
		for link, target := range map[string]string{
			"base/refund.jsonl": victim, "base/refund~2.jsonl": filepath.Join(outside, "missing"), "candidate": outside,
		} {
			require.NoError(t, os.Symlink(target, filepath.Join(cfg.Directory, link)))
		}
		exporter := start(t, cfg, &host{})
		exporter.consume(t, run{traceOfTest(1), 0, "base", "refund"}, run{traceOfTest(2), 0, "candidate", "refund"})
		wait(time.Minute)
		assert.Equal(t, []string{"victim"}, listed(t, outside))
		text, err := os.ReadFile(victim)
		require.NoError(t, err)
		assert.Equal(t, "not ours", string(text))
		assert.FileExists(t, filepath.Join(cfg.Directory, "base/refund~3.jsonl"))

		require.NoError(t, os.Remove(filepath.Join(cfg.Directory, "candidate")))
		wait(time.Minute)
		assert.FileExists(t, filepath.Join(cfg.Directory, "candidate/refund.jsonl"), "once the link is gone")
		exporter.stop(t)
	})
}
