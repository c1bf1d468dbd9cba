package agentdeltaexporter_test

import (
	"os"
	"os/exec"
	"path/filepath"
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
	"LICENSE", "Makefile", "README.md", "documentation.md", "AGENTS.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
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

// shown are tests and targets that a table names as proof: package: TestName, or make target.
var shown = regexp.MustCompile("`(?:(\\w+): (\\w+)|make ([\\w-]+))`")

func TestWhatIsShownByATestIsShownByOne(t *testing.T) {
	_, failures, _ := strings.Cut(read(t, "README.md"), "<!-- failures")
	failures, _, found := strings.Cut(failures, "<!-- /failures -->")
	require.True(t, found, "the README has its table of failures")
	_, defences, found := strings.Cut(read(t, "SECURITY.md"), "## What the exporter defends against")
	require.True(t, found)
	defences, _, _ = strings.Cut(defences, "\n## ")
	for _, table := range []string{failures, defences} {
		rows := 0
		for row := range strings.Lines(table) {
			if !strings.HasPrefix(row, "| ") || strings.HasSuffix(row, "shown by |\n") {
				continue
			}
			rows++
			cells := strings.Split(strings.Trim(row, "| \n"), " | ")
			proofs := shown.FindAllStringSubmatch(cells[len(cells)-1], -1)
			assert.NotEmpty(t, proofs, "no test shows: %s", row)
			for _, proof := range proofs {
				assert.True(t, stands(t, proof[1], proof[2], proof[3]), "%s: there is none", proof[0])
			}
		}
		assert.Greater(t, rows, 8)
	}
}

// stands tells whether a test of a package, or a target of the Makefile, is there.
func stands(t *testing.T, room, test, target string) bool {
	t.Helper()
	if target != "" {
		return regexp.MustCompile("(?m)^" + target + ":").MatchString(read(t, "Makefile"))
	}
	inside, err := filepath.Glob("internal/" + room + "/*_test.go")
	require.NoError(t, err)
	outside, err := filepath.Glob(room + "/*_test.go")
	require.NoError(t, err)
	for _, file := range slices.Concat(inside, outside) {
		if strings.Contains(read(t, file), "\nfunc "+test+"(") {
			return true
		}
	}
	return false
}

var dependency = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| .+ \\|$")

func TestEveryDirectDependencyHasAReason(t *testing.T) {
	block, _, found := strings.Cut(read(t, "go.mod"), "\n)\n")
	require.True(t, found)
	_, block, _ = strings.Cut(block, "require (")
	var required, explained []string
	for line := range strings.Lines(block) {
		if path, _, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.Contains(line, "// indirect") {
			required = append(required, path)
		}
	}
	for _, row := range dependency.FindAllStringSubmatch(read(t, "docs/dependencies.md"), -1) {
		explained = append(explained, row[1])
	}
	assert.ElementsMatch(t, required, explained, "each module that go.mod requires directly has a row in docs/dependencies.md")
}

// vulnerabilities runs the search for known vulnerabilities on one package, with an environment of its own.
func vulnerabilities(env ...string) (said string, code int) {
	command := exec.Command("tools/vulnerabilities.sh", "./internal/crash")
	command.Env = append(os.Environ(), env...)
	text, _ := command.CombinedOutput()
	return string(text), command.ProcessState.ExitCode()
}

func TestAKnownVulnerabilityFailsTheLintStep(t *testing.T) {
	invented, err := filepath.Abs("tools/vulnerabilities/testdata")
	require.NoError(t, err)
	said, code := vulnerabilities("GOVULNDB=file://" + filepath.ToSlash(invented))
	assert.Equal(t, 3, code, said)
	assert.Contains(t, said, "Vulnerability #1: GO-0000-0001")

	said, code = vulnerabilities("GOVULNDB=", "STRICT=", "HTTPS_PROXY=http://127.0.0.1:9")
	assert.Zero(t, code, said)
	assert.Contains(t, said, "NOT CHECKED", "it must not look as if there were none")
}

// corpora are the fuzz targets that begin with more than what their code names, for they read what strangers wrote.
var corpora = map[string][]string{
	"exporter":             {"FuzzLine"},
	"internal/agentdelta":  {"FuzzAppendTo", "FuzzCut", "FuzzOutputText", "FuzzPythonLiteral"},
	"internal/destination": {"FuzzClean", "FuzzRecord"},
	"internal/dialect":     {"FuzzReadGenAI", "FuzzReadGenAILog"},
	"internal/naming":      {"FuzzTemplate"},
	"internal/observation": {"FuzzDecode"},
	"internal/pending":     {"FuzzStored"},
	"internal/span":        {"FuzzEachSpan", "FuzzFlat"},
	"internal/steps":       {"FuzzBuild"},
	"internal/value":       {"FuzzBytes", "FuzzDecode", "FuzzOutline", "FuzzParseJSON", "FuzzParsePython"},
}

func TestFuzzTargetsBeginWithACorpus(t *testing.T) {
	for folder, targets := range corpora {
		var found []string
		kept, err := os.ReadDir(filepath.Join(folder, "testdata", "fuzz"))
		require.NoError(t, err)
		for _, target := range kept {
			found = append(found, target.Name())
			seeds, err := os.ReadDir(filepath.Join(folder, "testdata", "fuzz", target.Name()))
			require.NoError(t, err)
			assert.GreaterOrEqual(t, len(seeds), 3, "%s %s", folder, target.Name())
			for _, seed := range seeds {
				assert.NotRegexp(t, `^[0-9a-f]{16}$`, seed.Name(), "an input that failed is kept under a name that says why")
			}
			assert.True(t, stands(t, filepath.Base(folder), target.Name(), ""), "%s: no such target", target.Name())
		}
		assert.ElementsMatch(t, targets, found, folder)
	}
}

func TestGosecLooksAtAllCodeThatUsersRun(t *testing.T) {
	var linters struct {
		Linters struct {
			Enable     []string
			Settings   map[string]any
			Exclusions struct {
				Rules []struct {
					Path, Text string
					Linters    []string
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, ".golangci.yml")), &linters))
	assert.Contains(t, linters.Linters.Enable, "gosec")
	assert.NotContains(t, linters.Linters.Settings, "gosec", "no rule of it is off for all code")
	for _, rule := range linters.Linters.Exclusions.Rules {
		if slices.Contains(rule.Linters, "gosec") && rule.Text == "" {
			assert.Equal(t, `_test\.go`, rule.Path, "tests alone may be left out")
		}
	}
	assert.Regexp(t, `(?m)^lint: vulnerabilities `, read(t, "Makefile"))
}

var (
	reference = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headline  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInSlug = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors are the names that GitHub gives to a page's headings.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for _, match := range headline.FindAllStringSubmatch(page, -1) {
		slug := notInSlug.ReplaceAllString(strings.ToLower(match[1]), "")
		found[strings.ReplaceAll(slug, " ", "-")] = true
	}
	return found
}

func TestLinksLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	pages = append(pages, "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "AGENTS.md", "testdata/README.md")
	for _, page := range pages {
		for _, link := range reference.FindAllStringSubmatch(read(t, page), -1) {
			path, anchor, _ := strings.Cut(link[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
				_, err := os.Stat(target)
				assert.NoError(t, err, "%s: %s", page, link[1])
			}
			if anchor != "" && strings.HasSuffix(target, ".md") {
				assert.True(t, anchors(read(t, target))[anchor], "%s: %s has no heading #%s", page, target, anchor)
			}
		}
	}
}
