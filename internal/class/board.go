package class

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"krigo/internal/class/report"
)

// Limits on what is kept: rows of visitors, and of each the exercises with the different answers to
// each, and the guesses.
const (
	mostVisitors  = 500
	mostExercises = 200
	mostAnswers   = 50
	mostGuesses   = 100
)

// Visitor is a browser that visits: by an id that only the server knows, and the address that it
// comes from, "" if that is unknown.
type Visitor struct{ ID, Address string }

// Board has what a teacher sees. Its methods are safe for concurrent use.
type Board struct {
	mu    sync.Mutex
	rows  map[string]*row // by the visitor's id
	count int             // of visitors so far
}

// row has the last run and the results of a visitor.
type row struct {
	number    int // in the order of arrival, from 1
	address   string
	name      string
	presence  Presence
	notebook  string // of the last run, or opened since
	run       Run    // the last one in that notebook
	ran       time.Time
	active    time.Time
	failures  int // in a row
	exercises map[string]*results
	guesses   map[question]guess
}

// results are a visitor's results of an exercise.
type results struct {
	answers  []uint32 // hashes of the different answers, up to the right one
	accepted bool
	hints    int
}

// question is a question of a notebook.
type question struct{ notebook, text string }

// guess is a visitor's first guess, and the truth that it was compared with.
type guess struct{ guess, truth report.Value }

// Run is a run of a cell that has ended.
type Run struct {
	// Cell is the position of the cell among the Cells code cells of the notebook, from 1; 0 if it
	// has been deleted. Section is the heading above it, or "".
	Cell, Cells int
	Section     string
	// Failed reports whether it failed, though it was not expected to.
	Failed bool
}

// Presence describes a visitor's pages and sessions now.
type Presence struct {
	// Here reports whether a page is open, Busy whether a session runs cells, Waiting whether one
	// waits for its turn.
	Here, Busy, Waiting bool
}

// New returns an empty board.
func New() *Board { return &Board{rows: map[string]*row{}} }

// Opened notes that a visitor has opened a notebook.
func (b *Board) Opened(v Visitor, notebook string, at time.Time) {
	b.change(v, at, func(r *row) {
		if notebook = clean(notebook, notebookLength); r.notebook != notebook {
			r.notebook, r.run = notebook, Run{}
		}
	})
}

// Ran notes a run of a visitor's cell.
func (b *Board) Ran(v Visitor, notebook string, run Run, at time.Time) {
	run.Section = clean(run.Section, sectionLength)
	b.change(v, at, func(r *row) {
		r.notebook, r.run, r.ran = clean(notebook, notebookLength), run, at
		if r.failures++; !run.Failed {
			r.failures = 0
		}
	})
}

// Report notes what package course reports from a visitor's session. What is not a report changes
// nothing.
func (b *Board) Report(v Visitor, notebook string, raw json.RawMessage, at time.Time) {
	reported, ok := report.Parse(raw)
	if !ok {
		return
	}
	b.change(v, at, func(r *row) {
		if reported.Answer != nil {
			r.answered(*reported.Answer)
		} else {
			r.guessed(clean(notebook, notebookLength), *reported.Guess)
		}
	})
}

// Rename sets the name that a visitor wants to be called by; what is no name removes it. It returns
// the name as it is kept.
func (b *Board) Rename(v Visitor, name string, at time.Time) string {
	name = clean(name, nameLength)
	b.change(v, at, func(r *row) { r.name = name })
	return name
}

// Known returns the number of a visitor, 0 if there is none, and the name, or "".
func (b *Board) Known(id string) (number int, name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r := b.rows[id]; r != nil {
		return r.number, r.name
	}
	return 0, ""
}

// See notes the presence of visitors, by their ids, and when they were active last. Those that are
// not named are away.
func (b *Board) See(now map[string]Presence, active map[string]time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, r := range b.rows {
		r.presence = now[id]
		if at := active[id]; at.After(r.active) {
			r.active = at
		}
	}
}

// change changes the row of a visitor, which is made where there is none.
func (b *Board) change(v Visitor, at time.Time, do func(*row)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.rows[v.ID]
	if r == nil {
		b.makeRoom()
		b.count++
		r = &row{number: b.count, address: v.Address, exercises: map[string]*results{}, guesses: map[question]guess{}}
		b.rows[v.ID] = r
	}
	if at.After(r.active) {
		r.active = at
	}
	do(r)
}

// makeRoom drops a row if there are as many as there may be: of the address with the most rows one
// that has run nothing, else the one that was active the longest ago. So one client that pretends to
// be many drives out its own rows.
func (b *Board) makeRoom() {
	if len(b.rows) < mostVisitors {
		return
	}
	of := map[string]int{}
	for _, r := range b.rows {
		of[r.address]++
	}
	least, id := (*row)(nil), ""
	for candidate, r := range b.rows {
		if least == nil || b.before(r, least, of) {
			least, id = r, candidate
		}
	}
	delete(b.rows, id)
}

// before reports whether a row is dropped before another, where an address has so many rows.
func (*Board) before(r, other *row, of map[string]int) bool {
	return cmp.Or(
		cmp.Compare(of[other.address], of[r.address]), cmp.Compare(truth(!r.ran.IsZero()), truth(!other.ran.IsZero())),
		r.active.Compare(other.active), cmp.Compare(r.number, other.number),
	) < 0
}

func truth(is bool) int {
	if is {
		return 1
	}
	return 0
}

// answered notes an answer to an exercise. What follows the right answer does not count.
func (r *row) answered(a report.Answer) {
	id := clean(a.Exercise, idLength)
	if id == "" {
		return
	}
	e := r.exercises[id]
	if e == nil {
		if len(r.exercises) >= mostExercises {
			return
		}
		e = &results{}
		r.exercises[id] = e
	}
	if !a.Given || e.accepted {
		return
	}
	if len(e.answers) < mostAnswers && !slices.Contains(e.answers, a.Hash) {
		e.answers = append(e.answers, a.Hash)
	}
	e.accepted = a.Right
	e.hints = min(max(e.hints, a.Hints), 99)
}

// guessed notes a guess. Only the first counts: after it the student knows the truth.
func (r *row) guessed(notebook string, g report.Guess) {
	at := question{notebook, clean(g.Question, questionLength)}
	if _, known := r.guesses[at]; known || at.text == "" || len(r.guesses) >= mostGuesses {
		return
	}
	r.guesses[at] = guess{cleanValue(g.Guess), cleanValue(g.Truth)}
}

func cleanValue(v report.Value) report.Value {
	if v.Number != nil {
		return report.Value{Number: v.Number}
	}
	return report.Value{Text: clean(v.Text, answerLength)}
}
