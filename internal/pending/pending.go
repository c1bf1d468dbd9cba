// Package pending holds the traces that are between the pushes that bring their spans and the files that show them.
//
// A push leaves one fragment per trace: opaque bytes that the caller encoded. Fragments are kept in a store, a storage
// extension's client or memory, and only a schedule of a hundred-odd bytes per trace stays beside it. When a trace is
// due its fragments are handed to a [Writer]; afterwards they stay for the late window, so that a late fragment
// rewrites the file with everything known, and are deleted then.
//
// # Life of a trace
//
//	            fragment            due, or bound, or shutdown
//	(unknown) ------------> open ------------------------------> written -- late window over --> (unknown)
//	                          ^                                     |
//	                          +--------------- fragment ------------+
//
// A trace is due settle after its last fragment once its root ended, idle timeout after it otherwise. Rewrites follow
// the same rule.
package pending

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// TraceID is the 16-byte id of a trace.
type TraceID [16]byte

// String returns the id in lower-case hexadecimal.
func (id TraceID) String() string { return hex.EncodeToString(id[:]) }

// Fragment is what one push brings of one trace.
type Fragment struct {
	Trace     TraceID
	Data      []byte // opaque; copied before Add returns
	RootEnded bool   // the trace's root span is in it
	Agent     bool   // an agent, llm or tool span, or content of one, is in it: the trace will have a file
	Spans     int    // for the observer only
}

// CloseReason says why a trace was handed to the writer.
type CloseReason uint8

// The reasons for which a trace closes.
const (
	RootEnded CloseReason = iota // its root ended and nothing more came for settle
	Idle                         // nothing came for idle timeout
	Late                         // a fragment came after its file, within the late window
	Memory                       // a bound was reached and it was among the oldest
	Shutdown                     // the exporter stops
)

// Reasons lists every close reason.
var Reasons = [...]CloseReason{RootEnded, Idle, Late, Memory, Shutdown}

var reasonNames = [...]string{"root_ended", "idle", "late", "memory", "shutdown"}

// String returns the reason's name, as metrics show it.
func (r CloseReason) String() string { return reasonNames[r] }

// Closing says under what circumstances a trace is written.
type Closing struct {
	Reason    CloseReason
	RootEnded bool // the root span is among the fragments
}

// Complete tells whether the file holds the whole run as far as can be known: its root is there and no bound cut it
// short.
func (c Closing) Complete() bool { return c.RootEnded && c.Reason != Memory }

// Writer turns the fragments of a trace into a file. Its methods are called by several goroutines, but never by two
// at a time for one trace. Every error is taken as passing: the trace stays and is tried again.
type Writer interface {
	// Prepare reads the fragments and decides which file they make, without touching it. The fragments come sorted
	// and without duplicates, so their order of arrival can't matter; they may be kept. record is what the last
	// Draft of this trace gave, nil if there was none. A nil Draft means that the trace has no file.
	Prepare(ctx context.Context, trace TraceID, fragments [][]byte, closing Closing, record []byte) (Draft, error)
	// Check tells whether a file can be written at all, to tell trouble with one trace from trouble with the disk.
	Check(ctx context.Context) error
}

// Draft is a file about to be written.
type Draft interface {
	// Intent is the record to keep in the store before the file is touched.
	Intent() []byte
	// Write writes the file, whole or not at all. Writing it again must be harmless.
	Write(ctx context.Context) error
	// Receipt is the record to keep once Write has succeeded.
	Receipt() []byte
}

// Observer is told what happens, for metrics, logs and the component's status. Its methods must be quick and are
// called by several goroutines.
type Observer interface {
	TraceOpened()
	// TraceClosed is called after each write; file is false when the trace has no steps.
	TraceClosed(reason CloseReason, file bool)
	// SpansLate counts spans that came after their trace's file.
	SpansLate(spans int)
	// FragmentSkipped counts kept fragments that can't be read.
	FragmentSkipped(reason SkipReason)
	// WriteFailed is called for each failed attempt to write a trace.
	WriteFailed(trace TraceID, err error)
	// Health is called when writing stops or begins to work, on change only; nil is well.
	Health(err error)
}

// SkipReason says why a kept fragment was left out.
type SkipReason uint8

// The reasons for which a kept fragment is skipped.
const (
	Corrupt SkipReason = iota // its checksum is wrong; it is deleted
	Unknown                   // written by a version of the exporter that this one doesn't know; it is left alone
)

var skipNames = [...]string{"corrupt", "unknown_version"}

// String returns the reason's name, as metrics show it.
func (r SkipReason) String() string { return skipNames[r] }

// Options says how traces are held. All durations must be positive; a bound of zero is no bound.
type Options struct {
	Settle, IdleTimeout, LateWindow time.Duration

	MaxOpenTraces int   // traces held, open and in their late window
	MaxOpenBytes  int64 // bytes of their fragments, in memory or in storage

	Workers int // goroutines that write; 0 is two

	Store    Store // where fragments are kept; nil is memory
	Writer   Writer
	Observer Observer // nil observes nothing
}

// The errors of Add. Each is retryable: nothing of the push is acknowledged.
var (
	ErrStopped = errors.New("pending traces: shutting down")
	ErrFull    = errors.New("pending traces: max_open_traces or max_open_bytes is reached and no trace can be written early")
	ErrFailing = errors.New("pending traces: kept in memory, and files can't be written at present")
)

// UnwrittenError lists the traces that Shutdown could not write.
type UnwrittenError struct {
	Traces []TraceID
	Kept   bool  // they are in storage and will be written after the next start
	Cause  error // the last error met
}

// Error names every trace: with no storage this line is all that is left of them.
func (e *UnwrittenError) Error() string {
	fate := "lost"
	if e.Kept {
		fate = "kept in storage"
	}
	return fmt.Sprintf("%d traces not written, %s: %v: %v", len(e.Traces), fate, e.Traces, e.Cause)
}

// Unwrap returns the last error met.
func (e *UnwrittenError) Unwrap() error { return e.Cause }
