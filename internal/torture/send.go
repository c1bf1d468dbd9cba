package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

const (
	senders  = 8
	patience = 5 * time.Second // with one try
)

// errRefused is a request that the collector doesn't want, however often it is sent.
var errRefused = errors.New("refused for good")

// sending is requests under way, from several senders.
type sending struct {
	group sync.WaitGroup
	mu    sync.Mutex
	err   error
}

// start sends requests until there are no more, each until it is acknowledged, with random pauses of up to rest between
// them.
func start(ctx context.Context, at *place, next func() *request, rest time.Duration) *sending {
	s := &sending{}
	for range senders {
		s.group.Go(func() {
			if err := sendAll(ctx, at, next, rest); err != nil {
				s.mu.Lock()
				s.err = errors.Join(s.err, err)
				s.mu.Unlock()
			}
		})
	}
	return s
}

// wait waits for the last acknowledgement.
func (s *sending) wait() error {
	s.group.Wait()
	return s.err
}

func sendAll(ctx context.Context, at *place, next func() *request, rest time.Duration) error {
	to, err := connect(at)
	if err != nil {
		return err
	}
	defer func() { _ = to.connection.Close() }()
	for r := next(); r != nil; r = next() {
		if err := to.sendUntilTaken(ctx, r); err != nil {
			return fmt.Errorf("request %d: %w", r.number, err)
		}
		if rest > 0 {
			if err := pause(ctx, rand.N(rest)); err != nil {
				return err
			}
		}
	}
	return nil
}

// client speaks OTLP in three ways, which the requests take in turn.
type client struct {
	connection *grpc.ClientConn
	http       string
}

func connect(at *place) (*client, error) {
	backoff := grpc.ConnectParams{MinConnectTimeout: time.Second}
	backoff.Backoff.BaseDelay, backoff.Backoff.Multiplier, backoff.Backoff.MaxDelay = 20*time.Millisecond, 1, 20*time.Millisecond
	connection, err := grpc.NewClient(at.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithConnectParams(backoff))
	return &client{connection: connection, http: "http://" + at.http}, err
}

func (c *client) sendUntilTaken(ctx context.Context, r *request) error {
	for {
		try, cancel := context.WithTimeout(ctx, patience)
		err := c.send(try, r)
		cancel()
		if err == nil || errors.Is(err, errRefused) {
			return err
		}
		if paused := pause(ctx, 20*time.Millisecond); paused != nil {
			return fmt.Errorf("%w, at last: %w", paused, err)
		}
	}
}

func (c *client) send(ctx context.Context, r *request) error {
	traces, logs := ptraceotlp.NewExportRequestFromTraces(r.traces), plogotlp.NewExportRequestFromLogs(r.logs)
	path, proto, json := "/v1/traces", traces.MarshalProto, traces.MarshalJSON
	if r.isLogs {
		path, proto, json = "/v1/logs", logs.MarshalProto, logs.MarshalJSON
	}
	switch r.number % 3 {
	case 0:
		return c.post(ctx, path, "application/x-protobuf", proto)
	case 1:
		return c.post(ctx, path, "application/json", json)
	}
	var err error
	if r.isLogs {
		_, err = plogotlp.NewGRPCClient(c.connection).Export(ctx, logs)
	} else {
		_, err = ptraceotlp.NewGRPCClient(c.connection).Export(ctx, traces)
	}
	return judge(err)
}

// judge tells the errors that OTLP/gRPC lets a sender try again from others.
// https://opentelemetry.io/docs/specs/otlp/#failures
func judge(err error) error {
	switch status.Code(err) {
	case codes.OK, codes.Canceled, codes.DeadlineExceeded, codes.Aborted, codes.OutOfRange, codes.Unavailable, codes.DataLoss, codes.ResourceExhausted:
		return err
	}
	return fmt.Errorf("%w: %w", errRefused, err)
}

func (c *client) post(ctx context.Context, path, kind string, marshal func() ([]byte, error)) error {
	body, err := marshal()
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.http+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", kind)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil || response.StatusCode == http.StatusOK {
		return err
	}
	// https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return fmt.Errorf("%s: %s", response.Status, answer)
	}
	return fmt.Errorf("%w: %s: %s", errRefused, response.Status, answer)
}
