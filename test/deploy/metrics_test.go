package deploy

import (
	"encoding/json"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/promql/promqltest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

const prefix = "otelcol_exporter_agentdelta_"

// theirs are metrics of the collector itself that queries may use, with the labels that they may use of them.
var theirs = map[string][]string{
	"otelcol_exporter_send_failed_spans":  {"exporter"},
	"otelcol_exporter_in_flight_requests": {"exporter"},
}

// target are labels that Prometheus adds.
var target = []string{"job", "instance"}

// declared maps the metrics of metadata.yaml, as Prometheus names their series, to their labels.
func declared(t *testing.T) map[string][]string {
	t.Helper()
	var metadata struct {
		Attributes map[string]struct {
			Name string `json:"name_override"`
		} `json:"attributes"`
		Telemetry struct {
			Metrics map[string]struct {
				Attributes []string  `json:"attributes"`
				Histogram  *struct{} `json:"histogram"`
			} `json:"metrics"`
		} `json:"telemetry"`
	}
	require.NoError(t, yaml.Unmarshal(read(t, "metadata.yaml"), &metadata))
	found := map[string][]string{}
	for name, metric := range metadata.Telemetry.Metrics {
		var names []string
		for _, attribute := range metric.Attributes {
			if override := metadata.Attributes[attribute].Name; override != "" {
				attribute = override
			}
			names = append(names, strings.ReplaceAll(attribute, ".", "_"))
		}
		name = "otelcol_" + name
		if metric.Histogram == nil {
			found[name] = names
			continue
		}
		found[name+"_bucket"] = append(slices.Clone(names), "le")
		found[name+"_sum"], found[name+"_count"] = names, names
	}
	require.NotEmpty(t, found)
	return found
}

// check parses a query and makes sure that its metrics exist, with the labels that it selects and groups by.
func check(t *testing.T, query string) (used []string) {
	t.Helper()
	expression, err := parser.NewParser(parser.Options{}).ParseExpr(query)
	require.NoError(t, err, query)
	ours := declared(t)
	var known []string
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		if selector, ok := node.(*parser.VectorSelector); ok {
			allowed, ok := ours[selector.Name]
			if !ok {
				allowed, ok = theirs[selector.Name]
			}
			assert.True(t, ok, "%s: metadata.yaml has no metric %s", query, selector.Name)
			used = append(used, selector.Name)
			known = append(append(known, allowed...), target...)
			for _, matcher := range selector.LabelMatchers {
				assert.Contains(t, append([]string{"__name__"}, known...), matcher.Name, query)
			}
		}
		return nil
	})
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		if aggregate, ok := node.(*parser.AggregateExpr); ok {
			for _, label := range aggregate.Grouping {
				assert.Contains(t, known, label, query)
			}
		}
		return nil
	})
	return used
}

func rules(t *testing.T) []rulefmt.Rule {
	t.Helper()
	groups, faults := rulefmt.Parse(read(t, "config/prometheus/alerts.yaml"), false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.Default())
	require.Empty(t, faults)
	require.Len(t, groups.Groups, 1)
	return groups.Groups[0].Rules
}

