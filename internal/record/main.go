// Command record writes down what an agent's instrumentation sends, as a case for testdata/cases: it is an OTLP receiver, by
// HTTP, in protobuf or JSON, that keeps each request as a line of JSON and changes nothing.
//
//	go run ./internal/record testdata/cases/mylibrary/single_tool
//
// Start the agent with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 and OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf, and
// stop this with Ctrl-C after it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	address := flag.String("address", "127.0.0.1:4318", "where to listen")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "record: needs one folder, such as testdata/cases/mylibrary/single_tool")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *address, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1) //nolint:gocritic // the signal handler ends with the process
	}
}

// serve records until ctx ends.
func serve(ctx context.Context, address, folder string) error {
	r := &recorder{folder: folder, say: func(text string) { fmt.Println(text) }}
	server := &http.Server{Addr: address, Handler: r, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	r.say("recording what is sent to http://" + address + " in " + folder + "; Ctrl-C ends it")
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := errors.Join(server.Shutdown(last), r.err); err != nil {
		return err
	}
	r.say("next: write expected.json, as testdata/README.md says, and play it: go test ./internal/replay -v")
	return nil
}
