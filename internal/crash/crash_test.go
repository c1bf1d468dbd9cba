package crash

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const secret = "what an agent said"

// caught is the error of what a call throws.
func caught(throw func()) (err *Error) {
	defer func() { err = Of(recover()) }()
	throw()
	return nil
}

// deep is a place to panic at that a test can look for.
func deep(cause any) { panic(cause) }

func TestAPanicIsToldByItsPlaceAndNotByItsValue(t *testing.T) {
	var list []int
	var nothing map[string]int
	var absent *Error
	for name, test := range map[string]struct {
		throw func()
		kind  string
	}{
		"an index":              {func() { _ = list[len(secret)] }, "index out of range [18] with length 0"},
		"a map that isn't made": {func() { nothing[secret] = 1 }, "assignment to entry in nil map"},
		"a pointer to nothing":  {func() { _ = absent.Kind }, "invalid memory address or nil pointer dereference"},
		"another type":          {func() { _ = any(secret).(fmt.Stringer) }, "interface conversion"},
		"a text":                {func() { deep(secret) }, "string"},
		"an error":              {func() { deep(errors.New(secret)) }, "*errors.errorString"},
		"a wrapped error":       {func() { deep(fmt.Errorf("%s: %w", secret, errors.ErrUnsupported)) }, "*fmt.wrapError"},
		"nothing":               {func() { deep(nil) }, "panic called with nil argument"},
	} {
		t.Run(name, func(t *testing.T) {
			err := caught(test.throw)
			require.ErrorContains(t, err, test.kind)
			assert.NotContains(t, err.Error(), secret)
			assert.Contains(t, err.Where, "crash.")
			assert.Contains(t, err.Where, "(crash_test.go:")
		})
	}
}

func TestThePlaceIsThatOfThePanic(t *testing.T) {
	assert.True(t, strings.HasPrefix(caught(func() { deep(1) }).Where, "crash.deep ("))

	again := caught(func() {
		defer func() { deep(recover()) }()
		panic("first")
	})
	assert.True(t, strings.HasPrefix(again.Where, "crash.deep ("), "of two, the last: %s", again.Where)
}

func TestAPlaceIsNamedOnlyIfThereIsOne(t *testing.T) {
	assert.Equal(t, "an unknown place", where(), "nothing panicked")
}
