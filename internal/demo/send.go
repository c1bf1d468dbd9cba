package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// signals are the files of a recording, each one export request a line in OTLP's JSON form, and the paths that the lines
// are posted to. They are sent in this order.
var signals = []struct{ file, path string }{
	{"traces.jsonl", "/v1/traces"},
	{"logs.jsonl", "/v1/logs"},
}

// maxRequest is the longest line of a recording, the OTLP receiver's own limit of a request.
const maxRequest = 20 << 20

// findRecordings returns the recordings in and below the folders, in the order of their paths.
func findRecordings(folders ...string) ([]string, error) {
	var found []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && isRecording(path) {
				found = append(found, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%q: no traces.jsonl or logs.jsonl in or below", folders)
	}
	return found, nil
}

func isRecording(folder string) bool {
	for _, signal := range signals {
		if _, err := os.Stat(filepath.Join(folder, signal.file)); err == nil {
			return true
		}
	}
	return false
}

// sender posts recordings to an OTLP/HTTP receiver.
type sender struct {
	endpoint string        // such as http://127.0.0.1:4318
	pause    time.Duration // between tries, while the receiver isn't up or asks for another try
}

// send posts all requests of a recording and returns how many there were.
func (s *sender) send(ctx context.Context, folder string) (int, error) {
	sent := 0
	for _, signal := range signals {
		file, err := os.Open(filepath.Join(folder, signal.file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return sent, err
		}
		n, err := s.sendLines(ctx, file, s.endpoint+signal.path)
		sent += n
		if err = errors.Join(err, file.Close()); err != nil {
			return sent, fmt.Errorf("%s: line %d: %w", file.Name(), n+1, err)
		}
	}
	return sent, nil
}

func (s *sender) sendLines(ctx context.Context, lines io.Reader, url string) (int, error) {
	sent := 0
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, maxRequest)
	for scanner.Scan() {
		if err := s.post(ctx, url, scanner.Bytes()); err != nil {
			return sent, err
		}
		sent++
	}
	return sent, scanner.Err()
}

// post sends one request until it is taken or refused for good.
func (s *sender) post(ctx context.Context, url string, body []byte) error {
	for {
		again, err := try(ctx, url, body)
		if err == nil || !again {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w, at last: %w", ctx.Err(), err)
		case <-time.After(s.pause):
		}
	}
}

// try sends one request once and tells whether another try may help.
func try(ctx context.Context, url string, body []byte) (again bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return ctx.Err() == nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil || response.StatusCode == http.StatusOK {
		return err != nil, err
	}
	// The statuses that OTLP/HTTP lets a sender try again.
	// https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	return again, fmt.Errorf("%s: %s: %s", url, response.Status, answer)
}
