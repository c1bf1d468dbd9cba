package exporter

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheVersionIsThatOfTheBuildersManifest(t *testing.T) {
	manifest, err := os.ReadFile("../builder-config.yaml")
	require.NoError(t, err)
	assert.Contains(t, string(manifest), "gomod: github.com/agentdelta/agentdeltaexporter v"+version+"\n")
}
