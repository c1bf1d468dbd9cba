package exporter

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componentstatus"
	"go.opentelemetry.io/collector/consumer/consumererror"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// disk is a small disk of its own.
type disk struct {
	folder     string
	fill, free func()
	full       error // what a write on it says then
	real       bool  // a file system, and not a limit of this process
}

// onDisks runs a test with a small file system. Where none may be mounted, it is run in a process of its own with a limit
// on the size of any file that it writes, which stands for a full disk.
func onDisks(t *testing.T, test func(t *testing.T, newDisk func(*testing.T) *disk)) {
	t.Helper()
	const limit = "TEST_WITH_LIMIT"
	switch err := mount(t.TempDir()); {
	case os.Getenv(limit) != "":
		test(t, limited)
	case err != nil:
		t.Logf("mount: %v: a limit of a process stands for a full disk", err)
		command := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
		command.Env = append(os.Environ(), limit+"=1")
		said, err := command.CombinedOutput()
		require.NoError(t, err, "%s", said)
		assert.Contains(t, string(said), "--- PASS: "+t.Name())
	default:
		test(t, mounted)
	}
}

// mount tells whether a file system can be mounted.
func mount(folder string) error {
	return errors.Join(syscall.Mount("tmpfs", folder, "tmpfs", 0, ""), syscall.Unmount(folder, 0))
}

func mounted(t *testing.T) *disk {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=1m"))
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(folder, 0)) })
	filler := filepath.Join(folder, "filler")
	return &disk{
		folder: folder, full: syscall.ENOSPC, real: true,
		fill: func() {
			for size := 64 << 10; size > 0; size /= 2 { // to the last byte
				for f := error(nil); f == nil; f = grow(filler, size) {
				}
			}
		},
		free: func() { require.NoError(t, os.Remove(filler)) },
	}
}

func grow(name string, size int) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, size))
	return errors.Join(err, f.Close())
}

func limited(t *testing.T) *disk {
	t.Helper()
	var old syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old))
	signal.Ignore(syscall.SIGXFSZ)
	free := func() { assert.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old)) }
	t.Cleanup(func() {
		free()
		signal.Reset(syscall.SIGXFSZ)
	})
	return &disk{
		folder: t.TempDir(), full: syscall.EFBIG, free: free,
		fill: func() {
			require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 0, Max: old.Max}))
		},
	}
}

// sent pushes the whole run of a trace and returns the first error.
func (r *running) sent(t *testing.T, trace pcommon.TraceID) error {
	return errors.Join(
		r.traces.ConsumeTraces(t.Context(), chat(trace, false)),
		r.logs.ConsumeLogs(t.Context(), content(trace)),
		r.traces.ConsumeTraces(t.Context(), agent(trace)))
}

// Both signals report.
var (
	failing   = []componentstatus.Status{componentstatus.StatusRecoverableError, componentstatus.StatusRecoverableError}
	recovered = append(failing, componentstatus.StatusOK, componentstatus.StatusOK)
)

func TestAFullDiskCostsNothingButTime(t *testing.T) { onDisks(t, testFullDisk) }

func testFullDisk(t *testing.T, newDisk func(*testing.T) *disk) {
	for name, test := range map[string]struct {
		host    func(*testing.T, *disk, *config.Config) *host
		refused bool // what comes while the disk is full; else it waits in the storage
		told    bool // by the status; a storage that refuses tells the sender alone
	}{
		"without storage": {func(*testing.T, *disk, *config.Config) *host { return &host{} }, true, true},
		"with a storage on another disk": {func(t *testing.T, d *disk, cfg *config.Config) *host {
			if !d.real {
				return kept(t, cfg)
			}
			return withStorage(fileStorage(t, t.TempDir()), cfg)
		}, false, true},
		"with a storage on the same disk": {func(t *testing.T, d *disk, cfg *config.Config) *host {
			storage := filepath.Join(d.folder, "state")
			require.NoError(t, os.Mkdir(storage, 0o700))
			return withStorage(fileStorage(t, storage), cfg)
		}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDisk(t)
			synctest.Test(t, func(t *testing.T) {
				cfg := configured(t)
				cfg.Directory = filepath.Join(d.folder, "traces")
				on := test.host(t, d, cfg)
				run := start(t, cfg, on)
				require.NoError(t, run.sent(t, traceNumber(1)))
				wait(time.Minute)
				before := read(t, cfg.Directory, traceNumber(1)).raw

				require.NoError(t, run.sent(t, traceNumber(2)))
				d.fill()
				wait(time.Minute)
				assert.Equal(t, failing, on.reported(), "one report for however many attempts")
				assert.ErrorIs(t, on.reason(), d.full)
				last, err := 3, run.sent(t, traceNumber(3))
				for test.refused && err == nil && last < 1000 { // a storage has some room in its file
					last++
					err = run.sent(t, traceNumber(last))
				}
				assert.Equal(t, test.refused, err != nil, "%v", err)
				if test.refused {
					assert.ErrorIs(t, err, d.full)
					assert.False(t, consumererror.IsPermanent(err), "it may be sent again")
				}
				assert.Equal(t, []string{traceNumber(1).String() + ".jsonl"}, listed(t, cfg.Directory), "no litter")
				assert.Equal(t, before, read(t, cfg.Directory, traceNumber(1)).raw, "the old file is whole")

				d.free()
				wait(time.Minute)
				assert.Equal(t, recovered, on.reported())
				if test.refused {
					require.NoError(t, run.sent(t, traceNumber(last)), "sent again")
				}
				run.stop(t)
				for n := 1; n <= last; n++ {
					assert.Equal(t, whole, read(t, cfg.Directory, traceNumber(n)).steps)
				}
				assert.Len(t, listed(t, cfg.Directory), last)
			})
		})
	}
}

