package exporter

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/internal/crash"
	"github.com/agentdelta/agentdeltaexporter/internal/destination"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/statuspage"
)

// mostWaiting is how many open traces the status page lists.
const mostWaiting = 100

// page is what the status page shows, and its server. A nil page is one that isn't configured: it takes nothing down.
type page struct {
	journal *statuspage.Journal
	content bool

	// Set by start.
	started time.Time
	address net.Addr
	stop    func()
}

func newPage(i *instance) *page {
	cfg := i.cfg.StatusPage.Get()
	if cfg == nil {
		return nil
	}
	return &page{journal: statuspage.NewJournal(cfg.Runs), content: cfg.ShowContent}
}

// start serves the page of an instance that has started.
func (p *page) start(ctx context.Context, i *instance, host component.Host, files *destination.Directory) error {
	if p == nil {
		return nil
	}
	p.started = i.clock()
	cfg := i.cfg.StatusPage.Get()
	server, err := cfg.Server.ToServer(ctx, host.GetExtensions(), i.settings, statuspage.NewHandler(statuspage.Options{
		Source:      &pageSource{instance: i, files: files},
		Journal:     p.journal,
		Hosts:       cfg.Hosts,
		ShowContent: p.content,
		Refused:     func(err error) { i.logger.Error("status_page: a page can't be shown", zap.Error(err)) },
	}))
	if err != nil {
		return fmt.Errorf("status_page: %w", err)
	}
	listener, err := cfg.Server.ToListener(ctx)
	if err != nil {
		return fmt.Errorf("status_page: endpoint: %w", err)
	}
	p.address = listener.Addr()
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			i.logger.Error("status_page: has stopped", zap.Error(err))
		}
	})
	p.stop = func() {
		_ = server.Close()
		serving.Wait()
	}
	i.logger.Info("the status page is served", zap.Stringer("address", p.address), zap.Bool("show_content", p.content))
	if !cfg.IsLocal() {
		i.logger.Warn("status_page: other machines may reach it: set status_page::auth and status_page::tls, or listen on 127.0.0.1")
	}
	return nil
}

func (p *page) close() {
	if p != nil && p.stop != nil {
		p.stop()
	}
}

// wrote takes down a file that was written.
func (p *page) wrote(at time.Time, path string, b *built, reason pending.CloseReason) {
	if p == nil {
		return
	}
	t := statuspage.NewTrace(&b.trace, p.content)
	for _, setting := range settingsFor(b.gaps) {
		t.Advise(setting.Title + ": " + setting.Advice())
	}
	t.Path, t.At, t.Reason = path, at, reason.String()
	p.journal.Wrote(t)
}

func (p *page) failed() {
	if p != nil {
		p.journal.Failed()
	}
}

func (p *page) empty() {
	if p != nil {
		p.journal.Empty()
	}
}

// pageSource is where the pages get what they show.
type pageSource struct {
	*instance
	files *destination.Directory
}

// Overview implements statuspage.Source.
func (s *pageSource) Overview() statuspage.Overview {
	now := s.clock()
	view := s.traces.View(now, mostWaiting)
	o := statuspage.Overview{
		Component: s.id.String(), Version: version, Directory: s.cfg.Directory, Storage: storageName(s.cfg.Storage).String(),
		Now: now, Started: s.page.started,
		Open: view.Open, Held: view.Held, MostHeld: s.cfg.MaxOpenTraces, Bytes: view.Bytes, MostBytes: s.cfg.MaxOpenBytes,
		Settle: s.cfg.Settle, Idle: s.cfg.IdleTimeout, Late: s.cfg.LateWindow,
	}
	if view.Failing != nil {
		o.Failing = view.Failing.Error()
	}
	if why := s.silence.last(view); why != nil {
		o.Silence, o.Scopes = why.reason, s.silence.scopes()
	}
	for _, w := range view.Waiting {
		o.Waiting = append(o.Waiting, statuspage.Waiting{
			Trace: w.Trace.String(), Open: w.Open, Quiet: w.Quiet, Left: w.Left, Bytes: w.Bytes,
			RootEnded: w.RootEnded, Agent: w.Agent, Written: w.Written, Fails: w.Fails,
		})
	}
	return o
}

// Open implements statuspage.Source.
func (s *pageSource) Open(ctx context.Context, trace string) (*statuspage.Trace, error) {
	var id pending.TraceID
	if len(trace) != hex.EncodedLen(len(id)) {
		return nil, pending.ErrUnknown
	}
	if _, err := hex.Decode(id[:], []byte(trace)); err != nil {
		return nil, pending.ErrUnknown
	}
	fragments, closing, err := s.traces.Read(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.look(ctx, id, fragments, closing)
}

// look puts a trace together as it would be written now. A fault of this module must not reach the server, which would
// log its value.
func (s *pageSource) look(ctx context.Context, id pending.TraceID, fragments []string, closing pending.Closing) (t *statuspage.Trace, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = crash.Of(cause)
			s.tellPanic(id, err)
		}
	}()
	w := &writer{instance: s.instance, files: s.files, looks: true}
	b, ok := w.build(ctx, id, fragments, closing)
	if !ok {
		return nil, errors.New("no agent, model or tool was seen in this trace yet")
	}
	t = statuspage.NewTrace(&b.trace, s.page.content)
	t.At = s.clock()
	return t, nil
}

// File implements statuspage.Source.
func (s *pageSource) File(path string) ([]byte, error) { return s.files.Read(path) }
