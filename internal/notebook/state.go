package notebook

import (
	"slices"
	"time"

	"krigo/internal/nbformat"
	"krigo/internal/notebook/stale"
)

// state is all that is known of an open notebook. apply alone changes it.
//
// Maps that come from or go to files (metadata, bundles) are replaced, never changed,
// so that a copy may be written while the state goes on.
type state struct {
	path     string
	client   string // names the room to the kernel
	readOnly bool
	onDemand bool // there is no kernel before one is needed
	maxBytes int  // see Options
	viewer   *viewer

	// The document: what stands in the file beside cells, and the cells in order.
	header  nbformat.Notebook
	cells   []*cell
	byID    map[string]*cell
	deleted []deletion

	visitors map[visitor]bool

	// Runs: what waits, what runs, and the cells that requests to the kernel belong
	// to, also when these have ended.
	queue   []entry
	running *execution
	runs    map[string]*cell
	asked   map[string]asked
	count   int // of requests
	kernel  kernelState
	asking  *question
	// after is what a restart runs.
	after string

	displays map[string][]*output
	models   map[string]map[string]any // states of widgets

	dependences
	reactive bool
	pursuit  *pursuit // nil where cells run only by order

	saving

	growing growth

	now     time.Time // of the operation that is applied
	effects effects
}

// visitor names a page that is there; nobody is 0.
type visitor int

// cell is a cell of the document.
type cell struct {
	file   nbformat.Cell // but its outputs
	rev    int           // counts changes of the source
	author visitor       // of the last one
	html   string        // of Markdown, "" where it is to be made

	outputs   []*output
	text      *text // what it prints
	clearNext bool  // the next output clears those before it
	dropped   int   // outputs beyond the limit

	status string // "", queued, running, ok, error or aborted
	began  time.Time
	ms     int64
	run    string // the request of the last run
	// ran is the source that ran last and its rev; since the kernel started.
	ran *ranSource
	// did is what that did, where it is known, and foresight what the source would do.
	did       *stale.Run
	foresight foresight
}

type ranSource struct {
	rev    int
	source string
}

// output is an output of a cell.
type output struct {
	cell    *cell
	file    nbformat.Output
	trusted bool
	display string // its display id
	shown   *Out   // nil where it is to be made
	held    []string
}

// kernelState is what the kernel does: "none" where there is none before one is needed,
// "waiting" for a place, "starting", "idle", "busy", "restarting" or "dead", and what is
// to be said of it.
type kernelState struct {
	State string `json:"state"`
	Note  string `json:"note"`
}

// operation is what changes a state, at a time, by a page or nobody.
type operation struct {
	at   time.Time
	by   visitor
	what any
}

// The operations beside orders of pages (order), what the kernel sends (packet) and
// reports of the disk (saved, found, loaded).
type (
	entered struct{}
	left    struct{}
	// tick says that a time has come which an effect asked for.
	tick struct{}
)

// effects are what an operation asks the room to do, in this order.
type effects struct {
	events    []directed
	requests  []request
	interrupt bool
	restart   bool
	start     bool // a kernel, where there is a place
	giveUp    bool // waiting for that
	disk      []diskOrder
	// flushAt and saveAt are when a tick is wanted; zero for never.
	flushAt, saveAt time.Time
}

// directed is an event for one page, for all but one, or for all.
type directed struct {
	event    any
	only     visitor
	excepted visitor
}

// request is a message for the kernel.
type request struct {
	id, channel, kind string
	content           any
	metadata          map[string]any
}

// newState is the state of a notebook that was read.
func newState(path, client string, nb *nbformat.Notebook, v *viewer) *state {
	s := &state{
		path: path, client: client, viewer: v, dependences: dependences{unheard: map[string]entry{}, stale: map[string]string{}, notes: map[string]string{}},
		byID: map[string]*cell{}, visitors: map[visitor]bool{}, runs: map[string]*cell{}, asked: map[string]asked{},
		displays: map[string][]*output{}, models: map[string]map[string]any{},
		kernel: kernelState{State: "starting"},
	}
	s.take(nb)
	return s
}

