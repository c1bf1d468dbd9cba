// Command growth counts the statements that giant traces take on their way from a push to a file, and that hostile texts
// take to be read, and fails if ten times the size takes many more than ten times the statements. Unlike time, statements
// are the same on every machine.
//
//	make growth
//
// It runs test binaries, built with coverage counters, once for each shape and size that their test TestOneGiant names.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// most is how many times the statements ten times the size may take: with room for a logarithm.
const most = 12.5

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: growth <test binary with coverage counters>...")
		os.Exit(2)
	}
	for _, binary := range os.Args[1:] {
		if err := run(binary, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "growth:", err)
			os.Exit(1)
		}
	}
}

func run(binary string, out io.Writer) error {
	folder, err := os.MkdirTemp("", "growth")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	c := counter{binary: binary, profile: filepath.Join(folder, "profile")}
	shapes, err := c.shapes()
	if err != nil {
		return err
	}
	return c.compare(shapes, out)
}

// shape is a kind of giant trace, and its full size.
type shape struct {
	name string
	full int
}

// counter counts the statements of runs of a test binary.
type counter struct{ binary, profile string }

// compare counts at a hundredth and at a tenth of each shape's full size.
func (c counter) compare(shapes []shape, out io.Writer) error {
	for _, s := range shapes {
		small, err := c.count(s.name, s.full/100)
		if err != nil {
			return err
		}
		large, err := c.count(s.name, s.full/10)
		if err != nil {
			return err
		}
		growth := float64(large) / float64(small)
		fmt.Fprintf(out, "%-32s %8d: %10d statements, %8d: %10d, %.2f times as many\n", s.name, s.full/100, small, s.full/10, large, growth)
		if growth > most {
			return fmt.Errorf("%s: ten times as many take %.2f times the statements, more than %v", s.name, growth, most)
		}
	}
	return nil
}

// test runs the test that exports one giant trace.
func (c counter) test(environment, arguments []string) ([]byte, error) {
	command := exec.Command(c.binary, append([]string{"-test.run", "^TestOneGiant$"}, arguments...)...) //nolint:gosec // the caller's own binary
	command.Env = append(os.Environ(), environment...)
	said, err := command.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", c.binary, err, said)
	}
	return said, nil
}

// shapes are what the test says it can make, a line of "shape <size> <name>" each.
func (c counter) shapes() ([]shape, error) {
	said, err := c.test(nil, []string{"-test.v"})
	if err != nil {
		return nil, err
	}
	var shapes []shape
	for line := range strings.Lines(string(said)) {
		_, rest, found := strings.Cut(line, "shape ")
		size, name, ok := strings.Cut(strings.TrimSpace(rest), " ")
		if full, err := strconv.Atoi(size); found && ok && err == nil {
			shapes = append(shapes, shape{name, full})
		}
	}
	if len(shapes) == 0 {
		return nil, fmt.Errorf("%s: names no shapes:\n%s", c.binary, said)
	}
	return shapes, nil
}

func (c counter) count(name string, size int) (statements int64, err error) {
	environment := []string{"GIANT_SHAPE=" + name, "GIANT_SIZE=" + strconv.Itoa(size)}
	if _, err := c.test(environment, []string{"-test.coverprofile", c.profile}); err != nil {
		return 0, err
	}
	file, err := os.Open(c.profile)
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	return total(file)
}

// total adds up a coverage profile: after a first line, each line is a block with its number of statements and how often
// it ran.
func total(profile io.Reader) (sum int64, err error) {
	lines := bufio.NewScanner(profile)
	for first := true; lines.Scan(); first = false {
		if first {
			continue
		}
		var block string
		var statements, runs int64
		if _, err := fmt.Sscan(lines.Text(), &block, &statements, &runs); err != nil {
			return 0, fmt.Errorf("coverage profile: line %q: %w", lines.Text(), err)
		}
		sum += statements * runs
	}
	if err := lines.Err(); err != nil || sum > 0 {
		return sum, err
	}
	return 0, errors.New("coverage profile: no statement ran; build the binary with -covermode=atomic and -coverpkg of all packages")
}
