// Package script is what every agent's program in Go shares: its scenario, the tools, where its spans go, and telling the
// harness how the run ended.
package script

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Scenario is what a program plays.
type Scenario struct {
	Question   string      `json:"question"`
	Tools      []string    `json:"tools"`
	History    [][2]string `json:"history"`
	Structured bool        `json:"structured"`
	Sub        *Scenario   `json:"sub"`
	Name       string      `json:"-"` // without its variants
	variants   []string
}

// Boat is the structured output that a scenario asks for.
type Boat struct {
	Name  string `json:"name"`
	Built int    `json:"built"`
	Rig   string `json:"rig"`
}

// Has reports whether a variant of the scenario is asked for, as stream of single_tool__stream.
func (s *Scenario) Has(variant string) bool { return slices.Contains(s.variants, variant) }

// Retries is how often a client may try again.
func (s *Scenario) Retries() int {
	if s.Name == "retry_429" {
		return 2
	}
	return 0
}

// ModelAddress is where the scripted model listens; OpenAI's API is below /v1.
func ModelAddress() string { return os.Getenv("INTEROP_MODEL") }

// Telemetry sets up where spans go, and returns what sends those that are left.
type Telemetry func(context.Context) (func(context.Context) error, error)

// Go runs an agent on the scenario that the environment names, and tells the harness its output or its error.
func Go(telemetry Telemetry, agent func(context.Context, *Scenario) (string, error)) {
	if err := run(telemetry, agent); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(telemetry Telemetry, agent func(context.Context, *Scenario) (string, error)) error {
	scenario, err := load(os.Getenv("INTEROP_SCENARIO"))
	if err != nil {
		return err
	}
	ctx := context.Background()
	flush, err := telemetry(ctx)
	if err != nil {
		return err
	}
	output, failure := agent(ctx, scenario)
	event := map[string]any{"event": "run_end", "output": output}
	if failure != nil {
		event = map[string]any{"event": "run_error", "error": failure.Error()}
	}
	if err := tell(event); err != nil {
		return err
	}
	return flush(ctx)
}

// load reads a scenario from the scenarios.json of the working directory.
func load(name string) (*Scenario, error) {
	text, err := os.ReadFile("scenarios.json")
	if err != nil {
		return nil, err
	}
	var all map[string]*Scenario
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	parts := strings.Split(name, "__")
	scenario := all[parts[0]]
	if scenario == nil {
		return nil, fmt.Errorf("%s: no such scenario", parts[0])
	}
	scenario.Name, scenario.variants = parts[0], parts[1:]
	return scenario, nil
}

// tell sends an event to the harness, before the program goes on.
func tell(event map[string]any) error {
	body, err := json.Marshal(event)
	if err != nil {
		return err
	}
	response, err := http.Post(os.Getenv("INTEROP_EVENTS"), "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	return response.Body.Close()
}
