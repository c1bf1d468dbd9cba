package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// level is a row of steps that follow each other: the run itself, or what runs inside one tool execution.
type level struct {
	owner   *item // the tool span around it; nil for the run
	turns   []*turn
	tools   []*item      // tool spans in order of time
	loose   []*execution // tool spans that no turn asked for
	entries []entry      // turns and loose executions in their final order

	agents    []*item // in the order of items
	outermost []*item // those of them with no other around

	trailing *item   // the failed attempt after the last turn, if any
	failures int     // how many attempts stand there
	tried    []*turn // the failed attempts that none of the turns tried again

	size struct{ turns, tools, agents int } // before anything is taken out
	made []turn                             // what turns point to
}

// turn is one generation.
type turn struct {
	*turnText
	it       *item
	asked    []*execution
	attempts int          // failed attempts before it
	from, to int64        // its window: tools that start in it may be its own
	after    []*execution // calls whose results its input holds
	host     *execution   // in which it runs, where no span tree tells so
	position position     // among the entries of its level

	earlier [signs]*turn // the turn before it that asked for the same
	one     [1]*execution
}

// execution is one call of a tool.
type execution struct {
	call     observation.Call // what the model asked for; zero when no turn did
	text     string           // of the arguments asked for, once it is needed
	args     value.Value      // those that are written, once they are known
	known    bool             // they are
	span     *item            // the span that recorded it, or nil
	turn     *turn            // the turn that asked, or nil
	result   value.Value
	failed   bool
	err      string
	inner    *level   // what ran inside it
	holder   *turn    // the first turn whose input holds the result
	atOnce   bool     // the answer that asked for it holds the result
	position position // among the entries of its level, if no turn asked for it
}

// entry is one place on a level: a turn with what it asked for, or a loose execution.
type entry struct {
	turn  *turn
	loose *execution
}

// drawLevels draws all levels of the run and returns the outermost.
func (r *run) drawLevels() *level {
	r.outer = r.addLevel(nil)
	for _, it := range r.items {
		r.levelOf(it.owner).count(it)
	}
	for _, l := range r.levels {
		l.makeRoom(r.room)
	}
	for _, it := range r.items {
		r.levelOf(it.owner).add(it)
	}
	r.outer.outermost = r.leaveLost(r.outer.outermost)
	for _, it := range r.items { // inner levels before those around them
		if it.inside != nil {
			it.inside.assemble(r.room)
		}
	}
	r.outer.assemble(r.room)
	r.attach()
	return r.outer
}

// levelOf is the level inside a tool, or the run itself.
func (r *run) levelOf(owner *item) *level {
	switch {
	case owner == nil:
		return r.outer
	case owner.inside == nil:
		owner.inside = r.addLevel(owner)
	}
	return owner.inside
}

func (r *run) addLevel(owner *item) *level {
	l := r.room.levels.One()
	l.owner = owner
	r.levels = append(r.levels, l)
	return l
}

// count tells how much room an item takes on its level.
func (l *level) count(it *item) {
	switch it.obs.Role {
	case observation.LLM:
		l.size.turns += max(1, len(it.turns))
	case observation.Tool:
		l.size.tools++
	case observation.Agent:
		l.size.agents++
	}
}

func (l *level) makeRoom(r *room) {
	l.turns, l.made = r.turnLists.Take(l.size.turns)[:0], r.turns.Take(l.size.turns)
	l.tools = r.itemLists.Take(l.size.tools)[:0]
	l.agents = r.itemLists.Take(l.size.agents)[:0]
	l.outermost = r.itemLists.Take(l.size.agents)[:0]
}

// add puts an item on its level.
func (l *level) add(it *item) {
	below := it.lead()
	switch it.obs.Role {
	case observation.LLM:
		l.addModel(it)
	case observation.Tool:
		l.tools = append(l.tools, it)
	case observation.Agent:
		l.addAgent(it, below)
	}
}

