package class

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What a table shows at most; a Table says how many are left out.
const (
	shownVisitors  = 300
	shownExercises = 100
	shownQuestions = 60
)

// Stuck is the number of errors in a row from which a visitor may need help.
const Stuck = 3

// Table has all that a teacher sees.
type Table struct {
	Visitors  []Entry    `json:"visitors"` // in the order of arrival
	Exercises []Total    `json:"exercises"`
	Questions []Question `json:"questions"`
	// Here is the number of visitors with an open page.
	Here int `json:"here"`
	// Left are the numbers of visitors, exercises and questions that are left out.
	Left struct {
		Visitors  int `json:"visitors"`
		Exercises int `json:"exercises"`
		Questions int `json:"questions"`
	} `json:"left"`
}

// Entry is the row of a visitor.
type Entry struct {
	Number   int    `json:"number"`
	Name     string `json:"name"`
	State    string `json:"state"`    // away, here, waiting or running
	Notebook string `json:"notebook"` // "" before one was opened
	Cell     int    `json:"cell"`     // of the last run in it, 0 for none
	Cells    int    `json:"cells"`
	Section  string `json:"section"`
	Failures int    `json:"failures"` // errors in a row
	Active   string `json:"active"`   // RFC 3339
	// Results are those of the exercises that the visitor has reached, by their IDs.
	Results map[string]Result `json:"results"`
}

// Result is a visitor's result of an exercise.
type Result struct {
	Accepted bool `json:"accepted"`
	// Tries is the number of different answers up to the right one, at most 50; 0 if there is
	// none yet.
	Tries int `json:"tries"`
	Hints int `json:"hints"` // seen by then
}

// Total has the sums of an exercise over all visitors.
type Total struct {
	ID        string `json:"id"`
	Reached   int    `json:"reached"` // visitors who have run its check, also without an answer
	Attempted int    `json:"attempted"`
	Accepted  int    `json:"accepted"`
	Tries     int    `json:"tries"`
	Hints     int    `json:"hints"`
}

// Table returns what a teacher sees now.
func (b *Board) Table() Table {
	b.mu.Lock()
	defer b.mu.Unlock()
	rows := b.inOrder()
	t := Table{Visitors: []Entry{}, Exercises: totals(rows), Questions: questions(rows)}
	for _, r := range rows {
		t.Here += truth(r.presence.Here)
	}
	t.Exercises, t.Left.Exercises = most(t.Exercises, shownExercises)
	slices.SortFunc(t.Exercises, func(a, b Total) int { return naturally(a.ID, b.ID) })
	t.Questions, t.Left.Questions = most(t.Questions, shownQuestions)
	slices.SortFunc(t.Questions, func(a, b Question) int {
		return cmp.Or(strings.Compare(a.Notebook, b.Notebook), strings.Compare(a.Text, b.Text))
	})
	rows, t.Left.Visitors = most(rows, shownVisitors)
	for _, r := range rows {
		t.Visitors = append(t.Visitors, r.entry(t.Exercises))
	}
	return t
}

// most returns at most n of some values, and how many are left out.
func most[T any](all []T, n int) (some []T, left int) {
	some = all[:min(n, len(all))]
	return some, len(all) - len(some)
}

// inOrder returns the rows in the order of their arrival.
func (b *Board) inOrder() []*row {
	return slices.SortedFunc(maps.Values(b.rows), func(a, b *row) int { return cmp.Compare(a.number, b.number) })
}

// entry returns the row as a teacher sees it, with results of some exercises.
func (r *row) entry(exercises []Total) Entry {
	e := Entry{
		Number: r.number, Name: r.name, State: r.presence.String(), Notebook: r.notebook, Cell: r.run.Cell, Cells: r.run.Cells, Section: r.run.Section,
		Failures: r.failures, Active: r.active.UTC().Format(time.RFC3339), Results: map[string]Result{},
	}
	for _, total := range exercises {
		if result, ok := r.exercises[total.ID]; ok {
			e.Results[total.ID] = result.result()
		}
	}
	return e
}

// String returns a word.
func (p Presence) String() string {
	switch {
	case p.Waiting:
		return "waiting"
	case p.Busy:
		return "running"
	case p.Here:
		return "here"
	}
	return "away"
}

func (e *results) result() Result { return Result{e.accepted, len(e.answers), e.hints} }

// totals returns the sums of each exercise, those first that most visitors have reached.
func totals(rows []*row) []Total {
	byID := map[string]*Total{}
	for _, r := range rows {
		for id, e := range r.exercises {
			t := byID[id]
			if t == nil {
				t = &Total{ID: id}
				byID[id] = t
			}
			t.Reached++
			t.Attempted += truth(len(e.answers) > 0)
			t.Accepted += truth(e.accepted)
			t.Tries += len(e.answers)
			t.Hints += e.hints
		}
	}
	all := []Total{}
	for _, t := range byID {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b Total) int { return cmp.Or(cmp.Compare(b.Reached, a.Reached), naturally(a.ID, b.ID)) })
	return all
}

// naturally compares IDs such that 01-9 is before 01-10.
func naturally(a, b string) int {
	for x, y := parts(a), parts(b); ; x, y = x[1:], y[1:] {
		if len(x) == 0 || len(y) == 0 {
			return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
		}
		m, err := strconv.Atoi(x[0])
		n, err2 := strconv.Atoi(y[0])
		order := strings.Compare(x[0], y[0])
		if err == nil && err2 == nil {
			order = cmp.Compare(m, n)
		}
		if order != 0 {
			return order
		}
	}
}

// parts splits a text into its numbers and what is between them.
func parts(text string) (all []string) {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	begin := 0
	for i := 1; i <= len(text); i++ {
		if i == len(text) || digit(text[i]) != digit(text[i-1]) {
			all = append(all, text[begin:i])
			begin = i
		}
	}
	return all
}
