package notebook

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
)

// The statuses of a cell; "" is one, too.
const (
	statusQueued  = "queued"
	statusRunning = "running"
	statusOK      = "ok"
	statusError   = "error"
	statusAborted = "aborted"
)

// entry is a cell that waits, with the source that it had when it was asked to run.
type entry struct {
	cell *cell
	ranSource
	again bool // repeats a run of a kernel that has yielded
}

// execution is the run that the kernel was asked for last and has not answered.
type execution struct {
	entry
	id string // of the request
}

// runs are the cells that wait for the kernel, the one that runs, and those that earlier requests
// belong to: what the kernel sends for one goes to its cell, also after its end.
//
// A cell is in the queue at most once, but for runs that are repeated. The kernel is asked to run a
// cell when it has answered for the one before.
type runs struct {
	doc      *document
	pages    *subscribers
	saving   *saving
	outputs  *outputs
	kernel   *kernelLink
	tracker  *tracker
	clock    *clock
	follower *follower

	queue     []entry
	running   *execution // nil where none runs
	byRequest map[string]*cell
	done      history // of this kernel
	again     []entry // what the next kernel repeats
	// reactive queues cells when nothing waits; nil where cells run only by command.
	reactive *reactiveRun
}

// isIdle reports whether no cell runs or waits.
func (r *runs) isIdle() bool { return r.running == nil && len(r.queue) == 0 }

// follow begins a reactive run instead of the current one; nil only ends that.
func (r *runs) follow(run *reactiveRun) { r.reactive = run }

const endedNote = "The kernel has ended: restart it to run cells."

// run queues cells.
func (r *runs) run(by visitor, ids []string) {
	if r.kernel.status.State == kernelDead {
		r.pages.say(by, "error", endedNote)
		return
	}
	for _, id := range ids {
		if c := r.doc.byID[id]; c != nil && c.file.Type == nbformat.Code {
			r.enqueue(c)
		}
	}
	if len(r.queue) > 0 {
		r.kernel.need()
	}
	r.next()
}

// which returns the cells that a word means: all those that run, above a cell without it,
// below with it, or the stale ones.
func (r *runs) which(word, id string) ([]string, error) {
	at := r.doc.index(id)
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
		means = func(_ int, c *cell) bool { return r.tracker.stale[c.file.ID] != "" }
	default:
		return nil, fmt.Errorf("run: which is %q; wanted all, above, below or stale", word)
	}
	var ids []string
	for i, c := range r.doc.cells {
		if means(i, c) && !c.file.HasTag(execute.TagSkip) && strings.TrimSpace(c.file.Source) != "" {
			ids = append(ids, c.file.ID)
		}
	}
	return ids, nil
}

// enqueue lets a cell wait for its turn, once. One without code has nothing to run.
func (r *runs) enqueue(c *cell) {
	now := ranSource{c.rev, c.file.Source}
	if strings.TrimSpace(c.file.Source) == "" {
		r.outputs.clear(c)
		c.file.ExecutionCount = 0
		if c.status != statusRunning && c.status != statusQueued {
			c.status, c.ms = "", 0
		}
		r.pages.tellStatus(c)
		r.saving.changed()
		return
	}
	if i := slices.IndexFunc(r.queue, func(e entry) bool { return e.cell == c && !e.again }); i >= 0 {
		r.queue[i].ranSource = now
		return
	}
	r.queue = append(r.queue, entry{cell: c, ranSource: now})
	if r.running == nil || r.running.cell != c {
		c.status = statusQueued
		r.pages.tellStatus(c)
	}
}

// next asks the kernel to run the next cell, where none runs.
func (r *runs) next() {
	if r.running != nil || len(r.queue) == 0 || r.kernel.status.away() {
		return
	}
	e := r.queue[0]
	r.queue = r.queue[1:]
	c := e.cell
	r.outputs.clear(c)
	delete(r.byRequest, c.run)
	c.run = r.kernel.request("shell", "execute_request", map[string]any{
		"code": e.source, "silent": false, "store_history": true, "user_expressions": map[string]any{},
		"allow_stdin": true, "stop_on_error": !c.file.HasTag(execute.TagRaises),
	}, map[string]any{"cellId": c.file.ID})
	r.byRequest[c.run] = c
	r.running = &execution{e, c.run}
	if c.status != statusQueued {
		c.status = statusQueued
		r.pages.tellStatus(c)
	}
}

// began notes that the kernel runs the cell now.
func (r *runs) began(c *cell, id string, count int) {
	if c.file.Type != nbformat.Code {
		return // by now
	}
	c.file.ExecutionCount = count
	if r.running != nil && r.running.id == id {
		c.status, c.began = statusRunning, r.clock.now
		source := r.running.ranSource
		c.ran = &source
		r.tracker.expect(id, r.running.entry)
	}
	r.pages.tellStatus(c)
	r.saving.changed()
}

