package observation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Decoder reads observations into memory that it uses again. The zero Decoder is ready to be used, by one goroutine at a
// time.
type Decoder struct {
	all  []Observation // behind which there are empty ones
	read int           // bytes, since there were no values in the codec's memory
	codec
}

// Decode adds all the observations that data holds, whose texts are parts of it. It passes over what can't be read, up to
// one whose end can't be told, and returns the first error.
func (d *Decoder) Decode(data string) (first error) {
	d.begins(data)
	d.read += len(data)
	d.all = slices.Grow(d.all, Held(data)) // which is near from then on
	for d.at < d.end {
		d.base = d.at
		all := d.enter()
		if d.failed != nil {
			return cmp.Or(first, sizeError(d.failed))
		}
		held, end := len(d.all), d.end
		d.all = d.all[:held+1]
		if err := d.observation(&d.all[held]); err != nil {
			d.all = d.all[:held]
			d.failed, first = nil, cmp.Or(first, err)
		}
		d.at, d.end = end, all
	}
	return first
}

// Grow makes room for n more observations.
func (d *Decoder) Grow(n int) { d.all = slices.Grow(d.all, n) }

// All returns what was read since the last Reset. The caller may change it.
func (d *Decoder) All() []Observation { return d.all }

// keptAll is how many observations' memory is used again, and keptRead of how many bytes the values are that share some:
// what is free of it holds what was made beside it, so it is left behind now and then.
const (
	keptAll  = 1 << 9
	keptRead = 1 << 18
)

// Reset takes back all observations with their lists: none of these may be used any more. The texts and values in them
// stay as they are.
func (d *Decoder) Reset() {
	d.begins("")
	clear(d.all)
	if d.all = d.all[:0]; cap(d.all) > keptAll {
		d.all = nil
	}
	d.messages.Empty(keptAll)
	d.calls.Empty(keptAll)
	d.results.Empty(keptAll)
	d.counts.Empty(keptAll)
	d.records.Empty(keptAll)
	d.labels.Empty(keptAll)
	if d.read > keptRead {
		d.values, d.read = value.Maker{}, 0
	}
}

// observation reads what is left into an empty observation, which is empty after an error.
func (c *codec) observation(o *Observation) error {
	c.failed = nil
	if c.record(o); c.failed != nil {
		*o = Observation{}
		return fmt.Errorf("observation: %w", c.failed)
	}
	o.End += o.Start // see elapsed
	return nil
}

func (c *codec) record(o *Observation) {
	if c.at == c.end {
		c.fail(errors.New("no version"))
		return
	}
	if v := c.in[c.at]; v != version {
		c.fail(fmt.Errorf("%w %d, want %d", ErrVersion, v, version))
		return
	}
	c.at++
	readRest(c, o, (*Observation).fields)
}
