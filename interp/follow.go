package interp

import (
	"sync/atomic"

	"krigo/cell"
	"krigo/interp/static"
)

// following reports to front ends that own their page what cells have done. It may be
// used with the turn only; reactive may be used at any time.
type following struct {
	ownsPage bool        // as in [Options]: nothing is followed otherwise
	reactive atomic.Bool // as %reactive has it

	did     []func() cell.Effects // by the cell that runs, in parts; each may wait
	asked   *bool                 // the setting of reactive that the running cell asks for
	process *process              // in which the last cell ran
	told    chan struct{}         // closed when the last cell was reported
}

// does notes the effects of a part of the running cell.
func (f *following) does(e func() cell.Effects) {
	if f.ownsPage {
		f.did = append(f.did, e)
	}
}

// ask sets reactive by a cell and reports it to the front end.
func (f *following) ask(reactive bool) {
	f.reactive.Store(reactive)
	f.asked = &reactive
}

// ended reports the effects of a cell to a front end that asks for them, once they are
// found and after those of earlier cells. Process is the current one.
func (f *following) ended(out cell.Output, failed bool, process *process) {
	follower, ok := out.(cell.Follower)
	if !ok || !f.ownsPage {
		f.did, f.asked = nil, nil
		return
	}
	did, before, told := f.did, f.told, make(chan struct{})
	run := cell.Run{Failed: failed, Lost: f.hasLost(process), Reactive: f.asked}
	f.did, f.asked, f.told = nil, nil, told
	go func() {
		defer close(told)
		for _, part := range did {
			run.Effects = then(run.Effects, part())
		}
		if before != nil {
			<-before
		}
		follower.Ran(run)
	}()
}

// hasLost reports, once, that p has taken over from another process.
func (f *following) hasLost(p *process) bool {
	before := f.process
	f.process = p
	if p.isDead() {
		f.process = nil
		return true
	}
	return before != nil && p != before
}

// doesGo notes the effects of Go that declares nothing.
func (s *Session) doesGo(c cell.Cell) {
	if s.options.OwnsPage {
		e, err := s.reader.goEffects(insideFunction(c))
		if err != nil {
			e.Notes = []string{"what the cell reads and writes is not known: " + err.Error()}
		}
		s.following.does(func() cell.Effects { return e })
	}
}

// Reactive reports whether the cells that a cell makes stale run after it, as set by the
// user with %reactive or by the front end with SetReactive.
func (s *Session) Reactive() bool { return s.following.reactive.Load() }

// SetReactive is the %reactive of a front end that owns its page.
func (s *Session) SetReactive(on bool) { s.following.reactive.Store(on) }

// followed returns s, which follows the effects of cells if the options ask for it.
func (o Options) followed(s *static.Session) *static.Session {
	if o.OwnsPage {
		s.FollowEffects()
	}
	return s
}
