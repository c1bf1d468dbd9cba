package agentdeltaexporter_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// root is all that may lie in the repository's first folder, so that a newcomer sees what matters.
var root = []string{
	".ci", ".git", ".gitignore", ".golangci.yml",
	"LICENSE", "Makefile", "README.md", "documentation.md", "AGENTS.md", "CHANGELOG.md", "CONTRIBUTING.md",
	"go.mod", "go.sum", "builder-config.yaml", "metadata.yaml",
	"doc.go", "factory.go",
	"architecture_test.go", "repository_test.go", "versions_test.go",
	"generated_component_test.go", "generated_package_test.go",
	"bench", "config", "docs", "exporter", "internal", "interop", "testdata", "tools",
	"test",                       // modules of tests alone, with dependencies that users don't need
	"build", "agentdelta-traces", // ignored by git
}

func TestTheFirstFolderHoldsNothingElse(t *testing.T) {
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, entry := range entries {
		assert.Contains(t, root, entry.Name(), "a new file here needs a row in root, or a better place")
	}
}

// declared is the part of metadata.yaml that the README repeats.
type declared struct {
	Attributes map[string]struct {
		Enum []string `yaml:"enum"`
	} `yaml:"attributes"`
}

var reason = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|")

func TestTheReadmeHasEveryReason(t *testing.T) {
	readme := read(t, "README.md")
	var metadata declared
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "metadata.yaml")), &metadata))
	for name, attribute := range metadata.Attributes {
		if !strings.HasSuffix(name, "_reason") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			_, table, _ := strings.Cut(readme, "<!-- reasons: "+name+" -->")
			table, _, found := strings.Cut(table, "<!-- /reasons -->")
			require.True(t, found, "the README has a table of it")
			var documented []string
			for _, row := range reason.FindAllStringSubmatch(table, -1) {
				documented = append(documented, row[1])
			}
			assert.ElementsMatch(t, attribute.Enum, documented)
		})
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

var series = regexp.MustCompile(`otelcol_exporter_agentdelta_[a-z_]+`)

// The parsers of Prometheus look closer, in test/deploy.
func TestWhatIsSaidOfMetricsIsTrue(t *testing.T) {
	metadata := read(t, "metadata.yaml")
	for _, path := range []string{"README.md", "config/grafana/dashboard.json", "config/prometheus/alerts.yaml", "docs/operations.md", "docs/scaling.md"} {
		for _, name := range series.FindAllString(read(t, path), -1) {
			name = strings.TrimSuffix(strings.TrimPrefix(name, "otelcol_"), "_bucket")
			assert.True(t, strings.Contains(metadata, " "+name+":\n") || name == "exporter_agentdelta_", "%s: %s", path, name)
		}
	}
}

var short = regexp.MustCompile("`([a-z]+_[a-z_]+)(?:\\{[a-z_]+=\"[a-z_*]+\"\\})?`")

// The guide leaves the prefix of metrics out.
func TestTheGuideNamesMetricsAndOptionsThatExist(t *testing.T) {
	known := read(t, "metadata.yaml") + read(t, "config/config.schema.yaml")
	collectors := []string{"stop_grace_period", "invalid_*", "error_type", "no_space", "without_type_suffix"}
	for _, found := range short.FindAllStringSubmatch(read(t, "docs/operations.md"), -1) {
		name := found[1]
		if strings.HasPrefix(name, "otelcol_") || slices.Contains(collectors, name) {
			continue
		}
		assert.Regexp(t, `(?m)(^|\s|_agentdelta_|\[|, )`+name+`(:|,|\])`, known, name)
	}
}
