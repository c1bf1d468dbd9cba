package steps

import (
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// Gap is a step of which no texts were recorded, and who recorded it.
type Gap struct {
	Node                    agentdelta.NodeType
	Dialect, Scope, Service string
	Truncated               bool // something of its span was lost on the way
}

// setContent notes in a step's metadata what became of its texts, which o recorded or didn't.
func (w *writer) setContent(m *agentdelta.Metadata, node agentdelta.NodeType, o *observation.Observation, c observation.Content, missing bool) {
	setContent(m, c, missing)
	if w.options.Gap != nil && missing && c&observation.Redacted == 0 {
		w.options.Gap(Gap{
			Node: node, Dialect: o.Dialect, Scope: o.Scope, Service: o.Service,
			Truncated: c&observation.Truncated != 0,
		})
	}
}
