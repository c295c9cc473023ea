package course

import "krigo/display/mime"

// List is a list of exercises that shows itself as a table.
type List []Exercise

func (l List) table() *mime.Tabular {
	rows := make([][]any, len(l))
	for i, e := range l {
		rows[i] = []any{e.ID, e.Question, e.Worth()}
	}
	return mime.Table([]string{"exercise", "question", "points"}, rows)
}

// String returns the table as text.
func (l List) String() string { return l.table().String() }

// MIMEBundle returns the table, and for programs what each exercise is worth by its ID.
func (l List) MIMEBundle() map[string]any {
	worth := map[string]float64{}
	for _, e := range l {
		worth[e.ID] = e.Worth()
	}
	return map[string]any{"text/plain": l.String(), "text/html": l.table().HTML(), MIMEType: worth}
}

// Progress returns a table of the session's answers to exercises.
func Progress() *mime.Tabular {
	var rows [][]any
	for _, e := range Exercises() {
		given.Lock()
		_, answered := given.answers[e.ID]
		right, wrong := given.right[e.ID], len(given.wrong[e.ID])
		given.Unlock()
		if !answered {
			continue
		}
		state, points := "not yet", 0.0
		if right {
			state, points = "right", e.Worth()
		}
		rows = append(rows, []any{e.ID, state, min(wrong, len(e.Hints)), points, e.Worth()})
	}
	return mime.Table([]string{"exercise", "answer", "hints", "points", "of"}, rows)
}
