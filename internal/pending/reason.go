package pending

// CloseReason says why a trace was handed to the writer.
type CloseReason uint8

// The reasons for which a trace closes.
const (
	RootEnded CloseReason = iota // its root ended and nothing more came for settle
	Idle                         // nothing came for idle timeout
	Late                         // a fragment came after its file, within the late window
	Memory                       // a bound was reached and it had rested longest
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

// SkipReason says why a kept fragment was left out.
type SkipReason uint8

// The reasons for which a kept fragment is skipped.
const (
	Corrupt SkipReason = iota // it is cut short or its checksum is wrong; it is deleted
	Unknown                   // written by a version of the exporter that this one doesn't know; it is left alone
	Excess                    // its trace has more spans than a file is made of
)

var skipNames = [...]string{"corrupt", "unknown_version", "excess"}

// String returns the reason's name, as metrics show it.
func (r SkipReason) String() string { return skipNames[r] }
