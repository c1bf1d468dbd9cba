package main

import (
	"strings"
	"testing"
)

const results = `goos: linux
BenchmarkLine/form=genai-2   100   42 B/span   3.5 allocs/span   300 cpu-ns/span   400 ns/span
BenchmarkMarshal/as=json/form=genai-2   100   200 cpu-ns/span   250 ns/span
BenchmarkFloor/of=all/form=genai-2   100   80 cpu-ns/span   90 ns/span
PASS
goos: linux
BenchmarkLine/form=genai-2   100   42 B/span   3.5 allocs/span   100 cpu-ns/span   900 ns/span
BenchmarkMarshal/as=json/form=genai-2   100   200 cpu-ns/span   250 ns/span
BenchmarkFloor/of=all/form=genai-2   100   80 cpu-ns/span   90 ns/span
PASS
goos: linux
BenchmarkLine/form=genai-2   100   42 B/span   3.5 allocs/span   180 cpu-ns/span   500 ns/span
BenchmarkMarshal/as=json/form=genai-2   100   200 cpu-ns/span   250 ns/span
BenchmarkFloor/of=all/form=genai-2   100   80 cpu-ns/span   90 ns/span
PASS
`

func TestRatiosAreMadeWithinARunAndTheirMedianIsShown(t *testing.T) {
	runs, err := readRuns(strings.NewReader(results))
	if err != nil || len(runs) != 3 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	got, ok := median(runs, ratio("Line/form=genai", "Marshal/as=json/form=genai", "cpu-ns/span"))
	if !ok || got != 0.9 {
		t.Errorf("the ratio is %v, %v", got, ok)
	}
	var out strings.Builder
	writeGoals(&out, runs)
	if row := "1.00 times | 0.50 times | 0.90 times | yes | 180 to 200 cpu-ns a span, the least is 80 |"; !strings.Contains(out.String(), row) {
		t.Errorf("no %q in\n%s", row, &out)
	}
}

func TestAGoalIsMissedReachedOrStretched(t *testing.T) {
	most, least := goal{bound: 2, stretch: 1}, goal{bound: 2, stretch: 3, atLeast: true}
	for reached, want := range map[float64][2]string{0.5: {"stretch", "no"}, 2: {"yes", "yes"}, 3: {"no", "stretch"}} {
		if got := [2]string{most.verdict(reached), least.verdict(reached)}; got != want {
			t.Errorf("%v is %v, want %v", reached, got, want)
		}
	}
}

func TestWhatIsNoResultIsAnError(t *testing.T) {
	if _, err := readRuns(strings.NewReader("FAIL\n")); err == nil {
		t.Error("no error")
	}
}
