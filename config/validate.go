package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agentdelta/agentdeltaexporter/internal/naming"
)

// Validate returns every fault of the configuration at once, each beginning with its key and saying what is allowed.
// It looks at nothing but the configuration: whether the directory can be written is tried at start.
func (c *Config) Validate() error {
	return errors.Join(
		checkDirectory(c.Directory),
		atLeast("settle", c.Settle, time.Millisecond),
		checkIdleTimeout(c.IdleTimeout, c.Settle),
		atLeast("late_window", c.LateWindow, time.Millisecond),
		atLeast("max_open_traces", c.MaxOpenTraces, 1),
		atLeast("max_open_bytes", c.MaxOpenBytes, 1),
		checkMode("file_permissions", c.FilePermissions, 0o600),
		checkMode("directory_permissions", c.DirectoryPermissions, 0o700),
		checkNames(c),
		checkKeep(c),
		atLeast("limits::llm", c.Limits.LLM, 1),
		atLeast("limits::tool", c.Limits.Tool, 1),
		atLeast("limits::text", c.Limits.Text, 1),
		checkMetadata(c.Metadata),
	)
}

func checkDirectory(path string) error {
	if path == "" {
		return errors.New("directory: is required: the folder for the files, such as ./agentdelta-traces")
	}
	if strings.ContainsRune(path, 0) {
		return fmt.Errorf("directory: %q holds a NUL, which no path may", path)
	}
	return nil
}

// checkIdleTimeout refuses a timeout that would end traces before they have settled.
func checkIdleTimeout(idle, settle time.Duration) error {
	if idle > 0 && idle < settle {
		return fmt.Errorf("idle_timeout: %v is too small: must be at least settle, which is %v", idle, settle)
	}
	return atLeast("idle_timeout", idle, time.Millisecond)
}

func atLeast[T cmp.Ordered](key string, value, least T) error {
	if value < least {
		return fmt.Errorf("%s: %v is too small: must be at least %v", key, value, least)
	}
	return nil
}

// checkMode wants quoted octal digits, and rights enough for the owner, who has to read and replace its own files.
func checkMode(key, text string, owner fs.FileMode) error {
	if m := mode(text); m&owner == owner {
		return nil
	}
	return fmt.Errorf("%s: %q is not allowed: must be octal digits in quotes, from \"%04o\" to \"0777\", "+
		"with all rights of the owner in \"%04o\"", key, text, owner, owner)
}

// mode reads octal digits; anything that isn't a mode of permission bits alone is 0.
func mode(text string) fs.FileMode {
	bits, err := strconv.ParseUint(text, 8, 32)
	if err != nil || bits > uint64(fs.ModePerm) {
		return 0
	}
	return fs.FileMode(bits)
}

// checkNames leaves what names are made of to those who make them.
func checkNames(c *Config) error {
	_, err := naming.NewScheme(c.Run, c.Case, c.Path, c.RunID)
	return err
}

// checkKeep refuses to remove files that may still be rewritten.
func checkKeep(c *Config) error {
	err := atLeast("keep::for", c.Keep.For, 0)
	if c.Keep.For > 0 && c.Keep.For < c.LateWindow {
		err = fmt.Errorf("keep::for: %v is too small: must be 0, which is no bound, or at least late_window, which is %v",
			c.Keep.For, c.LateWindow)
	}
	return errors.Join(err, atLeast("keep::files", c.Keep.Files, 0), atLeast("keep::bytes", c.Keep.Bytes, 0))
}

func checkMetadata(groups []string) error {
	var faults []error
	for _, group := range groups {
		if !slices.Contains(Groups(), group) {
			faults = append(faults, fmt.Errorf("metadata: %q is not known: may hold %s",
				group, strings.Join(Groups(), ", ")))
		}
	}
	return errors.Join(faults...)
}
