// Package crash turns a panic into an error that tells where it happened, and never with what: the value of a panic may
// hold what an agent said.
package crash

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Error is a panic that was recovered.
type Error struct {
	Kind  string // of the value that was thrown: the runtime's own words for its errors, else a type
	Where string // the function, file and line that threw it
}

// Error implements error.
func (e *Error) Error() string { return "panic: " + e.Kind + ", in " + e.Where }

// Of returns the error for a value that recover returned. It must be called by the deferred function itself, while the
// stack still shows where the panic was.
func Of(cause any) *Error { return &Error{Kind: kind(cause), Where: where()} }

// kind is the runtime's text of its own errors, which tells indexes and types; any other error's text could be content.
func kind(cause any) string {
	if err, isError := cause.(error); isError {
		if failure := runtime.Error(nil); errors.As(err, &failure) {
			return failure.Error()
		}
	}
	return fmt.Sprintf("%T", cause)
}

// where is the first function below the last panic on the stack that isn't the runtime's.
func where() string {
	var counters [64]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters[:])])
	panicked := false
	for {
		frame, more := frames.Next()
		switch {
		case strings.HasPrefix(frame.Function, "runtime."):
			panicked = true
		case panicked:
			return fmt.Sprintf("%s (%s:%d)", filepath.Base(frame.Function), filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
