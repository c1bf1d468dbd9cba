package naming

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

const anyTrace = "4bf92f3577b34da6a3ce929d0e0e4736"

// scheme is one of CI's: runs and cases by their resource.
func scheme(t *testing.T, path, runID string) *Scheme {
	t.Helper()
	s, err := NewScheme([]string{"resource:run", "resource:version"}, []string{"resource:case", "root:case"}, path, runID)
	require.NoError(t, err)
	return s
}

func label(source, value string) observation.Label {
	return observation.Label{Source: source, Value: value}
}

func TestName(t *testing.T) {
	known := []observation.Label{
		label("root:case", "other"), label("resource:case", "refund ✓/2"), label("resource:version", "1.2"),
		label("agent:service.name", "shop"),
	}
	for name, test := range map[string]struct {
		path, runID string
		labels      []observation.Label
		want        Name
	}{
		"the trace id": {
			"{trace_id}", "{trace_id}", known,
			Name{Path: []string{anyTrace}, RunID: anyTrace},
		},
		"the first source that has a value": {
			"{run}/{case}", "{run}/{case}", known,
			Name{Path: []string{"1.2", "refund ✓/2"}, RunID: "1.2/refund ✓/2"},
		},
		"the next source where the first has none": {
			"{case}", "{case}",
			[]observation.Label{label("resource:case", ""), label("root:case", "other")},
			Name{Path: []string{"other"}, RunID: "other"},
		},
		"literals around placeholders": {
			"runs/{service}-{case}@{run}", "v{run}", known,
			Name{Path: []string{"runs", "shop-refund ✓/2@1.2"}, RunID: "v1.2"},
		},
		"first characters for sharding": {
			"{trace_id:2}/{trace_id}", "{case:8}", known,
			Name{Path: []string{"4b", anyTrace}, RunID: "refund ✓"},
		},
		"more characters than there are": {
			"{run:9}/{trace_id:99}", "{run}", known,
			Name{Path: []string{"1.2", anyTrace}, RunID: "1.2"},
		},
		"the trace id in the run's folder without a case": {
			"{run}/{case}", "{run}/{case}", known[2:],
			Name{Path: []string{"1.2", anyTrace}, RunID: anyTrace, Lacking: "case"},
		},
		"the trace id alone without a run": {
			"all/{run}/{case}", "{case}", known[:2],
			Name{Path: []string{"all", anyTrace}, RunID: "refund ✓/2", Lacking: "run"},
		},
		"a run id that lacks a value is no lack of the file's": {
			"{case}", "{run}", known[:2],
			Name{Path: []string{"refund ✓/2"}, RunID: anyTrace},
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, scheme(t, test.path, test.runID).Name(anyTrace, test.labels))
		})
	}
}

func TestWhatASchemeNeeds(t *testing.T) {
	for path, want := range map[string]struct {
		shared  bool
		folders int
		wanted  int
	}{
		"{trace_id}":               {false, 0, 0},
		"{trace_id:2}/{trace_id}":  {false, 1, 0},
		"{run}/{trace_id:16}":      {false, 1, 2},
		"{run}/{case}":             {true, 1, 4},
		"a/b/{case}":               {true, 2, 2},
		"{case}-{trace_id:4}":      {true, 0, 2},
		"{service}/{case}-{run:4}": {true, 1, 5},
	} {
		t.Run(path, func(t *testing.T) {
			s := scheme(t, path, "{trace_id}")
			assert.Equal(t, want.shared, s.Shared())
			assert.Equal(t, want.folders, s.Folders())
			assert.Len(t, s.wanted, want.wanted)
		})
	}
	assert.Len(t, scheme(t, "{trace_id}", "{case}").wanted, 2, "a run id wants values too")
	assert.Equal(t, []string{"resource:case", "root:case"}, scheme(t, "{case}", "{run}").Sources("case"))
}

