// Package deploy checks what surrounds the exporter with the parsers of those who will read it: BuildKit's linter for the
// Dockerfile, Compose's loader for compose.yaml, Kubernetes' types and kustomize for the manifests, Prometheus' own for the alert rules and
// the queries of the dashboard. It is a module of its own, so that none of these become dependencies of the exporter.
package deploy

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the repository's first folder.
const root = "../.."

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	return text
}
