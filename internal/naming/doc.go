// Package naming decides what a trace is called: the path of its file and the id of its run.
//
// agentdelta compares two folders by pairing files of equal names, so a name must say which case was run and not which
// trace it was. What a name is made of stands in attributes that tests set, usually with OTEL_RESOURCE_ATTRIBUTES.
//
//	source    resource:test.case.name        where a value stands: at which level, under which key
//	label     the value that stood there     one of each source for a trace, whatever the order in which spans came
//	template  {run}/{case}                   how values make a path
//	book      who else wants the same path   so that the second trace of a name gets the same number in every run
//
// # Which value a trace has
//
// Spans of one trace may disagree. Of several values of one source that of a span without parent wins, then that of the
// earliest span, then the lesser value. What wins among all spans is what wins among the winners of any parts of
// them, so a push keeps one label of each source and no more.
package naming
