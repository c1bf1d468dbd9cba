package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Tool is a tool of the scenarios, which tells the harness when it ran and what came of it.
type Tool struct {
	Name, Description string
	Parameters        []Parameter
	run               func(arguments map[string]any) (any, error)
}

// Parameter is one of a tool's parameters, with its type in JSON schema.
type Parameter struct{ Name, Type string }

var keys atomic.Int64

// Run runs the tool.
func (t *Tool) Run(arguments map[string]any) (any, error) {
	key := keys.Add(1)
	if arguments == nil {
		arguments = map[string]any{}
	}
	if err := tell(map[string]any{"event": "tool_start", "key": key, "name": t.Name, "args": arguments}); err != nil {
		return nil, err
	}
	result, failure := t.run(arguments)
	event := map[string]any{"event": "tool_end", "key": key, "result": result}
	if failure != nil {
		event = map[string]any{"event": "tool_end", "key": key, "error": failure.Error()}
	}
	if err := tell(event); err != nil {
		return nil, err
	}
	return result, failure
}

// Schema is the JSON schema of the tool's arguments.
func (t *Tool) Schema() map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, p := range t.Parameters {
		properties[p.Name] = map[string]any{"type": p.Type}
		required = append(required, p.Name)
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// ToolList lists the tools of a scenario that are plain functions.
func (s *Scenario) ToolList() []*Tool {
	var found []*Tool
	for i := range all {
		if slices.Contains(s.Tools, all[i].Name) {
			found = append(found, &all[i])
		}
	}
	return found
}

func text(name string) []Parameter { return []Parameter{{name, "string"}} }

func always(result any) func(map[string]any) (any, error) {
	return func(map[string]any) (any, error) { return result, nil }
}

var all = []Tool{
	{"sea_temperature", "Get the temperature of the sea at a beach.", text("beach"), seaTemperature},
	{"tide", "Get the tide at a harbour.", text("harbour"), always("rising")},
	{"free_boats", "List the free boats of a day.", text("day"), always([]any{map[string]any{"boat": "B-7", "seats": 4}})},
	{"boat_price", "Get the price of a boat.", []Parameter{{"boat", "string"}, {"hours", "integer"}}, always(45.5)},
	{"book_boat", "Book a boat.", []Parameter{{"boat", "string"}, {"guest", "string"}, {"paid", "boolean"}}, always("booked")},
	{"buoy_report", "Get the report of a buoy.", text("buoy"), buoyReport},
	{"on_watch", "Get the sailor on watch.", nil, always(map[string]any{"name": "Ines", "roles": []any{"helm", "radio"}, "until": nil})},
	{"sights", "List the sights of a town.", text("town"), always([]any{"castle", "old bridge"})},
	{"mooring_bill", "Get a mooring bill.", text("bill"), mooringBill},
	{"fuel_level", "Get the fuel level of a boat.", text("boat"), always(12)},
	{"logbook", "Read a logbook.", text("title"), always(logbook())},
	{"distance", "Get the distance that a boat makes.", []Parameter{{"knots", "integer"}, {"hours", "integer"}}, always(21)},
}

func seaTemperature(arguments map[string]any) (any, error) {
	beach, _ := arguments["beach"].(string)
	if beach == "Nazare" || beach == "Sagres" { // the first of two ends last
		time.Sleep(30 * time.Millisecond)
	}
	degrees := map[string]int{"Ericeira": 17, "Nazare": 15, "Sagres": 18, "Faro": 21}
	return map[string]any{"beach": beach, "celsius": degrees[beach], "waves": "low"}, nil
}

func buoyReport(map[string]any) (any, error) { return nil, errors.New("The buoy does not answer") }

func mooringBill(arguments map[string]any) (any, error) {
	return map[string]any{"bill": arguments["bill"], "state": "paid", "total": 31}, nil
}

func logbook() string {
	lines := make([]string, 25)
	for i := range lines {
		lines[i] = fmt.Sprintf("§%d 航海 🚢 é “quotes” \\ {\"n\": %d}\t日本語 ñ", i+1, i+1)
	}
	return strings.Join(lines, "\n")
}