func TestAlertsAskForMetricsThatExist(t *testing.T) {
	for _, rule := range rules(t) {
		check(t, rule.Expr)
		assert.Contains(t, []string{"critical", "warning"}, rule.Labels["severity"], rule.Alert)
		assert.NotEmpty(t, rule.Annotations["summary"], rule.Alert)
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (.+)$`)

func TestAlertsLeadToWhatToDo(t *testing.T) {
	anchors := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(string(read(t, "docs/operations.md")), -1) {
		anchor := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(match[1]), "")
		anchors[strings.ReplaceAll(anchor, " ", "-")] = true
	}
	for _, rule := range rules(t) {
		page, anchor, _ := strings.Cut(rule.Annotations["runbook_url"], "#")
		assert.True(t, strings.HasSuffix(page, "/docs/operations.md"), rule.Alert)
		assert.True(t, anchors[anchor], "%s: docs/operations.md has no heading #%s", rule.Alert, anchor)
	}
}

type dashboard struct {
	Templating struct {
		List []struct {
			Name  string          `json:"name"`
			Query json.RawMessage `json:"query"`
		} `json:"list"`
	} `json:"templating"`
	Panels []struct {
		ID          int                            `json:"id"`
		Title       string                         `json:"title"`
		Description string                         `json:"description"`
		Grid        struct{ X, Y, W, H int }       `json:"gridPos"`
		Targets     []struct{ Expr, RefID string } `json:"targets"`
	} `json:"panels"`
}

var variable = regexp.MustCompile(`\$(__rate_interval|\w+)`)

func TestTheDashboardAsksForMetricsThatExistAndShowsThemAll(t *testing.T) {
	var board dashboard
	require.NoError(t, json.Unmarshal(read(t, "config/grafana/dashboard.json"), &board))
	variables := map[string]bool{"__rate_interval": true}
	for _, v := range board.Templating.List {
		variables[v.Name] = true
		for _, name := range regexp.MustCompile(prefix+`\w+`).FindAllString(string(v.Query), -1) {
			assert.Contains(t, declared(t), name)
		}
	}
	shown := map[string]bool{}
	for _, panel := range board.Panels {
		assert.NotEmpty(t, panel.Description, panel.Title)
		for _, target := range panel.Targets {
			for _, name := range variable.FindAllStringSubmatch(target.Expr, -1) {
				assert.True(t, variables[name[1]], "%s: %s", panel.Title, name[0])
			}
			query := strings.NewReplacer("$__rate_interval", "5m", "$job", ".*", "$instance", ".*").Replace(target.Expr)
			for _, name := range check(t, query) {
				shown[strings.TrimSuffix(name, "_bucket")] = true
			}
		}
	}
	for name := range declared(t) {
		name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
		assert.True(t, shown[name], "no panel shows %s", name)
	}
}

func TestPanelsDoNotOverlap(t *testing.T) {
	var board dashboard
	require.NoError(t, json.Unmarshal(read(t, "config/grafana/dashboard.json"), &board))
	cells, ids := map[[2]int]string{}, map[int]bool{}
	for _, panel := range board.Panels {
		assert.False(t, ids[panel.ID], "%s: the id is taken", panel.Title)
		ids[panel.ID] = true
		assert.LessOrEqual(t, panel.Grid.X+panel.Grid.W, 24, panel.Title)
		for x := panel.Grid.X; x < panel.Grid.X+panel.Grid.W; x++ {
			for y := panel.Grid.Y; y < panel.Grid.Y+panel.Grid.H; y++ {
				assert.Empty(t, cells[[2]int{x, y}], panel.Title)
				cells[[2]int{x, y}] = panel.Title
			}
		}
	}
}

// healthy is an hour and a half of a collector that works; sick changes one of its series.
var healthy = map[string]string{
	`spans_received{instance="a",dialect="genai",role="llm"}`: "0+60x180",
	`traces_written{instance="a"}`:                            "0+5x180",
	`traces_closed{instance="a",reason="root_ended"}`:         "0+5x180",
	`traces_closed{instance="a",reason="idle"}`:               "0+0x180",
	`traces_closed{instance="a",reason="memory"}`:             "0+0x180",
	`traces_closed{instance="a",reason="late"}`:               "0+1x180",
	`write_failures{instance="a",error_type="panic"}`:         "0+0x180",
	`writes_blocked{instance="a"}`:                            "0x180",
	`steps_without_content{instance="a",dialect="genai"}`:     "0+0x180",
	`spans_dropped{instance="a",reason="invalid_span_id"}`:    "0+0x180",
	`files_named_by_trace_id{instance="a"}`:                   "0+0x180",
	`fragments_skipped{instance="a",reason="corrupt"}`:        "0+0x180",
	`write_duration_bucket{instance="a",le="0.01"}`:           "0+5x180",
	`write_duration_bucket{instance="a",le="1"}`:              "0+5x180",
	`write_duration_bucket{instance="a",le="5"}`:              "0+5x180",
	`write_duration_bucket{instance="a",le="+Inf"}`:           "0+5x180",
}

var sick = map[string]map[string]string{
	"AgentdeltaCannotWrite":    {`writes_blocked{instance="a"}`: "0x90 1x90"},
	"AgentdeltaWritesFail":     {`write_failures{instance="a",error_type="panic"}`: "0+1x180"},
	"AgentdeltaRefuses":        {`!otelcol_exporter_in_flight_requests{instance="a",exporter="agentdelta"}`: "80x180"},
	"AgentdeltaWritesEarly":    {`traces_closed{instance="a",reason="memory"}`: "0+1x180"},
	"AgentdeltaWritesNothing":  {`traces_written{instance="a"}`: "7x180"},
	"AgentdeltaRunsIncomplete": {`traces_closed{instance="a",reason="idle"}`: "0+4x180"},
	"AgentdeltaContentMissing": {`steps_without_content{instance="a",dialect="genai"}`: "0+1x180"},
	"AgentdeltaFilesDontPair":  {`files_named_by_trace_id{instance="a"}`: "0+1x180"},
	"AgentdeltaLosesSpans":     {`spans_dropped{instance="a",reason="invalid_span_id"}`: "0+1x180"},
	"AgentdeltaStorageSpoiled": {`fragments_skipped{instance="a",reason="corrupt"}`: "0x90 1x90"},
	"AgentdeltaWritesSlowly":   {`write_duration_bucket{instance="a",le="1"}`: "0+3x180", `write_duration_bucket{instance="a",le="0.01"}`: "0+0x180"},
}

// firing lists the alerts that a collector with these series gives at the end.
func firing(t *testing.T, change map[string]string) (names []string) {
	t.Helper()
	var load strings.Builder
	load.WriteString("load 30s\n")
	for series, values := range healthy {
		if other, ok := change[series]; ok {
			values = other
		}
		load.WriteString("  " + prefix + series + " " + values + "\n")
	}
	for series, values := range change {
		if name, ok := strings.CutPrefix(series, "!"); ok {
			load.WriteString("  " + name + " " + values + "\n")
		}
	}
	storage := promqltest.LoadedStorage(t, load.String())
	defer storage.Close()
	engine := promqltest.NewTestEngine(t, false, 0, promqltest.DefaultMaxSamplesPerQuery)
	for _, rule := range rules(t) {
		query, err := engine.NewInstantQuery(t.Context(), storage, nil, rule.Expr, time.Unix(0, 0).Add(90*time.Minute))
		require.NoError(t, err)
		result := query.Exec(t.Context())
		require.NoError(t, result.Err, rule.Alert)
		vector, err := result.Vector()
		require.NoError(t, err)
		if len(vector) > 0 {
			assert.Equal(t, "a", labelOf(vector, "instance"), "%s tells whose it is", rule.Alert)
			names = append(names, rule.Alert)
		}
		query.Close()
	}
	return names
}

func labelOf(vector promql.Vector, name string) string {
	return vector[0].Metric.Get(name)
}

func TestNoAlertFiresForACollectorThatWorks(t *testing.T) {
	assert.Empty(t, firing(t, nil))
}

func TestEachAlertFiresForItsFaultAlone(t *testing.T) {
	for _, rule := range rules(t) {
		t.Run(rule.Alert, func(t *testing.T) {
			require.Contains(t, sick, rule.Alert)
			assert.Equal(t, []string{rule.Alert}, firing(t, sick[rule.Alert]))
		})
	}
}

var series = regexp.MustCompile(`(?m)^(` + prefix + `\w+)(?:\{([^}]*)\})? `)

// checkMetrics makes sure that what a collector really serves is what metadata.yaml promises.
func checkMetrics(t *testing.T, text string) {
	t.Helper()
	found := series.FindAllStringSubmatch(text, -1)
	assert.Greater(t, len(found), 20)
	for _, match := range found {
		allowed, ok := declared(t)[match[1]]
		require.True(t, ok, "%s is served and not declared", match[1])
		for pair := range strings.SplitSeq(match[2], ",") {
			if name, _, ok := strings.Cut(pair, "="); ok {
				assert.Contains(t, allowed, name, match[1])
			}
		}
	}
}
