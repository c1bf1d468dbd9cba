package bench

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// vocabulary is what texts are made of: with quotes, accents and line breaks as often as models write them.
var vocabulary = strings.Fields(`the a this that each no agent model trace span step order price flight hotel ticket
	weather report city week Tokyo Zürich São Paulo invoice account "Premium" "don't" café – 22°C total average found
	returned between after before because however therefore checked compared confirmed available cancelled`)

// prose writes texts, the same ones for the same seed.
type prose struct{ *rand.Rand }

func newProse(seed uint64) prose { return prose{rand.New(rand.NewPCG(seed, 1))} }

// text is about so many bytes of lines.
func (p prose) text(size int) string {
	var out strings.Builder
	for line := 0; out.Len() < size; {
		word := vocabulary[p.IntN(len(vocabulary))]
		out.WriteString(word)
		if line += len(word) + 1; line > 90 {
			out.WriteString(".\n")
			line = 0
		} else {
			out.WriteByte(' ')
		}
	}
	return out.String()[:size-size%2] + "."
}

// object is about so many bytes of a JSON object, as a tool gives it.
func (p prose) object(size int) string {
	var out strings.Builder
	out.WriteString(`{"status":"ok","items":[`)
	for i := 0; out.Len() < size; i++ {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(`{"id":` + strconv.Itoa(i) + `,"name":` + quoted(p.text(24)) + `,"price":` + strconv.Itoa(p.IntN(900)) +
			`.50,"available":true,"note":null}`)
	}
	out.WriteString(`]}`)
	return out.String()
}
