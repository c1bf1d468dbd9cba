// Package replay plays recorded OTLP requests through the rooms that turn spans into trace files, in process and without
// a collector, and judges the files.
//
// It is tooling for tests and demonstrations. The exporter never imports it, which is why it may know pdata beside
// internal/span and the exporter.
//
// A case is a folder:
//
//	traces.jsonl    one ExportTraceServiceRequest in OTLP/JSON a line, in the order in which they came
//	logs.jsonl      optional: one ExportLogsServiceRequest a line
//	expected.json   what the files of its traces must say; see [Expected]
//
// TestCases plays the cases under testdata/cases and those under the folders that AGENTDELTA_CASES names, each as it
// was recorded and in as many variants as AGENTDELTA_VARIANTS says. To see what is read of one case:
//
//	AGENTDELTA_CASES=... go test ./internal/replay -v -run TestCases/library/case -args -show
package replay
