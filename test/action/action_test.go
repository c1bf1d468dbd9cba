package action

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is the repository's first folder.
const root = "../.."

const action = "agentdelta/agentdeltaexporter/config/ci@main"

// lint returns what actionlint finds in a workflow of these steps, which use the action as it is here.
func lint(t *testing.T, steps string) (faults []string) {
	t.Helper()
	project, err := actionlint.NewProject(root)
	require.NoError(t, err)
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	require.NoError(t, err)
	steps = strings.ReplaceAll(steps, action, "./config/ci")
	require.Contains(t, steps, "./config/ci")
	workflow := "on: push\njobs:\n  agent:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n" +
		regexp.MustCompile(`(?m)^`).ReplaceAllString(steps, "      ")
	path := filepath.Join(root, ".github", "workflows", "agent.yml")
	found, err := linter.Lint(path, []byte(strings.TrimRight(workflow, " ")), project)
	require.NoError(t, err)
	for _, fault := range found {
		faults = append(faults, fault.Message)
	}
	return faults
}

func TestTheReadmesWorkflowUsesTheActionAsItIs(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	found := regexp.MustCompile("(?s)```yaml\n(- uses: " + regexp.QuoteMeta(action) + ".*?)```").FindSubmatch(readme)
	require.NotNil(t, found, "README.md has a workflow's step")
	assert.Empty(t, lint(t, string(found[1])))
}

func TestWhatIsWrongInAWorkflowIsFound(t *testing.T) {
	assert.Contains(t, strings.Join(lint(t, "- uses: "+action+"\n  with:\n    basline: traces\n"), "\n"), `input "basline" is not defined`)
	assert.Contains(t, strings.Join(lint(t, "- uses: "+action+"\n"), "\n"), `missing input "command"`)
}

func TestTheActionsOutputsCanBeUsed(t *testing.T) {
	step := "- id: agent\n  uses: " + action + "\n  with:\n    command: pytest\n"
	upload := "- uses: actions/upload-artifact@v4\n  with:\n    path: ${{ steps.agent.outputs.%s }}\n"
	for _, output := range []string{"traces", "report"} {
		assert.Empty(t, lint(t, step+strings.ReplaceAll(upload, "%s", output)), output)
	}
	assert.NotEmpty(t, lint(t, step+strings.ReplaceAll(upload, "%s", "verdict")))
}
