package naming

import (
	"fmt"
	"strings"
)

// level says on what a source's attribute stands.
type level string

const (
	resource level = "resource" // the resource of any span
	root     level = "root"     // the trace's first span: the earliest without parent, else the earliest
	anywhere level = "any"      // any span

	// agent is the service of the first agent, else of the first model or tool. No user writes this level.
	agent level = "agent"
)

// source is one place where a value may stand.
type source struct {
	level level
	key   string
	text  string // as users write it, by which labels are kept
}

var (
	levels = [...]level{resource, root, anywhere}

	serviceName = source{agent, "service.name", "agent:service.name"}
)

// parseSource reads a source as users write it: resource:KEY, root:KEY or any:KEY.
func parseSource(text string) (source, error) {
	before, key, found := strings.Cut(text, ":")
	for _, known := range levels {
		if found && before == string(known) && key != "" && key == strings.TrimSpace(key) {
			return source{known, key, text}, nil
		}
	}
	return source{}, fmt.Errorf("%q is no source: must be resource:KEY, root:KEY or any:KEY, "+
		"where KEY is an attribute's name such as test.case.name", text)
}

// parseSources reads an ordered list of sources, and returns every fault after the key that it stands under.
func parseSources(key string, texts []string) (list []source, faults []error) {
	for _, text := range texts {
		s, err := parseSource(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", key, err))
			continue
		}
		list = append(list, s)
	}
	return list, faults
}
