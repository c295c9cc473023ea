package mime

import (
	"sync"
	"time"

	"krigo/cell"
)

// livePeriod is the least time between two updates of a live display.
const livePeriod = 250 * time.Millisecond

// Live shows a value that changes fast, in one output that is updated in place at most
// four times a second, until [Flush] ends it. A later change begins again in the same
// output. Its methods may be called from several goroutines.
type Live struct {
	content func(ended bool) cell.Bundle

	mu      sync.Mutex
	handle  *Handle
	shown   time.Time
	waiting *time.Timer
	active  bool // there was a change after the last Flush
}

// NewLive returns a live display of the result of content; ended reports to content
// that Flush asks for the last time. Nothing is shown before the first change. Content
// is never called while Change runs a change.
func NewLive(content func(ended bool) cell.Bundle) *Live { return &Live{content: content} }

// Change calls change, which changes the result of content, and shows that: at once, or
// as soon as the period allows.
func (l *Live) Change(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
	if !l.active {
		l.active = true
		running.Lock()
		running.lives = append(running.lives, l)
		running.Unlock()
	}
	if wait := livePeriod - time.Since(l.shown); wait <= 0 {
		l.show()
	} else if l.waiting == nil {
		l.waiting = time.AfterFunc(wait, l.showLate)
	}
}

// showLate shows the last of the changes that came too fast.
func (l *Live) showLate() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting != nil {
		l.show()
	}
}

func (l *Live) show() {
	if l.waiting != nil {
		l.waiting.Stop()
		l.waiting = nil
	}
	b := l.content(!l.active)
	if l.handle == nil {
		l.handle = NewHandle(b)
	} else {
		l.handle.Update(b)
	}
	l.shown = time.Now()
}

func (l *Live) finish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.active = false
	l.show()
}

// running holds the live displays that Flush must end.
var running struct {
	sync.Mutex
	lives []*Live
}

// Flush ends all live displays: each shows its last content. A notebook does
// so when a cell ends; other programs may, before they go on to something else.
func Flush() {
	running.Lock()
	lives := running.lives
	running.lives = nil
	running.Unlock()
	for _, l := range lives {
		l.finish()
	}
}
