package notebook

import (
	"fmt"

	cells "krigo/cell"
	"krigo/internal/notebook/stale"
)

// reactive runs cells automatically: those that depend on what has run, if that is on, or all stale
// ones if a page asks for it. The cells are chosen again after each run.
type reactive struct {
	pages   *subscribers
	kernel  *kernelLink
	tracker *tracker
	runs    *runs
	on      bool
}

// reactiveRun is the running of cells by themselves until nothing is stale that it is about.
type reactiveRun struct {
	by  visitor // the page that asked for it, 0 for automatic runs
	all bool    // stale cells, also those that have not run
	// since is else the run that is followed by those of cells that have run before and
	// read what it has changed.
	since *stale.Run
	runs  map[*cell]int
}

// mostRuns is the number of times that a cell may run in one reactive run. What a cell does can change with
// those before it, so that once is not always enough.
const mostRuns = 3

// runStale runs what is stale or has not run.
func (r *reactive) runStale(by visitor) {
	if r.kernel.status.State == kernelDead {
		r.pages.say(by, "error", endedNote)
		return
	}
	r.runs.follow(&reactiveRun{by: by, all: true, runs: map[*cell]int{}})
	r.foresee()
	if r.isQuiet() && len(r.steps()) == 0 {
		r.pages.say(by, "note", "Nothing is out of date.")
	}
}

// foresee asks what sources would do, while no cell waits to run.
func (r *reactive) foresee() {
	if len(r.runs.queue) == 0 {
		r.tracker.foresee(r.runs.reactive != nil)
	}
}

// isQuiet reports whether nothing runs or waits, and all is known that can be.
func (r *reactive) isQuiet() bool {
	return r.runs.isIdle() && r.tracker.isComplete() && !r.kernel.status.away()
}

// proceed runs the next cell of the reactive run.
func (r *reactive) proceed() {
	p := r.runs.reactive
	if p == nil || !r.isQuiet() {
		return
	}
	steps := r.steps()
	if len(steps) == 0 {
		r.runs.follow(nil)
		return
	}
	c := steps[0].cell
	switch {
	case !p.all && c.did.Source != c.file.Source:
		r.giveUp(fmt.Sprintf("Cells that depend on the last run wait for %s, which %s and has changed: run it.", c.name(), steps[0].why))
	case p.runs[c] >= mostRuns:
		r.giveUp(fmt.Sprintf("No order of cells brings all up to date: %s has run %d times, and %s.", c.name(), mostRuns, steps[0].why))
	default:
		p.runs[c]++
		r.runs.enqueue(c)
		r.runs.next()
	}
}

// giveUp ends the reactive run and reports why.
func (r *reactive) giveUp(why string) {
	by := r.runs.reactive.by
	r.runs.follow(nil)
	r.pages.say(by, "warning", why)
}

// step is a cell to run, and why.
type step struct {
	cell *cell
	why  string
}

// steps returns the cells that the reactive run is to run, given the runs so far. Reactive running
// leaves alone the cells that the user is changing, and their readers.
func (r *reactive) steps() []step {
	shown, page := r.tracker.page(!r.runs.reactive.all)
	var list []stale.Step
	if r.runs.reactive.all {
		list = page.Order()
	} else {
		list = page.After(r.runs.reactive.since, func(i int) bool { return shown[i].did != nil && shown[i].did.Source != shown[i].file.Source })
	}
	var out []step
	for _, at := range list {
		out = append(out, step{shown[at.Cell], at.Why})
	}
	return out
}

// turn turns reactive running on or off for a page.
func (r *reactive) turn(by visitor, cmd command) {
	if cmd.On && !r.tracker.tracked && r.kernel.status.State != kernelStarting && !r.kernel.status.away() {
		r.pages.refuse(by, cmd, "the kernel does not report what cells read and write, so none can run automatically")
		return
	}
	r.set(cmd.On)
	if !r.kernel.status.away() { // else the kernel hears of it when it is there
		r.announce()
	}
}

// set turns reactive running on or off, and reports it to the pages.
func (r *reactive) set(on bool) {
	if r.on != on {
		r.on = on
		r.pages.tell(reactiveEvent{"reactive", on})
	}
}

// announce has the kernel say of reactive running what the pages do. Its answer
// reports whether it knows what cells read and write.
func (r *reactive) announce() {
	r.kernel.query("krigo_reactive_request", map[string]any{"on": r.on})
}

// hear takes the kernel's answer.
func (r *reactive) hear(m message) {
	var content struct{ Status string }
	r.tracker.track(m.read(&content) && content.Status == statusOK)
	if !r.tracker.tracked && r.on {
		r.set(false)
		r.pages.say(0, "warning", "The kernel does not report what cells read and write, so none runs automatically.")
	}
}

// ran takes the kernel's report of a run, and begins the runs of what depends on it.
func (r *reactive) ran(id string, run cells.Run) {
	if run.Lost {
		r.runs.follow(nil)
	}
	did := r.tracker.ran(id, run)
	if run.Reactive != nil {
		r.set(*run.Reactive)
	}
	if r.on && r.runs.reactive == nil && !did.Failed && !run.Lost {
		r.runs.follow(&reactiveRun{since: did, runs: map[*cell]int{}})
	}
}
