package config_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap"

	"github.com/agentdelta/agentdeltaexporter/config"
)

var environment = regexp.MustCompile(`\$\{env:\w+:-([^}]*)\}`)

// loadSample reads a sample configuration with the defaults of what it takes from the environment.
func loadSample(t *testing.T, path string) *confmap.Conf {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	file, err := confmap.NewRetrievedFromYAML(environment.ReplaceAll(text, []byte("$1")))
	require.NoError(t, err)
	conf, err := file.AsConf()
	require.NoError(t, err)
	return conf
}

// early are processors that acknowledge what they hold in memory: a kill loses it, whatever an exporter does.
var early = []string{"batch", "groupbytrace", "tail_sampling"}

func TestSampleConfigurationsAcknowledgeNothingEarly(t *testing.T) {
	samples, err := filepath.Glob("collector/*.yaml")
	require.NoError(t, err)
	deeper, err := filepath.Glob("collector/*/*.yaml")
	require.NoError(t, err)
	for _, sample := range append(samples, deeper...) {
		if filepath.Base(sample) == "builder-config.yaml" {
			continue // a manifest
		}
		t.Run(sample, func(t *testing.T) {
			file := loadSample(t, sample)
			for _, signal := range []string{"traces", "logs"} {
				processors, _ := file.Get("service::pipelines::" + signal + "::processors").([]any)
				for _, processor := range processors {
					kind, _, _ := strings.Cut(processor.(string), "/")
					assert.NotContains(t, early, kind, "%s", signal)
				}
			}
			exporters := file.Get("exporters").(map[string]any)
			require.NotEmpty(t, exporters)
			for name, exporter := range exporters {
				found := queues(exporter)
				if name != "agentdelta" { // others have a queue in memory unless it is written that they have none
					assert.NotEmpty(t, found, name)
				}
				for _, queue := range found {
					safe := queue["enabled"] == false || queue["storage"] != nil || queue["wait_for_result"] == true
					assert.True(t, safe, "%s: sending_queue: %v", name, queue)
				}
			}
		})
	}
}

// queues are the settings of sending queues at any depth.
func queues(section any) (found []map[string]any) {
	settings, _ := section.(map[string]any)
	for key, value := range settings {
		if queue, ok := value.(map[string]any); ok && key == "sending_queue" {
			found = append(found, queue)
			continue
		}
		found = append(found, queues(value)...)
	}
	return found
}

// The collector's own `validate` command checks the rest of these files: make validate.
func TestSampleConfigurationsAreValid(t *testing.T) {
	samples, err := filepath.Glob("collector/*.yaml")
	require.NoError(t, err)
	samples = append(samples, "collector/kafka/back.yaml")
	require.NotEmpty(t, samples)
	for _, sample := range samples {
		t.Run(sample, func(t *testing.T) {
			file := loadSample(t, sample)
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
