package steps

// What clocks do, in nanoseconds.
const (
	// grain is by how much a span can end after the one that it ran in: JavaScript starts spans on whole milliseconds, and
	// measures how long they last more finely.
	//
	// Source: open-telemetry/opentelemetry-js:packages/opentelemetry-sdk-trace-base/src/Span.ts.
	grain = 1_500_000
	// takingTurns is by how much two recordings of one call can begin or end apart: callbacks of a framework run before
	// or after what they tell of, and for the first time slowly.
	takingTurns = 6_000_000
)

// lasts reports whether an item began before another and ended after it.
func (it *item) lasts(other *item) bool {
	return it.obs.Start <= other.obs.Start && it.obs.End+grain >= other.obs.End
}
