package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Case is one recorded conversation between instrumented agents and a collector, with what must come of it.
type Case struct {
	Library  string // the folder that the case's folder is in: the library that sent the requests
	Name     string
	Requests []Request // as recorded: traces first, then logs
	Expected Expected
}

// Request is one export request, of traces or of logs.
type Request struct {
	Traces ptrace.Traces
	Logs   plog.Logs
	IsLogs bool
}

// Find returns the case folders below roots, in order of their paths.
func Find(roots ...string) ([]string, error) {
	var found []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Name() == "expected.json" {
				found = append(found, filepath.Dir(path))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// Load reads the case in a folder.
func Load(dir string) (*Case, error) {
	c := &Case{Library: filepath.Base(filepath.Dir(dir)), Name: filepath.Base(dir)}
	text, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		return nil, err
	}
	if c.Expected, err = ReadExpected(string(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, "expected.json"), err)
	}
	for _, file := range []struct {
		name string
		read func([]byte) (Request, error)
	}{{"traces.jsonl", readTraces}, {"logs.jsonl", readLogs}} {
		requests, err := readRequests(filepath.Join(dir, file.name), file.read)
		if err != nil {
			return nil, err
		}
		c.Requests = append(c.Requests, requests...)
	}
	return c, nil
}

// readRequests reads one request a line. A file that isn't there holds none.
func readRequests(path string, read func([]byte) (Request, error)) ([]Request, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var requests []Request
	for number, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		request, err := read(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number+1, err)
		}
		requests = append(requests, request)
	}
	return requests, nil
}

func readTraces(line []byte) (Request, error) {
	td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
	return Request{Traces: td}, err
}

func readLogs(line []byte) (Request, error) {
	ld, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(line)
	return Request{Logs: ld, IsLogs: true}, err
}
