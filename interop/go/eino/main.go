// Command eino is a ReAct agent of CloudWeGo's Eino, told of by APMPlus's callbacks.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/cloudwego/eino-ext/callbacks/apmplus"
	"github.com/cloudwego/eino-ext/components/model/openai"
	"github.com/cloudwego/eino/callbacks"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
	"github.com/eino-contrib/jsonschema"

	"github.com/agentdelta/agentdeltaexporter/interop/go/script"
)

func main() { script.Go(start, agent) }

// start has APMPlus's handler told of everything, as its documentation does.
func start(context.Context) (func(context.Context) error, error) {
	address, err := listen()
	if err != nil {
		return nil, err
	}
	handler, shutdown, err := apmplus.NewApmplusHandler(&apmplus.Config{Host: address, AppKey: "none", ServiceName: "interop"})
	if err != nil {
		return nil, err
	}
	callbacks.AppendGlobalHandlers(handler)
	return func(ctx context.Context) error {
		shutdown(ctx) //nolint:errcheck // the receiver takes no metrics
		return nil
	}, nil
}

func agent(ctx context.Context, s *script.Scenario) (string, error) {
	llm, err := openai.NewChatModel(ctx, &openai.ChatModelConfig{
		APIKey: "none", Model: "gpt-4o-mini", BaseURL: os.Getenv("OPENAI_BASE_URL"), Timeout: time.Minute,
	})
	if err != nil {
		return "", err
	}
	tools, err := define(s)
	if err != nil {
		return "", err
	}
	if s.Sub != nil {
		guide, err := guide(ctx, llm, s.Sub)
		if err != nil {
			return "", err
		}
		tools = append(tools, guide)
	}
	skipper, err := reacting(ctx, llm, tools)
	if err != nil {
		return "", err
	}
	if s.Has("stream") {
		return streamed(ctx, skipper, messages(s))
	}
	answer, err := skipper.Generate(ctx, messages(s))
	if err != nil {
		return "", err
	}
	return answer.Content, nil
}

func reacting(ctx context.Context, llm model.ToolCallingChatModel, tools []tool.BaseTool) (*react.Agent, error) {
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: llm, ToolsConfig: compose.ToolsNodeConfig{Tools: tools}, MaxStep: 20,
	})
}

func streamed(ctx context.Context, a *react.Agent, input []*schema.Message) (string, error) {
	stream, err := a.Stream(ctx, input)
	if err != nil {
		return "", err
	}
	defer stream.Close()
	var text strings.Builder
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return text.String(), nil
		}
		if err != nil {
			return "", err
		}
		text.WriteString(chunk.Content)
	}
}

func messages(s *script.Scenario) []*schema.Message {
	made := []*schema.Message{}
	for _, turn := range s.History {
		made = append(made, &schema.Message{Role: schema.RoleType(turn[0]), Content: turn[1]})
	}
	return append(made, schema.UserMessage(s.Question))
}

func define(s *script.Scenario) ([]tool.BaseTool, error) {
	var tools []tool.BaseTool
	for _, t := range s.ToolList() {
		run := func(_ context.Context, arguments map[string]any) (any, error) { return t.Run(arguments) }
		info, err := infoOf(t)
		if err != nil {
			return nil, err
		}
		tools = append(tools, utils.NewTool(info, run))
	}
	return tools, nil
}

func infoOf(t *script.Tool) (*schema.ToolInfo, error) {
	text, err := json.Marshal(t.Schema())
	if err != nil {
		return nil, err
	}
	var made jsonschema.Schema
	if err := json.Unmarshal(text, &made); err != nil {
		return nil, err
	}
	return &schema.ToolInfo{Name: t.Name, Desc: t.Description, ParamsOneOf: schema.NewParamsOneOfByJSONSchema(&made)}, nil
}

type task struct {
	Task string `json:"task"`
}

// guide is an agent as a tool.
func guide(ctx context.Context, llm model.ToolCallingChatModel, s *script.Scenario) (tool.BaseTool, error) {
	tools, err := define(s)
	if err != nil {
		return nil, err
	}
	inner, err := reacting(ctx, llm, tools)
	if err != nil {
		return nil, err
	}
	return utils.InferTool("local_guide", "Knows Tavira.", func(ctx context.Context, t task) (string, error) {
		answer, err := inner.Generate(ctx, []*schema.Message{schema.UserMessage(t.Task)})
		if err != nil {
			return "", err
		}
		return answer.Content, nil
	})
}
