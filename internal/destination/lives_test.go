package destination

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

var lives = flag.Uint64("lives", 300, "how many simulated lives are lived")

// living is a trace, and what its collector keeps of it.
type living struct {
	id      [16]byte
	name    string
	version int    // of its content: each has all that the one before had
	record  []byte // as the storage has it
	path    string // where its last file was to go, empty if it was forgotten
}

// life is processes after each other on one disk, with people who do as they like in the directory.
type life struct {
	*disk
	t         *testing.T
	seed      uint64
	r         *rand.Rand
	directory *Directory
	traces    []*living
	theirs    map[string]string // files that people made or changed, which are theirs alone
	mended    map[string]string // what theirs were that a trace's file took in; a power loss may bring it back
	kept      map[string]string // files that were written to their end, and must survive any stop
	told      map[string]int    // what happened, how often
}

const livingIn = "/data/traces/"

// contentOf is what a version of a trace's file holds.
func contentOf(id [16]byte, version int) string {
	var body strings.Builder
	for n := range version + 1 {
		fmt.Fprintf(&body, "step %d\n", n)
	}
	return text(id, strings.TrimSuffix(body.String(), "\n"))
}

// Traces write and rewrite their files, with calls that fail, disks that are full or read-only, kills and power losses at any
// call, and people who change, cut, copy and remove files, in each order that a seed gives. Whatever happens, no file of
// somebody else is touched, each file of a trace is whole and never becomes less, and none has two traces' name.
func TestLivesInADirectoryTouchNothingOfOthersAndLoseNothing(t *testing.T) {
	told := map[string]int{}
	for seed := range *lives {
		l := &life{
			disk: newDisk(), t: t, seed: seed, r: rand.New(rand.NewPCG(seed, 3)), theirs: map[string]string{}, kept: map[string]string{},
			mended: map[string]string{}, told: told,
		}
		l.noNew, l.noLinks = seed%3 == 1, seed%9 == 1
		l.unnamed = unnamedSupport(seed / 9 % 3)
		for n := range 4 {
			name := []string{"run", "Run", "x/run", "run"}[n]
			l.traces = append(l.traces, &living{id: [16]byte{0xa0, byte(n)}, name: name})
		}
		l.start()
		for range 60 {
			l.act()
		}
		l.finish()
	}
	t.Log(told)
	for _, what := range []string{
		"written", "failed", "killed", "power lost", "edited", "cut", "removed", "folder", "notes", "copied", "all removed",
		"full", "read-only", "renamed", "forgotten", "late", "numbered",
	} {
		require.Positive(t, told[what], "%s: it didn't come to that", what)
	}
}

func (l *life) start() {
	directory, err := open(diskOptions(l.seed%5 > 0), l.disk)
	require.NoError(l.t, err, "seed %d", l.seed)
	l.directory = directory
	for name := range l.files() {
		require.False(l.t, isTemp(path.Base(name)), "seed %d: litter", l.seed)
	}
}

func (l *life) act() {
	trace := l.traces[l.r.IntN(len(l.traces))]
	switch chance := l.r.IntN(100); {
	case chance < 50:
		trace.version += l.r.IntN(2)
		l.trouble()
		l.write(trace)
	case chance < 75:
		l.meddle()
	case chance < 80:
		l.told["renamed"]++
		trace.name = []string{"run", "Run", "x/run", "else"}[l.r.IntN(4)]
	case chance < 85:
		l.told["forgotten"]++
		trace.record, trace.path = nil, ""
	case chance < 95:
		l.restart("killed", crashes[0])
	default:
		l.restart("power lost", crashes[1+l.r.IntN(3)])
	}
}

// trouble is what the next write meets.
func (l *life) trouble() {
	switch l.r.IntN(8) {
	case 0:
		l.failAt, l.failWith = l.calls+l.r.IntN(12), []error{syscall.EIO, syscall.ENOSPC, syscall.EACCES}[l.r.IntN(3)]
	case 1, 2:
		l.failAt, l.failWith = l.calls+l.r.IntN(14), errDead
	case 3:
		l.space = l.used() + l.r.IntN(40)
		l.told["full"]++
	case 4:
		l.readOnly = []error{syscall.EROFS, syscall.EACCES}[l.r.IntN(2)]
		l.told["read-only"]++
	}
}

// write is what a collector does with a trace: the intent is kept before the file is touched, the receipt after it.
func (l *life) write(trace *living) {
	before := l.files()
	content := contentOf(trace.id, trace.version)
	taken := l.taken(trace)
	draft, err := l.directory.Draft(trace.name, trace.id, []byte(content), trace.record, Rivals{Taken: func(path string) bool { return taken[path] }})
	if err == nil {
		trace.record, trace.path = draft.Intent(), draft.Path()
		err = draft.Write(l.t.Context())
	}
	died := l.injected > 0 && l.failWith == errDead
	l.failAt, l.injected, l.space, l.readOnly = -1, 0, -1, nil
	if err == nil && !died {
		l.told["written"]++
		l.told[string(draft.Beside())]++
		trace.record = draft.Receipt()
		require.Equal(l.t, content, l.files()[livingIn+trace.path], "seed %d: %s", l.seed, trace.path)
		l.kept[livingIn+trace.path] = content
	} else {
		l.told["failed"]++
	}
	l.check(before)
	now := l.files()
	maps.DeleteFunc(l.kept, func(name, _ string) bool { return now[name] == "" }) // it has another name by now
	if died {
		l.restart("killed", crashes[l.r.IntN(len(crashes))])
	}
}

