//go:build unix

package destination

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModesAreTheSameUnderAnyUmask(t *testing.T) {
	for _, umask := range []int{0o000, 0o022, 0o077, 0o277} {
		for _, modes := range [][2]fs.FileMode{{0o600, 0o700}, {0o644, 0o755}, {0o440, 0o770}} {
			t.Run(fmt.Sprintf("umask %03o, modes %o", umask, modes), func(t *testing.T) {
				options := optionsFor(filepath.Join(t.TempDir(), "made", "too"))
				old := syscall.Umask(umask)
				defer syscall.Umask(old)
				options.FileMode, options.DirMode = modes[0], modes[1]
				d, err := open(options, underTest)
				require.NoError(t, err)
				first, record := write(t, d, "folder/run", traceA, text(traceA, "1"), nil)
				write(t, d, "folder/run", traceA, text(traceA, "2"), record)         // rewritten
				late, _ := write(t, d, "folder/run", traceA, text(traceA, "3"), nil) // late
				for _, name := range []string{first, late} {
					assertMode(t, options.FileMode, filepath.Join(options.Directory, name))
				}
				for _, name := range []string{"..", ".", "folder"} {
					assertMode(t, options.DirMode, filepath.Join(options.Directory, name))
				}
			})
		}
	}
}
