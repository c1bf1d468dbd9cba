package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"
)

// moment is when a collector is killed.
type moment struct {
	name string
	wait func(ctx context.Context, folder string, r *rand.Rand) error
}

// longest is how long a file is waited for. Then the collector is killed all the same.
const longest = 3 * time.Second

// moments are taken in turn.
var moments = []moment{
	{"after a random time", func(ctx context.Context, _ string, r *rand.Rand) error {
		return pause(ctx, time.Duration(r.Int64N(int64(1500*time.Millisecond))))
	}},
	{"at a temporary file", func(ctx context.Context, folder string, r *rand.Rand) error {
		return until(appears(ctx, folder, isTemporary, r.IntN(30)))
	}},
	{"at a file that gets its name", func(ctx context.Context, folder string, r *rand.Rand) error {
		return until(appears(ctx, folder, isTrace, r.IntN(30)))
	}},
	{"at a temporary file", func(ctx context.Context, folder string, r *rand.Rand) error {
		return until(appears(ctx, folder, isTemporary, r.IntN(300)))
	}},
}

// until waits for no more than it did: whether a file was seen makes no difference to the kill.
func until(_ bool, err error) error { return err }

func isTemporary(name string) bool { return strings.HasSuffix(name, ".tmp") }

func isTrace(name string) bool { return strings.HasSuffix(name, ".jsonl") }

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// killed counts kills: all, by their moment, and those that left a temporary file, that is, came between its creation
// and its rename.
type killed struct {
	all, between int
	by           map[string]int
}

// String tells of the kills.
func (k killed) String() string {
	return fmt.Sprintf("%d kills: %d %s, %d %s, %d %s; %d came between temporary file and rename", k.all,
		k.by[moments[0].name], moments[0].name, k.by[moments[1].name], moments[1].name, k.by[moments[2].name], moments[2].name,
		k.between)
}

// enough fails when hardly a kill can have come at a bad time, for then surviving them proves nothing.
func (k killed) enough() error {
	if k.all >= 20 && k.between == 0 {
		return errors.New("no kill came between a temporary file and its rename; try another seed")
	}
	return nil
}

// killAll starts and kills the collector as often as the settings say.
func killAll(ctx context.Context, at *place, s settings) (killed, error) {
	if err := os.MkdirAll(at.traces(), 0o700); err != nil { // so that it can be watched
		return killed{}, err
	}
	k := killed{by: map[string]int{}}
	r := rand.New(rand.NewPCG(s.seed, 2))
	for k.all < s.kills {
		m := moments[k.all%len(moments)]
		if err := killOnce(ctx, at, m, r); err != nil {
			return k, fmt.Errorf("kill %d, %s: %w", k.all+1, m.name, err)
		}
		k.all++
		k.by[m.name]++
		left, err := contents(at.traces())
		if err != nil {
			return k, err
		}
		if slices.ContainsFunc(slices.Collect(maps.Keys(left)), isTemporary) {
			k.between++
		}
	}
	return k, k.enough()
}

func killOnce(ctx context.Context, at *place, m moment, r *rand.Rand) error {
	running, err := at.start()
	if err != nil {
		return err
	}
	err = m.wait(ctx, at.traces(), r)
	if failed := running.kill(); failed != nil {
		return failed
	}
	return err
}
