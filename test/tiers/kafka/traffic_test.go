package kafka

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/test/tiers/runs"
)

// agents send the runs' spans to the first tier.
type agents struct {
	t       *testing.T
	address string
	sent    map[string]int // messages that the first tier makes of it, by group
}

// startFront starts the first tier and returns what sends to it.
func (b *broker) startFront() *agents {
	b.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b.t, err)
	address := listener.Addr().String()
	require.NoError(b.t, listener.Close())
	b.newCollector("front", "front.yaml", "receivers::otlp::protocols::grpc::endpoint=127.0.0.1:0",
		"receivers::otlp::protocols::http::endpoint="+address).start()
	return &agents{t: b.t, address: address, sent: map[string]int{}}
}

// send sends one part of some runs, many in a request, as a busy SDK does.
func (a *agents) send(part int, all ...int) {
	a.t.Helper()
	for _, chunk := range runs.Chunks(all) {
		if part == runs.Parts {
			a.post("/v1/logs", runs.Events(chunk...))
			a.sent["agentdelta-logs"] += len(chunk)
		}
		a.post("/v1/traces", runs.Spans(part, chunk...))
		a.sent["agentdelta-traces"] += len(chunk)
	}
}

func (a *agents) post(path string, body []byte) {
	a.t.Helper()
	last := ""
	require.Eventually(a.t, func() bool {
		response, err := http.Post("http://"+a.address+path, "application/json", bytes.NewReader(body))
		if err != nil {
			last = err.Error()
			return false
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		last = fmt.Sprint(response.Status, " ", string(text))
		return response.StatusCode == http.StatusOK
	}, time.Minute, 100*time.Millisecond, "the first tier takes %s: %s", path, last)
}
