package destination

import (
	"fmt"
	"io"
	"os"
)

// mostRead bounds what Read holds in memory.
const mostRead = 64 << 20

// Read returns what stands at a path below the directory, as [Draft.Path] gives it.
func (d *Directory) Read(path string) ([]byte, error) {
	r, err := d.enter()
	if err != nil {
		return nil, d.problem(err)
	}
	defer func() { _ = r.Close() }()
	info, err := r.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostRead {
		return nil, fmt.Errorf("%s: must be a file of at most %d bytes", path, mostRead)
	}
	f, err := r.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, mostRead))
}
