// Package agentdeltaexporter is an exporter for the OpenTelemetry Collector that writes one file per trace of an AI
// agent, in agentdelta's format, so that two runs of an agent can be compared step by step.
//
// A collector build names this package; what it does lies in the packages below it:
//
//	config/                what may be configured
//	exporter/              the component: start, consume, shut down
//	internal/span          pdata to plain values
//	internal/dialect       a span to what it says about the run
//	internal/pending       the traces that are still open
//	internal/steps         what is known of a trace to its steps
//	internal/agentdelta    the file's format
//	internal/destination   files that appear whole
//	internal/statuspage    pages that show what is open and what was written
package agentdeltaexporter

//go:generate tools/generate.sh