// apply changes the state by an operation and returns what is to be done.
func (s *state) apply(o operation) effects {
	s.now, s.effects = o.at, effects{}
	switch what := o.what.(type) {
	case entered:
		s.enter(o.by)
	case left:
		if delete(s.visitors, o.by); len(s.visitors) == 0 {
			s.growing.due = time.Time{}
		}
	case order:
		s.obey(o.by, what)
	case packet:
		s.hear(what)
	case unsent:
		s.failed(what)
	case revived:
		s.restarted()
	case kernelEnded:
		s.ended(what)
	case waits:
		s.waitsFor(what)
	case written:
		s.written(what)
	case found:
		s.found(what)
	case loaded:
		s.loaded(o.by, what)
	case tick:
	}
	if !s.growing.due.IsZero() && !s.now.Before(s.growing.due) {
		s.flush()
	}
	s.foresee()
	s.pursue()
	s.lookStale()
	s.saveIfDue()
	s.effects.flushAt, s.effects.saveAt = s.growing.due, s.saveTime()
	return s.effects
}

// enter gives a new page all there is.
func (s *state) enter(v visitor) {
	if s.flush(); len(s.visitors) == 0 {
		s.settleText()
	}
	for i := range s.effects.events {
		s.effects.events[i].excepted = v // which has all of that in the document
	}
	s.visitors[v] = true
	s.effects.events = append(s.effects.events, directed{event: s.document(), only: v})
	if err := s.header.CheckGo(); err != nil {
		s.say(v, "warning", err.Error())
	}
}

// watched tells whether anybody looks, and makes sure that they have the text so far.
func (s *state) watched() bool {
	s.flush()
	return len(s.visitors) > 0
}

// tell tells all pages, after what was printed before.
func (s *state) tell(event any) { s.tellBut(0, event) }

// tellBut tells all pages but one.
func (s *state) tellBut(v visitor, event any) {
	if s.watched() {
		s.effects.events = append(s.effects.events, directed{event: event, excepted: v})
	}
}

// tellOne tells one page, where it is still there.
func (s *state) tellOne(v visitor, event any) {
	if s.visitors[v] {
		s.flush()
		s.effects.events = append(s.effects.events, directed{event: event, only: v})
	}
}

// say tells a page, or all for 0, in words.
func (s *state) say(v visitor, level, text string) {
	event := toldEvent{Ev: "told", Text: text, Level: level}
	if v == 0 {
		s.tell(event)
		return
	}
	s.tellOne(v, event)
}

// tellCell tells all pages of a cell as it is now.
func (s *state) tellCell(c *cell) { s.tellCellBut(0, c) }

func (s *state) tellCellBut(v visitor, c *cell) {
	if s.has(c) && s.watched() {
		s.tellBut(v, cellEvent{"cell", s.view(c)})
	}
}

func (s *state) tellStatus(c *cell) {
	if s.has(c) {
		s.tell(statusEvent{
			Ev: "status", ID: c.file.ID, Status: c.status, Count: c.file.ExecutionCount, MS: c.milliseconds(s.now), Ran: c.ranOrNil(),
		})
	}
}

// tellOut tells all pages of an output as it is now.
func (s *state) tellOut(o *output) {
	if i := slices.Index(o.cell.outputs, o); i >= 0 && s.has(o.cell) && s.watched() {
		s.tell(outEvent{"out", o.cell.file.ID, i, s.out(o)})
	}
}

// has tells whether a cell is in the document: it may have been deleted while it ran.
func (s *state) has(c *cell) bool { return s.byID[c.file.ID] == c }

// index is the place of a cell, -1 for none.
func (s *state) index(id string) int {
	c := s.byID[id]
	if c == nil {
		return -1
	}
	return slices.Index(s.cells, c)
}

func (c *cell) ranOrNil() *int {
	if c.ran == nil {
		return nil
	}
	rev := c.ran.rev
	return &rev
}

// milliseconds is how long the cell ran, or has run by now.
func (c *cell) milliseconds(now time.Time) int64 {
	if c.status == statusRunning {
		return max(0, now.Sub(c.began).Milliseconds())
	}
	return c.ms
}

func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
