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
package replay
