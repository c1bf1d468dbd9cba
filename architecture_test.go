package agentdeltaexporter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/agentdelta/agentdeltaexporter"

// rooms are the module's packages and what each may import of the others. Data goes down the list of the exporter's
// imports: from span to dialect, pending, steps, agentdelta and destination; the rooms meet in the exporter only.
var rooms = map[string][]string{
	"":                      {"exporter"},
	"config":                {"internal/naming"},
	"exporter":              {"config", "internal/agentdelta", "internal/crash", "internal/destination", "internal/dialect", "internal/metadata", "internal/naming", "internal/observation", "internal/pending", "internal/span", "internal/statuspage", "internal/steps", "internal/value"},
	"internal/crash":        {},
	"internal/value":        {},
	"internal/agentdelta":   {"internal/value"},
	"internal/slab":         {},
	"internal/observation":  {"internal/value", "internal/agentdelta", "internal/slab"},
	"internal/span":         {"internal/value", "internal/observation"},
	"internal/dialect":      {"internal/value", "internal/observation", "internal/span", "internal/slab"},
	"internal/naming":       {"internal/value", "internal/observation", "internal/span"},
	"internal/pending":      {"internal/crash"},
	"internal/steps":        {"internal/value", "internal/observation", "internal/agentdelta", "internal/slab"},
	"internal/destination":  {},
	"internal/statuspage":   {"internal/agentdelta"},
	"internal/metadata":     {},
	"internal/metadatatest": {"internal/metadata"},

	// Tools beside the exporter, which it must not know.
	"internal/record":  {},
	"internal/demo":    {},
	"internal/torture": {},
	"internal/growth":  {},
	"internal/replay":  {"internal/agentdelta", "internal/dialect", "internal/observation", "internal/span", "internal/steps", "internal/value"},
}

// pdataRooms may import pdata; all others see plain values, for pdata must not be kept after a push.
var pdataRooms = []string{"exporter", "internal/span", "internal/record", "internal/replay", "internal/torture"}

// files parses the non-test files of the module by package.
func files(t *testing.T) map[string][]*ast.File {
	t.Helper()
	parsed := map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != "." || notOurs[entry.Name()]) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		room := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), ".")
		parsed[room] = append(parsed[room], file)
		return err
	})
	require.NoError(t, err)
	return parsed
}

// notOurs are folders without packages of this module.
var notOurs = map[string]bool{"bench": true, "build": true, "interop": true, "test": true, "testdata": true, "tools": true}

func TestEveryPackageIsDocumentedAndHasItsPlace(t *testing.T) {
	for room, files := range files(t) {
		assert.Contains(t, rooms, room, "a new package needs a row in rooms")
		documented := slices.ContainsFunc(files, func(f *ast.File) bool { return f.Doc != nil })
		generated := slices.ContainsFunc(files, ast.IsGenerated)
		assert.True(t, documented || generated, "package %q has no package comment", room)
	}
}

func TestPackagesMeetOnlyWhereTheyShould(t *testing.T) {
	for room, files := range files(t) {
		for _, path := range imports(t, files) {
			if ours, ok := strings.CutPrefix(path, module); ok {
				assert.Contains(t, rooms[room], strings.TrimPrefix(ours, "/"), "package %q imports it", room)
			}
			if strings.HasPrefix(path, "go.opentelemetry.io/collector/pdata") {
				assert.Contains(t, pdataRooms, room, "only these import pdata")
			}
		}
	}
}

func TestTheExporterImportsNoToolsOfTests(t *testing.T) {
	for room, files := range files(t) {
		if room == "internal/metadatatest" || room == "internal/replay" {
			continue
		}
		for _, path := range imports(t, files) {
			assert.NotContains(t, path, "testify", "package %q", room)
			assert.False(t, strings.HasSuffix(path, "test"), "package %q imports %s", room, path)
		}
	}
}

// imports are the paths that the files import, sorted.
func imports(t *testing.T, files []*ast.File) []string {
	t.Helper()
	paths := map[string]bool{}
	for _, file := range files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			paths[path] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}
