package notebook

import (
	"fmt"

	"krigo/internal/notebook/stale"
)

// pursuit runs cell after cell until nothing is stale that it is about, and looks again
// after each.
type pursuit struct {
	by  visitor // who asked for it, nobody where cells run by themselves
	all bool    // stale cells, also those that have not run
	// since is else the run that is followed by those of cells that have run before and
	// read what it has changed.
	since *stale.Run
	runs  map[*cell]int
}

// mostRuns is how often a cell may run in one pursuit. What a cell does can change with
// those before it, so that once is not always enough.
const mostRuns = 3

// runStale runs what is stale or has not run.
func (s *state) runStale(by visitor) {
	if s.kernel.State == kernelDead {
		s.say(by, "error", endedNote)
		return
	}
	s.pursuit = &pursuit{by: by, all: true, runs: map[*cell]int{}}
	s.foresee()
	if s.isQuiet() && len(s.steps()) == 0 {
		s.say(by, "note", "Nothing is out of date.")
	}
}

// isQuiet tells whether nothing runs or waits, and all is known that can be.
func (s *state) isQuiet() bool {
	_, asked := s.asked[s.foreseen]
	return s.running == nil && len(s.queue) == 0 && len(s.unheard) == 0 && !asked && !s.kernel.away()
}

// pursue runs the next cell of the pursuit.
func (s *state) pursue() {
	p := s.pursuit
	if p == nil || !s.isQuiet() {
		return
	}
	steps := s.steps()
	if len(steps) == 0 {
		s.pursuit = nil
		return
	}
	c := steps[0].cell
	switch {
	case !p.all && c.did.Source != c.file.Source:
		s.giveUp(fmt.Sprintf("What depends on the last run waits for %s, which %s and has changed: run it.", c.name(), steps[0].why))
	case p.runs[c] >= mostRuns:
		s.giveUp(fmt.Sprintf("No order of cells brings all up to date: %s has run %d times, and %s.", c.name(), mostRuns, steps[0].why))
	default:
		p.runs[c]++
		s.enqueue(c)
		s.next()
	}
}

// giveUp ends the pursuit and tells why.
func (s *state) giveUp(why string) {
	by := s.pursuit.by
	s.pursuit = nil
	s.say(by, "warning", why)
}

// step is a cell to run, and why.
type step struct {
	cell *cell
	why  string
}

// steps are the cells that the pursuit is to run, as far as it is known by now. Reactive
// running leaves alone what the user is changing, and what reads from that.
func (s *state) steps() []step {
	shown, page := s.page(!s.pursuit.all)
	var list []stale.Step
	if s.pursuit.all {
		list = page.Order()
	} else {
		list = page.After(s.pursuit.since, func(i int) bool { return shown[i].did != nil && shown[i].did.Source != shown[i].file.Source })
	}
	var out []step
	for _, at := range list {
		out = append(out, step{shown[at.Cell], at.Why})
	}
	return out
}

// reactiveOrder turns reactive running on or off for a page.
func (s *state) reactiveOrder(by visitor, o order) {
	if o.On && !s.told && s.kernel.State != kernelStarting && !s.kernel.away() {
		s.refuse(by, o, "the kernel does not tell what cells read and write, so that none can run by itself")
		return
	}
	s.setReactive(o.On)
	if !s.kernel.away() { // else it is told when it is there
		s.askReactive()
	}
}

func (s *state) setReactive(on bool) {
	if s.reactive != on {
		s.reactive = on
		s.tell(reactiveEvent{"reactive", on})
	}
}

// askReactive has the kernel say of reactive running what the pages do. Its answer
// tells whether it knows what cells read and write.
func (s *state) askReactive() {
	id := s.request("shell", "krigo_reactive_request", map[string]any{"on": s.reactive}, nil)
	s.asked[id] = asked{kind: "krigo_reactive_request"}
}

// hearReactive takes the kernel's answer.
func (s *state) hearReactive(p packet) {
	var content struct{ Status string }
	s.told = p.read(&content) && content.Status == statusOK
	if !s.told && s.reactive {
		s.setReactive(false)
		s.say(0, "warning", "The kernel does not tell what cells read and write, so that none runs by itself.")
	}
}
