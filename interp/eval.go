package interp

import (
	"context"
	"errors"
	"slices"
	"time"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/internal/wire"
	"krigo/interp/static"
)

// Eval runs a cell. The bundle is the value of its last expression, and nil
// where it shows nothing; out receives what the cell emits. Cancelling ctx
// interrupts the cell. A failure is an *Error.
func (s *Session) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	end, err := s.turn.take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	s.outlet.use(out)
	s.sources.keep(c)
	defer s.fetching()()
	b, err := s.dispatch(ctx, c, out)
	s.keepModules(out)
	s.following.ended(out, err != nil, s.workers.current())
	return b, err
}

// dispatch runs a cell by the kind of its source.
func (s *Session) dispatch(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	switch r := s.reader.read(c.Source); r.kind {
	case kindQuestion:
		return s.explain(ctx, c, r.question, out)
	case kindWord:
		return nil, s.followWord(r.word, out)
	case kindShell:
		return nil, s.shell(ctx, c.Source)
	case kindCommand:
		return s.runCommand(ctx, c, out)
	default:
		b, program, err := s.checkAndRun(ctx, c, true)
		if err == nil && program.Main {
			return s.runMain(ctx, c)
		}
		return b, err
	}
}

// runMain calls the func main of a whole program, which a cell has declared.
func (s *Session) runMain(ctx context.Context, c cell.Cell) (*cell.Bundle, error) {
	s.outlet.tell("note: " + c.Label + " is a program: its func main runs; without the package clause, it is only declared")
	call := cell.Cell{Label: "the call of main", Source: "main()"}
	b, err := s.evaluate(ctx, call, true)
	failure := (*cell.Error)(nil)
	if errors.As(err, &failure) {
		failure.Diagnostics = slices.DeleteFunc(failure.Diagnostics, func(d cell.Diagnostic) bool { return d.Cell == call.Label })
	}
	return b, err
}

// Evaluate gives the value of one expression and declares nothing. A failure
// is an *Error.
func (s *Session) Evaluate(ctx context.Context, expr string) (*cell.Bundle, error) {
	end, err := s.turn.take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	c := cell.Cell{Label: "expression", Source: expr}
	s.sources.keep(c)
	return s.evaluate(ctx, c, false)
}

// evaluate checks a cell and lets the worker run it; where keep is true its
// declarations become the session's.
func (s *Session) evaluate(ctx context.Context, c cell.Cell, keep bool) (*cell.Bundle, error) {
	b, _, err := s.checkAndRun(ctx, c, keep)
	return b, err
}

// checkAndRun is evaluate, and returns the checked cell as well.
func (s *Session) checkAndRun(ctx context.Context, c cell.Cell, keep bool) (*cell.Bundle, *static.Program, error) {
	program, faults := s.static.Check(c)
	if len(faults) > 0 {
		return nil, nil, checkError(faults)
	}
	for _, note := range program.Notes {
		s.outlet.tell("note: " + note.Error())
	}
	s.logFaults(program)
	b, err := s.run(ctx, c, program, keep)
	return b, program, err
}

// logFaults logs the faults of krigo's compiler, which cost a cell only speed. Tests fail for them.
func (s *Session) logFaults(program *static.Program) {
	if program.Unit == nil {
		return
	}
	for _, fault := range program.Unit.Faults {
		s.options.Log.Error("a function cannot be compiled because of a fault in krigo; it is interpreted", "fault", fault)
	}
}

// run lets the worker run a cell that was checked.
func (s *Session) run(ctx context.Context, c cell.Cell, program *static.Program, keep bool) (*cell.Bundle, error) {
	p, err := s.workers.usable(ctx)
	if err != nil {
		return nil, err
	}
	s.asking.begin(ctx)
	defer s.asking.end()
	r := request(program)
	r.Cell, r.Columns = s.outlet.number(c.Label), c.Columns
	result, err := p.call(r, func() {
		if keep {
			s.static.Commit(program)
			s.following.does(program.Effects)
		}
	})
	if err != nil {
		<-p.dead
		return nil, s.workers.deathOf(p, c)
	}
	b, err := s.await(ctx, p, c, program.Value, result)
	if err == nil && keep {
		s.static.Ended(program)
	}
	return b, err
}

func request(p *static.Program) wire.Request {
	r := wire.Request{Kind: wire.KindEval, Runs: p.Runs}
	if p.Unit != nil {
		r.Units = []*emit.Unit{p.Unit}
	}
	if p.Value != nil {
		r.Value, r.Failure, r.Trailing = p.Value.Expr, p.Value.Error, p.Value.Failure
		r.Forget = p.Value.Variables
	}
	return r
}

// await waits for the result of a cell, whatever happens to it. value is where its
// last value is, or nil.
func (s *Session) await(ctx context.Context, p *process, c cell.Cell, value *static.Value, result <-chan wire.Event) (*cell.Bundle, error) {
	defer s.abandonable.set(nil)
	interrupt := ctx.Done()
	var overdue <-chan time.Time
	for {
		select {
		case e := <-result:
			return s.finish(e, c, value)
		case <-p.dead:
			select {
			case e := <-result:
				return s.finish(e, c, value)
			default:
				return nil, s.endOf(ctx, p, c)
			}
		case <-interrupt:
			interrupt, overdue = nil, time.After(s.options.StopTimeout)
			if err := p.requests.Write(wire.Request{Kind: wire.KindInterrupt}); err != nil {
				s.options.Log.Debug("the interrupt came too late", "error", err)
			}
		case <-overdue:
			s.stuck(p)
		}
	}
}

// endOf returns the error of a cell whose worker ended while it ran.
func (s *Session) endOf(ctx context.Context, p *process, c cell.Cell) *cell.Error {
	e := s.workers.deathOf(p, c)
	if ctx.Err() != nil {
		e.Name = "Interrupt"
	}
	return e
}

// finish turns a result into Eval's.
func (s *Session) finish(e wire.Event, c cell.Cell, value *static.Value) (*cell.Bundle, error) {
	if note := s.static.BusyNote(e.Busy); note != "" && !s.options.Program {
		s.outlet.tell("note: " + note)
	}
	if e.Fault != nil {
		if e.Fault.Value && value != nil {
			e.Fault.Stack = []wire.Place{{Cell: c.Label, Line: value.Line}}
		}
		return nil, s.sources.faultError(e.Fault)
	}
	return e.Bundle, nil
}
