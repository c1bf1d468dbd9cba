// Package pending holds the traces that are between the pushes that bring their spans and the files that show them.
//
// A push leaves one fragment per trace: opaque bytes that the caller encoded. Fragments are kept in a store, a storage
// extension's client, or in memory. Beside a store there is a schedule of some 200 bytes per trace, and as much of what was
// pushed as may be held until it's written. When a trace is due its fragments are handed to a [Writer]; afterwards they stay
// for the late window, so that a late fragment rewrites the file with everything known, and are deleted then.
//
//	           fragment          due, bound or shutdown             late window over, or bound
//	(unknown) ----------> open --------------------------> written ----------------------------> (unknown)
//	                        ^                                 |
//	                        +----------- fragment ------------+
//
// A trace is due settle after its last fragment once its root ended, and idle timeout after it otherwise; rewrites
// follow the same rule. From the fourth write of a trace on, settle doubles each time up to the idle timeout, so that
// a trace that never rests isn't rewritten for every push. The late window begins anew with each write.
//
// # What a restart finds
//
// Three transactions surround a file, so that a process killed between any two calls goes on as if it hadn't been:
//
//	the push      fragments             before Add returns
//	the intent    what will be written  before the file is touched: with it the file is known again as the trace's own
//	the receipt   what was written      after the file stands: with it the trace isn't written again
//
// Intent and receipt list the fragments that the file is made of. If the store loses one of them, the file is better than
// what could be made now: it stays, and what is left goes beside it.
//
// The end of the late window deletes all of them in a fourth. A fragment that comes after that begins the trace anew,
// and its Writer finds the earlier file in place. See codec.go for what is stored.
package pending

import (
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

// Options says how traces are held.
type Options struct {
	Settle, IdleTimeout, LateWindow time.Duration

	// The bounds: traces held, open and in their late window, and bytes of their fragments, wherever these are kept.
	// At a bound what is kept of finished traces goes first, those without a file before the others, and then the
	// open traces that rested longest are written early. Zero is no bound.
	MaxOpenTraces int
	MaxOpenBytes  int64

	Workers int // goroutines that write; 0 is four

	Store Store // where fragments are kept; nil is memory
	// HeldBytes bounds how much of what is in the store is in memory too until it's written, so that it isn't read back.
	HeldBytes int64

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

// fewTraces are named of those that are still there.
const fewTraces = 10

// Error names every trace if there is no storage, for then this line is all that is left of them, and a few otherwise.
func (e *UnwrittenError) Error() string {
	fate, named, more := "lost", e.Traces, ""
	if e.Kept {
		fate = "kept in storage"
		if len(named) > fewTraces {
			named, more = named[:fewTraces], " and others"
		}
	}
	return fmt.Sprintf("%d traces not written, %s: %v%s: %v", len(e.Traces), fate, named, more, e.Cause)
}

// Unwrap returns the last error met.
func (e *UnwrittenError) Unwrap() error { return e.Cause }
