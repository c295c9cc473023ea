package interp

import (
	"context"
	"fmt"
	"strings"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/internal/wire"
)

// current is the worker of the moment.
func (s *Session) current() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process
}

// launch starts a worker that evaluates units before it is usable.
func (s *Session) launch(units []*emit.Unit) (*process, error) {
	o, gone := s.options, ""
	if o.Dir, o.Env, gone = s.place.start(); gone != "" {
		s.outlet.tell(fmt.Sprintf("The folder %s is gone: the new Go process is where the session began.", gone))
	}
	p, err := startProcess(o, s.comms.noted(), s.emit, s.died)
	if err != nil {
		return nil, err
	}
	go s.prepare(p, units)
	return p, nil
}

// prepare makes a worker usable.
func (s *Session) prepare(p *process, units []*emit.Unit) {
	select {
	case <-p.ready:
	case <-p.dead:
		return
	}
	if len(units) > 0 && !s.replay(p, units) {
		return
	}
	close(p.usable)
}

// replay evaluates the session's declarations in p. It reports whether p has
// lived through it.
func (s *Session) replay(p *process, units []*emit.Unit) bool {
	result, err := p.call(wire.Request{Kind: wire.KindEval, Units: units}, nil)
	if err != nil {
		p.kill(err.Error())
		return false
	}
	select {
	case e := <-result:
		if e.Fault != nil {
			s.outlet.tell("Some declarations could not be evaluated again: " + e.Fault.Message)
		}
		return true
	case <-p.dead:
		return false
	}
}

// died puts another worker in the place of p, which has ended. Whoever waits
// for p tells the user; where nobody does, it is told here.
func (s *Session) died(p *process) {
	s.closeComms()
	s.outlet.endPassing()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || p != s.process || p.isRetired() || !p.wasUsable() {
		return
	}
	next, err := s.launch(s.static.Replay())
	if err != nil {
		s.options.Log.Error("no worker", "error", err)
		return
	}
	s.process = next
	if p.idle() {
		s.outlet.tell(strings.Join(append([]string{"Between two cells: " + p.death.cause + "."}, s.aftermath()...), "\n"))
	}
}

// usable waits until there is a worker to evaluate with. Where the one of the
// moment is gone and nothing took its place, it starts one.
func (s *Session) usable(ctx context.Context) (*process, error) {
	for started := false; ; {
		p := s.current()
		select {
		case <-p.dead:
		case <-p.usable:
		case <-ctx.Done():
			return nil, interrupted()
		}
		if !p.isDead() {
			return p, nil
		}
		if s.current() != p {
			continue
		}
		if started {
			return nil, noWorker(p.death.cause)
		}
		started = true
		if err := s.start(p); err != nil {
			return nil, err
		}
	}
}

// start puts a new worker in the place of old.
func (s *Session) start(old *process) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return &cell.Error{Name: "WorkerExit", Message: "the session is closed"}
	}
	if s.process != old {
		return nil
	}
	p, err := s.launch(s.static.Replay())
	if err != nil {
		return noWorker(err.Error())
	}
	s.process = p
	return nil
}

func noWorker(cause string) *cell.Error {
	return &cell.Error{Name: "WorkerCrash", Message: "no Go process could be started: " + cause}
}

// aftermath says what the end of a worker means for the session.
func (s *Session) aftermath() []string {
	lines := []string{"A new Go process has taken over. Imports, types, constants and functions are declared again."}
	var names []string
	for _, v := range s.static.Variables() {
		names = append(names, v.Name)
	}
	if len(names) > 0 {
		lines = append(lines, fmt.Sprintf("These variables have lost their values: %s.", strings.Join(names, ", ")))
	}
	return lines
}
