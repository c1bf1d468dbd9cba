// Package statuspage shows people what the exporter does at the moment: which traces are open and what they wait for,
// and the last runs that were written, step by step.
//
// It renders plain values, [Overview] and [Trace], and knows nothing of where they come from. Pages are HTML and one
// style sheet, without scripts, and are only read: nothing can be changed through them.
//
// # What it gives away
//
// Names of tools, models, agents and services, ids, sizes and states: never a text that an agent read or wrote, unless
// [Options.ShowContent] is set. Texts that aren't to be shown don't reach a [Trace] in the first place.
//
// A page in another tab can't read these: the server answers only to names of its own, so a foreign name that resolves
// to its address (DNS rebinding) is refused, and every answer forbids framing, embedding, scripts and caching.
package statuspage
