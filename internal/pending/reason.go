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
	Harmed    bool // the store has lost what came of it, now or before
	Spared    bool // its file shows what is lost now: it stays, for the record of it is withheld
}

// Complete tells whether the file holds the whole run as far as can be known: its root is there, no bound cut it short
// and the store lost nothing of it.
func (c Closing) Complete() bool { return c.RootEnded && c.Reason != Memory && !c.Harmed }

// SkipReason says why something that was kept, a fragment or a marker, was left out.
type SkipReason uint8

// The reasons for which what was kept is skipped.
const (
	Corrupt SkipReason = iota // its checksum isn't that of its key and value; it is deleted
	Missing                   // it isn't in the store any more
	Unknown                   // written by a version of the exporter that this one doesn't know; it is left alone
	Excess                    // its trace has more spans than a file is made of
)

var skipNames = [...]string{"corrupt", "missing", "unknown_version", "excess"}

// String returns the reason's name, as metrics show it.
func (r SkipReason) String() string { return skipNames[r] }
