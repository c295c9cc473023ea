package interp

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/internal/wire"
	"krigo/interp/static"
)

// workers keeps one worker for a session: when it ends, another replaces it, and
// evaluates the session's declarations again.
type workers struct {
	static *static.Session
	outlet *outlet
	log    *slog.Logger
	// spawn starts a process, which calls died when it has ended.
	spawn func(died func(*process)) (*process, error)
	// ended is called when a process has ended, before another takes its place.
	ended func()

	mu      sync.Mutex
	process *process // the current one
	closed  bool     // it is not replaced
}

// current returns the current worker.
func (w *workers) current() *process {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.process
}

// first starts the first worker.
func (w *workers) first() error {
	p, err := w.launch(nil)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.process = p
	return nil
}

// close ends the workers. It returns the last one, or nil if they were closed before.
func (w *workers) close() *process {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	return w.process
}

// launch starts a worker that evaluates units before it is usable.
func (w *workers) launch(units []*emit.Unit) (*process, error) {
	p, err := w.spawn(w.died)
	if err != nil {
		return nil, err
	}
	go w.prepare(p, units)
	return p, nil
}

// prepare makes a worker usable.
func (w *workers) prepare(p *process, units []*emit.Unit) {
	select {
	case <-p.ready:
	case <-p.dead:
		return
	}
	if len(units) > 0 && !w.replay(p, units) {
		return
	}
	close(p.usable)
}

// replay evaluates the session's declarations in p. It reports whether p survived.
func (w *workers) replay(p *process, units []*emit.Unit) bool {
	result, err := p.call(wire.Request{Kind: wire.KindEval, Units: units}, nil)
	if err != nil {
		p.kill(err.Error())
		return false
	}
	select {
	case e := <-result:
		if e.Fault != nil {
			w.outlet.tell("Some declarations could not be evaluated again: " + e.Fault.Message)
		}
		return true
	case <-p.dead:
		return false
	}
}

// died replaces p, which has ended, by another worker. A caller that waits for p reports
// the death to the user; without one, died reports it.
func (w *workers) died(p *process) {
	w.ended()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || p != w.process || p.isRetired() || !p.wasUsable() {
		return
	}
	next, err := w.launch(w.static.Replay())
	if err != nil {
		w.log.Error("no worker", "error", err)
		return
	}
	w.process = next
	if p.idle() {
		w.outlet.tell(strings.Join(append([]string{"Between two cells: " + p.death.cause + "."}, w.aftermath()...), "\n"))
	}
}

// usable waits until there is a worker to evaluate with. If the current one is gone and
// was not replaced, it starts one.
func (w *workers) usable(ctx context.Context) (*process, error) {
	for started := false; ; {
		p := w.current()
		select {
		case <-p.dead:
		case <-p.usable:
		case <-ctx.Done():
			return nil, interrupted()
		}
		if !p.isDead() {
			return p, nil
		}
		if w.current() != p {
			continue
		}
		if started {
			return nil, noWorker(p.death.cause)
		}
		started = true
		if err := w.start(p); err != nil {
			return nil, err
		}
	}
}

// start replaces old by a new worker.
func (w *workers) start(old *process) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return &cell.Error{Name: "WorkerExit", Message: "the session is closed"}
	}
	if w.process != old {
		return nil
	}
	p, err := w.launch(w.static.Replay())
	if err != nil {
		return noWorker(err.Error())
	}
	w.process = p
	return nil
}

// ask asks the worker something that needs no evaluation.
func (w *workers) ask(ctx context.Context, r wire.Request) (wire.Event, error) {
	p, err := w.usable(ctx)
	if err != nil {
		return wire.Event{}, err
	}
	result, err := p.call(r, nil)
	if err != nil {
		return wire.Event{}, noWorker(err.Error())
	}
	select {
	case e := <-result:
		return e, nil
	case <-p.dead:
		return wire.Event{}, noWorker(p.death.cause)
	case <-ctx.Done():
		return wire.Event{}, interrupted()
	}
}

func noWorker(cause string) *cell.Error {
	return &cell.Error{Name: "WorkerCrash", Message: "no Go process could be started: " + cause}
}

// aftermath returns the consequences of a worker's end for the session.
func (w *workers) aftermath() []string {
	lines := []string{"A new Go process has taken over. Imports, types, constants and functions are declared again."}
	var names []string
	for _, v := range w.static.Variables() {
		names = append(names, v.Name)
	}
	if len(names) > 0 {
		lines = append(lines, fmt.Sprintf("These variables have lost their values: %s.", strings.Join(names, ", ")))
	}
	if paths := w.static.Initialised(); len(paths) > 0 {
		lines = append(lines, fmt.Sprintf("The variables of these packages have their initial values: %s.", strings.Join(paths, ", ")))
	}
	return lines
}

// deathOf returns the error of a cell whose worker has ended.
func (w *workers) deathOf(p *process, c cell.Cell) *cell.Error {
	return &cell.Error{
		Name: p.death.name, Message: fmt.Sprintf("%s: %s", c.Label, p.death.cause), Details: w.aftermath(),
		Exited: p.death.exited, Code: p.death.code,
	}
}
