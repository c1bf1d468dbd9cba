package destination

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
)

// verdict is what a path holds, as one trace sees it.
type verdict uint8

const (
	free    verdict = iota // nothing stands there
	own                    // byte for byte what the trace wrote, or a beginning of what it is about to write
	same                   // what the trace is about to write, whoever wrote it
	sibling                // a file of the same trace, or what became of one, but not what it wrote
	foreign                // anything else
)

// usable tells whether the trace may write there.
func (v verdict) usable() bool { return v == free || v == own || v == same }

// longestLine bounds what is read to find a file's trace.
const longestLine = 1 << 20

// inspector looks at what stands in the directory, for one trace.
type inspector struct {
	directory *Directory
	trace     [16]byte
	content   []byte  // what the trace is about to write
	owned     []claim // what it may have written
}

// at says what stands at a path. Links and folders are foreign: they are never followed.
func (l inspector) at(path string) (verdict, error) {
	v, _, err := l.see(path)
	return v, err
}

// see says what stands at a path and, if that is a trace file, whose it is.
func (l inspector) see(name string) (v verdict, owner [16]byte, err error) {
	if !l.claimed(name) && l.directory.missing(name) {
		return free, owner, nil
	}
	err = l.directory.in(path.Dir(name), func(f folder) error {
		v, owner, err = l.seeIn(f, name)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return free, owner, nil
	}
	return v, owner, err
}

func (l inspector) seeIn(f folder, name string) (v verdict, owner [16]byte, err error) {
	found, err := f.Look(path.Base(name))
	if err != nil || !found.isFile {
		return foreign, owner, err
	}
	opened, err := f.Open(path.Base(name))
	if errors.Is(err, fs.ErrPermission) {
		return l.unreadable(name), owner, nil // another user's
	}
	if err != nil {
		return foreign, owner, err
	}
	defer func() { _ = opened.Close() }()
	head, err := io.ReadAll(io.LimitReader(opened, longestLine))
	if err != nil {
		return foreign, owner, err
	}
	if l.claimed(name) && int64(len(head)) == found.size && isTorn(head, l.content) {
		return own, l.trace, nil
	}
	line, _, whole := bytes.Cut(head, []byte{'\n'})
	owner, ok := l.directory.options.TraceOf(line)
	switch {
	case !whole || !ok:
		return l.unreadable(name), owner, nil
	case owner != l.trace:
		return foreign, owner, nil
	}
	v, err = l.judge(name, head, opened, found.size)
	return v, owner, err
}

// isTorn tells whether a file is what a power loss leaves of a content: its beginning, and zeros where nothing came to disk.
func isTorn(file, content []byte) bool {
	file = bytes.TrimRight(file, "\x00")
	return len(file) < len(content) && bytes.HasPrefix(content, file)
}

// unreadable is a file of which can't be told whose it is. Where the trace had one, somebody changed that.
func (l inspector) unreadable(name string) verdict {
	if l.claimed(name) {
		return sibling
	}
	return foreign
}

// judge tells the trace's files apart: rest is what follows head in the file at path.
func (l inspector) judge(path string, head []byte, rest io.Reader, size int64) (verdict, error) {
	if !l.claimed(path) && size != int64(len(l.content)) {
		return sibling, nil
	}
	found := sum(head)
	if _, err := io.Copy(&found, rest); err != nil {
		return foreign, err
	}
	switch {
	case found == sum(l.content):
		return same, nil
	case slices.Contains(l.owned, claim{path, found}):
		return own, nil
	}
	return sibling, nil
}

func (l inspector) claimed(path string) bool {
	return slices.ContainsFunc(l.owned, func(c claim) bool { return c.path == path })
}
