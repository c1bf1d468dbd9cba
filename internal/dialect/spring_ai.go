package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// springAI is Spring AI. Its kinds tell what a span is; the operation of a tool's span was framework before version 2.
//
//	version       texts of models                                        tools
//	1.0 M1 to M8  gen_ai.prompt, gen_ai.completion; span events of the   spring.ai.tool.call.*
//	              same names
//	1.0 and on    lines of the application's log, which are log records  spring.ai.tool.call.*
//	              of the span where the log is exported
//
// Texts are written as a list whose quotes aren't escaped, without the roles of who said them. All values are texts.
var springAI = following(Dialect{
	Name: "spring_ai",
	About: About{
		Title:    "Spring AI",
		Versions: "1.0.0-M1 to 2.0.1",
		Also:     "the scope is `org.springframework.boot` and `gen_ai.operation.name` is there",
		Logs:     "lines that begin with what they are, such as `Chat Client Completion:`, and hold texts in a list",
		Switch: "spring.ai.chat.observations.log-prompt and log-completion, spring.ai.chat.client.observations.log-prompt and " +
			"log-completion, spring.ai.tools.observations.include-content; for 1.0 and later besides a logs pipeline fed by the " +
			"application's log",
		Gaps: "since 1.0 no texts on spans; calls of models; of several messages it isn't told who said which",
		Links: []string{
			"spring-projects/spring-ai:spring-ai-docs/src/main/antora/modules/ROOT/pages/observability/index.adoc",
			"spring-projects/spring-ai:spring-ai-model/src/main/java/org/springframework/ai/chat/observation",
			"spring-projects/spring-ai:spring-ai-model/src/main/java/org/springframework/ai/tool/observation",
			"spring-projects/spring-ai:spring-ai-client-chat/src/main/java/org/springframework/ai/chat/client/observation",
		},
	},
	Match: Match{KeyPrefixes: []string{"spring.ai."}, Also: func(s *span.Span) bool {
		return s.Scope == "org.springframework.boot" && s.Attrs.Has("gen_ai.operation.name")
	}, AlsoKeys: []string{"gen_ai.operation.name"}},
	Adjust: adjustSpring,
	Log:    springLog,
})

// adjustSpring drops the word that stands for a model that isn't known.
//
// Source: spring-projects/spring-ai:spring-ai-model/…/ai/chat/observation/DefaultChatModelObservationConvention.java.
func adjustSpring(_ *span.Span, o *observation.Observation) {
	if o.Model == "none" {
		o.Model = ""
	}
}

// springRecords read the lines that Spring AI logs, by how they begin.
//
// Source: spring-projects/spring-ai: ChatModelPromptContentObservationHandler, ChatModelCompletionObservationHandler,
// ChatClientPromptContentObservationHandler, ChatClientCompletionObservationHandler, ObservabilityHelper.
var springRecords = []struct {
	head string
	read func(text string, l *span.Log, o *observation.Observation)
}{
	{"Chat Model Prompt Content:\n", func(text string, l *span.Log, o *observation.Observation) {
		for _, said := range springTexts(text) {
			addSpringRecord(l, o, observation.User, said)
		}
	}},
	{"Chat Model Completion:\n", func(text string, l *span.Log, o *observation.Observation) {
		if said := springTexts(text); len(said) > 0 {
			addSpringRecord(l, o, observation.Assistant, said[0])
		}
	}},
	{"Chat Client Prompt Content:\n", func(text string, _ *span.Log, o *observation.Observation) {
		o.Request = springEntry(text, "user")
	}},
	{"Chat Client Completion:\n", func(text string, _ *span.Log, o *observation.Observation) {
		if said := springTexts(text); len(said) > 0 {
			o.Result = value.OfString(said[0])
		}
	}},
}

func springLog(l *span.Log, o *observation.Observation) bool {
	line, _ := l.Body.Str()
	for i := range springRecords {
		if text, found := strings.CutPrefix(line, springRecords[i].head); found {
			springRecords[i].read(text, l, o)
			return len(o.Records) > 0 || !o.Request.IsAbsent() || !o.Result.IsAbsent()
		}
	}
	return false
}

func addSpringRecord(l *span.Log, o *observation.Observation, speaker observation.Speaker, text string) {
	o.Records = append(o.Records, observation.Record{
		Time: l.Time, Observed: l.Observed, Output: speaker == observation.Assistant,
		Message: observation.Message{Speaker: speaker, Text: text, HasText: true},
	})
}

// springTexts are the texts of a list whose quotes and line ends aren't escaped. One that can't be told apart from the
// next is a text with it. Messages that only call or answer a tool have none.
func springTexts(text string) []string {
	inner, found := strings.CutPrefix(text, `["`)
	inner, closed := strings.CutSuffix(inner, `"]`)
	if !found || !closed {
		return nil
	}
	escaped := strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text)
	list, err := value.ParseJSON(escaped)
	if err != nil {
		return []string{inner}
	}
	var texts []string
	for _, item := range list.Items() {
		if said := item.Text(); said != "" && said != "null" {
			texts = append(texts, said)
		}
	}
	return texts
}

// springEntry is the text of one role in ["role":"text", ...], or absent.
func springEntry(text, role string) value.Value {
	_, inner, found := strings.Cut(text, `"`+role+`":"`)
	if !found {
		return value.Value{}
	}
	end := strings.LastIndex(inner, `"]`)
	for _, next := range []string{"system", "assistant", "tool"} {
		if at := strings.Index(inner, `", "`+next+`":"`); at >= 0 {
			end = min(end, at)
		}
	}
	if end <= 0 {
		return value.Value{}
	}
	return value.OfString(inner[:end])
}
