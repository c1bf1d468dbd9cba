package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// mlflow is what MLflow's tracing records, by decorators and by its autologging of some twenty frameworks. The value of
// each of its attributes is JSON: a type is the word in quotes. Inputs and outputs have the shape of the framework that
// was logged, which requested and answered know.
var mlflow = Dialect{
	Name: "mlflow",
	About: About{
		Title:    "MLflow tracing and autologging, sent over OTLP",
		Versions: "mlflow 3, sources of August 2026",
		Switch:   "texts are always recorded",
		Gaps: "tools carry no call id but in LangChain's ToolMessage; with MLFLOW_ENABLE_OTEL_GENAI_SEMCONV=true the spans follow " +
			"the GenAI conventions, and those of other types lose their attributes",
		Links: []string{
			"mlflow/mlflow:mlflow/tracing/constant.py",
			"mlflow/mlflow:mlflow/entities/span.py",
			"mlflow/mlflow:mlflow/langchain/langchain_tracer.py",
			"mlflow/mlflow:mlflow/dspy/callback.py",
		},
	},
	Match: Match{Keys: []string{mlflowType}},
	Role:  mlflowRole,
	Common: Common{
		Session: []string{"session.id", "mlflow.trace.session"},
	},
	Agent: AgentFields{
		Request: []Source{
			attr(mlflowInput).opened(crewAsked),
			{Place: "description, tasks of CrewAI", From: crewDescription},
			attr(mlflowInput).opened(mlflowRequest),
		},
		Result:     []Source{mlflowAutoGen(mlflowOutput, autoGenResult), attr(mlflowOutput).opened(mlflowResult)},
		Structured: []Source{attr(mlflowOutput).opened(structuredResponse)},
	},
	LLM: LLMFields{
		Model:  []string{"mlflow.llm.model"},
		Input:  []Source{mlflowAutoGen(mlflowInput, autoGenRequest), attr(mlflowInput).opened(mlflowMessages)},
		Output: []Source{mlflowAutoGen(mlflowOutput, autoGenAnswer), attr(mlflowOutput).opened(mlflowAnswer)},
	},
	Tool: ToolFields{
		Name:      []string{"mlflow.spanFunctionName", "name"},
		Arguments: []Source{attr(mlflowInput).opened(crewArguments), attr(mlflowInput).opened(parsed)},
		Result:    []Source{attr(mlflowOutput).opened(crewOutput), attr(mlflowOutput).opened(parsed)},
	},
	Adjust: adjustMLflow,
}

const (
	mlflowType   = "mlflow.spanType"
	mlflowInput  = "mlflow.spanInputs"
	mlflowOutput = "mlflow.spanOutputs"
)

// mlflowRoles are the types of spans. Others are the user's own, and wrappers.
//
// Source: mlflow/mlflow:mlflow/entities/span.py (SpanType).
var mlflowRoles = map[string]observation.Role{
	"llm": observation.LLM, "chat_model": observation.LLM,
	"tool": observation.Tool, "retriever": observation.Tool,
	"embedding": observation.Other, "reranker": observation.Other, "parser": observation.Other, "memory": observation.Other,
	"guardrail": observation.Other, "evaluator": observation.Other,
}

func mlflowRole(s *span.Span) (observation.Role, bool) {
	kind := parsed(s.Attrs.Get(mlflowType)).Text()
	if s.Attrs.Has("signature") && !s.Attrs.Has("mlflow.llm.model") {
		return observation.Agent, true // DSPy's modules, of which one that predicts has a model's type, as the model in it
	}
	if preparesRequest(s) {
		return observation.Other, true
	}
	if role, known := mlflowRoles[lower(kind)]; known {
		return role, true
	}
	return observation.Agent, true
}

// mlflowRequest is what a run was asked. A model that was logged as a responses agent takes its request as the one
// argument of that name.
func mlflowRequest(v value.Value) value.Value {
	if request := parsed(v).Get("request"); request.Kind() == value.Object {
		return request
	}
	return unquoted("user")(v)
}

func mlflowResult(v value.Value) value.Value { return concluded(unquoted("assistant")(v)) }

func mlflowMessages(v value.Value) value.Value { return requested(parsed(v)) }

// mlflowAnswer is what a model answered. DSPy gives a text for each alternative, and CrewAI the bare calls.
func mlflowAnswer(v value.Value) value.Value {
	answer := parsed(v)
	switch first := answer.At(0); {
	case first.Kind() == value.String:
		answer = first
	case first.Path("function", "name").Kind() == value.String:
		return object(value.Field{Key: "role", Value: value.OfString("assistant")}, value.Field{Key: "tool_calls", Value: answer})
	}
	return answerIn(answer)
}

var mlflowUsage = []UsageKey{
	{Name: "cached", Keys: []string{"cache_read_input_tokens"}},
	{Name: "input", Keys: []string{"input_tokens"}},
	{Name: "output", Keys: []string{"output_tokens"}},
}

// adjustMLflow takes names out of their quotes, and reads what stands inside the inputs and outputs.
func adjustMLflow(s *span.Span, o *observation.Observation) {
	for _, name := range []*string{&o.Model, &o.Session, &o.Tool} {
		if inner, quoted := parsed(value.OfString(*name)).Str(); quoted {
			*name = inner
		}
	}
	output := parsed(s.Attrs.Get(mlflowOutput))
	switch o.Role {
	case observation.LLM:
		o.Model = firstOf(o.Model, output.Get("model").Text(), parsed(s.Attrs.Get(mlflowInput)).Get("model").Text())
		o.FinishReason = bodyFinish(output)
		o.Usage = usageIn(parsed(s.Attrs.Get("mlflow.chat.tokenUsage")), mlflowUsage)
	case observation.Tool:
		o.Tool = firstOf(o.Tool, s.Name)
		o.CallID = answeredID(decoded(output))
		adjustSmolTool(o)
		o.Request = llamaArguments(s, o.Request)
	}
}