// addModel adds the generations of a model span. Those after the first have no time of their own: they stand, in order,
// at the span's end.
func (l *level) addModel(it *item) {
	for i := range it.turns {
		l.addTurn(it, &it.turns[i])
	}
	if len(it.turns) == 0 {
		l.addTurn(it, &turnText{})
	}
}

func (l *level) addTurn(it *item, text *turnText) {
	t := &l.made[len(l.turns)]
	t.it, t.turnText = it, text
	l.turns = append(l.turns, t)
}

// assemble puts the turns and tools of one level together.
func (l *level) assemble(r *room) {
	if inTime := func(a, b *turn) int { return byTime(a.it, b.it) }; !slices.IsSortedFunc(l.turns, inTime) {
		slices.SortStableFunc(l.turns, inTime)
	}
	slices.SortFunc(l.tools, byTime)
	l.failSilent()
	l.setAside()
	l.setWindows()
	l.recover()
	l.match(r)
	l.collectResults(&r.open)
	l.dropAnswer()
	l.arrange(r)
	l.nest(r)
}

// setAside takes failed attempts out of the turns. Each counts for the turn after it, or for the one around it: a
// framework's span lasts over all tries of the client that it calls.
func (l *level) setAside() {
	kept, failures := l.turns[:0], 0
	for i, t := range l.turns {
		if !t.it.failed {
			t.attempts += failures + t.it.attempts
			failures, l.trailing = 0, nil
			kept = append(kept, t)
			continue
		}
		tries := 1 + t.it.attempts
		if last := len(kept) - 1; last >= 0 && kept[last].tries(t) {
			kept[last].attempts += tries
			continue
		}
		if again := t.triedAgain(l.turns[i+1:]); again != nil {
			again.attempts += tries
			continue
		}
		failures += tries
		l.trailing, l.tried = t.it, append(l.tried, t)
	}
	l.turns, l.failures = kept, failures
}

// triedAgain is the turn, of those after a failed attempt, that was given just what the attempt was given, or nil. Branches
// that run at one time fail between each other's turns.
func (t *turn) triedAgain(later []*turn) *turn {
	if len(t.input) == 0 {
		return nil
	}
	for _, next := range later[:min(len(later), maxTried)] {
		if !next.it.failed && len(next.input) == len(t.input) && beginsWith(next.input, t.input) && sameAnswers(next.input, t.input) {
			return next
		}
	}
	return nil
}

// sameAnswers reports whether two lists of as many messages hold results by the same ids.
func sameAnswers(a, b []observation.Message) bool {
	for i := range a {
		if !slices.EqualFunc(a[i].Results, b[i].Results, func(x, y observation.Result) bool { return x.ID == y.ID }) {
			return false
		}
	}
	return true
}

// maxTried bounds how many turns are looked at for the one that tried again.
const maxTried = 64

// tries reports whether a failed attempt of another scope ran within a turn.
func (t *turn) tries(attempt *turn) bool {
	return attempt.it.obs.End <= t.it.obs.End+grain && attempt.it.obs.Scope != t.it.obs.Scope
}

// setWindows gives each turn the time until the next one. Turns of one span share its window.
func (l *level) setWindows() {
	to := int64(1<<63 - 1)
	for i := len(l.turns) - 1; i >= 0; i-- {
		t := l.turns[i]
		t.from, t.to = t.it.obs.Start, to
		if i == 0 || l.turns[i-1].it != t.it {
			to = t.from
		}
	}
}

// beginsWith reports whether a list, which is as long at least, begins with the words of another.
func beginsWith(list, head []observation.Message) bool {
	if len(head) > 0 && &list[0] == &head[0] {
		return true // turns of one span
	}
	for i := range head {
		if list[i].Speaker != head[i].Speaker || list[i].Text != head[i].Text {
			return false
		}
	}
	return true
}

// attach gives each level to the execution whose tool span owns it.
func (r *run) attach() {
	for _, l := range r.levels {
		for e := range l.executions() {
			switch {
			case e.span == nil || e.span.inside == nil:
			case e.inner == nil:
				e.inner = e.span.inside
			default:
				e.inner.entries = slices.Concat(e.span.inside.entries, e.inner.entries)
			}
		}
	}
}