func TestFaults(t *testing.T) {
	for name, test := range map[string]struct {
		run, cases  string // sources, by blanks
		path, runID string
		want        string
	}{
		"a source without level":       {"service.version", "any:c", "{case}", "{run}", `run: "service.version" is no source: must be resource:KEY, root:KEY or any:KEY`},
		"a source of another level":    {"any:r", "baggage:c", "{case}", "{run}", `case: "baggage:c" is no source`},
		"a level of our own":           {"any:r", "agent:c", "{case}", "{run}", `case: "agent:c" is no source`},
		"a source without key":         {"any:r", "any:", "{case}", "{run}", `case: "any:" is no source`},
		"no sources for a placeholder": {"any:r", "", "{case}", "{run}", "case: has no sources, but path or run_id holds {case}: must name at least one"},
		"no sources for a run's id":    {"", "any:c", "{case}", "{run}", "run: has no sources, but path or run_id holds {run}"},
		"an empty path":                {"any:r", "any:c", "", "{run}", "path: is empty: may hold {trace_id}"},
		"an empty run id":              {"any:r", "any:c", "{case}", "", "run_id: is empty: may hold {trace_id}"},
		"an unknown placeholder":       {"any:r", "any:c", "{cas}", "{run}", `path: "{cas}": {cas} is not known: may hold {trace_id}, {run}, {case} and {service}`},
		"an unknown one in a run id":   {"any:r", "any:c", "{case}", "{time}", `run_id: "{time}": {time} is not known`},
		"a placeholder left open":      {"any:r", "any:c", "{case", "{run}", `path: "{case": "{" stands without "}"`},
		"a bracket too many":           {"any:r", "any:c", "{case}}", "{run}", `path: "{case}}": "}" stands without "{"`},
		"no number of characters":      {"any:r", "any:c", "{case:x}", "{run}", `path: "{case:x}": {case:x}: "x" is no number of characters: must be from 1 to 128`},
		"no characters":                {"any:r", "any:c", "{case:0}", "{run}", `must be from 1 to 128`},
		"an absolute path":             {"any:r", "any:c", "/{case}", "{run}", `path: "/{case}": has an empty element: must be a relative path`},
		"a folder at the end":          {"any:r", "any:c", "{case}/", "{run}", `has an empty element`},
		"a path out":                   {"any:r", "any:c", "../{case}", "{run}", `".." begins with a dot: must not be hidden`},
		"a hidden file":                {"any:r", "any:c", ".{case}", "{run}", `"." begins with a dot`},
		"a backslash":                  {"any:r", "any:c", `a\{case}`, "{run}", `"a\\" can't be part of a name: must be letters, digits and . _ - + = @`},
		"an extension":                 {"any:r", "any:c", "{case}.jsonl", "{run}", `".jsonl" ends a name: must not end with a dot or .jsonl, which is added`},
		"a dot at the end":             {"any:r", "any:c", "{run}./{case}", "{run}", `"." ends a name`},
		"one name for all":             {"any:r", "any:c", "{service}/{run}", "{run}", `gives every trace of a run the same name: must hold {case} or {trace_id}`},
		"too little of the trace id":   {"any:r", "any:c", "{trace_id:8}", "{run}", `must hold {case} or {trace_id}`},
		"too many folders":             {"any:r", "any:c", strings.Repeat("a/", 9) + "{case}", "{run}", `has 9 folders: must have at most 8`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewScheme(strings.Fields(test.run), strings.Fields(test.cases), test.path, test.runID)
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestAllFaultsAreToldAtOnce(t *testing.T) {
	_, err := NewScheme([]string{"a"}, []string{"b"}, "{x}", "{y}")
	for _, key := range []string{"run: ", "case: ", "path: ", "run_id: "} {
		assert.ErrorContains(t, err, key)
	}
}

func FuzzTemplate(f *testing.F) {
	for _, text := range []string{"", "{trace_id}", "{run}/{case}", "a-{case:3}", "{", "}", "{{", "{:", "//", "{case:99999999999999999999}"} {
		f.Add(text, "value")
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		parsed, err := parseTemplate(text)
		if err != nil {
			return
		}
		values := map[string]string{traceID: anyTrace, run: value, testee: value, service: value}
		elements, lacking := parsed.fill(values)
		if (lacking == "") != (len(elements) == len(parsed)) {
			t.Fatalf("%q gives %q and lacks %q", text, elements, lacking)
		}
		if parsed.checkPath() == nil && strings.ContainsAny(value, "/\\\x00") == false {
			for _, element := range elements {
				if element == "" || strings.Contains(element, "/") {
					t.Fatalf("%q gives the element %q", text, element)
				}
			}
		}
	})
}
