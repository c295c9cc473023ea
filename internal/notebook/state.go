package notebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"krigo/internal/nbformat"
)

// state is all that is known of an open notebook. apply alone changes it.
//
// Each of its values owns its fields, and uses the values before it only (see the package). The
// state has what concerns the kernel's beginning and end, and chooses the value for an operation.
type state struct {
	path     string
	onDemand bool   // the kernel starts when it is needed
	after    string // what a restart runs, by a word

	clock    *clock
	doc      *document
	viewer   *viewer
	pages    *subscribers
	saving   *saving
	outputs  *outputs
	kernel   *kernelLink
	widgets  *widgets
	tracker  *tracker
	runs     *runs
	reactive *reactive
	editor   *editor
	follower *follower
}

// clock has the time of the operation that is applied.
type clock struct{ now time.Time }

// operation changes a state, at a time, for a page or none.
type operation struct {
	at   time.Time
	by   visitor
	what any
}

// The operations in addition to the commands of pages (command), messages of the kernel (message)
// and reports of the disk (saved, found, loaded).
type (
	entered struct{}
	left    struct{}
	// tick says that a time has come which an effect asked for.
	tick struct{}
)

// revived reports that a kernel has replaced one that had ended.
type revived struct{}

// kernelEnded says that the kernel has ended, and why or in which words, where that is
// known.
type kernelEnded struct {
	err  error
	note string
}

// unsent says that a request did not reach the kernel.
type unsent struct {
	id  string
	err error
}

// effects are the requests of an operation to the room, in this order.
type effects struct {
	events []directed
	kernelEffects
	disk     []diskCommand
	progress []Progress
	// flushAt and saveAt are when a tick is wanted; zero for never.
	flushAt, saveAt time.Time
}

// newState returns the state of a notebook that was read.
func newState(path, client string, nb *nbformat.Notebook, v *viewer) *state {
	s := &state{path: path, clock: &clock{}, viewer: v}
	s.doc = &document{byID: map[string]*cell{}, models: map[string]map[string]any{}}
	s.pages = &subscribers{doc: s.doc, viewer: v, clock: s.clock, visitors: map[visitor]bool{}}
	s.saving = &saving{doc: s.doc, pages: s.pages, clock: s.clock}
	s.outputs = &outputs{doc: s.doc, pages: s.pages, saving: s.saving, blobs: v.blobs, displays: map[string][]*output{}}
	s.kernel = &kernelLink{pages: s.pages, client: client, status: kernelState{State: kernelStarting}, asked: map[string]asked{}}
	s.widgets = &widgets{doc: s.doc, pages: s.pages, saving: s.saving, kernel: s.kernel}
	s.tracker = &tracker{
		doc: s.doc, pages: s.pages, kernel: s.kernel,
		unreported: map[string]entry{}, stale: map[string]string{}, notes: map[string]string{},
	}
	s.follower = &follower{doc: s.doc}
	s.runs = &runs{
		doc: s.doc, pages: s.pages, saving: s.saving, outputs: s.outputs, kernel: s.kernel, tracker: s.tracker, clock: s.clock,
		follower: s.follower, byRequest: map[string]*cell{},
	}
	s.reactive = &reactive{pages: s.pages, kernel: s.kernel, tracker: s.tracker, runs: s.runs}
	s.editor = &editor{doc: s.doc, pages: s.pages, saving: s.saving, outputs: s.outputs, runs: s.runs}
	s.editor.take(nb)
	return s
}

// apply changes the state by an operation and returns what is to be done.
func (s *state) apply(o operation) effects {
	s.clock.now = o.at
	s.change(o)
	s.pages.flushIfDue()
	s.reactive.foresee()
	s.reactive.proceed()
	s.tracker.lookStale()
	s.saving.saveIfDue()
	return effects{
		events: s.pages.take(), kernelEffects: s.kernel.take(), disk: s.saving.take(), progress: s.follower.take(),
		flushAt: s.pages.growing.due, saveAt: s.saving.saveTime(),
	}
}

// change changes what an operation is about.
func (s *state) change(o operation) {
	switch what := o.what.(type) {
	case entered:
		s.enter(o.by)
	case left:
		s.pages.leave(o.by)
	case command:
		s.perform(o.by, what)
	case message:
		s.hear(what)
	case unsent:
		s.failed(what)
	case revived:
		s.kernel.launches = 1
		s.restarted()
	case kernelEnded:
		s.ended(what)
	case yielded:
		s.yield()
	case waits:
		s.kernel.waitsFor(what)
	case written:
		s.saving.written(what)
	case found:
		s.saving.found(what)
	case copied:
		s.saving.copyMade(what)
	case loaded:
		s.loaded(o.by, what)
	case tick:
	}
}

// enter gives a new page all there is.
func (s *state) enter(v visitor) {
	s.pages.enter(v)
	s.pages.tellOne(v, s.documentEvent())
	if err := s.doc.header.CheckGo(); err != nil {
		s.pages.say(v, "warning", err.Error())
	}
	if _, err := s.doc.header.Modules(); err != nil {
		s.pages.say(v, "warning", "The modules of the notebook are not used: "+err.Error())
	}
}

