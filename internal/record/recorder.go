package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// request is an export request of either signal.
type request interface {
	UnmarshalProto(data []byte) error
	UnmarshalJSON(data []byte) error
	MarshalJSON() ([]byte, error)
}

// signals are the files of a case by the path that the requests come to.
var signals = map[string]struct {
	file string
	make func() request
}{
	"/v1/traces": {"traces.jsonl", func() request { return ptraceotlp.NewExportRequest() }},
	"/v1/logs":   {"logs.jsonl", func() request { return plogotlp.NewExportRequest() }},
}

// mostBytes bounds a request, as the collector's receiver does.
const mostBytes = 20 << 20

// recorder appends requests to the files of a case.
type recorder struct {
	folder string
	say    func(string)

	mu  sync.Mutex
	err error // the first
}

// ServeHTTP implements http.Handler. Signals that no case has, such as metrics, are taken and forgotten.
func (r *recorder) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	kind, _, _ := mime.ParseMediaType(h.Header.Get("Content-Type"))
	signal, ok := signals[h.URL.Path]
	if ok {
		if err := r.keep(h, kind, signal.file, signal.make()); err != nil {
			r.say("not recorded: " + err.Error())
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	w.Header().Set("Content-Type", kind)
	if kind == "application/json" {
		_, _ = io.WriteString(w, "{}")
	}
}

func (r *recorder) keep(h *http.Request, kind, file string, into request) error {
	body, err := read(h)
	if err != nil {
		return err
	}
	if kind == "application/json" {
		err = into.UnmarshalJSON(body)
	} else {
		err = into.UnmarshalProto(body)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", h.URL.Path, kind, err)
	}
	line, err := into.MarshalJSON()
	if err != nil {
		return err
	}
	return r.write(file, append(line, '\n'))
}

func read(h *http.Request) ([]byte, error) {
	var body io.Reader = h.Body
	if h.Header.Get("Content-Encoding") == "gzip" {
		opened, err := gzip.NewReader(body)
		if err != nil {
			return nil, err
		}
		body = opened
	}
	return io.ReadAll(io.LimitReader(body, mostBytes))
}

func (r *recorder) write(file string, line []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := os.MkdirAll(r.folder, 0o755) //nolint:gosec // a folder of the repository
	if err == nil {
		err = appendTo(filepath.Join(r.folder, file), line)
	}
	if err == nil {
		r.say(fmt.Sprintf("%s: %d bytes", file, len(line)))
	} else if r.err == nil {
		r.err = err
	}
	return err
}

func appendTo(path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) //nolint:gosec // as above
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	if failed := f.Close(); err == nil {
		err = failed
	}
	return err
}
