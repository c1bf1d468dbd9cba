package script

import (
	"context"
	"os"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// plain says nothing of the machine.
var plain = resource.NewSchemaless(attribute.String("service.name", "interop"), attribute.String("service.version", "1.0.0"))

// Tracing makes the global tracer provider, which sends spans to the harness as they end.
func Tracing(ctx context.Context) (func(context.Context) error, error) {
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(os.Getenv("INTEROP_OTLP")+"/v1/traces"))
	if err != nil {
		return nil, err
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithResource(plain), sdktrace.WithSyncer(exporter))
	otel.SetTracerProvider(provider)
	return provider.Shutdown, nil
}
