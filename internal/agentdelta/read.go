package agentdelta

import (
	"fmt"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// ReadMeta reads the first line of a file, which says whose trace the file holds.
func ReadMeta(line []byte) (Meta, error) {
	record, err := value.ParseJSON(string(line))
	if err != nil {
		return Meta{}, fmt.Errorf("trace_meta: %w", err)
	}
	if kind := record.Get("type"); kind.Text() != "trace_meta" {
		return Meta{}, fmt.Errorf(`trace_meta: type: %q, must be "trace_meta"`, kind.Text())
	}
	runID, ok := record.Get("run_id").Str()
	if !ok {
		return Meta{}, fmt.Errorf("trace_meta: run_id: %q, must be a text", record.Get("run_id").Text())
	}
	meta := Meta{RunID: runID}
	for _, field := range record.Fields() {
		if field.Key != "type" && field.Key != "run_id" {
			meta.Fields = append(meta.Fields, field)
		}
	}
	return meta, nil
}
