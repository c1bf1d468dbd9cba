package exporter

import (
	"context"
	"sync"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/exporter"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// instances are the running exporters of one factory, by component id: a trace's spans and its log events come by
// different pipelines and must meet in one instance.
type instances struct {
	mu   sync.Mutex
	byID map[component.ID]*shared
}

// shared is an instance and the signals that hold it. It starts with the first of them and stops with the last, because
// a signal's queue is drained into it until that signal is shut down.
type shared struct {
	*instance
	mu      sync.Mutex
	holders int
	started bool
}

// share is one signal's hold on an instance.
type share struct {
	*shared
	listener *listener
	drop     func() (last bool)
}

// share returns a hold on the instance of the settings' component id, which is made if no signal holds one. An instance
// with another configuration is what remains of a collector that was never started; it is replaced.
func (i *instances) share(set exporter.Settings, cfg *config.Config) (*share, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	held, ok := i.byID[set.ID]
	if !ok || held.cfg != cfg {
		made, err := newInstance(set, cfg)
		if err != nil {
			return nil, err
		}
		held = &shared{instance: made}
		if i.byID == nil {
			i.byID = map[component.ID]*shared{}
		}
		i.byID[set.ID] = held
	}
	held.holders++
	return &share{shared: held, drop: sync.OnceValue(func() bool { return i.drop(set.ID, held) })}, nil
}

// drop gives up one hold and tells whether it was the last.
func (i *instances) drop(id component.ID, held *shared) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	held.holders--
	if held.holders == 0 && i.byID[id] == held {
		delete(i.byID, id)
	}
	return held.holders == 0
}

func (s *share) start(ctx context.Context, host component.Host) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started {
		if err := s.instance.start(ctx, host); err != nil {
			return err
		}
		s.started = true
	}
	s.listener = s.status.add(host)
	return nil
}

func (s *share) shutdown(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status.remove(s.listener)
	if !s.drop() || !s.started {
		return nil
	}
	s.started = false
	return s.instance.shutdown(ctx)
}
