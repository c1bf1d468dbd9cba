package ci_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// listenAt makes this test binary a collector that listens there.
const listenAt = "AGENTDELTA_TEST_LISTEN_AT"

func TestMain(m *testing.M) {
	if os.Getenv(listenAt) == "" || len(os.Args) < 3 || os.Args[1] != "--config" {
		os.Exit(m.Run())
	}
	if err := collect(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var ran = regexp.MustCompile(`(?m)^Ran (\d+) tests`)

func TestWhatTheRecipeDecides(t *testing.T) {
	command := exec.Command("python3", "-B", "-m", "unittest")
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	count := ran.FindSubmatch(out)
	require.NotNil(t, count, "%s", out)
	assert.NotEqual(t, "0", string(count[1]))
}

// bench is a folder in which the recipe runs, with this test binary for a collector and a stand-in for agentdelta.
type bench struct {
	t      *testing.T
	folder string
}

// run runs the recipe on recordings, and returns its exit code and what it printed.
func (b bench) run(name string, options, play []string) (int, string) {
	b.t.Helper()
	endpoint, err := freeEndpoint()
	require.NoError(b.t, err)
	here, err := os.Getwd()
	require.NoError(b.t, err)
	arguments := []string{
		"-B", filepath.Join(here, "agentdelta_ci"), "run", "--collector", os.Args[0], "--endpoint", endpoint.String(),
		"--directory", "traces", "--run", name,
	}
	arguments = append(arguments, options...)
	arguments = append(arguments, "--", "python3", filepath.Join(here, "testdata/play.py"))
	command := exec.Command("python3", append(arguments, play...)...)
	command.Dir = b.folder
	command.Env = append(os.Environ(), listenAt+"="+endpoint.Host, "PYTHONPATH="+filepath.Join(here, "testdata"),
		"OTEL_RESOURCE_ATTRIBUTES=", "GITHUB_ACTIONS=", "GITHUB_STEP_SUMMARY=")
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(b.t, err, "%s", out)
	}
	return command.ProcessState.ExitCode(), string(out)
}

func (b bench) files(run string) []string {
	b.t.Helper()
	found, err := filepath.Glob(filepath.Join(b.folder, "traces", run, "*.jsonl"))
	require.NoError(b.t, err)
	for i := range found {
		found[i] = filepath.Base(found[i])
	}
	return found
}

// Runs of recorded agents, through the recipe as CI runs it: what a user must be told, and with which exit code.
func TestTheRecipeOnRecordedAgents(t *testing.T) {
	agents := []string{recording("langchain-openinference/parallel_tools__graph"), recording("openai-agents-openinference/tool_error__root")}
	silent := []string{recording("vercel-ai-v7-content-off/parallel_tools__off")}
	b := bench{t, t.TempDir()}
	code, out := b.run("base", nil, agents)
	require.Equal(t, 0, code, out)
	require.Contains(t, out, "recorded: 2 cases, 0 with problems")
	cases := []string{"parallel_tools__graph.jsonl", "tool_error__root.jsonl"}
	require.Equal(t, cases, b.files("base"))

	for name, test := range map[string]struct {
		play  []string
		code  int
		files []string
		says  []string
	}{
		"equal runs pass": {agents, 0, cases, []string{"ok    parallel_tools__graph  score 100.0", "passed: 2 pairs"}},
		"a switched tool fails with its step": {
			append([]string{"--switch", "get_weather=search_forecast"}, agents...), 1, cases,
			[]string{"tool at step 3: get_weather -> search_forecast", "FAILED: 2 pairs, 1 cases with problems"},
		},
		"a run without texts fails, with what turns them on": {
			silent, 1,
			[]string{"parallel_tools__off.jsonl"},
			[]string{
				"collector: ", "no texts were recorded by Vercel AI SDK", "recordInputs: true",
				"steps without texts in the candidate, from step 2 on ([not recorded: chat gpt-4o-mini])",
				"no pairs: no case of the candidate has the name of one of the baseline",
			},
		},
		"a case that didn't run fails": {agents[:1], 1, cases[:1], []string{"tool_error__root", "is in the baseline alone"}},
		"a run that sends nothing fails": {
			nil, 1, nil, []string{"no pairs: the candidate", "did the agent's spans reach the collector?"},
		},
		"a run without names fails": {
			append([]string{"--unnamed"}, agents[0]), 1, nil,
			[]string{"collector: ", "its id names the file", "is named by its trace id and pairs with nothing"},
		},
		"a command that fails fails": {[]string{"--no-such-option"}, 1, nil, []string{"the command ended with code 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := bench{t, b.folder}
			run := regexp.MustCompile(`\W+`).ReplaceAllString(name, "-")
			code, out := b.run(run, []string{"--baseline", "traces/base"}, test.play)
			assert.Equal(t, test.code, code, out)
			for _, text := range test.says {
				assert.Contains(t, out, text)
			}
			if test.files != nil {
				assert.Equal(t, test.files, b.files(run))
			}
		})
	}
}

func TestARunThatIsThereIsNotRecordedOver(t *testing.T) {
	b := bench{t, t.TempDir()}
	agent := []string{recording("openai-agents-openinference/tool_error__root")}
	code, out := b.run("base", nil, agent)
	require.Equal(t, 0, code, out)
	code, out = b.run("base", nil, agent)
	assert.Equal(t, 2, code, out)
	assert.Contains(t, out, "holds files of an earlier run")
}

func TestARunWithoutTextsIsNoBaseline(t *testing.T) {
	b := bench{t, t.TempDir()}
	code, out := b.run("base", nil, []string{recording("vercel-ai-v7-content-off/parallel_tools__off")})
	assert.Equal(t, 1, code, out)
	assert.Contains(t, out, "steps without texts")
}

// action is the part of action.yml that can be wrong without anybody noticing.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, If, Uses, Run, Shell string
	With, Env                map[string]string
}

var reference = regexp.MustCompile(`inputs\.([a-z-]+)`)

func readAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile("action.yml")
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.Unmarshal(text, &a))
	return a
}

func TestTheActionUsesWhatItDeclares(t *testing.T) {
	text, err := os.ReadFile("action.yml")
	require.NoError(t, err)
	a := readAction(t)
	assert.Equal(t, "composite", a.Runs.Using)
	used := map[string]bool{}
	for _, found := range reference.FindAllStringSubmatch(string(text), -1) {
		assert.Contains(t, a.Inputs, found[1])
		used[found[1]] = true
	}
	for name, input := range a.Inputs {
		assert.True(t, used[name], "%s is used nowhere", name)
		assert.NotEmpty(t, input.Description, name)
	}
	for _, step := range a.Runs.Steps {
		assert.NotContains(t, step.Run, "${{", "what a script gets goes through its environment, or a value could be a command")
		assert.Equal(t, step.Run != "", step.Shell != "", "%q needs a shell", step.Run)
	}
}

// The options that the action gives must be the script's.
func TestTheActionCallsTheScriptAsItIs(t *testing.T) {
	help, err := exec.Command("python3", "-B", "agentdelta_ci", "run", "--help").CombinedOutput()
	require.NoError(t, err, "%s", help)
	a := readAction(t)
	options := regexp.MustCompile(`--[a-z-]+`).FindAllString(a.Runs.Steps[len(a.Runs.Steps)-1].Run, -1)
	require.NotEmpty(t, options)
	for _, option := range options {
		assert.Contains(t, string(help), option)
	}
}
