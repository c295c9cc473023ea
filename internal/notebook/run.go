package notebook

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
)

// The statuses of a cell, beside "".
const (
	statusQueued  = "queued"
	statusRunning = "running"
	statusOK      = "ok"
	statusError   = "error"
	statusAborted = "aborted"
)

// The states of the kernel that the room looks at.
const (
	kernelNone       = "none"    // none is there before one is needed
	kernelWaiting    = "waiting" // for a place
	kernelStarting   = "starting"
	kernelIdle       = "idle"
	kernelBusy       = "busy"
	kernelRestarting = "restarting"
	kernelDead       = "dead"
)

// entry is a cell that waits, with the source that it had when it was asked to run.
type entry struct {
	cell *cell
	ranSource
}

// execution is the run that the kernel was asked for last and has not answered.
type execution struct {
	entry
	id string // of the request
}

// runOrder queues the cells that a page names, or those of a word.
func (s *state) runOrder(by visitor, o order) {
	ids := o.IDs
	if o.Which == "stale" && s.told {
		s.runStale(by)
		return
	}
	if o.Which != "" {
		var err error
		if ids, err = s.which(o.Which, o.ID); err != nil {
			s.say(by, "error", err.Error())
			return
		}
	}
	s.runAll(by, ids)
}

const endedNote = "The kernel has ended: restart it to run cells."

// runAll queues cells.
func (s *state) runAll(by visitor, ids []string) {
	if s.kernel.State == kernelDead {
		s.say(by, "error", endedNote)
		return
	}
	for _, id := range ids {
		if c := s.byID[id]; c != nil && c.file.Type == nbformat.Code {
			s.enqueue(c)
		}
	}
	if len(s.queue) > 0 {
		s.need()
	}
	s.next()
}

// which are the cells that a word means: all those that run, above a cell without it,
// below with it, or the stale ones.
func (s *state) which(word, id string) ([]string, error) {
	at := s.index(id)
	if at < 0 && (word == "above" || word == "below") {
		return nil, fmt.Errorf("run %s: there is no cell %q", word, id)
	}
	var means func(i int, c *cell) bool
	switch word {
	case "all":
		means = func(int, *cell) bool { return true }
	case "above":
		means = func(i int, _ *cell) bool { return i < at }
	case "below":
		means = func(i int, _ *cell) bool { return i >= at }
	case "stale":
		means = func(_ int, c *cell) bool { return s.stale[c.file.ID] != "" }
	default:
		return nil, fmt.Errorf("run: which is %q; wanted all, above, below or stale", word)
	}
	var ids []string
	for i, c := range s.cells {
		if means(i, c) && !c.file.HasTag(execute.TagSkip) && strings.TrimSpace(c.file.Source) != "" {
			ids = append(ids, c.file.ID)
		}
	}
	return ids, nil
}

// enqueue lets a cell wait for its turn, once. One without code has nothing to run.
func (s *state) enqueue(c *cell) {
	now := ranSource{c.rev, c.file.Source}
	if strings.TrimSpace(c.file.Source) == "" {
		s.clear(c)
		c.file.ExecutionCount = 0
		if c.status != statusRunning && c.status != statusQueued {
			c.status, c.ms = "", 0
		}
		s.tellStatus(c)
		s.change()
		return
	}
	if i := slices.IndexFunc(s.queue, func(e entry) bool { return e.cell == c }); i >= 0 {
		s.queue[i].ranSource = now
		return
	}
	s.queue = append(s.queue, entry{c, now})
	if s.running == nil || s.running.cell != c {
		c.status = statusQueued
		s.tellStatus(c)
	}
}

// next asks the kernel to run the next cell, where none runs.
func (s *state) next() {
	if s.running != nil || len(s.queue) == 0 || s.kernel.away() {
		return
	}
	e := s.queue[0]
	s.queue = s.queue[1:]
	c := e.cell
	s.clear(c)
	delete(s.runs, c.run)
	c.run = s.request("shell", "execute_request", map[string]any{
		"code": e.source, "silent": false, "store_history": true, "user_expressions": map[string]any{},
		"allow_stdin": true, "stop_on_error": !c.file.HasTag(execute.TagRaises),
	}, map[string]any{"cellId": c.file.ID})
	s.runs[c.run] = c
	s.running = &execution{e, c.run}
	if c.status != statusQueued {
		c.status = statusQueued
		s.tellStatus(c)
	}
}

// request asks the kernel for something and returns the request's id.
func (s *state) request(channel, kind string, content any, metadata map[string]any) string {
	s.count++
	id := fmt.Sprintf("%s-%d", s.client, s.count)
	s.effects.requests = append(s.effects.requests, request{id, channel, kind, content, metadata})
	return id
}

// began notes that the kernel runs the cell now.
func (s *state) began(c *cell, id string, count int) {
	if c.file.Type != nbformat.Code {
		return // by now
	}
	c.file.ExecutionCount = count
	if s.running != nil && s.running.id == id {
		c.status, c.began = statusRunning, s.now
		source := s.running.ranSource
		c.ran = &source
		if s.told {
			s.unheard[id] = s.running.entry
		}
	}
	s.tellStatus(c)
	s.change()
}

