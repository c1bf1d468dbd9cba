package deploy

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// schema compiles the schema that editors are given, of which a validator finds the parts by their addresses.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{"collector.schema.yaml", "config.schema.yaml"} {
		require.NoError(t, compiler.AddResource("https://example.com/"+name, parsed(t, "config/"+name)))
	}
	compiled, err := compiler.Compile("https://example.com/collector.schema.yaml")
	require.NoError(t, err)
	return compiled
}

func parsed(t *testing.T, path string) any {
	t.Helper()
	text, err := yaml.YAMLToJSON(read(t, path))
	require.NoError(t, err, path)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	require.NoError(t, err, path)
	return value
}

func TestTheSamplesAreWhatTheSchemaAllows(t *testing.T) {
	samples, err := filepath.Glob(filepath.Join(root, "config/collector/*.yaml"))
	require.NoError(t, err)
	samples = append(samples, filepath.Join(root, "config/collector/kafka/back.yaml"))
	require.Greater(t, len(samples), 2)
	for _, sample := range samples {
		path, err := filepath.Rel(root, sample)
		require.NoError(t, err)
		value := parsed(t, path)
		require.NoError(t, schema(t).Validate(value), path)
		value.(map[string]any)["exporters"].(map[string]any)["agentdelta"].(map[string]any)["folder"] = "x"
		require.ErrorContains(t, schema(t).Validate(value), "folder", path)

		first, _, _ := strings.Cut(string(read(t, path)), "\n")
		_, name, found := strings.Cut(first, "# yaml-language-server: $schema=")
		assert.True(t, found, path)
		assert.FileExists(t, filepath.Join(filepath.Dir(sample), name), "the schema that %s names", path)
	}
}

// The exporter's own tests say of each of these files whether it is one.
func TestTheSchemaAllowsWhatTheExporterDoes(t *testing.T) {
	for name, allowed := range map[string]bool{
		"minimal": true, "full": true, "faults": false, "unknown_key": false, "unknown_limit": false, "unquoted_permissions": false,
	} {
		exporters := map[string]any{"exporters": parsed(t, "config/testdata/"+name+".yaml")}
		err := schema(t).Validate(exporters)
		assert.Equal(t, allowed, err == nil, "%s: %v", name, err)
	}
}
