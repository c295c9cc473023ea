package symbols

import (
	"fmt"
	"sync"
	"time"
)

const (
	// patience is how long callers wait for a value that is loaded.
	patience = 10 * time.Second
	// pause is how long a value is not loaded again after a failure.
	pause = 5 * time.Second
)

// loader loads a value in the background when it is first asked for, and again after a failure. It is safe for
// concurrent use.
type loader[T any] struct {
	load func() (T, error)

	mu      sync.Mutex
	ended   chan struct{} // closed at the end of the latest load; nil before the first one
	loading bool
	began   time.Time
	value   T
	failure error     // of the latest load, also while it goes on
	at      time.Time // of the failure
}

// get returns the value. It fails if the load takes longer than patience, and returns the value later if the load ends
// after all.
func (l *loader[T]) get() (T, error) {
	ended, began := l.begin()
	late := time.NewTimer(time.Until(began.Add(patience)))
	defer late.Stop()
	select {
	case <-ended:
	case <-late.C:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.value, l.failure
}

// begin begins to load the value, unless it is there, being loaded, or failed a short while ago. It returns the end of
// the load and the time of its beginning.
func (l *loader[T]) begin() (ended <-chan struct{}, began time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	again := !l.loading && l.failure != nil && time.Since(l.at) > pause
	if l.ended == nil || again {
		l.ended, l.loading, l.began = make(chan struct{}), true, time.Now()
		l.failure = fmt.Errorf("it has not come within %v", patience)
		go l.run()
	}
	return l.ended, l.began
}

// run loads the value.
func (l *loader[T]) run() {
	value, err := l.load()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.value, l.failure, l.at, l.loading = value, err, time.Now(), false
	close(l.ended)
}
