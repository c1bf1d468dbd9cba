package exporter

import (
	"slices"
	"sync"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componentstatus"
)

// status tells the hosts of an instance whether its files can be written. It speaks on a change only, for the collector
// takes each report as an event; and never of a permanent error, for that can't be left again while a disk can be freed.
type status struct {
	mu        sync.Mutex
	listeners []*listener
	failure   error
}

// listener is the host of one signal.
type listener struct{ host component.Host }

// add makes a host hear of changes until its listener is removed. It hears at once of a failure that the others know.
func (s *status) add(host component.Host) *listener {
	s.mu.Lock()
	defer s.mu.Unlock()
	added := &listener{host}
	s.listeners = append(s.listeners, added)
	if s.failure != nil {
		componentstatus.ReportStatus(host, componentstatus.NewRecoverableErrorEvent(s.failure))
	}
	return added
}

// remove makes a host hear no more: its component is being shut down.
func (s *status) remove(l *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.listeners, l); at >= 0 {
		s.listeners = slices.Delete(s.listeners, at, at+1)
	}
}

// set takes whether files can be written, nil being yes, and tells the hosts if that is news.
func (s *status) set(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if (err != nil) == (s.failure != nil) {
		return
	}
	s.failure = err
	event := componentstatus.NewEvent(componentstatus.StatusOK)
	if err != nil {
		event = componentstatus.NewRecoverableErrorEvent(err)
	}
	for _, l := range s.listeners {
		componentstatus.ReportStatus(l.host, event)
	}
}
