package exporter

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumererror"
	"go.opentelemetry.io/collector/extension"
	"go.opentelemetry.io/collector/extension/extensiontest"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// fileStorage runs the extension file_storage on a folder.
func fileStorage(t *testing.T, folder string) extension.Extension {
	t.Helper()
	factory := filestorage.NewFactory()
	cfg := factory.CreateDefaultConfig().(*filestorage.Config)
	cfg.Directory = folder
	extension, err := factory.Create(t.Context(), extensiontest.NewNopSettings(factory.Type()), cfg)
	require.NoError(t, err)
	require.NoError(t, extension.Start(t.Context(), componenttest.NewNopHost()))
	t.Cleanup(func() { assert.NoError(t, extension.Shutdown(t.Context())) })
	return extension
}

func TestAcknowledgedSpansSurviveAKill(t *testing.T) {
	before, after := t.TempDir(), t.TempDir()
	cfg := configured(t)
	killed := start(t, cfg, withStorage(fileStorage(t, before), cfg))
	require.NoError(t, killed.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
	require.NoError(t, killed.logs.ConsumeLogs(t.Context(), content(weatherTrace)))
	copyFolder(t, before, after) // what lies on the disk when the process is killed here
	killed.stop(t)

	cfg = configured(t)
	run := start(t, cfg, withStorage(fileStorage(t, after), cfg))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

func TestALateSpanAfterARestartRewritesTheFile(t *testing.T) {
	folder := t.TempDir()
	cfg := configured(t)
	extension := fileStorage(t, folder)
	run := start(t, cfg, withStorage(extension, cfg))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	assert.Equal(t, []string{whole[0], whole[2]}, read(t, cfg.Directory, weatherTrace).steps)

	run = start(t, cfg, withStorage(extension, cfg))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	run.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

func TestWhatCantBeWrittenAtShutdownIsLostWithoutStorage(t *testing.T) {
	cfg := configured(t)
	run, lines := logged(t, cfg, &host{})
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(traceNumber(2))))
	obstruct(t, cfg.Directory)
	require.NoError(t, run.logs.Shutdown(t.Context()))
	err := run.traces.Shutdown(t.Context())
	told := lines.FilterMessageSnippet("traces are lost").All()
	require.Len(t, told, 1, "one line for all")
	for _, trace := range []string{weatherTrace.String(), traceNumber(2).String()} {
		require.ErrorContains(t, err, trace, "its id is all that is left of it")
		assert.Contains(t, told[0].ContextMap()["error"], trace)
	}
}

func TestWhatCantBeWrittenAtShutdownIsWrittenAfterTheNextStart(t *testing.T) {
	cfg, kept := configured(t), &keeper{}
	on := withStorage(kept, cfg)
	run := start(t, cfg, on)
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	obstruct(t, cfg.Directory)
	run.stop(t)

	require.NoError(t, os.Remove(cfg.Directory))
	start(t, cfg, on).stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, os.CopyFS(to, os.DirFS(from)))
	files, err := filepath.Glob(filepath.Join(to, "*"))
	require.NoError(t, err)
	require.NotEmpty(t, files, "the storage has written something")
}

func TestStartRefusesAStorageThatCantBeUsed(t *testing.T) {
	other := component.MustNewID("zpages")
	for name, test := range map[string]struct {
		extension component.Component
		want      string
	}{
		"one that isn't configured":                  {nil, "storage: file_storage is not running"},
		"an extension that isn't a storage":          {struct{ component.Component }{}, "storage: file_storage keeps nothing"},
		"a storage that can't list what it keeps":    {forgetful{}, "storage: file_storage: "},
		"a storage that can't be read at the moment": {&keeper{failure: errors.New("locked")}, "locked"},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			cfg := configured(t)
			on := withStorage(test.extension, cfg)
			if test.extension == nil {
				on.extensions = map[component.ID]component.Component{other: forgetful{}}
			}
			run := create(t, NewFactory(), settings(), cfg, on)
			require.ErrorContains(t, run.traces.Start(t.Context(), on), test.want)
			run.stop(t)
		})
	}
}

func TestStartRefusesADirectoryThatCantBeMade(t *testing.T) {
	cfg := configured(t)
	blocked := filepath.Join(cfg.Directory, "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	cfg.Directory = filepath.Join(blocked, "traces")
	run := create(t, NewFactory(), settings(), cfg, &host{})
	require.ErrorContains(t, run.traces.Start(t.Context(), run.host), blocked)
	run.stop(t)
}

func TestAFailingStorageIsAPassingError(t *testing.T) {
	for name, failure := range map[string]error{
		"a full storage":   storage.ErrStorageFull,
		"a broken storage": errors.New("input/output error"),
	} {
		t.Run(name+" can be tried again", func(t *testing.T) {
			cfg, kept := configured(t), &keeper{}
			run := start(t, cfg, withStorage(kept, cfg))
			kept.fail(failure)
			errTraces := run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false))
			errLogs := run.logs.ConsumeLogs(t.Context(), content(weatherTrace))
			for _, err := range []error{errTraces, errLogs} {
				require.ErrorIs(t, err, failure)
				assert.False(t, consumererror.IsPermanent(err))
			}
			assert.Empty(t, kept.snapshot(), "nothing of a refused push is kept")

			kept.fail(nil)
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
			require.NoError(t, run.logs.ConsumeLogs(t.Context(), content(weatherTrace)))
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
			run.stop(t)
			assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
			assert.Equal(t, 1, kept.closed)
		})
	}
}