// ordinary makes the process one that permissions hold for, for the rest of the test. What it owns must be given to it
// first: the folders are.
func ordinary(t *testing.T, folders ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	for _, folder := range folders {
		require.NoError(t, os.Chown(folder, nobody, nobody))
	}
	require.NoError(t, syscall.Setreuid(-1, nobody))
	t.Cleanup(func() { require.NoError(t, syscall.Setreuid(-1, 0)) })
}

// losses are what may happen to the directory while files are written to it. Each leaves it unusable, unless it is
// without a cure.
var losses = map[string]struct {
	spoil func(t *testing.T, directory string)
	cure  func(t *testing.T, directory string)
	says  string
}{
	"removed": {spoil: func(t *testing.T, directory string) {
		require.NoError(t, os.RemoveAll(directory))
	}},
	"moved away and made anew": {spoil: func(t *testing.T, directory string) {
		require.NoError(t, os.Rename(directory, directory+".1"))
		require.NoError(t, os.Mkdir(directory, 0o700))
	}},
	"made read-only": {spoil: func(t *testing.T, directory string) {
		require.NoError(t, os.Chmod(directory, 0o500))
	}, cure: func(t *testing.T, directory string) {
		require.NoError(t, os.Chmod(directory, 0o700))
	}, says: "permission denied"},
	"removed, and not to be made again": {spoil: func(t *testing.T, directory string) {
		require.NoError(t, os.RemoveAll(directory))
		require.NoError(t, os.Chmod(filepath.Dir(directory), 0o500))
	}, cure: func(t *testing.T, directory string) {
		require.NoError(t, os.Chmod(filepath.Dir(directory), 0o700))
	}, says: "permission denied"},
	"replaced by a link": {spoil: func(t *testing.T, directory string) {
		require.NoError(t, os.Rename(directory, directory+".1"))
		require.NoError(t, os.Mkdir(directory+".2", 0o700))
		require.NoError(t, os.Symlink(directory+".2", directory))
	}, cure: func(t *testing.T, directory string) {
		assert.Empty(t, listed(t, directory+".2"), "nothing is written behind a link")
		require.NoError(t, os.Remove(directory))
		require.NoError(t, os.Rename(directory+".1", directory))
	}, says: "symbolic link"},
	"replaced by a file": {spoil: func(t *testing.T, directory string) {
		require.NoError(t, os.RemoveAll(directory))
		require.NoError(t, os.WriteFile(directory, []byte("not ours"), 0o600))
	}, cure: func(t *testing.T, directory string) {
		text, err := os.ReadFile(directory)
		require.NoError(t, err)
		assert.Equal(t, "not ours", string(text))
		require.NoError(t, os.Remove(directory))
	}, says: "a file stands where a folder is needed"},
}

func TestADirectoryThatIsLostCostsNothingButTime(t *testing.T) {
	for name, loss := range losses {
		t.Run(strings.ReplaceAll(name, ",", ""), func(t *testing.T) {
			folder := t.TempDir()
			ordinary(t, folder, filepath.Dir(folder))
			synctest.Test(t, func(t *testing.T) {
				cfg := configured(t)
				cfg.Directory = filepath.Join(folder, "traces")
				on := kept(t, cfg)
				run := start(t, cfg, on)
				loss.spoil(t, cfg.Directory)
				require.NoError(t, run.sent(t, weatherTrace))
				wait(time.Minute)
				if loss.cure != nil {
					assert.Equal(t, failing, on.reported())
					assert.ErrorContains(t, on.reason(), loss.says)
					loss.cure(t, cfg.Directory)
					wait(time.Minute)
					assert.Equal(t, recovered, on.reported())
				} else {
					assert.Empty(t, on.reported())
				}
				assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
				assert.Len(t, listed(t, cfg.Directory), 1, "no litter")
				run.stop(t)
			})
		})
	}
}

// A disk may turn read-only by itself, when it meets an error.
func TestADiskThatTurnsReadOnlyCostsNothingButTime(t *testing.T) {
	if err := mount(t.TempDir()); err != nil {
		t.Skip("mount: ", err, ": TestADirectoryThatIsLostCostsNothingButTime has a read-only folder")
	}
	d := mounted(t)
	remount := func(flags uintptr) { require.NoError(t, syscall.Mount("", d.folder, "", syscall.MS_REMOUNT|flags, "")) }
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		cfg.Directory = filepath.Join(d.folder, "traces")
		on := kept(t, cfg)
		run := start(t, cfg, on)
		remount(syscall.MS_RDONLY)
		require.NoError(t, run.sent(t, weatherTrace))
		wait(time.Minute)
		assert.Equal(t, failing, on.reported())
		assert.ErrorIs(t, on.reason(), syscall.EROFS)
		remount(0)
		wait(time.Minute)
		assert.Equal(t, recovered, on.reported())
		assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
		run.stop(t)
	})
}