// finish ends the run that the kernel has answered, and what waits behind a failure.
func (r *runs) finish(status string) {
	c := r.running.cell
	tolerated := c.file.HasTag(execute.TagRaises)
	r.settle(status)
	if status != statusOK && !(status == statusError && tolerated) {
		r.abort()
	}
	r.next()
}

// settle gives the cell that ran its end.
func (r *runs) settle(status string) {
	c := r.running.cell
	r.follower.ran(r.running.entry, status)
	if status == statusOK {
		r.done.add(r.running.entry)
	}
	r.running = nil
	c.ms = 0
	if !c.began.IsZero() {
		c.ms = r.clock.now.Sub(c.began).Milliseconds()
	}
	c.status, c.began = status, time.Time{}
	if c.file.Type != nbformat.Code {
		c.status = ""
	}
	r.outputs.shrink(c, maxText)
	if r.waits(c) {
		c.status = statusQueued
	}
	r.pages.tellStatus(c)
	r.kernel.withdraw()
	r.saving.changed()
}

// waits reports whether a cell is in the queue.
func (r *runs) waits(c *cell) bool {
	return slices.ContainsFunc(r.queue, func(e entry) bool { return e.cell == c })
}

// abort empties the queue, and ends the reactive run.
func (r *runs) abort() {
	r.reactive = nil
	queue := r.queue
	r.queue = nil
	for _, e := range queue {
		if r.running != nil && r.running.cell == e.cell {
			continue
		}
		e.cell.status = statusAborted
		r.pages.tellStatus(e.cell)
	}
}

// unqueue takes a cell out of the queue.
func (r *runs) unqueue(c *cell) {
	r.queue = slices.DeleteFunc(r.queue, func(e entry) bool { return e.cell == c })
	if c.status == statusQueued && (r.running == nil || r.running.cell != c) {
		c.status = ""
	}
}

// interrupt ends what runs and what waits. The kernel abandons a cell that a second
// interrupt finds.
func (r *runs) interrupt() {
	r.abort()
	r.kernel.interrupt()
}

// abandon ends the run of a kernel that has gone, and all that waits.
func (r *runs) abandon() {
	r.abort()
	if r.running != nil {
		r.settle(statusAborted)
	}
	r.byRequest = map[string]*cell{}
}

// forget removes the marks of runs from all cells, for a kernel that knows of none.
func (r *runs) forget() {
	r.done = history{}
	r.tracker.forget()
	for _, c := range r.doc.everyCell() {
		c.ran, c.run = nil, ""
		if !r.waits(c) {
			c.status, c.ms = "", 0
		}
	}
}

// runAgain runs the cells of a word, or none.
func (r *runs) runAgain(word string) {
	if word == "" {
		return
	}
	if ids, err := r.which(word, ""); err == nil {
		r.run(0, ids)
	}
}

// hear takes what belongs to a run of a cell, also after its end.
func (r *runs) hear(c *cell, id string, m message) {
	switch m.Type {
	case "execute_input":
		var content struct {
			Count int `json:"execution_count"`
		}
		if m.read(&content) {
			r.began(c, id, content.Count)
		}
	case "stream":
		var content struct{ Name, Text string }
		if m.read(&content) && content.Text != "" {
			r.outputs.print(c, streamName(content.Name), content.Text)
		}
	case "display_data", "execute_result":
		var d displayContent
		if m.read(&d) {
			r.outputs.show(c, d.output(nbformat.OutputType(m.Type)), d.Transient.ID)
		}
	case "error":
		var content failure
		if m.read(&content) {
			r.outputs.show(c, content.output(), "")
		}
	case "clear_output":
		var content struct{ Wait bool }
		if !m.read(&content) {
			return
		}
		if content.Wait {
			c.clearNext = true
		} else {
			r.outputs.clear(c)
		}
	case "input_request":
		r.kernel.hearQuestion(c, m)
	case "execute_reply":
		r.hearReply(c, id, m)
	}
}

// hearReply ends a run, after the pages of its payload.
func (r *runs) hearReply(c *cell, id string, m message) {
	var content struct {
		Status  string `json:"status"`
		Payload []struct {
			Source string         `json:"source"`
			Data   map[string]any `json:"data"`
		} `json:"payload"`
	}
	if !m.read(&content) || r.running == nil || r.running.id != id {
		return
	}
	for _, page := range content.Payload {
		if page.Source == "page" {
			r.outputs.show(c, nbformat.Output{Type: nbformat.DisplayData, Data: page.Data}, "")
		}
	}
	switch content.Status {
	case statusOK, statusAborted:
		r.finish(content.Status)
	default:
		r.finish(statusError)
	}
}
