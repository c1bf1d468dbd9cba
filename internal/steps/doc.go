// Package steps puts the observations of one trace together: it decides which spans are steps, in which order they
// stand and what led to what, and gives the nodes and edges of the trace's file.
//
// The result is a pure function of the set of observations. Arrival order, batches and copies change nothing, and
// neither do the ids of a run or the exact times of its spans, as long as what follows what stays.
//
// Build runs an ordered list of small stages over two shapes. The tree holds spans as they are nested; the levels hold
// steps as they follow each other, one level for the run itself and one inside each tool execution:
//
//	observations ── join ─▶ spans ── tree ─▶ items ── stages ─▶ items ── levels ─▶ turns and executions ── write ─▶ file
//
// Both lie in a room, memory that the next trace is put together in again. Nothing of it is in a file.
//
// A turn is one generation of a model. An execution is one call of a tool with what came back, whether a span recorded
// it, the messages around it, or both.
package steps
