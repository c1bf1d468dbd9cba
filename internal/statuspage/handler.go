package statuspage

import (
	"bytes"
	"context"
	"embed"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Source is where pages get what they show.
type Source interface {
	// Overview returns what is held now.
	Overview() Overview
	// Open returns an open trace as it would be written now. The error is told to the reader.
	Open(ctx context.Context, trace string) (*Trace, error)
	// File returns the file at a path that the journal has.
	File(path string) ([]byte, error)
}

// Options says what is shown, and to whom.
type Options struct {
	Source      Source
	Journal     *Journal
	Hosts       []string // names, beside localhost and addresses, that the server answers to
	ShowContent bool     // link the files; the texts in traces are the Source's matter
	Refused     func(error)
}

// NewHandler returns the server of the pages.
func NewHandler(o Options) http.Handler {
	hosts := make([]string, len(o.Hosts))
	for i, host := range o.Hosts {
		hosts[i] = strings.ToLower(strings.TrimSuffix(host, "."))
	}
	s := &server{Options: o}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", s.overview)
	mux.HandleFunc("/open/{trace}", s.open)
	mux.HandleFunc("/runs/{path...}", s.run)
	mux.HandleFunc("/files/{path...}", s.file)
	mux.HandleFunc("/style.css", asset("style.css", "text/css; charset=utf-8"))
	mux.HandleFunc("/icon.svg", asset("icon.svg", "image/svg+xml"))
	mux.HandleFunc("/", s.nothing)
	return guard(slices.Clip(hosts), mux)
}

type server struct{ Options }

//go:embed page
var files embed.FS

func asset(name, kind string) http.HandlerFunc {
	content, err := files.ReadFile("page/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(content)
	}
}

// view is what every page has.
type view struct {
	Overview
	pages
	Title       string
	Refresh     bool
	Here        string // the page's own path
	ShowContent bool
	Trace       *Trace
	Message     string
}

func (s *server) overview(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "overview", view{Title: "Traces"})
}

func (s *server) open(w http.ResponseWriter, r *http.Request) {
	trace, err := s.Source.Open(r.Context(), r.PathValue("trace"))
	if err != nil {
		s.show(w, r, http.StatusNotFound, "nothing", view{Title: "Not open", Message: err.Error()})
		return
	}
	s.show(w, r, http.StatusOK, "trace", view{Title: trace.Name(), Trace: trace})
}

func (s *server) run(w http.ResponseWriter, r *http.Request) {
	trace, ok := s.Journal.find(r.PathValue("path"))
	if !ok {
		s.nothing(w, r)
		return
	}
	s.show(w, r, http.StatusOK, "trace", view{Title: trace.Name(), Trace: trace})
}

// file sends a file as it is. It holds content, so it is sent only where that is shown.
func (s *server) file(w http.ResponseWriter, r *http.Request) {
	path := r.PathValue("path")
	if _, ok := s.Journal.find(path); !ok || !s.ShowContent {
		s.nothing(w, r)
		return
	}
	content, err := s.Source.File(path)
	if err != nil {
		s.show(w, r, http.StatusNotFound, "nothing", view{Title: "No such file", Message: err.Error()})
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write(content) //nolint:gosec // plain text, which no browser takes for anything else: guard says nosniff
}

func (s *server) nothing(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusNotFound, "nothing", view{
		Title:   "Nothing here",
		Message: "There is no such page, or the run is no longer among the last ones. Its file stays where it is.",
	})
}

// show renders a page as a whole before it sends any of it.
func (s *server) show(w http.ResponseWriter, r *http.Request, status int, name string, v view) {
	v.Overview, v.pages = s.Source.Overview(), s.Journal.read()
	v.ShowContent = s.ShowContent
	v.Here, v.Refresh = r.URL.EscapedPath(), r.URL.Query().Has("refresh")
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, &v); err != nil {
		s.Refused(err)
		http.Error(w, "This page can't be shown. The collector's log says why.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w)
}

// link is a path below one of the handler's own.
func link(under, path string) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return under + strings.Join(parts, "/")
}

// ago is how long before now something was.
func (v view) Ago(at time.Time) string { return duration(v.Now.Sub(at)) + " ago" }
