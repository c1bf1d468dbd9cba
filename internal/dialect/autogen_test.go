package dialect

import "testing"

func TestAutoGen(t *testing.T) {
	const scope, op = "autogen-core", "gen_ai.operation.name"
	checkReadings(t, map[string]reading{
		"G-T52: a tool has a name and an id alone": {
			spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.system", "autogen", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1"), `tool w c1`,
		},
		"an agent has a name alone":   {spanOf(scope, "invoke_agent a", op, "invoke_agent", "gen_ai.system", "autogen", "gen_ai.agent.name", "a"), `agent a`},
		"making an agent is a link":   {spanOf(scope, "create_agent a", op, "create_agent", "gen_ai.system", "autogen", "gen_ai.agent.name", "a"), `other`},
		"messages of the runtime are": {spanOf(scope, "autogen process a", "messaging.operation", "process"), `other`},
	})
}
