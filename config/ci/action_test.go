package ci_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runner does with a composite action what GitHub's does: it looks at conditions, fills in expressions and runs scripts.
// What other actions do, it only takes down.
type runner struct {
	t      *testing.T
	folder string            // the job's
	values map[string]string // of expressions
	uses   []string          // the actions that were used, and the scripts that were only named
}

func newRunner(t *testing.T, a action, inputs map[string]string) *runner {
	here, err := os.Getwd()
	require.NoError(t, err)
	r := &runner{t: t, folder: t.TempDir(), values: map[string]string{
		"github.action_path": here, "runner.os": "Linux", "runner.arch": "X64",
	}}
	for name, input := range a.Inputs {
		r.values["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		require.Contains(t, a.Inputs, name)
		r.values["inputs."+name] = value
	}
	return r
}

var condition = regexp.MustCompile(`^([a-z.-]+) (==|!=) '([^']*)'$`)

// holds tells whether a step's condition does.
func (r *runner) holds(text string) bool {
	for part := range strings.SplitSeq(text, " && ") {
		if part == "" {
			continue
		}
		found := condition.FindStringSubmatch(part)
		require.NotNil(r.t, found, "a condition that this runner doesn't know: %s", part)
		if (r.values[found[1]] == found[3]) != (found[2] == "==") {
			return false
		}
	}
	return true
}

var expression = regexp.MustCompile(`\$\{\{ ([a-z._-]+) \}\}`)

func (r *runner) filled(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		value, known := r.values[expression.FindStringSubmatch(e)[1]]
		require.True(r.t, known, "%s has no value", e)
		return value
	})
}

// script runs a step's script, and takes its outputs down. It returns the exit code and what was printed.
func (r *runner) script(s step, env ...string) (int, string) {
	r.t.Helper()
	output := filepath.Join(r.folder, "output")
	require.NoError(r.t, os.WriteFile(output, nil, 0o600))
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	command.Dir = r.folder
	command.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+r.values["github.action_path"], "GITHUB_OUTPUT="+output,
		"RUNNER_TEMP="+r.folder, "GITHUB_ACTIONS=", "GITHUB_STEP_SUMMARY=")
	for name, value := range s.Env {
		command.Env = append(command.Env, name+"="+r.filled(value))
	}
	command.Env = append(command.Env, env...)
	out, _ := command.CombinedOutput()
	text, err := os.ReadFile(output)
	require.NoError(r.t, err)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		r.values["steps."+s.ID+".outputs."+name] = value
	}
	return command.ProcessState.ExitCode(), string(out)
}

// plan lists what would be done, without doing it but for the scripts that are named.
func (r *runner) plan(a action, run ...string) []string {
	r.t.Helper()
	for _, s := range a.Runs.Steps {
		if !r.holds(s.If) {
			continue
		}
		for _, value := range s.With {
			r.filled(value)
		}
		for _, id := range run {
			if s.ID == id {
				code, out := r.script(s)
				require.Zero(r.t, code, out)
			}
		}
		name, _, _ := strings.Cut(s.Uses, "@")
		r.uses = append(r.uses, name+s.ID)
	}
	return r.uses
}

func TestTheActionBuildsTheCollectorOnce(t *testing.T) {
	a := readAction(t)
	cached := []string{"source", "actions/cachebuilt", "", "actions/cache", "compare"}
	built := []string{"source", "actions/cachebuilt", "actions/setup-go", "", "", "actions/cache", "compare"}

	first := newRunner(t, a, nil)
	assert.Equal(t, built, first.plan(a, "source"))
	assert.Regexp(t, "^[0-9a-f]{40}$", first.values["steps.source.outputs.hash"])
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(root, "build", "otelcol-agentdelta"), first.values["steps.source.outputs.build"])

	second := newRunner(t, a, nil)
	second.values["steps.built.outputs.cache-hit"] = "true"
	assert.Equal(t, cached, second.plan(a, "source"))
	assert.Equal(t, first.values["steps.source.outputs.hash"], second.values["steps.source.outputs.hash"])

	own := newRunner(t, a, map[string]string{"collector": "/otelcol", "agentdelta": ""})
	assert.Equal(t, []string{"compare"}, own.plan(a))
}

// What the action's last step does on recorded agents, as GitHub's runner would run it.
func TestTheActionComparesRecordedAgents(t *testing.T) {
	a := readAction(t)
	here, err := os.Getwd()
	require.NoError(t, err)
	play := "python3 '" + here + "/testdata/play.py' '" + recording("langchain-openinference/parallel_tools__graph") + "'"
	folder := t.TempDir()
	for _, job := range []struct {
		name   string
		inputs map[string]string
		code   int
		says   string
	}{
		{"a run without a baseline records", map[string]string{"run": "base"}, 0, "recorded: 1 cases, 0 with problems"},
		{"an equal run passes", map[string]string{"run": "same", "baseline": "agentdelta-traces/base"}, 0, "passed: 1 pairs"},
		{
			"a switched tool fails", map[string]string{
				"run": "other", "baseline": "agentdelta-traces/base", "command": play + " --switch get_weather=search_forecast",
			}, 1, "tool at step 3: get_weather -> search_forecast",
		},
		{"a command that fails fails", map[string]string{"run": "broken", "command": "false | true"}, 1, "the command ended with code 1"},
	} {
		endpoint, err := freeEndpoint()
		require.NoError(t, err)
		inputs := map[string]string{"collector": os.Args[0], "agentdelta": "", "endpoint": endpoint.String(), "command": play}
		maps.Copy(inputs, job.inputs)
		r := newRunner(t, a, inputs)
		r.folder = folder
		last := a.Runs.Steps[len(a.Runs.Steps)-1]
		code, out := r.script(last, listenAt+"="+endpoint.Host, "PYTHONPATH="+filepath.Join(here, "testdata"), "PYTHONDONTWRITEBYTECODE=1",
			"OTEL_RESOURCE_ATTRIBUTES=")
		assert.Equal(t, job.code, code, "%s: %s", job.name, out)
		assert.Contains(t, out, job.says, job.name)
		assert.FileExists(t, r.values["steps.compare.outputs.report"], job.name)
		assert.Equal(t, "agentdelta-traces/"+job.inputs["run"], r.values["steps.compare.outputs.traces"], job.name)
		assert.Equal(t, r.filled(a.Outputs["traces"].Value), r.values["steps.compare.outputs.traces"], job.name)
	}
}
