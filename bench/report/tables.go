package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// writeScale shows the time of a span for ever more traces, and for ever longer ones. It has to stay the same.
func writeScale(to io.Writer, runs []run) {
	fmt.Fprintln(to, "\n| scale | ns a span | cpu-ns a span | B a span | cpu-ns of the first |")
	fmt.Fprintln(to, "|---|---|---|---|---|")
	first := map[bool]string{} // of many traces, and of one
	for _, name := range names(runs) {
		variant, found := strings.CutPrefix(name, "Scale/")
		if !found {
			continue
		}
		one := strings.HasPrefix(variant, "traces=1/")
		if first[one] == "" {
			first[one] = name
		}
		wall, _ := median(runs, figure(name, "ns/span"))
		cpu, _ := median(runs, figure(name, "cpu-ns/span"))
		size, _ := median(runs, figure(name, "B/span"))
		times, _ := median(runs, ratio(name, first[one], "cpu-ns/span"))
		fmt.Fprintf(to, "| %s | %.0f | %.0f | %.0f | %.2f |\n", strings.ReplaceAll(variant, "/", ", "), wall, cpu, size, times)
	}
}

// writeAll shows what was measured of everything, for orientation.
func writeAll(to io.Writer, runs []run) {
	fmt.Fprintln(to, "\n| benchmark | ns | cpu-ns | B | allocations | each |")
	fmt.Fprintln(to, "|---|---|---|---|---|---|")
	for _, name := range names(runs) {
		for _, unit := range []string{"span", "file"} {
			wall, ok := median(runs, figure(name, "ns/"+unit))
			if !ok {
				continue
			}
			cpu, _ := median(runs, figure(name, "cpu-ns/"+unit))
			size, _ := median(runs, figure(name, "B/"+unit))
			allocs, _ := median(runs, figure(name, "allocs/"+unit))
			fmt.Fprintf(to, "| %s | %.0f | %.0f | %.0f | %.2f | %s |\n", name, wall, cpu, size, allocs, unit)
		}
	}
}

// names lists the benchmarks, sorted as people count.
func names(runs []run) []string {
	return slices.SortedFunc(maps.Keys(runs[0]), func(a, b string) int {
		return strings.Compare(padded(a), padded(b))
	})
}

// padded writes the numbers in a name with leading zeros.
func padded(name string) string {
	var out, digits strings.Builder
	flush := func() {
		if digits.Len() > 0 {
			fmt.Fprintf(&out, "%09s", digits.String())
			digits.Reset()
		}
	}
	for _, c := range name {
		if c >= '0' && c <= '9' {
			digits.WriteRune(c)
			continue
		}
		flush()
		out.WriteRune(c)
	}
	flush()
	return out.String()
}
