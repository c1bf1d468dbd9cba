// Command report reads what the benchmarks of this module print and writes it as tables: what was aimed at, what was
// reached, and whether time grows with the input alone.
//
// Each run of the benchmarks measures everything in one process, so ratios are made within a run; of several runs the
// median is shown.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agentdelta/agentdeltaexporter/bench/page"
)

func main() {
	into := flag.String("into", "", "a page that takes the tables, beside standard output")
	machine := flag.String("machine", "", "what to say of the machine")
	flag.Parse()
	if err := write(*into, *machine); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func write(into, machine string) error {
	runs, err := readRuns(os.Stdin)
	if err != nil {
		return err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s, %s. Medians of %d runs of `make bench`.\n\n",
		time.Now().UTC().Format(time.DateOnly), runtime.Version(), cmp.Or(machine, runtime.GOOS), len(runs))
	writeGoals(&out, runs)
	writeScale(&out, runs)
	writeAll(&out, runs)
	fmt.Print(out.String())
	if into == "" {
		return nil
	}
	return page.Put(into, "figures", out.String())
}

// run is the results of one process: by benchmark, by unit.
type run map[string]map[string]float64

// readRuns parses the format of the testing package; each run begins with a line "goos:".
func readRuns(from io.Reader) ([]run, error) {
	var runs []run
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) > 0 && fields[0] == "goos:":
			runs = append(runs, run{})
		case len(fields) >= 4 && strings.HasPrefix(fields[0], "Benchmark") && len(runs) > 0:
			runs[len(runs)-1].add(fields)
		}
	}
	if len(runs) == 0 {
		return nil, errors.New("no results: want the output of go test -bench")
	}
	return runs, lines.Err()
}

func (r run) add(fields []string) {
	name := strings.TrimPrefix(fields[0], "Benchmark")
	if at := strings.LastIndexByte(name, '-'); at > 0 {
		name = name[:at] // the number of processors
	}
	r[name] = map[string]float64{}
	for i := 2; i+1 < len(fields); i += 2 {
		if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
			r[name][fields[i+1]] = v
		}
	}
}

// median is that of a figure over the runs that have it.
func median(runs []run, of func(run) (float64, bool)) (float64, bool) {
	var values []float64
	for _, r := range runs {
		if v, ok := of(r); ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return 0, false
	}
	slices.Sort(values)
	return values[len(values)/2], true
}

// figure is a result of a benchmark.
func figure(name, unit string) func(run) (float64, bool) {
	return func(r run) (float64, bool) {
		v, ok := r[name][unit]
		return v, ok
	}
}

// ratio is that of one result to another.
func ratio(name, other, unit string) func(run) (float64, bool) {
	return func(r run) (float64, bool) {
		a, b := r[name][unit], r[other][unit]
		return a / b, b > 0
	}
}
