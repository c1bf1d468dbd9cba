package bench

import (
	"crypto/sha256"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// bytesOf is the size of a load in OTLP.
func bytesOf(load Load) int {
	size := 0
	for _, td := range load.Batches {
		size += (&ptrace.ProtoMarshaler{}).TracesSize(td)
	}
	return size
}

// BenchmarkMarshal is what it costs to write the same spans as they are.
func BenchmarkMarshal(b *testing.B) {
	for _, as := range []struct {
		name string
		ptrace.Marshaler
	}{{"json", &ptrace.JSONMarshaler{}}, {"proto", &ptrace.ProtoMarshaler{}}} {
		for _, form := range Forms {
			load := form.Runs(BatchTraces)
			b.Run("as="+as.name+"/form="+form.Name, func(b *testing.B) { measureMarshal(b, &load, as) })
		}
	}
}

func measureMarshal(b *testing.B, load *Load, as ptrace.Marshaler) {
	size := 0
	m := start(b)
	for range b.N {
		size = 0
		for _, td := range load.Batches {
			data, err := as.MarshalTraces(td)
			if err != nil {
				b.Fatal(err)
			}
			size += len(data)
		}
	}
	m.report(load.Spans, "span")
	b.ReportMetric(float64(size)/float64(load.Spans), "size-B/span")
}

// BenchmarkHash is SHA-256 over the same spans.
func BenchmarkHash(b *testing.B) {
	load := Forms[0].Runs(BatchTraces)
	var parts [][]byte
	for _, td := range load.Batches {
		data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
		if err != nil {
			b.Fatal(err)
		}
		parts = append(parts, data)
	}
	m := start(b)
	for range b.N {
		for _, part := range parts {
			sha256.Sum256(part)
		}
	}
	m.report(load.Spans, "span")
}
