package agentdelta

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestOutputText(t *testing.T) {
	text := value.OfString
	tests := []struct {
		name string
		in   value.Value
		want string
	}{
		{"nothing recorded", value.Value{}, ""},
		{"null", value.OfNull(), "null"},
		{"a truth value", value.OfBool(true), "true"},
		{"a number as spelled", value.OfNumber("12.50"), "12.50"},
		{"a text as it is", text("  22°C, it's \"sunny\"\n"), "  22°C, it's \"sunny\"\n"},
		{"an empty text", text(""), ""},
		{"a text that says null", text("null"), "null"},
		{"a JSON string literal is unquoted", text(`"sunny \ud83d\ude80"`), "sunny 🚀"},
		{"a text that holds an object", text(`{"b":1.0,"a":"é<"}`), `{"b": 1.0, "a": "é<"}`},
		{"a text that holds an array", text(` [1,2] `), `[1, 2]`},
		{"a JSON string that holds an object", text(`"{\"a\":1}"`), `{"a": 1}`},
		{"a text that is nearly JSON", text(`{"a":1} and more`), `{"a":1} and more`},
		{"a Python dict stays a text", text(`{'a': 1}`), `{'a': 1}`},
		{"an empty list", value.OfList(), "[]"},
		{"an object", parse(t, `{"b":[],"a":{}}`), `{"b": [], "a": {}}`},
		{"text blocks", parse(t, `[{"type":"text","text":"a"},{"type":"text","text":"b"}]`), "a\nb"},
		{"text blocks with content", parse(t, `[{"type":"text","content":"a"},{"type":"text","content":"b"}]`), "a\nb"},
		{"text blocks of OpenAI", parse(t, `[{"type":"input_text","text":"a"},{"type":"output_text","text":"b"}]`), "a\nb"},
		{"text blocks in a text", text(`[{"type":"text","text":"a"}]`), "a"},
		{"an empty text block", parse(t, `[{"type":"text","text":""}]`), ""},
		{"a text block that holds an object", parse(t, `[{"type":"text","text":"{\"a\":1}"}]`), `{"a": 1}`},
		{"images have no text", parse(t, `[{"type":"text","text":"a"},{"type":"image","data":"iVBO"}]`), "a"},
		{"images alone are a value", parse(t, `[{"type":"image","data":"iVBO"}]`), `[{"type": "image", "data": "iVBO"}]`},
		{"items without type are a value", parse(t, `[{"text":"a"},{"text":"b"}]`), `[{"text": "a"}, {"text": "b"}]`},
		{"some items without type are a value", parse(t, `[{"type":"text","text":"a"},1]`), `[{"type": "text", "text": "a"}, 1]`},
		{"a text block without text is a value", parse(t, `[{"type":"text"}]`), `[{"type": "text"}]`},
		{"a block outside a list is a value", parse(t, `{"type":"text","text":"a"}`), `{"type": "text", "text": "a"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, OutputText(tt.in))
		})
	}
}
