package class

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"krigo/internal/class/report"
	"krigo/internal/words"
)

// WriteCSV writes the rows of all visitors, with three columns for each exercise: accepted (yes, no,
// or empty before the first answer), tries and hints.
func (b *Board) WriteCSV(w io.Writer) error {
	b.mu.Lock()
	rows := b.inOrder()
	exercises, _ := most(totals(rows), shownExercises)
	slices.SortFunc(exercises, func(a, b Total) int { return naturally(a.ID, b.ID) })
	header := []string{"visitor", "name", "notebook", "cell", "cells", "section", "last run", "last activity", "errors in a row"}
	for _, e := range exercises {
		id := words.Field(e.ID)
		header = append(header, id+" accepted", id+" tries", id+" hints")
	}
	lines := [][]string{header}
	for _, r := range rows {
		lines = append(lines, r.fields(exercises))
	}
	b.mu.Unlock()
	return writeAll(w, lines)
}

// fields returns the fields of a row.
func (r *row) fields(exercises []Total) []string {
	fields := []string{
		strconv.Itoa(r.number), words.Field(r.name), words.Field(r.notebook), positive(r.run.Cell), positive(r.run.Cells), words.Field(r.run.Section),
		timestamp(r.ran), timestamp(r.active), strconv.Itoa(r.failures),
	}
	for _, total := range exercises {
		e, reached := r.exercises[total.ID]
		switch {
		case !reached || len(e.answers) == 0:
			fields = append(fields, "", "", "")
		case e.accepted:
			fields = append(fields, "yes", strconv.Itoa(len(e.answers)), strconv.Itoa(e.hints))
		default:
			fields = append(fields, "no", strconv.Itoa(len(e.answers)), strconv.Itoa(e.hints))
		}
	}
	return fields
}

// WriteGuessesCSV writes how many visitors gave each answer to each question.
func (b *Board) WriteGuessesCSV(w io.Writer) error {
	b.mu.Lock()
	all := questions(b.inOrder())
	b.mu.Unlock()
	lines := [][]string{{"notebook", "question", "measured", "guess", "visitors"}}
	for _, q := range all {
		for _, bar := range q.Bars {
			guess := bar.Label
			if !bar.numbers {
				guess = words.Field(guess)
			}
			lines = append(lines, []string{words.Field(q.Notebook), words.Field(q.Text), field(q.truth), guess, strconv.Itoa(bar.Count)})
		}
	}
	return writeAll(w, lines)
}

// field writes a value. A number may begin with a minus.
func field(v report.Value) string {
	if v.Number != nil {
		return written(v)
	}
	return words.Field(written(v))
}

func writeAll(w io.Writer, lines [][]string) error {
	if err := csv.NewWriter(w).WriteAll(lines); err != nil {
		return fmt.Errorf("class: %w", err)
	}
	return nil
}

// positive writes a number, and nothing for 0.
func positive(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// timestamp writes a time, and nothing for none.
func timestamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
