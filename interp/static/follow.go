package static

import (
	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/static/compose"
	"krigo/interp/static/effects"
	"krigo/interp/static/explain"
	"krigo/interp/static/syntax"
)

// followed are the effects of a cell that was committed. They are found after those of
// the cell before it, in the background: no cell waits for them.
type followed struct {
	found chan struct{} // closed when the others are there
	does  cell.Effects
	known *effects.Known // of the session after the cell
}

// fromNothing returns the effects of a session without declarations.
func fromNothing() *followed {
	f := &followed{found: make(chan struct{}), known: effects.New()}
	close(f.found)
	return f
}

// by returns the effects of the next cell.
func (f *followed) by(k *check.Checked, form compose.SSA) *followed {
	next := &followed{found: make(chan struct{})}
	go func() {
		defer close(next.found)
		<-f.found
		next.does, next.known = effects.Of(f.known, k, form.Package, form.Functions)
	}()
	return next
}

// FollowEffects lets the session find out what cells read and write, from now on. It is
// called before the first one is committed.
func (s *Session) FollowEffects() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.followed = fromNothing()
}

// Effects waits for what the program reads and writes, where it was committed to a
// session that follows this.
func (p *Program) Effects() cell.Effects {
	if p.followed == nil {
		return unfollowed
	}
	<-p.followed.found
	return p.followed.does
}

// Effects returns what a cell would read and write if it ran now, in a session that
// follows this. It waits for the effects of the committed cells.
func (s *Session) Effects(c cell.Cell) (cell.Effects, Errors) {
	k, form, now, errs := s.build(c)
	if len(errs) > 0 {
		return cell.Effects{}, errs
	}
	if now == nil {
		return unfollowed, nil
	}
	<-now.found
	does, _ := effects.Of(now.known, k, form.Package, form.Functions)
	return does, nil
}

// build checks a cell and makes its SSA form, in a session that follows effects.
func (s *Session) build(c cell.Cell) (k *check.Checked, form compose.SSA, now *followed, errs Errors) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k = check.Check(s.known, &c)
	defer func() {
		if r := recover(); r != nil {
			errs = explain.Diagnose(k, []syntax.Fault{check.Failure(&c, r)})
		}
	}()
	if len(k.Faults) > 0 {
		return k, form, nil, explain.Diagnose(k, k.Faults)
	}
	if s.followed != nil {
		form = compose.Build(s.writer, k)
	}
	return k, form, s.followed, nil
}

// unfollowed are all effects in a session that does not follow them.
var unfollowed = cell.Effects{Notes: []string{effects.Failed + "the session does not follow what cells do"}}
