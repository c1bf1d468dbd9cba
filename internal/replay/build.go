package replay

import (
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// options are what steps are built with.
type options struct {
	TraceID, RunID  string
	Limits          agentdelta.Limits
	Complete        bool
	ExporterVersion string
}

// build makes a trace of the observations of one; nil until there is something that can.
var build func(all []observation.Observation, opts options) (agentdelta.Trace, bool)
