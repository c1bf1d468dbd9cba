package dialect

import (
	"errors"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// cutMarks end a text that its producer cut, up to the closing bracket.
//
// Sources: google-gemini/gemini-cli:packages/core/src/telemetry/trace.ts; microsoft/vscode-copilot-chat:src/platform/
// otel/common/messageFormatters.ts; ag2ai/ag2:ag2/middleware/builtin/telemetry.py; openai/codex:codex-rs/core/src/tools.
var cutMarks = []string{"[... telemetry preview truncated ...", "...[TRUNCATED: original length ", "...[truncated, original ", "...[truncated"}

// longestMark bounds how far from a text's end a mark can begin.
const longestMark = 64

// isMarkedCut reports whether a text says that it was cut.
func isMarkedCut(text string) bool {
	if !strings.HasSuffix(text, "]") {
		return false
	}
	end := text[max(0, len(text)-longestMark):]
	for _, mark := range cutMarks {
		if strings.Contains(end, mark) {
			return true
		}
	}
	return false
}

// isCut reports whether a text begins as a JSON object or a list of objects does, and can't be read as one.
func isCut(text string) bool {
	return opensJSON(text) && value.DecodeAny(text).Kind() == value.String
}

// arrivedCut reports whether a text was cut on its way: it says so, or it is JSON that ends before it is complete.
// Text that only begins like JSON, such as a line of JSON with another below it, was not.
func arrivedCut(text string) bool {
	return isMarkedCut(text) || isCut(text) && endsEarly(text)
}

// endsEarly reports whether JSON can't be read only because more of it is wanted.
func endsEarly(text string) bool {
	_, err := value.ParseJSON(text)
	var syntax *value.SyntaxError
	if !errors.As(err, &syntax) {
		return false
	}
	at := min(syntax.Offset, len(text)) // what isn't UTF-8 is longer where the offset was counted
	if _, err := value.ParseJSON(text[:at]); err == nil {
		return false // it is whole, and something else follows
	}
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return false
		}
	}
	return true
}
