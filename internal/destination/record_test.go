package destination

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Source: the check values of CRC-32/ISCSI and CRC-32/ISO-HDLC, https://reveng.sourceforge.io/crc-catalogue/17plus.htm.
func TestDigestIsTwoChecksumsThatOthersKnow(t *testing.T) {
	assert.Equal(t, digest{castagnoli: 0xe3069283, ieee: 0xcbf43926}, sum([]byte("123456789")))
}

func TestDigestOfPartsIsThatOfTheWhole(t *testing.T) {
	content := bytes.Repeat([]byte(newText), 100)
	found := sum(content[:7])
	_, err := io.Copy(&found, iotest.OneByteReader(bytes.NewReader(content[7:])))
	require.NoError(t, err)
	assert.Equal(t, sum(content), found)
}

func TestDigestTellsSmallChangesApart(t *testing.T) {
	content := make([]byte, 300)
	seen := map[digest]bool{}
	know := func(content []byte) {
		seen[sum(content)] = true
	}
	know(content)
	for at := range content {
		know(content[:at])
		for bit := range 8 {
			content[at] ^= 1 << bit
			know(content)
			content[at] ^= 1 << bit
		}
	}
	assert.Len(t, seen, 1+300+300*8, "each beginning, and each bit turned")
}
