package main

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/agentdelta/agentdeltaexporter/bench"
)

// sent is what was acknowledged.
type sent struct {
	spans, traces int
	refused       int // requests that had to be sent again
}

// send sends from several connections until a time, each as fast as it is acknowledged.
func send(ctx context.Context, address string, senders int, until time.Time) (sent, error) {
	var group sync.WaitGroup
	var mu sync.Mutex
	var all sent
	var failed error
	for n := range senders {
		group.Go(func() {
			one, err := sendRuns(ctx, address, n, until)
			mu.Lock()
			defer mu.Unlock()
			all.spans += one.spans
			all.traces += one.traces
			all.refused += one.refused
			failed = errors.Join(failed, err)
		})
	}
	group.Wait()
	return all, failed
}

// sendRuns sends runs of agents over one connection. They are the same ones each time, under new trace ids.
func sendRuns(ctx context.Context, address string, sender int, until time.Time) (done sent, err error) {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	to := ptraceotlp.NewGRPCClient(connection)
	load := bench.Forms[0].Runs(bench.BatchTraces)
	for round := uint32(0); time.Now().Before(until); round++ {
		for _, td := range load.Batches {
			rename(td, uint32(sender)<<24|round)
			if err := sendOne(ctx, to, td, &done); err != nil {
				return done, err
			}
		}
		done.traces += load.Traces
	}
	return done, nil
}

// rename gives the traces of a batch new ids, which begin as the old ones do and are as evenly spread.
func rename(td ptrace.Traces, round uint32) {
	for _, resource := range td.ResourceSpans().All() {
		var id pcommon.TraceID
		for _, scope := range resource.ScopeSpans().All() {
			for _, s := range scope.Spans().All() {
				id = s.TraceID()
				binary.BigEndian.PutUint32(id[8:], round)
				s.SetTraceID(id)
			}
		}
		resource.Resource().Attributes().PutStr(bench.PathSegment, id.String())
	}
}

// sendOne sends a batch until it is taken.
func sendOne(ctx context.Context, to ptraceotlp.GRPCClient, td ptrace.Traces, done *sent) error {
	for {
		_, err := to.Export(ctx, ptraceotlp.NewExportRequestFromTraces(td), grpc.WaitForReady(true))
		switch status.Code(err) {
		case codes.OK:
			done.spans += td.SpanCount()
			return nil
		case codes.Unavailable, codes.ResourceExhausted:
			done.refused++
			if err := pause(ctx, 20*time.Millisecond); err != nil {
				return err
			}
		default:
			return err
		}
	}
}
