package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"strings"
)

// aliveOf adds up what was alive at the last collection, of the text of a heap profile. It holds one allocation in so
// many bytes, each of which stands for as many as its size makes likely.
//
// Source: golang/go:src/runtime/pprof/pprof.go (scaleHeapSample).
func aliveOf(profile string) (int64, error) {
	head, rest, _ := strings.Cut(profile, "\n")
	_, rate, found := strings.Cut(head, "@ heap/")
	var doubled float64
	if _, err := fmt.Sscan(rate, &doubled); !found || err != nil {
		return 0, errors.New("no heap profile")
	}
	alive := 0.0
	lines := bufio.NewScanner(strings.NewReader(rest))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var count, bytes float64
		if n, _ := fmt.Sscanf(lines.Text(), "%f: %f [", &count, &bytes); n == 2 && count > 0 {
			alive += bytes / (1 - math.Exp(-bytes/count/(doubled/2)))
		}
	}
	return int64(alive), lines.Err()
}
