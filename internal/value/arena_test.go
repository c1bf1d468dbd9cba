package value

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Documents share memory, and so each holds the one before it: what is left for the next one must not hold all that was
// ever read.
func TestWhatWasReadIsLetGo(t *testing.T) {
	alive := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	filler := `"` + strings.Repeat("x", 16<<10) + `"`
	before := alive()
	for n := range 2000 {
		uneven := strings.Repeat(`{"n":[`+strconv.Itoa(n)+`]},`, 1+n%7) // so that no two documents share memory alike
		Decode(`[` + uneven + `{"a":{"b":` + filler + `}}]`)
	}
	assert.Less(t, alive(), before+4<<20, "of 32 MB that were read")
}
