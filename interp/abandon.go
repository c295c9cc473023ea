package interp

import "fmt"

// stuck deals with a cell that an interrupt has not stopped: it is in compiled
// code that heeds none. Where somebody is there to decide, its worker lives on
// until [Session.Abandon].
func (s *Session) stuck(p *process) {
	if s.options.Unattended {
		p.kill(fmt.Sprintf("the cell did not stop within %v of the interrupt, so its Go process was ended", s.options.StopTimeout))
		return
	}
	s.setAbandonable(p)
	s.tell("The cell goes on: it is in compiled code that heeds no interrupt. You can wait for it. " +
		"Interrupt it once more to end its Go process: its variables are lost then.")
}

func (s *Session) setAbandonable(p *process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.abandonable = p
}

// Abandon ends the worker of a cell that was interrupted and did not stop
// within [Options.StopTimeout], and does nothing else. Front ends call it for
// the second interrupt of a cell.
func (s *Session) Abandon() {
	s.mu.Lock()
	p := s.abandonable
	s.mu.Unlock()
	if p != nil {
		p.kill("the cell did not stop, so a second interrupt ended its Go process")
	}
}
