// Package exporter is the component: it takes pushes of both signals, hands what they say to the pending traces, and
// writes a trace's file when it is closed. All it knows itself is the collector's lifecycle.
package exporter
