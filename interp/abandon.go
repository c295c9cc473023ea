package interp

import (
	"fmt"
	"sync"
)

// stuck deals with a cell that an interrupt has not stopped: it runs compiled code that
// ignores interrupts. In an attended session its worker lives on until [Session.Abandon].
func (s *Session) stuck(p *process) {
	if s.options.Unattended {
		p.kill(fmt.Sprintf("the cell did not stop within %v of the interrupt, so its Go process was ended", s.options.StopTimeout))
		return
	}
	s.abandonable.set(p)
	s.outlet.tell("The cell is still running: it is in compiled code that ignores interrupts. You can wait for it. " +
		"Interrupt it once more to end its Go process: its variables are lost then.")
}

// abandonable is the worker, if any, that a second interrupt ends.
type abandonable struct {
	mu      sync.Mutex
	process *process
}

// set makes p, or none if nil, the worker that a second interrupt ends.
func (a *abandonable) set(p *process) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.process = p
}

// current returns the worker, or nil.
func (a *abandonable) current() *process {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.process
}

// Abandon ends the worker of a cell that was interrupted and did not stop
// within [Options.StopTimeout], and does nothing else. Front ends call it for
// the second interrupt of a cell.
func (s *Session) Abandon() {
	if p := s.abandonable.current(); p != nil {
		p.kill("the cell did not stop, so a second interrupt ended its Go process")
	}
}
