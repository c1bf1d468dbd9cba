package replay

import (
	"encoding/hex"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// TraceID is the id of a trace.
type TraceID [16]byte

// String returns the id in lower-case hexadecimal.
func (id TraceID) String() string { return hex.EncodeToString(id[:]) }

// Run plays a case in an order and returns the file of each trace that gets one, by the trace's id in hexadecimal. It
// touches no files and has no memory.
func Run(c *Case, order Order) (map[string][]byte, error) {
	observations, err := Observe(c, order)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(observations))
	for id, all := range observations {
		trace, ok := steps.Build(all, steps.Options{
			TraceID: id.String(), RunID: id.String(), Limits: agentdelta.DefaultLimits(),
			Complete: true, ExporterVersion: "replay",
		})
		if ok {
			files[id.String()] = trace.AppendTo(nil, true)
		}
	}
	return files, nil
}

// Observe reads the spans and log records of a case, played in an order, as the exporter does: read by their dialects,
// clipped, and taken through storage.
func Observe(c *Case, order Order) (map[TraceID][]observation.Observation, error) {
	limits := agentdelta.DefaultLimits()
	kept, numbers, repeats := map[TraceID][]byte{}, map[TraceID]int{}, new(observation.Repeats)
	keep := func(id TraceID, o *observation.Observation) {
		if _, isKnown := numbers[id]; !isKnown {
			numbers[id] = len(numbers)
		}
		observation.Clip(o, limits)
		kept[id] = repeats.Append(kept[id], numbers[id], o)
	}
	for _, request := range order.requests(c) {
		if request.IsLogs {
			observeLogs(request, keep)
			continue
		}
		span.EachSpan(request.Traces, func(s *span.Span) {
			if o := dialect.Read(s); s.TraceID != [16]byte{} && s.ID != (observation.SpanID{}) {
				keep(s.TraceID, &o)
			}
		})
	}
	return decode(kept)
}

// observeLogs keeps the log records of one request, those of one span together.
func observeLogs(request Request, keep func(TraceID, *observation.Observation)) {
	type owner struct {
		trace TraceID
		span  observation.SpanID
		join  string
	}
	var owners []owner
	events := map[owner]*observation.Observation{}
	span.EachLog(request.Logs, func(l *span.Log) {
		o, ok := dialect.ReadLog(l)
		if !ok || l.TraceID == [16]byte{} {
			return
		}
		of := owner{l.TraceID, o.Span, o.Join}
		if first := events[of]; first != nil {
			dialect.AddLog(first, &o)
			return
		}
		events[of] = &o
		owners = append(owners, of)
	})
	for _, of := range owners {
		keep(of.trace, events[of])
	}
}

// decode reads what was kept of each trace.
func decode(kept map[TraceID][]byte) (map[TraceID][]observation.Observation, error) {
	observations := make(map[TraceID][]observation.Observation, len(kept))
	for id, data := range kept {
		var d observation.Decoder
		if err := d.Decode(string(data)); err != nil {
			return nil, err
		}
		observations[id] = d.All()
	}
	return observations, nil
}
