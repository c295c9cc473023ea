package interp

import (
	"krigo/cell"
	"krigo/interp/static"
)

// following tells front ends that own their page what the cells have done that ran. It
// is whose turn it is that uses it.
type following struct {
	did      []func() cell.Effects // by the cell that runs, in parts; each may wait
	reactive *bool                 // as the cell has asked for it
	process  *process              // in which the last cell ran
	told     chan struct{}         // closed when the last cell was told
}

// does notes what a part of the cell does that runs.
func (s *Session) does(e func() cell.Effects) {
	if s.options.OwnsPage {
		s.following.did = append(s.following.did, e)
	}
}

// doesGo notes what Go does that declares nothing.
func (s *Session) doesGo(c cell.Cell) {
	if s.options.OwnsPage {
		e, err := s.goEffects(insideFunction(c))
		if err != nil {
			e.Notes = []string{"what the cell reads and writes is not known: " + err.Error()}
		}
		s.does(func() cell.Effects { return e })
	}
}

// ended has the front end be told what a cell has done, where it wants to know: once
// that is found, and after those before.
func (s *Session) ended(out cell.Output, failed bool) {
	f, ok := out.(cell.Follower)
	if !ok || !s.options.OwnsPage {
		s.following.did, s.following.reactive = nil, nil
		return
	}
	did, before, told := s.following.did, s.following.told, make(chan struct{})
	run := cell.Run{Failed: failed, Lost: s.hasLost(), Reactive: s.following.reactive}
	s.following.did, s.following.reactive, s.following.told = nil, nil, told
	go func() {
		defer close(told)
		for _, part := range did {
			run.Effects = then(run.Effects, part())
		}
		if before != nil {
			<-before
		}
		f.Ran(run)
	}()
}

// hasLost tells, once, that another process has taken over.
func (s *Session) hasLost() bool {
	p, before := s.current(), s.following.process
	s.following.process = p
	if p.isDead() {
		s.following.process = nil
		return true
	}
	return before != nil && p != before
}

// Reactive tells whether a cell's run is to be followed by those of the cells that it
// made stale, as the user has asked with %reactive or the front end by SetReactive.
func (s *Session) Reactive() bool { return s.reactive.Load() }

// SetReactive is %reactive of a front end that owns its page.
func (s *Session) SetReactive(on bool) { s.reactive.Store(on) }

// askReactive is SetReactive of a cell, of which the front end is told.
func (s *Session) askReactive(on bool) {
	s.SetReactive(on)
	s.following.reactive = &on
}

// followed is a session that knows what cells do, where somebody asks.
func (o Options) followed(s *static.Session) *static.Session {
	if o.OwnsPage {
		s.FollowEffects()
	}
	return s
}
