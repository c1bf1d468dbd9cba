package agentdeltaexporter_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// manifest is the part of builder-config.yaml that says what is built.
type manifest struct {
	Dist struct {
		Version string `yaml:"version"`
	} `yaml:"dist"`
	Receivers, Exporters, Processors, Extensions, Providers []struct {
		GoMod string `yaml:"gomod"`
		Path  string `yaml:"path"`
	}
}

// modules maps the modules of the shipped collector to their versions.
func (m *manifest) modules() map[string]string {
	found := map[string]string{}
	for _, list := range [][]struct {
		GoMod string `yaml:"gomod"`
		Path  string `yaml:"path"`
	}{m.Receivers, m.Exporters, m.Processors, m.Extensions, m.Providers} {
		for _, entry := range list {
			path, version, _ := strings.Cut(entry.GoMod, " ")
			found[path] = version
		}
	}
	return found
}

func readManifest(t *testing.T) *manifest { return manifestAt(t, "builder-config.yaml") }

func manifestAt(t *testing.T, path string) *manifest {
	t.Helper()
	var m manifest
	require.NoError(t, yaml.Unmarshal([]byte(read(t, path)), &m))
	return &m
}

var requirement = regexp.MustCompile(`(?m)^\s*(?:require )?(\S+\.\S+/\S+) (v\S+)`)

// required maps the modules that a go.mod requires to their versions.
func required(t *testing.T, path string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, row := range requirement.FindAllStringSubmatch(read(t, path), -1) {
		found[row[1]] = row[2]
	}
	return found
}

// A plugin whose go.mod is newer than the collector it is built into drags half of that collector upwards: go.mod is the
// floor, and the shipped collector is at it or above.
func TestTheShippedCollectorIsNotBelowTheFloor(t *testing.T) {
	floor := required(t, "go.mod")
	for module, shipped := range readManifest(t).modules() {
		least, ok := floor[module]
		if !ok {
			continue
		}
		assert.GreaterOrEqual(t, slices.Compare(numbers(t, shipped), numbers(t, least)), 0,
			"builder-config.yaml has %s %s, go.mod requires %s", module, shipped, least)
	}
}

func TestTheFloorIsOneRelease(t *testing.T) {
	for module, v := range required(t, "go.mod") {
		if strings.HasPrefix(module, "go.opentelemetry.io/collector/") {
			assert.Contains(t, []string{"v0.161.0", "v1.67.0"}, v, module)
		}
	}
}

func TestTheShippedCollectorIsOneRelease(t *testing.T) {
	core := required(t, "tools/go.mod")["go.opentelemetry.io/collector/cmd/builder"]
	require.NotEmpty(t, core)
	for module, v := range readManifest(t).modules() {
		switch {
		case strings.HasPrefix(module, "go.opentelemetry.io/collector/confmap/provider/"):
			assert.Equal(t, "v1.71.0", v, module)
		case strings.HasPrefix(module, "go.opentelemetry.io/collector/"):
			assert.Equal(t, core, v, "%s: the builder's own release", module)
		case strings.HasPrefix(module, "github.com/open-telemetry/opentelemetry-collector-contrib/"):
			assert.Equal(t, minor(core), minor(v), "%s: contrib follows core", module)
		}
	}
}

// numbers are the major, minor and patch of a version.
func numbers(t *testing.T, version string) []int {
	t.Helper()
	n := make([]int, 3)
	_, err := fmt.Sscanf(version, "v%d.%d.%d", &n[0], &n[1], &n[2])
	require.NoError(t, err, version)
	return n
}

// minor is a version without its patch.
func minor(v string) string { return v[:strings.LastIndex(v, ".")] }

func TestTheManifestNamesThisModuleAtTheVersionOfTheCollector(t *testing.T) {
	m := readManifest(t)
	assert.Equal(t, "v"+m.Dist.Version, m.modules()[module])
}

func TestTheCollectorWithKafkaIsOfTheSameRelease(t *testing.T) {
	shipped, kafka := readManifest(t), manifestAt(t, "config/collector/kafka/builder-config.yaml")
	assert.Equal(t, shipped.Dist.Version, kafka.Dist.Version)
	contrib := shipped.modules()["github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"]
	for module, v := range kafka.modules() {
		if same, ok := shipped.modules()[module]; ok {
			assert.Equal(t, same, v, module)
			continue
		}
		assert.Equal(t, contrib, v, module)
	}
}
