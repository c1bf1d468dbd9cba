package dialect

import "github.com/agentdelta/agentdeltaexporter/internal/span"

// autoGen is AutoGen from version 0.4 on. It records which agents and tools ran, and nothing of what was said; texts and
// arguments come from an instrumentation of the model's client beside it, whose calls have the same ids.
var autoGen = following(Dialect{
	Name: "autogen",
	About: About{
		Title:    "AutoGen",
		Versions: "autogen-core from 0.4 on, sources of August 2026",
		Also:     "`gen_ai.system` is `autogen`",
		Switch:   "none: texts are never recorded. Instrument the model's client besides, such as OpenAI's",
		Gaps:     "messages, arguments, results, and the calls of models",
		Links: []string{
			"microsoft/autogen:python/packages/autogen-core/src/autogen_core/_telemetry/_genai.py",
			"microsoft/autogen:python/packages/autogen-core/src/autogen_core/_telemetry/_tracing_config.py",
		},
	},
	Match: Match{Scopes: []string{"autogen-core"}, Also: func(s *span.Span) bool {
		system, _ := s.Attrs.Text("gen_ai.system")
		return system == "autogen"
	}, AlsoKeys: []string{"gen_ai.system"}},
})
