// Package page puts figures into a page, in place of those of an earlier run.
package page

import (
	"fmt"
	"os"
	"strings"
)

// Put replaces what stands between <!-- name --> and <!-- /name --> in a file.
func Put(path, name, text string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, opened := strings.Cut(string(page), open(name))
	_, after, closed := strings.Cut(rest, shut(name))
	if !opened || !closed {
		return fmt.Errorf("%s: want %s and %s", path, open(name), shut(name))
	}
	text = before + open(name) + "\n" + strings.TrimSpace(text) + "\n" + shut(name) + after
	return os.WriteFile(path, []byte(text), 0o644) //nolint:gosec // a page of the repository
}

func open(name string) string { return "<!-- " + name + " -->" }
func shut(name string) string { return "<!-- /" + name + " -->" }
