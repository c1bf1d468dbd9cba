package agentdelta

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestWhatIsLookedUpFasterIsWhatTheTablesSay(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.Is(printable, r) != isPrintable(r) || unicode.Is(identifierStart, r) != isStart(r) {
			require.Failf(t, "looked up wrong", "%U", r)
		}
	}
	require.False(t, isPrintable(-1))
}
