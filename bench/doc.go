// Package bench makes the spans that the benchmarks beside it measure: agents' runs in three conventions, requests of
// a web service, and runs whose models are sent a long history. It is a module of its own, so that the peers that the
// exporter is measured against are no dependency of it.
//
// The spans depend on nothing but the arguments: two commits, and the exporter and its peers, measure the same bytes.
package bench
