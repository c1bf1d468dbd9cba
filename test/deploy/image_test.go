package deploy

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// image is what a stage of the Dockerfile makes, laid out in a folder: no container, but the same files under the same
// root, run by the same user.
type image struct {
	t       *testing.T
	root    string
	user    uint32
	env     []string
	command []string
}

// build lays out a stage. built are files of the build stage by their path in it.
func build(t *testing.T, stage string, built map[string]string) *image {
	t.Helper()
	i := &image{t: t, root: t.TempDir()}
	var entrypoint, arguments []string
	for _, command := range stages(t)[stage].Commands {
		switch c := command.(type) {
		case *instructions.CopyCommand:
			i.copy(c, built)
		case *instructions.UserCommand:
			_, err := fmt.Sscanf(c.User, "%d", &i.user)
			require.NoError(t, err)
		case *instructions.EnvCommand:
			for _, pair := range c.Env {
				i.env = append(i.env, pair.Key+"="+pair.Value)
			}
		case *instructions.EntrypointCommand:
			entrypoint = c.CmdLine
		case *instructions.CmdCommand:
			arguments = c.CmdLine
		}
	}
	i.command = append(entrypoint, arguments...)
	open(t, i.root)
	return i
}

func (i *image) copy(c *instructions.CopyCommand, built map[string]string) {
	i.t.Helper()
	for _, source := range c.SourcePaths {
		from := filepath.Join(root, source)
		if c.From != "" {
			from = built[source]
			require.NotEmpty(i.t, from, "%s: the test has to know how it is built", source)
		}
		to := filepath.Join(i.root, c.DestPath)
		require.NoError(i.t, os.MkdirAll(filepath.Dir(to), 0o755))
		require.NoError(i.t, exec.Command("cp", "-r", from, to).Run())
		if c.Chown != "" {
			require.NoError(i.t, exec.Command("chown", "-R", c.Chown, to).Run())
		}
	}
}

// open lets every user through the test's temporary folders, as a container's root does.
func open(t *testing.T, folder string) {
	t.Helper()
	require.NoError(t, os.Chmod(folder, 0o755))
}

// run starts the image's command, or its entrypoint with other arguments, and returns what it says when it ends.
func (i *image) run(ctx context.Context, arguments ...string) (*exec.Cmd, *bytes.Buffer) {
	i.t.Helper()
	line := i.command
	if len(arguments) > 0 {
		line = arguments
	}
	command := exec.CommandContext(ctx, line[0], line[1:]...)
	command.Dir, command.Env = "/", i.env
	command.SysProcAttr = &syscall.SysProcAttr{Chroot: i.root, Credential: &syscall.Credential{Uid: i.user, Gid: i.user}}
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	require.NoError(i.t, command.Start())
	return command, &said
}

// get asks until it is answered with 200.
func get(t *testing.T, url string) (body string) {
	t.Helper()
	require.Eventually(t, func() bool {
		answer, err := http.Get(url)
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		content, err := io.ReadAll(answer.Body)
		body = string(content)
		return err == nil && answer.StatusCode == http.StatusOK
	}, 30*time.Second, 100*time.Millisecond, url)
	return body
}

// No container engine is needed for what is most often wrong with an image: a library that isn't there, a folder that can't be
// written to, a path that is another.
func TestTheImagesWorkAsAUserWithoutRightsOnTheirOwnFiles(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can run something as another user in a root of its own")
	}
	collector, err := filepath.Abs(filepath.Join(root, "build/otelcol-agentdelta"))
	require.NoError(t, err)
	require.FileExists(t, collector, "make build")
	folder, sender := t.TempDir(), filepath.Join(t.TempDir(), "replay")
	compile := exec.Command("go", "build", "-C", root, "-o", sender, "./internal/demo")
	compile.Env = append(os.Environ(), "CGO_ENABLED=0")
	require.NoError(t, compile.Run())

	server := build(t, "collector", map[string]string{
		"/out/otelcol-agentdelta": collector, "/out/traces": folder, "/out/state": folder,
	})
	running, said := server.run(t.Context())
	defer func() { t.Log(lastLines(said.String())) }()
	assert.Contains(t, get(t, "http://127.0.0.1:13133/status"), `"healthy":true`)

	client := build(t, "replay", map[string]string{"/out/replay": sender})
	sending, sent := client.run(t.Context())
	require.NoError(t, sending.Wait(), sent.String())
	metrics := ""
	require.Eventually(t, func() bool {
		metrics = get(t, "http://127.0.0.1:8888/metrics")
		return strings.Contains(metrics, prefix+"traces_written ")
	}, 30*time.Second, 100*time.Millisecond)
	checkMetrics(t, metrics)

	require.NoError(t, running.Process.Signal(syscall.SIGTERM))
	require.NoError(t, running.Wait())
	files, err := filepath.Glob(filepath.Join(server.root, "traces/*.jsonl"))
	require.NoError(t, err)
	assert.Len(t, files, strings.Count(sent.String(), "sent"), "one for each recording")
	for _, file := range files {
		info, err := os.Stat(file)
		require.NoError(t, err)
		assert.Equal(t, uint32(10001), info.Sys().(*syscall.Stat_t).Uid)
		assert.Equal(t, os.FileMode(0o600), info.Mode())
	}
}

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}
