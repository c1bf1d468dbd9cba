// Command genkit is an agent of Genkit: a flow that generates with tools.
package main

import (
	"context"
	"os"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/compat_oai/openai"
	"github.com/firebase/genkit/go/plugins/googlegenai"
	"github.com/openai/openai-go/option"

	"github.com/agentdelta/agentdeltaexporter/interop/go/script"
)

func main() { script.Go(script.Tracing, agent) }

func agent(ctx context.Context, s *script.Scenario) (string, error) {
	g, model := start(ctx, s)
	tools := define(g, s)
	if s.Sub != nil {
		tools = append(tools, guide(g, model, s.Sub))
	}
	options := []ai.GenerateOption{ai.WithModelName(model), ai.WithMessages(messages(s)...), ai.WithTools(tools...)}
	if s.Structured {
		options = append(options, ai.WithOutputType(script.Boat{}))
	}
	if s.Has("stream") {
		options = append(options, ai.WithStreaming(func(context.Context, *ai.ModelResponseChunk) error { return nil }))
	}
	flow := genkit.DefineFlow(g, "skipper", func(ctx context.Context, _ string) (string, error) {
		response, err := genkit.Generate(ctx, g, options...)
		if err != nil {
			return "", err
		}
		return response.Text(), nil
	})
	return flow.Run(ctx, s.Question)
}

func start(ctx context.Context, s *script.Scenario) (*genkit.Genkit, string) {
	if os.Getenv("INTEROP_INSTRUMENT") == "gemini" {
		return genkit.Init(ctx, genkit.WithPlugins(&googlegenai.GoogleAI{APIKey: "none"})), "googleai/gemini-2.5-flash"
	}
	address, retries := option.WithBaseURL(script.ModelAddress()+"/v1"), option.WithMaxRetries(s.Retries())
	plugin := &openai.OpenAI{APIKey: "none", Opts: []option.RequestOption{address, retries}}
	return genkit.Init(ctx, genkit.WithPlugins(plugin)), "openai/gpt-4o-mini"
}

func messages(s *script.Scenario) []*ai.Message {
	roles := map[string]ai.Role{"user": ai.RoleUser, "assistant": ai.RoleModel}
	var made []*ai.Message
	for _, turn := range s.History {
		made = append(made, ai.NewTextMessage(roles[turn[0]], turn[1]))
	}
	return append(made, ai.NewUserTextMessage(s.Question))
}

func define(g *genkit.Genkit, s *script.Scenario) []ai.ToolRef {
	var tools []ai.ToolRef
	for _, t := range s.ToolList() {
		run := func(_ *ai.ToolContext, input any) (any, error) {
			arguments, _ := input.(map[string]any)
			return t.Run(arguments)
		}
		tools = append(tools, genkit.DefineToolWithInputSchema(g, t.Name, t.Description, t.Schema(), run))
	}
	return tools
}

type task struct {
	Task string `json:"task"`
}

// guide is an agent as a tool.
func guide(g *genkit.Genkit, model string, s *script.Scenario) ai.Tool {
	tools := define(g, s)
	return genkit.DefineTool(g, "local_guide", "Knows Tavira.", func(ctx *ai.ToolContext, input task) (string, error) {
		response, err := genkit.Generate(ctx, g, ai.WithModelName(model), ai.WithPrompt(input.Task), ai.WithTools(tools...))
		if err != nil {
			return "", err
		}
		return response.Text(), nil
	})
}
