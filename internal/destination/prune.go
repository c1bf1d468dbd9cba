package destination

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
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
	if d.options.Ours == nil {
		return nil
	}
	return d.problem(d.inMade(".", func(top folder) error {
		p := pruner{top: top, ctx: ctx, ours: d.options.Ours, now: now, keep: keep, removed: removed}
		if err := p.walk(top, ".", d.options.Depth, p.aged); err != nil || !p.exceeds() {
			return err
		}
		p.files, p.bytes = 0, 0
		if err := p.walk(top, ".", d.options.Depth, p.list); err != nil {
			return err
		}
		return p.shrink()
	}))
}

// pruner is one pass over a directory.
type pruner struct {
	top     folder
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

// walk visits the files in a folder, to which way leads, and in those down to depth below it, whose names are those of
// trace files.
func (p *pruner) walk(f folder, way string, depth int, visit func(old) error) error {
	return p.passable(names(f, func(name string) error {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		return p.enter(f, path.Join(way, name), depth, visit)
	}))
}

func (p *pruner) enter(top folder, name string, depth int, visit func(old) error) error {
	found, err := top.Look(path.Base(name))
	switch {
	case err != nil:
		return p.passable(err)
	case found.isFolder && depth > 0:
		return p.passable(in(top, path.Base(name), func(f folder) error { return p.walk(f, name, depth-1, visit) }))
	case !found.isFile || checkPath(name) != nil || path.Base(name)[0] == '.':
		return nil
	}
	return visit(old{name, found.size, found.written})
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
	gone := false
	err := p.at(o.path, func(f folder, name string) error {
		found, err := f.Look(name)
		if err != nil || !found.isFile || !found.written.Equal(o.written) {
			return err
		}
		err = f.Remove(name)
		gone = err == nil
		return err
	})
	if !gone {
		return p.passable(err)
	}
	p.removed(reason)
	for way := path.Dir(o.path); way != "."; way = path.Dir(way) {
		if p.at(way, folder.Remove) != nil {
			break // it holds something else
		}
	}
	return nil
}

// at runs a task with the name at the end of a way, in its folder.
func (p *pruner) at(way string, task func(f folder, name string) error) error {
	return in(p.top, path.Dir(way), func(f folder) error { return task(f, path.Base(way)) })
}

// isOurs tells whether this exporter wrote a file, by its first line.
func (p *pruner) isOurs(way string) bool {
	ours := false
	err := p.at(way, func(from folder, name string) error {
		f, err := from.Open(name)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		head, err := io.ReadAll(io.LimitReader(f, longestLine))
		line, _, whole := bytes.Cut(head, []byte{'\n'})
		ours = whole && p.ours(line)
		return err
	})
	return ours && err == nil
}
