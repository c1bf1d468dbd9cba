package pending

import (
	"context"

	"github.com/agentdelta/agentdeltaexporter/internal/crash"
)

// Writer turns the fragments of a trace into a file. Its methods are called by several goroutines, but never by two
// at a time for one trace. Every error is taken as passing: the trace stays and is tried again. So is a panic, but a
// trace that panics is given up when its room is needed.
type Writer interface {
	// Prepare reads the fragments and decides which file they make, without touching it. The fragments come sorted
	// and without duplicates, so their order of arrival can't matter. record is what the last Draft of this trace
	// gave, nil if there was none, or if its file must stay as it is because it shows what is lost by now. A nil Draft
	// means that the trace has no file.
	Prepare(ctx context.Context, trace TraceID, fragments []string, closing Closing, record []byte) (Draft, error)
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

// Observer is told what happens, for metrics, logs and the component's status. Its methods must be quick, must not
// call back, and are called by several goroutines.
type Observer interface {
	// TraceOpened is called for each trace that a push begins; those found at start were counted before.
	TraceOpened()
	// FragmentKept is called for each fragment that is in the store, those found at start too, before anything else
	// becomes of its trace. data must not be changed or kept.
	FragmentKept(trace TraceID, agent bool, data []byte)
	// TraceForgotten is called when nothing of a trace is kept any more. What comes then begins it anew.
	TraceForgotten(trace TraceID)
	// TraceClosed is called after each write; file is false when the trace has no steps.
	TraceClosed(reason CloseReason, file bool)
	// SpansLate counts spans that came after their trace's file.
	SpansLate(spans int)
	// FragmentSkipped is called for what was kept and can't be used, fragment or marker, whenever it is come upon. trace
	// is the one that it was of as far as can be told, else zero.
	FragmentSkipped(trace TraceID, reason SkipReason)
	// WriteFailed is called for each failed attempt to write a trace.
	WriteFailed(trace TraceID, err error)
	// StoreBroken is called once when the store has panicked: an ErrBroken. Until a restart it is asked nothing more.
	StoreBroken(err error)
	// Health is called when writing stops or begins to work, on change only; nil is well.
	Health(err error)
}

// blind observes nothing.
type blind struct{}

func (blind) TraceOpened()                        {}
func (blind) FragmentKept(TraceID, bool, []byte)  {}
func (blind) TraceForgotten(TraceID)              {}
func (blind) TraceClosed(CloseReason, bool)       {}
func (blind) SpansLate(int)                       {}
func (blind) FragmentSkipped(TraceID, SkipReason) {}
func (blind) WriteFailed(TraceID, error)          {}
func (blind) StoreBroken(error)                   {}
func (blind) Health(error)                        {}

// guard runs a call into a Writer. A panic becomes an error, a *crash.Error.
func guard(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = crash.Of(cause)
		}
	}()
	return call()
}
