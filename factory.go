package agentdeltaexporter

import (
	core "go.opentelemetry.io/collector/exporter"

	"github.com/agentdelta/agentdeltaexporter/exporter"
)

// NewFactory returns the factory of the exporter, component type agentdelta, for traces and logs.
func NewFactory() core.Factory { return exporter.NewFactory() }
