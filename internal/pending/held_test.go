package pending

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

func TestWhatIsHeldIsNotReadBack(t *testing.T) {
	for name, test := range map[string]struct {
		room       int64
		operations int // fragments set, those read back, intent and receipt
	}{
		"nothing": {0, 3 + 3 + 2},
		"two":     {2 * sizeOf(1), 3 + 1 + 2},
		"all":     {1 << 20, 3 + 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(o *Options) { o.HeldBytes = test.room })
			w.add(fragment(1, "c"))
			w.add(fragment(1, "b"))
			w.add(last(1, "a"))
			w.pass(settle)
			assert.Equal(t, files{"2": "a b c"}, w.scribe.read())
			assert.Equal(t, test.operations, w.store.operations)
			w.add(fragment(1, "d"))
			w.pass(settle)
			assert.Equal(t, files{"2": "a b c d"}, w.scribe.read(), "what isn't held any more is read back")
		})
	}
}

func TestWhatIsHeldGoesWhenItsTraceIsWritten(t *testing.T) {
	w := newWorld(t, holdsAll)
	w.add(last(1, "a"), fragment(2, "b"))
	w.add(Fragment{Trace: id(3), Data: []byte("no agent")})
	assert.Len(t, w.held.texts, 2, "nothing is read of a trace without agents")
	w.pass(settle)
	assert.Len(t, w.held.texts, 1)
	w.pass(idle)
	assert.Empty(t, w.held.texts)
	assert.Equal(t, int64(1<<20), w.held.room)
}

func TestInMemoryAllIsHeldUntilTheLateWindowIsOver(t *testing.T) {
	w := newMemoryWorld(t)
	w.add(last(1, "a"), Fragment{Trace: id(3), Data: []byte("no agent")})
	w.pass(idle)
	assert.Len(t, w.held.texts, 2)
	w.pass(lateWindow)
	assert.Empty(t, w.held.texts)
	assert.Equal(t, Stats{}, w.Stats())
}

func TestWhatIsntStoredIsntHeld(t *testing.T) {
	w := newWorld(t, holdsAll)
	w.store.broken.Store(true)
	require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "a")}))
	assert.Empty(t, w.held.texts)
}

func TestABatchOfManyFragmentsTakesFewAllocations(t *testing.T) {
	p := newPush(0, make([]Fragment, 500))
	for i := range p.fragments {
		p.fragments[i] = fragment(i, strings.Repeat("a", 1000))
		p.bytes += p.fragments[i].size()
	}
	b := new(batch)
	check := func() {
		ops := b.operations(p)
		for i, op := range ops {
			h, data, err := decode(op.Key, op.Value)
			if err != nil || h != p.header(i) || len(data) != 1000 || op.Type != storage.Set || op.Key != fragmentKey(p.fragments[i].Trace, uint64(i)) {
				t.Fatal(op.Key, err)
			}
		}
		b.empty()
	}
	check()
	assert.Less(t, testing.AllocsPerRun(10, func() { b.operations(p); b.empty() }), 4.0)
	check()
}

func TestAStoreMayKeepTheValuesThatItIsGiven(t *testing.T) {
	b, p := new(batch), newPush(0, []Fragment{fragment(1, "one")})
	p.bytes = p.fragments[0].size()
	kept := *b.operations(p)[0]
	b.empty()
	p.fragments[0] = fragment(1, "two")
	b.operations(p)
	_, data, err := decode(kept.Key, kept.Value)
	require.NoError(t, err)
	assert.Equal(t, "one", string(data))
}