// finish ends the run that the kernel has answered, and what waits behind a failure.
func (s *state) finish(status string) {
	c := s.running.cell
	tolerated := c.file.HasTag(execute.TagRaises)
	s.settle(status)
	if status != statusOK && !(status == statusError && tolerated) {
		s.abort()
	}
	s.next()
}

// settle gives the cell that ran its end.
func (s *state) settle(status string) {
	c := s.running.cell
	s.running = nil
	c.ms = 0
	if !c.began.IsZero() {
		c.ms = s.now.Sub(c.began).Milliseconds()
	}
	c.status, c.began = status, time.Time{}
	if c.file.Type != nbformat.Code {
		c.status = ""
	}
	s.shrink(c, maxText)
	if s.waits(c) {
		c.status = statusQueued
	}
	s.tellStatus(c)
	s.answered()
	s.change()
}

func (s *state) waits(c *cell) bool {
	return slices.ContainsFunc(s.queue, func(e entry) bool { return e.cell == c })
}

// abort empties the queue, and ends what runs by itself.
func (s *state) abort() {
	s.pursuit = nil
	queue := s.queue
	s.queue = nil
	for _, e := range queue {
		if s.running != nil && s.running.cell == e.cell {
			continue
		}
		e.cell.status = statusAborted
		s.tellStatus(e.cell)
	}
}

// unqueue takes a cell out of the queue.
func (s *state) unqueue(c *cell) {
	s.queue = slices.DeleteFunc(s.queue, func(e entry) bool { return e.cell == c })
	if c.status == statusQueued && (s.running == nil || s.running.cell != c) {
		c.status = ""
	}
}

// interrupt ends what runs and what waits. The kernel abandons a cell that a second
// interrupt finds.
func (s *state) interrupt() {
	s.abort()
	switch s.kernel.State {
	case kernelNone:
	case kernelWaiting:
		s.leaveQueue()
	default:
		s.effects.interrupt = true
	}
}

// restart ends the kernel and starts it anew, for the cells named by a word or none.
func (s *state) restart(by visitor, then string) {
	if then != "" && then != "all" {
		s.say(by, "error", fmt.Sprintf("restart: run is %q; wanted all or nothing", then))
		return
	}
	switch s.kernel.State {
	case kernelRestarting:
		return
	case kernelNone, kernelWaiting: // the next one is new
		s.runAgain(then)
		return
	}
	s.after = then
	s.abandon()
	s.setKernel(kernelRestarting, "")
	s.effects.restart = true
}

// abandon ends all that waits for a kernel which is no more.
func (s *state) abandon() {
	s.abort()
	if s.running != nil {
		s.settle(statusAborted)
	}
	s.answered()
	s.runs, s.unheard = map[string]*cell{}, map[string]entry{}
	questions := s.asked
	s.asked = map[string]asked{}
	for _, q := range questions {
		s.tellOne(q.by, answerEvent{Ev: "answer", Seq: q.seq})
	}
	s.disableModels()
}

// revived says that a kernel is there in the place of one that had ended.
type revived struct{}

// restarted begins anew with a kernel that knows nothing.
func (s *state) restarted() {
	if s.kernel.State == kernelWaiting {
		s.setKernel(kernelStarting, "")
		s.greet()
	} else {
		s.forgetRuns()
		s.kernel = kernelState{State: kernelStarting}
		s.greet()
		if s.watched() {
			s.tell(s.document())
		}
	}
	then := s.after
	s.after = ""
	s.runAgain(then)
	s.next() // what was asked to run meanwhile
}

// forgetRuns takes the marks of a kernel's runs away that knows of them no more.
func (s *state) forgetRuns() {
	s.told = false
	s.forgetEffects()
	for _, c := range append(slices.Clone(s.cells), s.deletedCells()...) {
		c.ran, c.run = nil, ""
		if !s.waits(c) {
			c.status, c.ms = "", 0
		}
	}
}

// runAgain runs the cells of a word, or none.
func (s *state) runAgain(word string) {
	if word == "" {
		return
	}
	if ids, err := s.which(word, ""); err == nil {
		s.runAll(0, ids)
	}
}

// kernelEnded says that the kernel has ended, and why or in which words, where that is
// known.
type kernelEnded struct {
	err  error
	note string
}

func (s *state) ended(e kernelEnded) {
	s.abandon()
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
	s.setKernel(kernelDead, note)
}

// unsent says that a request did not reach the kernel.
type unsent struct {
	id  string
	err error
}

func (s *state) failed(u unsent) {
	if q, ok := s.asked[u.id]; ok {
		delete(s.asked, u.id)
		s.tellOne(q.by, answerEvent{Ev: "answer", Seq: q.seq})
	}
	if s.running != nil && s.running.id == u.id {
		s.say(0, "error", "The cell could not be run: "+u.err.Error())
		s.finish(statusAborted)
	}
}

func (s *state) setKernel(state, note string) {
	if s.kernel != (kernelState{state, note}) {
		s.kernel = kernelState{state, note}
		s.tell(kernelEvent{"kernel", s.kernel})
	}
}
