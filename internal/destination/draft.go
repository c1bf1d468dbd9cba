package destination

import (
	"context"
	"path"
	"slices"
	"strings"
)

// Draft is a file about to be written: what stands in the directory has been looked at, nothing has been touched.
type Draft struct {
	directory *Directory
	trace     [16]byte
	content   []byte
	target    claim   // where the content goes
	standing  verdict // what is there now
	name      string  // the wanted name
	owned     []claim // files that are known to be the trace's own
	rivals    Rivals
}

// Rivals are other traces that want the same name, as far as they are known to the caller. What stands in the directory
// is seen without them.
type Rivals struct {
	Ahead [][16]byte             // those without a file that come first, of many MostAhead: the name, and the lower numbers, are left to them
	Taken func(path string) bool // whether a path, in lower case, is that of another's file: so that no two names differ in case alone
}

// Draft decides which file content will go to. name is the wanted path below the directory, without extension, each
// of its elements as [Clean] returns it. record is what the last Draft of this trace gave, or nil; one that can't be
// read counts as nil. content must not be changed afterwards.
func (d *Directory) Draft(name string, trace [16]byte, content, record []byte, rivals Rivals) (*Draft, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	known, _ := decodeRecord(record)
	draft := &Draft{
		directory: d, trace: trace, content: content, name: name, target: claim{sum: sum(content)},
		rivals: Rivals{Ahead: slices.Clone(rivals.Ahead), Taken: rivals.Taken},
	}
	if err := draft.choose(draft.inspector(known.claims), known); err != nil {
		return nil, d.problem(err)
	}
	return draft, nil
}

func (f *Draft) inspector(owned []claim) inspector {
	return inspector{directory: f.directory, trace: f.trace, content: f.content, owned: owned}
}

// choose takes the path that the trace had, or was about to have, if nobody else has it now, and else the first that is free.
func (f *Draft) choose(look inspector, known record) error {
	last := foreign // what stands under the newest name
	for _, c := range known.claims {
		v, err := look.at(c.path)
		if err != nil {
			return err
		}
		if v == own || v == same {
			f.owned = append(f.owned, c)
		}
		last = v
	}
	if known.name == f.name && f.mayHave(known.last(), last) {
		f.target.path, f.standing = known.last(), last
		return nil
	}
	return f.search(look)
}

// search tries the names that a trace may have, in order.
func (f *Draft) search(look inspector) error {
	for family := 0; ; family++ {
		base := familyName(f.name, f.trace, family)
		for group := 0; ; group++ {
			path := base + groupSuffix(group)
			v, owner, err := look.see(path)
			if err != nil {
				return err
			}
			if group == 0 && f.isOthers(path, v, owner, family) {
				break
			}
			if f.mayHave(path, v) {
				f.target.path, f.standing = path, v
				return nil
			}
		}
	}
}

// mayHave tells whether the file may go to a path: nothing of others stands there, nor under a name that differs in case alone.
func (f *Draft) mayHave(path string, v verdict) bool {
	return v.usable() && (v != free || !f.isTaken(path))
}

func (f *Draft) isTaken(path string) bool {
	return f.rivals.Taken != nil && f.rivals.Taken(strings.ToLower(path))
}

// isOthers tells whether a name is another trace's: one has a file there, or, of those that come first, one will.
func (f *Draft) isOthers(path string, v verdict, owner [16]byte, family int) bool {
	if v != free && v != foreign {
		return false
	}
	if at := slices.Index(f.rivals.Ahead, owner); v == foreign && at >= 0 {
		f.rivals.Ahead = slices.Delete(f.rivals.Ahead, at, at+1) // it has its file by now
		return true
	}
	if v == foreign || f.isTaken(path) {
		return true
	}
	if len(f.rivals.Ahead) > 0 && family < numbered {
		f.rivals.Ahead = f.rivals.Ahead[1:]
		return true
	}
	return false
}

// Path is the file's path below the directory, with forward slashes.
func (f *Draft) Path() string { return f.target.path }

// Beside says why a file doesn't have the name that its trace wanted.
type Beside string

// The reasons for which a file goes beside the one of its name.
const (
	Late     Beside = "late"     // that is of the same trace, but not for this Draft to replace
	Numbered Beside = "numbered" // that is another trace's
)

// Beside tells why the file doesn't have the wanted name; empty when it does.
func (f *Draft) Beside() Beside {
	rest := strings.TrimPrefix(f.target.path, f.name)
	switch {
	case rest == extension:
		return ""
	case strings.Contains(rest, groupMark):
		return Late
	}
	return Numbered
}

// Intent is the record to keep before Write: it claims what is the trace's own now and what Write will make it. With
// it, a file that Write leaves is known again whatever happens next.
func (f *Draft) Intent() []byte {
	claims := slices.DeleteFunc(slices.Clone(f.owned), func(c claim) bool { return c == f.target })
	return record{name: f.name, claims: append(claims, f.target)}.encode()
}

// Receipt is the record to keep after Write: it claims the file alone.
func (f *Draft) Receipt() []byte { return record{name: f.name, claims: []claim{f.target}}.encode() }

// Write writes the file, whole or not at all; writing it again is harmless. A file that the trace had under another
// name goes once the new one stands.
func (f *Draft) Write(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := f.put()
	if err == nil {
		err = f.directory.settle(path.Dir(f.target.path))
	}
	if err != nil {
		return f.directory.problem(err)
	}
	return f.directory.problem(f.removeOld())
}

func (f *Draft) put() error {
	if f.standing == same {
		return f.directory.syncFile(f.target.path)
	}
	return f.directory.inMade(path.Dir(f.target.path), func(to folder) error {
		write := f.directory.create
		if f.standing == own {
			write = f.directory.replace
		}
		if err := write(to, f.content, path.Base(f.target.path)); err != nil {
			return err
		}
		f.standing = same
		return f.directory.sync(to)
	})
}

func (f *Draft) removeOld() error {
	for _, c := range f.owned {
		if c.path == f.target.path {
			continue
		}
		v, err := f.inspector([]claim{c}).at(c.path)
		if err == nil && (v == own || v == same) {
			err = f.directory.in(path.Dir(c.path), func(from folder) error {
				return both(from.Remove(path.Base(c.path)), f.directory.sync(from))
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
