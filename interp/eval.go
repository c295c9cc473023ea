package interp

import (
	"context"
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
	b, err := s.dispatch(ctx, c, out)
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
		return s.evaluate(ctx, c, true)
	}
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
	program, faults := s.static.Check(c)
	if len(faults) > 0 {
		return nil, checkError(faults)
	}
	for _, note := range program.Notes {
		s.outlet.tell("note: " + note.Error())
	}
	return s.run(ctx, c, program, keep)
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
