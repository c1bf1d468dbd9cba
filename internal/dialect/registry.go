package dialect

// registry is the order in which dialects are asked about a span; the first that has an opinion gives the role, and
// the others that match fill what it leaves open. Discriminators that one vendor alone writes stand before keys that
// many write, for vendors decorate each other's spans.
var registry = []*Dialect{
	// A span that only announces another has all of its attributes, and must be read by nobody.
	&logfire,
	// ai.operationId is never written by anybody else, while LangSmith, Langfuse, Sentry, OpenInference and OpenLLMetry
	// all add their own keys to these spans.
	&vercel,
	// The types of products whose SDKs make a span come before the kinds that processors add to it.
	// Langfuse's processor also decorates the spans of others, but gives its type to its own alone.
	&langfuse,
	// LangSmith's keys for content are gen_ai.prompt and gen_ai.completion, in which GenAI would see other shapes, and its
	// operation names lie.
	&langSmith,
	// Mastra's exporters move the content to the keys of OpenInference or GenAI, where four nested spans all look like
	// generations; only its own types tell them apart.
	&mastra,
	// Nobody but MLflow writes its types, and no other convention can read its quoted values.
	&mlflow,
	// Its keys, which have colons, are nobody else's.
	&genkit,
	// Their scopes are their own, and their keys GenAI's: in Gemini CLI with other shapes under them.
	&geminiCLI,
	&copilot,
	// Claude Code's spans carry GenAI's keys too, without the texts.
	&claudeCode,
	// Codex's spans are named after functions of its code, and some carry GenAI's token counts.
	&codex,
	// The names of LiveKit's and Pipecat's spans are plain words, so the scope decides; their metrics, ears and mouths have
	// GenAI's operation names and models.
	&liveKit,
	&pipecat,
	// The application's tracer may add anything to what Haystack tells it; the names are Haystack's alone.
	&haystack,
	// Braintrust's types are set by its SDKs, or by hand on spans that have GenAI's keys too.
	&braintrust,
	// Laminar gives its type to the spans of its instrumentations, which have OpenLLMetry's keys; its default type gives
	// way to any convention that says more.
	&laminar,
	// LangWatch's type stands on its own spans alone, but for the AI SDK's, which have been read by now.
	&langWatch,
	// AgentOps gives its kind to spans of decorators, and its instrumentations theirs to some that have other keys too.
	&agentOps,
	// The kind that OpenInference processors add to GenAI, OpenLLMetry and OpenLIT spans is the classification that the
	// user chose to have.
	&openInference,
	// The types of these two are in keys that are OpenLLMetry's too, and mean something else there.
	&liteLLM,
	&eino,
	// traceloop.span.kind is stamped beside gen_ai.* keys and knows more than they do.
	&openLLMetry,
	// Sentry's operations classify spans whose content has GenAI's keys, in shapes of Sentry's own.
	&sentry,
	// An instrumentation's own scope says more than the keys that an agent framework above it adds to its spans.
	&googleGenAI,
	// Its generations have no operation name.
	&adk,
	// The names of its events mean something else on tools.
	&strands,
	// Each adds a few keys of its own to GenAI's.
	&cloudflare,
	&goose,
	&openClaw,
	&qwenCode,
	&rig,
	// Weave's names are GenAI's under another prefix, and win over them.
	&weave,
	// Dify's nodes have OpenInference's values, but no kind, and GenAI's texts, but no operation.
	&dify,
	// Flue's turns are GenAI's generations, with the texts in keys of its own.
	&flue,
	// VoltAgent's types are called as Claude Code's, and some of its keys as the AI SDK's, so the scope decides.
	&voltAgent,
	// Prompt flow's keys are plain words, and its events its own.
	&promptFlow,
	// The operations of langchain-azure-ai's first tracer are LangChain's.
	&azureLangChain,
	// OpenRouter's prompt and completion are GenAI's keys with bodies of its own.
	&openRouter,
	// OpenLIT's spans are GenAI's, with prints of Python objects where the conventions have JSON.
	&openLIT,
	// Producers that follow the OpenTelemetry conventions with keys and habits of their own: scopes and keys that no other
	// has, in any order, but for LangChain4j, whose spans have the scope of Spring Boot when they run in it.
	&pydanticAI,
	&ag2,
	&langChain4j,
	&springAI,
	&agentFramework,
	&extensionsAI,
	&semanticKernel,
	&azureAI,
	&autoGen,
	&koog,
	&openAIAgents,
	&utilGenAI,
	// It reads log records alone, and those by their shape.
	&agentCore,
	// Everything that follows the OpenTelemetry conventions, behind all others because they borrow from it.
	&genAI,
	// What no convention says.
	&generic,
}