// run queues the cells that a page names, or those of a word.
func (s *state) run(by visitor, cmd command) {
	ids := cmd.IDs
	if cmd.Which == "stale" && s.tracker.tracked {
		s.reactive.runStale(by)
		return
	}
	if cmd.Which != "" {
		var err error
		if ids, err = s.runs.which(cmd.Which, cmd.ID); err != nil {
			s.pages.say(by, "error", err.Error())
			return
		}
	}
	s.runs.run(by, ids)
}

// restart restarts the kernel, for the cells named by a word or none.
func (s *state) restart(by visitor, then string) {
	if then != "" && then != "all" {
		s.pages.say(by, "error", fmt.Sprintf("restart: run is %q; wanted all or nothing", then))
		return
	}
	switch s.kernel.status.State {
	case kernelRestarting:
		return
	case kernelNone, kernelWaiting: // the next one is new
		s.runs.again = nil
		s.runs.runAgain(then)
		return
	}
	s.after = then
	s.abandon()
	s.kernel.restart()
}

// abandon ends all that waits for a kernel which has gone.
func (s *state) abandon() {
	s.runs.abandon()
	s.tracker.abandon()
	s.kernel.abandon()
	s.widgets.disable()
}

// restarted starts over with a kernel that knows nothing.
func (s *state) restarted() {
	if s.kernel.status.State == kernelWaiting {
		s.kernel.setStatus(kernelStarting, "")
		s.greet()
		s.runs.repeat()
	} else {
		s.runs.forget()
		s.kernel.reset(kernelStarting, "")
		s.greet()
		s.tellDocument()
	}
	then := s.after
	s.after = ""
	s.runs.runAgain(then)
	s.runs.next() // what was asked to run meanwhile
}

// greet sends a new kernel the settings of the pages.
func (s *state) greet() {
	s.kernel.greet()
	s.reactive.announce()
}

// ended ends all that needs the kernel.
func (s *state) ended(e kernelEnded) {
	s.abandon()
	s.kernel.launches = 0
	note := "The kernel has ended. Its variables are gone; what cells showed is here."
	switch {
	case e.err != nil:
		note = "The kernel cannot be started: " + e.err.Error()
	case e.note != "":
		note = e.note
	}
	if s.onDemand {
		s.rest(note)
		return
	}
	s.kernel.setStatus(kernelDead, note)
}

// failed ends what the request was for.
func (s *state) failed(u unsent) {
	s.kernel.drop(u.id)
	if s.runs.running != nil && s.runs.running.id == u.id {
		s.pages.say(0, "error", "The cell could not be run: "+u.err.Error())
		s.runs.finish(statusAborted)
	}
}

// rest is the end of a kernel in whose place another one starts when it is needed.
func (s *state) rest(note string) {
	s.runs.forget()
	s.kernel.reset(kernelNone, note)
	s.tellDocument()
}

// loaded replaces the document by what the file has.
func (s *state) loaded(by visitor, l loaded) {
	if !s.saving.loaded(by, l) {
		return
	}
	s.pages.flush()
	s.editor.take(l.nb)
	s.saving.agree()
	s.tellDocument()
	if l.followed {
		s.pages.say(0, "note", "Another program has changed the file: this is its current content.")
	}
}

// hearAnswer passes an answer on to the page that asked.
func (s *state) hearAnswer(m message, id string) {
	q, ok := s.kernel.answered(id)
	if !ok {
		return
	}
	switch q.kind {
	case probeKind:
		s.kernel.ready(m)
	case "krigo_effects_request":
		s.tracker.hearForesight(m)
	case "krigo_reactive_request":
		s.reactive.hear(m)
	case "complete_request":
		s.pages.tellOne(q.by, completion(m, q.seq))
	case "inspect_request":
		s.pages.tellOne(q.by, s.viewer.inspection(m, q.seq))
	}
}

// tellDocument gives all pages all there is.
func (s *state) tellDocument() {
	if s.pages.watched() {
		s.pages.tell(s.documentEvent())
	}
}

// documentEvent returns all that a page has to know.
func (s *state) documentEvent() docEvent {
	doc := docEvent{
		Ev: "doc", Path: s.path, Name: s.path[strings.LastIndexByte(s.path, '/')+1:], Cells: make([]cellView, len(s.doc.cells)),
		Kernel: s.kernel.status, Models: maps.Clone(s.doc.models), Dirty: s.saving.dirty, Saved: stamp(s.saving.savedAt), Error: s.saving.fault, ReadOnly: s.saving.readOnly,
		Ask: s.kernel.asking, Outside: s.saving.outside, Reactive: s.reactive.on,
		Stale: maps.Clone(s.tracker.stale), Notes: maps.Clone(s.tracker.notes), Order: slices.Clone(s.tracker.order),
	}
	for i, c := range s.doc.cells {
		doc.Cells[i] = s.pages.view(c)
	}
	return doc
}

func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
