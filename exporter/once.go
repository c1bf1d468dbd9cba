package exporter

import "sync"

// mostTold bounds what is remembered of what was told. What comes beyond it is not told.
const mostTold = 1000

// once tells what is told for the first time, for warnings that would be noise the second time.
type once struct {
	mu   sync.Mutex
	told map[string]struct{}
}

// first tells whether key wasn't told before, and takes it as told.
func (o *once) first(key string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, known := o.told[key]; known || len(o.told) >= mostTold {
		return false
	}
	if o.told == nil {
		o.told = map[string]struct{}{}
	}
	o.told[key] = struct{}{}
	return true
}
