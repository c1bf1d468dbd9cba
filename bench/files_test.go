package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/destination"
)

// fileSize is about what the file of a run has.
const fileSize = 12 << 10

// BenchmarkFiles is writing one file per trace, and the floor of it: create, write, rename.
func BenchmarkFiles(b *testing.B) {
	const files = 2000
	content := make([]byte, fileSize)
	for i := range content {
		content[i] = 'x'
	}
	for _, folders := range []int{1, 256} {
		b.Run(fmt.Sprintf("by=floor/folders=%d", folders), func(b *testing.B) {
			measureFiles(b, files, folders, func(root string) writeFile { return floor{root, content}.write })
		})
		b.Run(fmt.Sprintf("by=agentdelta/folders=%d", folders), func(b *testing.B) {
			measureFiles(b, files, folders, func(root string) writeFile { return openDestination(b, root, content).write })
		})
	}
}

// writeFile writes the file of the nth trace into a folder.
type writeFile func(folder string, n int) error

func measureFiles(b *testing.B, files, folders int, open func(root string) writeFile) {
	m := start(b)
	for range b.N {
		root := newFolder(b)
		if folders > 1 {
			m.pause(func() { makeFolders(b, root, folders) })
		}
		write := open(root)
		var next atomic.Int64
		var group sync.WaitGroup
		for range senders {
			group.Go(func() {
				for n := int(next.Add(1)); n <= files; n = int(next.Add(1)) {
					if err := write(folderOf(n, folders), n); err != nil {
						b.Error(err)
					}
				}
			})
		}
		group.Wait()
	}
	m.report(files, "file")
}

func makeFolders(b *testing.B, root string, folders int) {
	for n := range folders {
		check(b, os.Mkdir(filepath.Join(root, folderOf(n, folders)), 0o700))
	}
}

func folderOf(n, folders int) string {
	if folders == 1 {
		return ""
	}
	return fmt.Sprintf("%02x/", n%folders)
}

// floor writes a file under another name and renames it, and does nothing else.
type floor struct {
	root    string
	content []byte
}

func (f floor) write(folder string, n int) error {
	name := fmt.Sprintf("%s/%s%032x", f.root, folder, n)
	if err := os.WriteFile(name+".tmp", f.content, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".tmp", name+".jsonl")
}

// through writes files by the exporter's own way.
type through struct {
	b       *testing.B
	to      *destination.Directory
	content []byte
}

func openDestination(b *testing.B, root string, content []byte) through {
	to, err := destination.Open(destination.Options{
		Directory: root, FileMode: 0o600, DirMode: 0o700, Depth: 1,
		TraceOf: func([]byte) (id [16]byte, ok bool) { return id, false },
	})
	check(b, err)
	return through{b, to, content}
}

func (t through) write(folder string, n int) error {
	draft, err := t.to.Draft(fmt.Sprintf("%s%032x", folder, n), nthTrace(n), t.content, nil, destination.Rivals{})
	if err != nil {
		return err
	}
	return draft.Write(t.b.Context())
}
