package destination

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"
)

// Keep says which files may stay. A zero is no bound.
type Keep struct {
	For   time.Duration // since they were written
	Files int           // the newest so many
	Bytes int64         // of the newest, together

	// Rest leaves a file alone that was written less long ago, for it may be rewritten still.
	Rest time.Duration
}

// Removal says why a file was removed.
type Removal string

// The reasons for which a file is removed.
const (
	ByAge   Removal = "age"
	ByFiles Removal = "files"
	ByBytes Removal = "bytes"
)

// Prune removes trace files beyond what keep allows, the oldest first, and the folders that it leaves empty. It removes
// nothing that Options.Ours doesn't know, and nothing that lies deeper than Options.Depth. Each file that went is
// told to removed.
func (d *Directory) Prune(ctx context.Context, now time.Time, keep Keep, removed func(Removal)) error {
	return d.within(func(r root) error {
		if d.options.Ours == nil {
			return nil
		}
		p := pruner{root: r, ctx: ctx, ours: d.options.Ours, now: now, keep: keep, removed: removed}
		if err := p.walk(".", d.options.Depth, p.aged); err != nil || !p.exceeds() {
			return err
		}
		p.files, p.bytes = 0, 0
		if err := p.walk(".", d.options.Depth, p.list); err != nil {
			return err
		}
		return p.shrink()
	})
}

// pruner is one pass over a directory.
type pruner struct {
	root
	ctx     context.Context //nolint:containedctx // of the one call that the pruner lives for
	ours    func(line []byte) bool
	now     time.Time
	keep    Keep
	removed func(Removal)

	files int   // that may stay
	bytes int64 // of these
	found []old
}

// old is a file that may go.
type old struct {
	path    string
	size    int64
	written time.Time
}

// walk visits the files in a folder, and in those down to depth below it, whose names are those of trace files.
func (p *pruner) walk(folder string, depth int, visit func(old) error) error {
	f, err := p.OpenFile(folder, os.O_RDONLY, 0)
	if err != nil {
		return p.passable(err)
	}
	defer func() { _ = f.Close() }()
	for {
		entries, err := f.ReadDir(1024)
		for _, entry := range entries {
			if err := p.enter(path.Join(folder, entry.Name()), entry, depth, visit); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return p.passable(err)
		}
	}
}

func (p *pruner) enter(name string, entry fs.DirEntry, depth int, visit func(old) error) error {
	switch {
	case p.ctx.Err() != nil:
		return p.ctx.Err()
	case entry.IsDir() && depth > 0:
		return p.walk(name, depth-1, visit)
	case !entry.Type().IsRegular() || checkPath(name) != nil || entry.Name()[0] == '.':
		return nil
	}
	info, err := p.Lstat(name)
	if err != nil {
		return p.passable(err)
	}
	return visit(old{name, info.Size(), info.ModTime()})
}

// passable is nil for what others removed meanwhile or keep to themselves.
func (p *pruner) passable(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// aged removes a file that is too old, and counts it otherwise.
func (p *pruner) aged(o old) error {
	if p.keep.For > 0 && p.now.Sub(o.written) > p.keep.For && p.isOurs(o.path) {
		return p.remove(o, ByAge)
	}
	p.count(o, 1)
	return nil
}

// list takes down a file that is ours.
func (p *pruner) list(o old) error {
	if p.isOurs(o.path) {
		p.count(o, 1)
		p.found = append(p.found, o)
	}
	return nil
}

func (p *pruner) count(o old, n int) {
	p.files += n
	p.bytes += int64(n) * o.size
}

func (p *pruner) exceeds() bool { return p.beyond() != "" }

// beyond is the bound that is passed, if one is.
func (p *pruner) beyond() Removal {
	switch {
	case p.keep.Files > 0 && p.files > p.keep.Files:
		return ByFiles
	case p.keep.Bytes > 0 && p.bytes > p.keep.Bytes:
		return ByBytes
	}
	return ""
}

// shrink removes the oldest files until the rest is within bounds.
func (p *pruner) shrink() error {
	slices.SortFunc(p.found, func(a, b old) int {
		return cmp.Or(a.written.Compare(b.written), cmp.Compare(a.path, b.path))
	})
	for _, o := range p.found {
		reason := p.beyond()
		if reason == "" || p.now.Sub(o.written) < p.keep.Rest {
			return nil
		}
		if err := p.ctx.Err(); err != nil {
			return err
		}
		if err := p.remove(o, reason); err != nil {
			return err
		}
		p.count(o, -1)
	}
	return nil
}

// remove removes a file, unless it was written anew meanwhile, and the folders that are empty without it.
func (p *pruner) remove(o old, reason Removal) error {
	info, err := p.Lstat(o.path)
	if err != nil || !info.Mode().IsRegular() || !info.ModTime().Equal(o.written) {
		return p.passable(err)
	}
	if err := p.Remove(o.path); err != nil {
		return p.passable(err)
	}
	p.removed(reason)
	for folder := path.Dir(o.path); folder != "."; folder = path.Dir(folder) {
		if p.Remove(folder) != nil {
			break // it holds something else
		}
	}
	return nil
}

// isOurs tells whether this exporter wrote a file, by its first line.
func (p *pruner) isOurs(name string) bool {
	f, err := p.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	head, err := io.ReadAll(io.LimitReader(f, longestLine))
	line, _, whole := bytes.Cut(head, []byte{'\n'})
	return err == nil && whole && p.ours(line)
}
