package ci_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap/confmaptest"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exportertest"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"go.uber.org/zap"

	agentdeltaexporter "github.com/agentdelta/agentdeltaexporter"
	"github.com/agentdelta/agentdeltaexporter/config"
)

// collect is a collector small enough for a test: one receiver of traces in OTLP's JSON form, and the exporter of the
// configuration that it is given, as a collector that was built has it.
func collect() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	traces, err := openExporter(ctx, os.Args[len(os.Args)-1])
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", os.Getenv(listenAt))
	if err != nil {
		return err
	}
	server := &http.Server{Handler: receiver(traces)}
	go func() { _ = server.Serve(listener) }()
	<-ctx.Done()
	if err := server.Shutdown(context.Background()); err != nil {
		return err
	}
	return traces.Shutdown(context.Background())
}

// openExporter starts the exporter of a collector's configuration.
func openExporter(ctx context.Context, path string) (exporter.Traces, error) {
	file, err := confmaptest.LoadConf(path)
	if err != nil {
		return nil, err
	}
	section, err := file.Sub("exporters::agentdelta")
	if err != nil {
		return nil, err
	}
	factory := agentdeltaexporter.NewFactory()
	cfg := factory.CreateDefaultConfig().(*config.Config)
	if err := section.Unmarshal(cfg); err != nil {
		return nil, err
	}
	cfg.Directory = os.Getenv("AGENTDELTA_DIRECTORY") // which the file names, in a form that a collector expands
	set := exportertest.NewNopSettings(factory.Type())
	if set.Logger, err = zap.NewDevelopment(); err != nil {
		return nil, err
	}
	traces, err := factory.CreateTraces(ctx, set, cfg)
	if err != nil {
		return nil, err
	}
	return traces, traces.Start(ctx, componenttest.NewNopHost())
}

func receiver(traces exporter.Traces) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		request := ptraceotlp.NewExportRequest()
		if err == nil {
			err = request.UnmarshalJSON(body)
		}
		if err == nil {
			err = traces.ConsumeTraces(r.Context(), request.Traces())
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	})
}

// freeEndpoint is an endpoint on loopback that nothing listens at.
func freeEndpoint() (*url.URL, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "http", Host: listener.Addr().String()}, listener.Close()
}

// recording is a folder of recorded requests.
func recording(name string) string {
	path, _ := filepath.Abs(filepath.Join("../../testdata/cases", name))
	return path
}
