package main

import (
	"bytes"
	"runtime"
	"runtime/pprof"
	"testing"
)

func TestWhatIsAliveIsAddedUp(t *testing.T) {
	held := make([][]byte, 20_000)
	for i := range held {
		held[i] = make([]byte, 4<<10)
	}
	runtime.GC()
	var text bytes.Buffer
	if err := pprof.Lookup("heap").WriteTo(&text, 1); err != nil {
		t.Fatal(err)
	}
	alive, err := aliveOf(text.String())
	if err != nil || alive < 70<<20 || alive > 95<<20 {
		t.Errorf("%d bytes alive, %v; 80 MB are", alive, err)
	}
	runtime.KeepAlive(held)
	if _, err := aliveOf("goroutine profile: total 1\n"); err == nil {
		t.Error("another profile is no error")
	}
}