// taken is the others' files.
func (l *life) taken(trace *living) map[string]bool {
	taken := map[string]bool{}
	for _, other := range l.traces {
		if other != trace && other.path != "" {
			taken[strings.ToLower(other.path)] = true
		}
	}
	return taken
}

// restart goes on with what a stop left on the disk.
func (l *life) restart(how string, c crash) {
	l.told[how]++
	if l.seed%5 == 0 { // without fsync, a power loss is another story
		c = crashes[0]
	}
	next := l.after(c)
	next.noNew, next.noLinks, next.unnamed = l.noNew, l.noLinks, l.unnamed
	l.disk = next
	l.start()
	l.check(l.kept)
}

// meddle is what people do.
func (l *life) meddle() {
	files := slices.DeleteFunc(slices.Sorted(maps.Keys(l.files())), func(name string) bool { return !strings.HasSuffix(name, extension) })
	if l.r.IntN(4) == 0 || len(files) == 0 {
		l.told["notes"]++
		l.own(livingIn+[]string{"run.jsonl", "run~2.jsonl", "Run.late.jsonl", "x/run.jsonl"}[l.r.IntN(4)], "notes\n")
		return
	}
	name := files[l.r.IntN(len(files))]
	content := l.files()[name]
	switch l.r.IntN(7) {
	case 0:
		l.told["edited"]++
		l.own(name, content+"remark\n")
	case 1:
		l.told["edited"]++
		l.own(name, "{\n"+content)
	case 2:
		l.told["cut"]++
		l.own(name, content[:l.r.IntN(len(content)+1)])
	case 3:
		l.told["copied"]++
		l.own(livingIn+"copy.jsonl", content)
	case 4:
		l.told["folder"]++
		l.remove(name)
		l.own(name+"/inside", "notes\n")
	case 5:
		l.told["removed"]++
		l.remove(name)
	default:
		if l.r.IntN(4) == 0 {
			l.told["all removed"]++
			l.theirs, l.kept = map[string]string{}, map[string]string{}
			data, _, _ := find(l.top, livingIn)
			delete(data.names, "traces")
			delete(data.kept, "traces")
		}
	}
}

// own makes a file that is somebody's, unless a folder has its name.
func (l *life) own(name, content string) {
	if _, i, _ := find(l.top, name); i != nil && i.folder {
		return
	}
	if _, i, _ := find(l.top, path.Dir(name)); i != nil && !i.folder {
		return
	}
	l.put(name, content)
	l.theirs[name] = content
	delete(l.kept, name)
}

func (l *life) remove(name string) {
	parent, _, _ := find(l.top, name)
	delete(parent.names, path.Base(name))
	delete(parent.kept, path.Base(name))
	delete(l.theirs, name)
	delete(l.kept, name)
}

// check looks at all files, after something was done that people had no part in.
func (l *life) check(before map[string]string) {
	now, newest := l.files(), map[[16]byte]int{}
	for name, content := range now {
		if trace, version, isWhole := l.owner(content); isWhole {
			newest[trace.id] = max(newest[trace.id], version+1)
		} else if l.theirs[name] != content && l.mended[name] != content {
			require.True(l.t, isTemp(path.Base(name)), "seed %d: %s is %q", l.seed, name, content)
		}
	}
	for name, content := range l.theirs {
		if now[name] == content {
			continue
		}
		isBeginning := false // of what a trace wrote, here or under another name
		for other, text := range now {
			_, _, isWhole := l.owner(text)
			isBeginning = isBeginning || isWhole && isTorn([]byte(content), []byte(text)) && (other == name || now[name] == "")
		}
		require.True(l.t, isBeginning, "seed %d: %s was %q and is %q", l.seed, name, content, now[name])
		delete(l.theirs, name)
		l.mended[name] = content
	}
	for name, content := range before {
		if trace, version, isWhole := l.owner(content); isWhole && strings.HasSuffix(name, extension) {
			by, later, isWhole := l.owner(now[name])
			kept := isWhole && by == trace && later >= version
			require.True(l.t, kept || newest[trace.id] > version, "seed %d: %s was %q and is %q", l.seed, name, content, now[name])
		}
	}
}

// owner finds the trace and the version that a content is of.
func (l *life) owner(content string) (trace *living, version int, isWhole bool) {
	for _, trace := range l.traces {
		if version := strings.Count(content, "\n") - 2; version >= 0 && version <= trace.version && content == contentOf(trace.id, version) {
			return trace, version, true
		}
	}
	return nil, 0, false
}

// finish writes all once more, without trouble, and people clear folders out of the way.
func (l *life) finish() {
	had := map[string]int{}
	for n, trace := range l.traces {
		trace.version++
		l.write(trace)
		require.NotEmpty(l.t, trace.path, "seed %d", l.seed)
		require.Equal(l.t, contentOf(trace.id, trace.version), l.files()[livingIn+trace.path], "seed %d", l.seed)
		other, isTaken := had[trace.path]
		require.False(l.t, isTaken, "seed %d: %d and %d are both %s", l.seed, n, other, trace.path)
		had[trace.path] = n
	}
}
