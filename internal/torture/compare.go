package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// compare fails unless two folders hold the same files, at any depth and to the byte. It returns how many there are.
func compare(killed, spared string) (int, error) {
	want, err := contents(spared)
	if err != nil {
		return 0, err
	}
	got, err := contents(killed)
	if err != nil {
		return 0, err
	}
	if len(want) == 0 {
		return 0, fmt.Errorf("%s: no files at all", spared)
	}
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			wrong = append(wrong, name+" is missing")
		} else if !bytes.Equal(text, want[name]) {
			wrong = append(wrong, name+" differs")
		}
		delete(got, name)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		wrong = append(wrong, name+" should not be there")
	}
	return len(want), summary(killed, len(want), wrong)
}

// faults is what was found wrong in a folder of so many things.
type faults struct {
	folder string
	of     int
	list   []string
}

// Error counts the faults and names the first.
func (f *faults) Error() string {
	return fmt.Sprintf("%s: %d faults in %d, the first: %s", f.folder, len(f.list), f.of, f.list[0])
}

// summary is an error if there are faults.
func summary(folder string, of int, list []string) error {
	if len(list) == 0 {
		return nil
	}
	return &faults{folder, of, list}
}

// contents reads all files of a folder, by their paths below it.
func contents(folder string) (map[string][]byte, error) {
	found := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err == nil {
			found[name], err = os.ReadFile(path) //nolint:gosec // a folder of this command's own
		}
		return err
	})
	return found, err
}

// word is a text that the file of a trace must hold, for it was acknowledged.
type word struct{ trace, text string }

// check fails unless each word is in the file of its trace.
func check(folder string, words []word) error {
	files, err := contents(folder)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return fmt.Errorf("%s: nothing was acknowledged", folder)
	}
	byTrace := map[string][]byte{}
	for name, text := range files {
		if id := traceOf(text); id != "" {
			byTrace[id] = text
		} else {
			return fmt.Errorf("%s: begins with no trace's line", filepath.Join(folder, name))
		}
	}
	var wrong []string
	for _, w := range words {
		if !bytes.Contains(byTrace[w.trace], []byte(w.text)) {
			wrong = append(wrong, fmt.Sprintf("the file of %s lacks %q, which was acknowledged", w.trace, w.text))
		}
	}
	return summary(folder, len(words), wrong)
}

// traceOf is the trace that a file's first line names.
func traceOf(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	var meta struct {
		Trace string `json:"trace_id"`
	}
	if json.Unmarshal(line, &meta) != nil {
		return ""
	}
	return meta.Trace
}

// written are the times at which the files of a folder were written.
func written(folder string) (map[string]time.Time, error) {
	times := map[string]time.Time{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			times[path] = info.ModTime()
		}
		return err
	})
	return times, err
}

func untouched(before, after map[string]time.Time) error {
	if len(before) != len(after) {
		return fmt.Errorf("%d files became %d by one more start", len(before), len(after))
	}
	for path, then := range before {
		if !after[path].Equal(then) {
			return fmt.Errorf("%s: written again by one more start, though nothing came", path)
		}
	}
	return nil
}
