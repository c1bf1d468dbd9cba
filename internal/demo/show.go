package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// record is a line of a file, as far as a table needs it.
type record struct {
	Type     string `json:"type"`
	Step     int    `json:"step"`
	NodeType string `json:"node_type"`
	Content  string `json:"content"`
}

// show lists the files and prints the one with the most steps, which it returns, as a table.
func show(out io.Writer, directory string, files []string) (longest string, err error) {
	if len(files) == 0 {
		return "", fmt.Errorf("%s: no files were written", directory)
	}
	fmt.Fprintf(out, "\nfiles in %s:\n", directory)
	steps := map[string][]record{}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, file := range files {
		if steps[file], err = readSteps(file); err != nil {
			return "", err
		}
		fmt.Fprintf(table, "  %s\t%d steps\t%s\n", filepath.Base(file), len(steps[file]), firstText(steps[file]))
	}
	if err := table.Flush(); err != nil {
		return "", err
	}
	longest = slices.MaxFunc(files, func(a, b string) int { return cmp.Compare(len(steps[a]), len(steps[b])) })
	fmt.Fprintf(out, "\n%s:\n", filepath.Base(longest))
	return longest, printTable(out, steps[longest])
}

// whereToLook tells what to do next.
func whereToLook(out io.Writer, s settings, longest string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "\nwhere to look:\n")
	for _, row := range [][2]string{
		{s.directory, "the files, one per run"},
		{"agentdelta inspect " + longest, "the run above, by agentdelta itself (pip install agentdelta)"},
		{"make page", "the same with the collector still running: its page at " + s.page},
		{s.collector + " --config " + s.config, "a collector for your own agent, with the same page"},
		{"README.md", "names that pair, content, monitoring; docs/operations.md when something is missing"},
	} {
		fmt.Fprintf(table, "  %s\t%s\n", row[0], row[1])
	}
	return table.Flush()
}

// firstText is what the user asked for.
func firstText(steps []record) string {
	if len(steps) == 0 {
		return ""
	}
	return oneLine(steps[0].Content, 60)
}

func readSteps(file string) ([]record, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var steps []record
	for number, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", file, number+1, err)
		}
		if r.Type == "node" {
			steps = append(steps, r)
		}
	}
	return steps, nil
}

func printTable(out io.Writer, steps []record) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  step\ttype\tcontent")
	for _, step := range steps {
		fmt.Fprintf(table, "  %d\t%s\t%s\n", step.Step, step.NodeType, oneLine(step.Content, 90))
	}
	return table.Flush()
}

// oneLine is a text's first n code points, on one line.
func oneLine(text string, n int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n]) + "…"
}
