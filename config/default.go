package config

import (
	"time"

	"go.opentelemetry.io/collector/config/configoptional"
	"go.opentelemetry.io/collector/config/configretry"
	"go.opentelemetry.io/collector/exporter/exporterhelper"
)

// Default is the configuration of a user who writes nothing. It lacks `directory`, which has to be written.
//
// The attributes that name runs and cases are those of the OpenTelemetry conventions
// (open-telemetry/semantic-conventions:docs/registry/attributes, cicd.md and test.md).
//
// The limits of content are those of agentdelta's own adapters, so that files compare with theirs.
func Default() *Config {
	return &Config{
		TimeoutConfig:        exporterhelper.TimeoutConfig{Timeout: 0},
		Queue:                configoptional.Default(exporterhelper.NewDefaultQueueConfig()),
		Retry:                configretry.NewDefaultBackOffConfig(),
		Settle:               2 * time.Second,
		IdleTimeout:          time.Minute,
		LateWindow:           10 * time.Minute,
		MaxOpenTraces:        10_000,
		MaxOpenBytes:         256 << 20,
		ASCII:                true,
		Fsync:                true,
		FilePermissions:      "0600",
		DirectoryPermissions: "0700",
		Run:                  []string{"resource:cicd.pipeline.run.id"},
		Case:                 []string{"resource:test.case.name", "root:test.case.name"},
		Path:                 "{trace_id}",
		RunID:                "{trace_id}",
		StatusPage:           configoptional.Default(defaultStatusPage()),
		Limits:               Limits{LLM: 2000, Tool: 500, Text: 500},
		Metadata:             []string{},
	}
}
