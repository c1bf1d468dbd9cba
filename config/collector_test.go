package config_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/confmaptest"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// The collector's own `validate` command checks the rest of these files: make validate.
func TestSampleConfigurationsAreValid(t *testing.T) {
	samples, err := filepath.Glob("collector/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, samples)
	for _, sample := range samples {
		t.Run(filepath.Base(sample), func(t *testing.T) {
			file, err := confmaptest.LoadConf(sample)
			require.NoError(t, err)
			section, err := file.Sub("exporters::agentdelta")
			require.NoError(t, err)
			cfg := config.Default()
			require.NoError(t, section.Unmarshal(cfg))
			require.NoError(t, confmap.Validate(cfg))
			for _, signal := range []string{"traces", "logs"} {
				assert.Equal(t, []any{"agentdelta"}, file.Get("service::pipelines::"+signal+"::exporters"),
					"%s: content may come by either signal", signal)
			}
		})
	}
}
