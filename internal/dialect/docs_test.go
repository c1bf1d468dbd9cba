package dialect

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/dialects.md anew")

// TestDocs holds docs/dialects.md equal to the tables.
func TestDocs(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "dialects.md")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(dialectsPage()), 0o644))
	}
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	if string(page) != dialectsPage() {
		t.Error("docs/dialects.md is not what the tables say; write it anew: go test ./internal/dialect -run TestDocs -update")
	}
}

var (
	dialectName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	sourceLink  = regexp.MustCompile(`^https://\S+$|^[\w.-]+/[\w.-]+(@[\w./-]+)?:[^\s:]+$`)
)

func TestEachDialectIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range registry {
		t.Run(d.Name, func(t *testing.T) {
			assert.Regexp(t, dialectName, d.Name)
			assert.False(t, seen[d.Name] || seen[d.About.Title], "two of one name")
			seen[d.Name], seen[d.About.Title] = true, true
			for field, text := range map[string]string{
				"Title": d.About.Title, "Versions": d.About.Versions, "Switch": d.About.Switch, "Gaps": d.About.Gaps,
			} {
				assert.NotEmpty(t, text, "About."+field)
			}
			assert.NotEmpty(t, d.About.Links, "About.Links")
			for _, link := range d.About.Links {
				assert.Regexp(t, sourceLink, link, "a link is a URL or repository:path")
			}
			assert.Equal(t, d.Match.Also != nil, d.About.Also != "", "About.Also says what Match.Also asks")
			assert.Equal(t, d.Log != nil, d.About.Logs != "", "About.Logs says what Log reads")
			assert.True(t, d.Log != nil || recognised(d) != "", "something recognises it")
			for _, row := range places(d) {
				assert.NotEmpty(t, row.places, "%s: each source says where it is", row.field)
			}
		})
	}
}

// dialectsPage is docs/dialects.md.
func dialectsPage() string {
	var page strings.Builder
	page.WriteString(pageHead)
	for i, d := range registry {
		fmt.Fprintf(&page, "| %d | [`%s`](#%s) | %s |\n", i+1, d.Name, d.Name, cell(d.About.Title))
	}
	page.WriteString(settingsTable())
	for _, d := range registry {
		page.WriteString(dialectSection(d))
	}
	return page.String()
}

const settingsHead = `
## What turns texts on

A step without texts can't be compared. Where an instrumentation records none, the exporter says in its log what to set,
once for each of its scopes and services:

| Dialect | Instrumentation | By default | Set | Texts come in |
|---|---|---|---|---|
`

func settingsTable() string {
	var table strings.Builder
	table.WriteString(settingsHead)
	for i := range settings {
		s := settings[i]
		if s.Title == "" {
			s.Title = titleOf(s.Dialect)
		}
		isOn, set := "off", s.Set
		switch {
		case set == "":
			isOn, set = "on", "nothing"
		case s.Default:
			isOn = "on"
		}
		fmt.Fprintf(&table, "| [`%s`](#%s) | %s | %s | %s | %s |\n", s.Dialect, s.Dialect, cell(s.Title), isOn, cell(set), s.Place)
	}
	return table.String()
}

const pageHead = `# Dialects

<!-- Generated from the tables in internal/dialect: go test ./internal/dialect -run TestDocs -update -->

How agents are recorded, by whom, and what of it is read. Each span is read by the first of these dialects that recognises
it and knows what it is; the others that recognise it too fill what that one leaves open, unless a mask stands there. The
metric ` + "`otelcol_exporter_agentdelta_spans_received`" + ` counts spans by dialect, and a file's ` + "`conventions`" + ` names those of its trace.

Of several places where a value may stand, the first that holds one counts. A place that ends in ` + "`*`" + ` or ` + "`N`" + ` is many
attributes that together spell out a list or an object.

| Order | Dialect | Recorded by |
|--:|---|---|
`

