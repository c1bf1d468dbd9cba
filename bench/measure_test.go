package bench

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// meter measures per unit (a span, a file) what [testing.B] measures per operation: time, processor time of the whole
// process, bytes and allocations.
type meter struct {
	b      *testing.B
	cpu    time.Duration
	memory runtime.MemStats
}

// start begins to measure.
func start(b *testing.B) *meter {
	m := &meter{b: b}
	runtime.ReadMemStats(&m.memory)
	m.cpu = cpuTime()
	b.ResetTimer()
	return m
}

// pause leaves a task out of what is measured.
func (m *meter) pause(task func()) {
	m.b.StopTimer()
	cpu := cpuTime()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	task()
	runtime.ReadMemStats(&after)
	m.memory.TotalAlloc += after.TotalAlloc - before.TotalAlloc
	m.memory.Mallocs += after.Mallocs - before.Mallocs
	m.cpu += cpuTime() - cpu
	m.b.StartTimer()
}

// report ends the measurement of so many units an operation.
func (m *meter) report(units int, unit string) {
	m.b.StopTimer()
	cpu := cpuTime() - m.cpu
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	all := float64(units) * float64(m.b.N)
	m.b.ReportMetric(0, "ns/op")
	m.b.ReportMetric(float64(m.b.Elapsed().Nanoseconds())/all, "ns/"+unit)
	m.b.ReportMetric(float64(cpu.Nanoseconds())/all, "cpu-ns/"+unit)
	m.b.ReportMetric(all/m.b.Elapsed().Seconds(), unit+"s/s")
	m.b.ReportMetric(float64(now.TotalAlloc-m.memory.TotalAlloc)/all, "B/"+unit)
	m.b.ReportMetric(float64(now.Mallocs-m.memory.Mallocs)/all, "allocs/"+unit)
}

// cpuTime is what the process has used of all processors.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // fails for a wrong argument only
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
