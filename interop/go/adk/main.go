// Command adk is an agent of Google's Agent Development Kit, with tools, an agent as a tool, and agents to hand over to.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/model/gemini"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/telemetry"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"

	"github.com/agentdelta/agentdeltaexporter/interop/go/script"
)

func main() { script.Go(start, play) }

// start sets up what the environment's OTEL variables say, as its documentation does.
func start(ctx context.Context) (func(context.Context) error, error) {
	providers, err := telemetry.New(ctx)
	if err != nil {
		return nil, err
	}
	providers.SetGlobalOtelProviders()
	return providers.Shutdown, nil
}

func play(ctx context.Context, s *script.Scenario) (string, error) {
	skipper, err := skipper(ctx, s)
	if err != nil {
		return "", err
	}
	r, err := runner.NewInMemory("interop", skipper)
	if err != nil {
		return "", err
	}
	mode := agent.StreamingModeNone
	if s.Has("stream") {
		mode = agent.StreamingModeSSE
	}
	output := ""
	question := genai.NewContentFromText(s.Question, genai.RoleUser)
	for event, err := range r.Run(ctx, "user", "session", question, agent.RunConfig{StreamingMode: mode}) {
		switch {
		case err != nil:
			return "", err
		case event.ErrorMessage != "":
			return "", errors.New(event.ErrorMessage)
		case event.IsFinalResponse() && event.Content != nil && !event.Partial:
			output = said(event)
		}
	}
	return output, nil
}

func said(event *session.Event) string {
	var text strings.Builder
	for _, part := range event.Content.Parts {
		if !part.Thought {
			text.WriteString(part.Text)
		}
	}
	return text.String()
}

func skipper(ctx context.Context, s *script.Scenario) (agent.Agent, error) {
	llm, err := gemini.NewModel(ctx, "gemini-2.5-flash", &genai.ClientConfig{APIKey: "none", Backend: genai.BackendGeminiAPI})
	if err != nil {
		return nil, err
	}
	config := llmagent.Config{Name: "skipper", Model: llm}
	if config.Tools, err = define(s); err != nil {
		return nil, err
	}
	if s.Structured {
		text := &genai.Schema{Type: genai.TypeString}
		properties := map[string]*genai.Schema{"name": text, "built": {Type: genai.TypeInteger}, "rig": text}
		config.OutputSchema = &genai.Schema{Type: genai.TypeObject, Properties: properties}
	}
	if s.Sub != nil {
		guide, err := helper(llm, "local_guide", "Knows Tavira.", s.Sub)
		if err != nil {
			return nil, err
		}
		config.Tools = append(config.Tools, agenttool.New(guide, nil))
	}
	if s.Name == "handoff" {
		office, err := helper(llm, "harbour_office", "Knows bills.", &script.Scenario{Tools: []string{"mooring_bill"}})
		if err != nil {
			return nil, err
		}
		config.SubAgents = []agent.Agent{office}
	}
	return llmagent.New(config)
}

func helper(llm model.LLM, name, description string, s *script.Scenario) (agent.Agent, error) {
	tools, err := define(s)
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{Name: name, Description: description, Model: llm, Tools: tools})
}

func define(s *script.Scenario) ([]tool.Tool, error) {
	var tools []tool.Tool
	for _, t := range s.ToolList() {
		schema, err := schema(t)
		if err != nil {
			return nil, err
		}
		run := func(_ agent.Context, arguments map[string]any) (any, error) { return t.Run(arguments) }
		one, err := functiontool.New(functiontool.Config{Name: t.Name, Description: t.Description, InputSchema: schema}, run)
		if err != nil {
			return nil, err
		}
		tools = append(tools, one)
	}
	return tools, nil
}

func schema(t *script.Tool) (*jsonschema.Schema, error) {
	text, err := json.Marshal(t.Schema())
	if err != nil {
		return nil, err
	}
	var made jsonschema.Schema
	return &made, json.Unmarshal(text, &made)
}