func dialectSection(d *Dialect) string {
	var section strings.Builder
	fmt.Fprintf(&section, "\n## %s\n\n**%s**\n\n", d.Name, d.About.Title)
	if text := recognised(d); text != "" {
		fmt.Fprintf(&section, "- **Recognised**: %s\n", text)
	}
	fmt.Fprintf(&section, "- **Versions**: %s\n", d.About.Versions)
	fmt.Fprintf(&section, "- **Switch for texts**: %s\n", d.About.Switch)
	if d.About.Logs != "" {
		fmt.Fprintf(&section, "- **Log records**: %s\n", d.About.Logs)
	}
	fmt.Fprintf(&section, "- **Not recorded**: %s\n", d.About.Gaps)
	fmt.Fprintf(&section, "- **Sources**: %s\n", links(d.About.Links))
	if rows := places(d); len(rows) > 0 {
		section.WriteString("\n| Read | from the first of |\n|---|---|\n")
		for _, row := range rows {
			fmt.Fprintf(&section, "| %s | %s |\n", row.field, row.places)
		}
	}
	if d.follows != nil {
		fmt.Fprintf(&section, "\nEverything else, and what is missing here, as [`%s`](#%s).\n", d.follows.Name, d.follows.Name)
	}
	return section.String()
}

// recognised says which spans a dialect claims.
func recognised(d *Dialect) string {
	m := &d.Match
	var ways []string
	for _, way := range []struct {
		head  string
		texts []string
	}{
		{"scope ", m.Scopes},
		{"a scope that begins with ", m.ScopePrefixes},
		{"attribute ", m.Keys},
		{"an attribute that begins with ", m.KeyPrefixes},
		{"a span's name that begins with ", m.NamePrefixes},
	} {
		if len(way.texts) > 0 {
			ways = append(ways, way.head+codes(way.texts))
		}
	}
	if d.About.Also != "" {
		ways = append(ways, d.About.Also)
	}
	return strings.Join(ways, "; or ")
}

type placeRow struct{ field, places string }

// places lists where the fields of a dialect stand: those that it doesn't share with the dialect that it follows.
func places(d *Dialect) []placeRow {
	base := d.follows
	if base == nil {
		base = &Dialect{}
	}
	rows := []placeRow{
		{"agent's name", codes(without(d.Common.AgentName, base.Common.AgentName))},
		{"session", codes(without(d.Common.Session, base.Common.Session))},
		{"agent: question", sources(d.Agent.Request, base.Agent.Request)},
		{"agent: answer", sources(d.Agent.Result, base.Agent.Result)},
		{"agent: structured answer", sources(d.Agent.Structured, base.Agent.Structured)},
		{"model", codes(without(d.LLM.Model, base.LLM.Model))},
		{"model: finish reason", codes(without(d.LLM.Finish, base.LLM.Finish))},
		{"model: request", sources(d.LLM.Input, base.LLM.Input)},
		{"model: response", sources(d.LLM.Output, base.LLM.Output)},
		{"tool", codes(without(d.Tool.Name, base.Tool.Name))},
		{"tool: call id", codes(without(d.Tool.CallID, base.Tool.CallID))},
		{"tool: arguments", sources(d.Tool.Arguments, base.Tool.Arguments)},
		{"tool: output", sources(d.Tool.Result, base.Tool.Result)},
	}
	return slices.DeleteFunc(rows, func(row placeRow) bool { return row.places == "" })
}

func without(list, base []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(text string) bool { return slices.Contains(base, text) })
}

func sources(list, base []Source) string {
	var names []string
	for i := range list {
		shared := slices.ContainsFunc(base, func(s Source) bool { return s.Place == list[i].Place })
		if !shared && !slices.Contains(names, list[i].Place) {
			names = append(names, list[i].Place)
		}
	}
	return codes(names)
}

// codes writes texts as code, with commas between them.
func codes(texts []string) string {
	written := make([]string, len(texts))
	for i, text := range texts {
		written[i] = "`" + cell(text) + "`"
	}
	return strings.Join(written, ", ")
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// links writes sources as links; of a repository's path it is the file at its head, or at the version named.
func links(list []string) string {
	written := make([]string, len(list))
	for i, link := range list {
		written[i] = "<" + link + ">"
		if repository, path, found := strings.Cut(link, ":"); found && !strings.HasPrefix(link, "https://") {
			repository, version, versioned := strings.Cut(repository, "@")
			if !versioned {
				version = "HEAD"
			}
			written[i] = fmt.Sprintf("[%s](https://github.com/%s/blob/%s/%s)", link, repository, version, path)
		}
	}
	return strings.Join(written, ", ")
}
