package exporter

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"

	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
)

// aged makes a file as old as it would be after some time.
func aged(t *testing.T, path, text string, age time.Duration) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	written := time.Now().Add(-age)
	require.NoError(t, os.Chtimes(path, written, written))
}

const ourLine = `{"type": "trace_meta", "run_id": "r", "trace_id": "5eed0000000000000000000000000001", "exporter_version": "0.0.1"}` + "\n"

func TestOldFilesAreRemovedWhenAskedTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		cfg.Keep.For, cfg.Keep.Files = time.Hour, 2
		path := func(name string) string { return filepath.Join(cfg.Directory, name) }
		aged(t, path("old.jsonl"), ourLine, 2*time.Hour)
		aged(t, path("third.jsonl"), ourLine, 40*time.Minute)
		aged(t, path("second.jsonl"), ourLine, 30*time.Minute)
		aged(t, path("first.jsonl"), ourLine, 20*time.Minute)
		aged(t, path("theirs.jsonl"), `{"type": "trace_meta", "run_id": "baseline"}`+"\n", 9999*time.Hour)
		run, telemetry := measured(t, cfg, &host{})
		synctest.Wait()
		metadatatest.AssertEqualExporterAgentdeltaFilesRemoved(t, telemetry, points(
			point(1, attribute.String("reason", "age")), point(1, attribute.String("reason", "files")),
		), comparison...)
		assert.Equal(t, []string{"first.jsonl", "second.jsonl", "theirs.jsonl"}, filesIn(t, cfg.Directory))

		time.Sleep(45 * time.Minute)
		synctest.Wait()
		assert.Equal(t, []string{"theirs.jsonl"}, filesIn(t, cfg.Directory), "it is looked again and again")
		run.stop(t)
	})
}

func filesIn(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func TestFilesStayUnlessAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		aged(t, filepath.Join(cfg.Directory, "old.jsonl"), ourLine, 9999*time.Hour)
		run := start(t, cfg, &host{})
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.Equal(t, []string{"old.jsonl"}, filesIn(t, cfg.Directory))
		run.stop(t)
	})
}

func TestADirectoryThatCantBeLookedThroughIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		cfg.Keep.Files = 1
		run, lines := logged(t, cfg, &host{})
		synctest.Wait()
		obstruct(t, cfg.Directory)
		time.Sleep(prunePeriod)
		synctest.Wait()
		assert.Equal(t, 1, lines.FilterMessage("old files can't be removed").Len())
		run.stop(t)
	})
}

func TestWhichFilesAreOurs(t *testing.T) {
	for name, test := range map[string]struct {
		line string
		want bool
	}{
		"a file of this exporter":     {ourLine, true},
		"a file without its version":  {`{"type": "trace_meta", "run_id": "r", "trace_id": "5eed0000000000000000000000000001"}`, false},
		"a file without its trace id": {`{"type": "trace_meta", "run_id": "r", "exporter_version": "0.1.0"}`, false},
		"a file of agentdelta's own":  {`{"type": "trace_meta", "run_id": "r"}`, false},
		"text":                        {"notes", false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, wroteIt([]byte(test.line))) })
	}
}
