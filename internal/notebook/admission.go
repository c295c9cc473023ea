package notebook

import (
	"context"
	"time"
)

// admit waits for a place and starts a kernel there.
func (r *Room) admit() {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	r.mu.Lock()
	r.giveUp = cancel
	r.mu.Unlock()
	r.admitting.Lock() // one that was given up may still be on its way out
	defer r.admitting.Unlock()
	if !r.waiting(ctx) {
		return
	}
	release, err := r.options.Admit(ctx, func(note string) { r.apply(operation{what: waits{note}}) })
	if err != nil {
		if ctx.Err() == nil {
			r.apply(operation{what: kernelEnded{err: err}})
		}
		return
	}
	if !r.waiting(ctx) {
		release()
		return
	}
	k := r.startKernel()
	go func() {
		<-k.Ended()
		release()
	}()
	r.attach(k)
}

// waiting reports whether a kernel is still waited for.
func (r *Room) waiting(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ctx.Err() == nil && r.state.kernel.status.State == kernelWaiting
}

// Usage describes the use of a room.
type Usage struct {
	// Pages are in the room.
	Pages int
	// Kernel reports whether there is one, Waiting whether one is waited for, and Busy
	// whether it has something to run.
	Kernel, Waiting, Busy bool
	// Used is the time of the last action of a page or the kernel.
	Used time.Time
	// Bytes is the size of what the room keeps, if that is bounded.
	Bytes int
}

// Usage returns the use of the room after the last operation. It never waits.
func (r *Room) Usage() Usage { return *r.usage.Load() }

// use returns the use of the room.
func (r *Room) use() Usage {
	s := r.state
	u := Usage{Pages: len(r.visits), Waiting: s.kernel.status.State == kernelWaiting, Used: r.used}
	u.Kernel = s.kernel.status.State != kernelNone && s.kernel.status.State != kernelDead && !u.Waiting
	u.Busy = !s.runs.isIdle() || s.kernel.status.State == kernelBusy || s.kernel.status.State == kernelRestarting
	return u
}

// isUse reports whether an operation uses the room.
func (o operation) isUse() bool {
	switch o.what.(type) {
	case command, entered, left, message:
		return true
	}
	return false
}

// Rest ends the kernel, or the wait for one, and tells the pages the note. Of a room
// with Options.Admit the next one starts when a page needs it.
func (r *Room) Rest(note string) error {
	r.mu.Lock()
	k, silent := r.host, r.silent
	if r.state.kernel.status.State == kernelWaiting {
		r.applyLocked(operation{what: command{Op: "interrupt"}})
		k = nil
	}
	r.parting = note
	r.mu.Unlock()
	return end(k, silent)
}

// takeParting returns the message about a kernel that has ended.
func (r *Room) takeParting() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	note := r.parting
	r.parting = ""
	return note
}
