package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestPrintedMessages(t *testing.T) {
	for name, c := range map[string]struct{ recorded, asked string }{
		"JSON in a text":     {`["{\"role\":\"system\",\"content\":\"Be brief\"}","{\"role\":\"user\",\"content\":\"Who?\"}"]`, "Who?"},
		"JSON of no message": {`["{\"role\":\"user\"}"]`, `["{\"role\":\"user\"}"]`},
		"Haystack's":         {`{"messages":["ChatMessage(_role=<ChatRole.USER: 'user'>, _content=[TextContent(text='Who?')], _name=None, _meta={})"]}`, "Who?"},
		"LlamaIndex's":       {`["ChatMessage(role=<MessageRole.USER: 'user'>, additional_kwargs={}, blocks=[TextBlock(block_type='text', text='Who?')])"]`, "Who?"},
		"AutoGen's":          {`{"messages":["id='7' source='user' models_usage=None created_at=datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc) content='Who?' type='TextMessage'"]}`, "Who?"},
		"the newest of several": {
			`["ChatMessage(_role=<ChatRole.USER: 'user'>, _content=[TextContent(text='Old?')])","ChatMessage(_role=<ChatRole.ASSISTANT: 'assistant'>, _content=[ToolCall(tool_name='on_watch', arguments={}, id='c1')])","ChatMessage(_role=<ChatRole.USER: 'user'>, _content=[TextContent(text='Who?')])"]`,
			"Who?",
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.asked, requestValue(value.OfString(c.recorded)).Text())
		})
	}
}

func TestPrintedToolResults(t *testing.T) {
	list, ok := Messages(value.OfString(`["ChatMessage(_role=<ChatRole.TOOL: 'tool'>, _content=[ToolCallResult(result='{\"name\": 1}', origin=ToolCall(tool_name='on_watch', arguments={}, id='c1'), error=False)])"]`), observation.User)
	assert.True(t, ok)
	assert.Len(t, list, 1)
	assert.Equal(t, observation.ToolResult, list[0].Speaker)
	assert.Equal(t, "c1", list[0].Results[0].ID)
	assert.False(t, list[0].Results[0].Failed)
}
