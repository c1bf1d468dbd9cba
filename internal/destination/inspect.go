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
	own                    // byte for byte what the trace wrote
	same                   // what the trace is about to write, whoever wrote it
	sibling                // a file of the same trace, but not what it wrote
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
		return foreign, owner, nil // another user's
	}
	if err != nil {
		return foreign, owner, err
	}
	defer func() { _ = opened.Close() }()
	head, err := io.ReadAll(io.LimitReader(opened, longestLine))
	if err != nil {
		return foreign, owner, err
	}
	line, _, whole := bytes.Cut(head, []byte{'\n'})
	owner, ok := l.directory.options.TraceOf(line)
	if !whole || !ok || owner != l.trace {
		return foreign, owner, nil
	}
	v, err = l.judge(name, head, opened, found.size)
	return v, owner, err
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
