package agentdeltaexporter_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// root is all that may lie in the repository's first folder, so that a newcomer sees what matters.
var root = []string{
	".ci", ".git", ".gitignore", ".golangci.yml",
	"LICENSE", "Makefile", "README.md", "documentation.md",
	"go.mod", "go.sum", "builder-config.yaml", "metadata.yaml",
	"doc.go", "factory.go",
	"architecture_test.go", "repository_test.go", "versions_test.go",
	"generated_component_test.go", "generated_package_test.go",
	"bench", "config", "docs", "exporter", "internal", "interop", "testdata", "tools",
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
