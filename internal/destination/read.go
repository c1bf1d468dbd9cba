package destination

import (
	"fmt"
	"io"
	"path"
)

// mostRead bounds what Read holds in memory.
const mostRead = 64 << 20

// Read returns what stands at a path below the directory, as [Draft.Path] gives it.
func (d *Directory) Read(name string) (content []byte, err error) {
	err = d.in(path.Dir(name), func(f folder) error {
		content, err = readWhole(f, path.Base(name))
		return err
	})
	return content, err
}

func readWhole(from folder, name string) ([]byte, error) {
	found, err := from.Look(name)
	if err != nil {
		return nil, err
	}
	if !found.isFile || found.size > mostRead {
		return nil, fmt.Errorf("%s: must be a file of at most %d bytes", name, mostRead)
	}
	f, err := from.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, mostRead))
}
