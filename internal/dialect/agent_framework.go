package dialect

// agentFramework is Microsoft's Agent Framework for Python. It follows the conventions, and writes each message as a log
// record besides. An agent's output is all that the run brought, the answer last; a tool that was called without
// arguments has the text None in their place.
//
// Workflows have spans of their own (workflow.run, executor.process, message.send), which hold nothing but the agents
// below them.
var agentFramework = following(Dialect{
	Name: "agent_framework",
	About: About{
		Title:    "Microsoft Agent Framework for Python",
		Versions: "sources of August 2026",
		Switch:   "ENABLE_INSTRUMENTATION=true and ENABLE_SENSITIVE_DATA=true (once ENABLE_OTEL)",
		Gaps:     "messages between the executors of a workflow",
		Links: []string{
			"microsoft/agent-framework:python/packages/core/agent_framework/observability.py",
			"microsoft/agent-framework:python/packages/core/agent_framework/_tools.py",
		},
	},
	Match: Match{Scopes: []string{"agent_framework"}},
})
