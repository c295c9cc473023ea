package notebook

import (
	"context"
	"time"
)

// away tells of a kernel that takes no requests now.
func (k kernelState) away() bool {
	switch k.State {
	case kernelNone, kernelWaiting, kernelRestarting, kernelDead:
		return true
	}
	return false
}

// need asks for a kernel where there is none yet.
func (s *state) need() {
	if s.kernel.State == kernelNone {
		s.setKernel(kernelWaiting, "")
		s.effects.start = true
	}
}

// waits says why the kernel cannot start yet.
type waits struct{ note string }

func (s *state) waitsFor(w waits) {
	if s.kernel.State == kernelWaiting {
		s.setKernel(kernelWaiting, w.note)
	}
}

// leaveQueue gives up the wait for a kernel.
func (s *state) leaveQueue() {
	s.effects.giveUp = true
	s.setKernel(kernelNone, "")
}

// rest is the end of a kernel in whose place another one starts when it is needed.
func (s *state) rest(note string) {
	s.forgetRuns()
	s.kernel = kernelState{kernelNone, note}
	if s.watched() {
		s.tell(s.document())
	}
}

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

// waiting tells whether a kernel is still waited for.
func (r *Room) waiting(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ctx.Err() == nil && r.state.kernel.State == kernelWaiting
}

// Usage is how a room is used.
type Usage struct {
	// Pages are in the room.
	Pages int
	// Kernel tells whether there is one, Waiting whether one is waited for, and Busy
	// whether it has something to run.
	Kernel, Waiting, Busy bool
	// Used is when a page or the kernel did something last.
	Used time.Time
}

// Usage tells how the room is used.
func (r *Room) Usage() Usage {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	u := Usage{Pages: len(r.visits), Waiting: s.kernel.State == kernelWaiting, Used: r.used}
	u.Kernel = s.kernel.State != kernelNone && s.kernel.State != kernelDead && !u.Waiting
	u.Busy = s.running != nil || len(s.queue) > 0 || s.kernel.State == kernelBusy || s.kernel.State == kernelRestarting
	return u
}

// use notes that the room is used.
func (r *Room) use(o operation) {
	switch o.what.(type) {
	case order, entered, left, packet:
		r.used = o.at
	}
}

// Rest ends the kernel, or the wait for one, and tells the pages the note. Of a room
// with Options.Admit the next one starts when a page needs it.
func (r *Room) Rest(note string) error {
	r.mu.Lock()
	k, silent := r.host, r.silent
	if r.state.kernel.State == kernelWaiting {
		r.applyLocked(operation{what: order{Op: "interrupt"}})
		k = nil
	}
	r.parting = note
	r.mu.Unlock()
	return end(k, silent)
}

// takeParting is what is to be said of a kernel that has ended.
func (r *Room) takeParting() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	note := r.parting
	r.parting = ""
	return note
}
