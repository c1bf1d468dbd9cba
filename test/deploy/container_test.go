package deploy

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/opencontainers/go-digest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const dockerfile = "config/container/Dockerfile"

// offline knows no image: the linter then judges the file alone.
type offline struct{}

func (offline) ResolveImageConfig(_ context.Context, ref string, _ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return ref, "", []byte(`{"architecture": "amd64", "os": "linux"}`), nil
}

// What `docker build --check` does.
func TestTheDockerfilePassesBuildKitsChecks(t *testing.T) {
	text := read(t, dockerfile)
	results, err := dockerfile2llb.DockerfileLint(t.Context(), text, dockerfile2llb.ConvertOpt{
		MetaResolver: offline{},
		SourceMap:    &llb.SourceMap{Definition: &llb.Definition{}, Filename: dockerfile, Language: "Dockerfile", Data: text},
	})
	require.NoError(t, err)
	require.Nil(t, results.Error)
	for _, warning := range results.Warnings {
		t.Errorf("%s: %s (line %d)", warning.RuleName, warning.Detail, warning.Location.Ranges[0].Start.Line)
	}
}

func stages(t *testing.T) map[string]instructions.Stage {
	t.Helper()
	file, err := parser.Parse(bytes.NewReader(read(t, dockerfile)))
	require.NoError(t, err)
	list, _, err := instructions.Parse(file.AST, nil)
	require.NoError(t, err)
	byName := map[string]instructions.Stage{}
	for _, stage := range list {
		byName[stage.Name] = stage
	}
	return byName
}

func TestImagesRunAsNobodyAndCopyWhatIsThere(t *testing.T) {
	for _, name := range []string{"collector", "replay"} {
		var user string
		for _, command := range stages(t)[name].Commands {
			switch c := command.(type) {
			case *instructions.UserCommand:
				user = c.User
			case *instructions.CopyCommand:
				for _, path := range c.SourcePaths {
					if c.From == "" {
						assert.FileExists(t, existing(t, path), name)
						assert.False(t, ignored(t, path), "%s is sent to the build", path)
					}
				}
			}
		}
		assert.Equal(t, "10001:10001", user, name)
	}
}

// existing is a file at the path, or any in it.
func existing(t *testing.T, path string) string {
	t.Helper()
	found := ""
	_ = filepath.WalkDir(filepath.Join(root, path), func(p string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = p
		}
		return err
	})
	return found
}

func ignored(t *testing.T, path string) bool {
	t.Helper()
	for line := range strings.Lines(string(read(t, dockerfile+".dockerignore"))) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && strings.HasPrefix(path+"/", line+"/") {
			return true
		}
	}
	return false
}

func compose(t *testing.T) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "config/container/compose.yaml")}, cli.WithName("agentdelta"))
	require.NoError(t, err)
	project, err := options.LoadProject(t.Context())
	require.NoError(t, err)
	return project
}

func TestComposeRunsEverythingWithoutRights(t *testing.T) {
	services := compose(t).Services
	require.ElementsMatch(t, []string{"collector", "replay"}, compose(t).ServiceNames())
	for name, service := range services {
		assert.True(t, service.ReadOnly, name)
		assert.Equal(t, "10001:10001", service.User, name)
		assert.Equal(t, []string{"ALL"}, service.CapDrop, name)
		for _, port := range service.Ports {
			assert.Equal(t, "127.0.0.1", port.HostIP, "%s: %s is for this machine alone", name, port.Published)
		}
		assert.Contains(t, stages(t), service.Build.Target)
		folder, err := filepath.Abs(root)
		require.NoError(t, err)
		assert.Equal(t, folder, service.Build.Context, "the build sees the repository")
	}
}

func TestComposeKeepsWhatTheImageCallsVolumes(t *testing.T) {
	collector := compose(t).Services["collector"]
	var mounted, declared []string
	for _, volume := range collector.Volumes {
		mounted = append(mounted, volume.Target)
	}
	for _, command := range stages(t)["collector"].Commands {
		if volumes, ok := command.(*instructions.VolumeCommand); ok {
			declared = append(declared, volumes.Volumes...)
		}
	}
	slices.Sort(mounted)
	slices.Sort(declared)
	assert.Equal(t, []string{"/state", "/traces"}, declared)
	assert.Equal(t, declared, mounted)
	require.NotNil(t, collector.StopGracePeriod)
	assert.Greater(t, time.Duration(*collector.StopGracePeriod), time.Minute, "what is open is written before the end")
}
