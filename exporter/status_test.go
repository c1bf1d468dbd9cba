package exporter

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/component/componentstatus"
)

func TestStatusIsReportedOnChangeOnly(t *testing.T) {
	var s status
	first, second := &host{}, &host{}
	s.add(first)
	listening := s.add(second)

	full := errors.New("no space left on device")
	s.set(nil)
	assert.Empty(t, first.reported(), "all was well already")
	s.set(full)
	s.set(full)
	s.set(errors.New("another failure is no news"))
	s.remove(listening)
	s.set(nil)
	s.set(nil)

	assert.Equal(t, []componentstatus.Status{
		componentstatus.StatusRecoverableError, componentstatus.StatusOK,
	}, first.reported())
	assert.Equal(t, []componentstatus.Status{componentstatus.StatusRecoverableError}, second.reported(),
		"a host whose component is shut down hears no more")
}

func TestAHostThatComesLaterHearsOfAFailure(t *testing.T) {
	var s status
	s.set(errors.New("read-only file system"))
	late := &host{}
	s.add(late)
	assert.Equal(t, []componentstatus.Status{componentstatus.StatusRecoverableError}, late.reported())
}
