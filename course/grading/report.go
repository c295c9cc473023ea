package grading

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"krigo/internal/textwidth"
	"krigo/internal/words"
)

// WriteCSV writes the marks, one student per row: the name, the points for each exercise,
// empty if there is no answer, their sum, and remarks.
func (r *Report) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	header := []string{"student"}
	for _, e := range r.Exercises {
		header = append(header, words.Field(e.ID))
	}
	rows := [][]string{append(header, "total", "noticed")}
	for _, s := range r.Students {
		row := []string{words.Field(s.Name)}
		for _, e := range r.Exercises {
			points, answered := s.Points[e.ID]
			text := ""
			if answered {
				text = number(points)
			}
			row = append(row, text)
		}
		rows = append(rows, append(row, number(s.Total(r.Exercises)), words.Field(strings.Join(s.Noticed, "; "))))
	}
	return out.WriteAll(rows)
}

// WriteTable writes the marks for human readers.
func (r *Report) WriteTable(w io.Writer) error {
	of := 0.0
	for _, e := range r.Exercises {
		of += e.Points
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "student\tanswered\tright\tpoints\tnoticed")
	for _, s := range r.Students {
		answered, right := 0, 0
		for _, e := range r.Exercises {
			if points, ok := s.Points[e.ID]; ok {
				answered++
				if points > 0 {
					right++
				}
			}
		}
		fmt.Fprintf(table, "%s\t%d of %d\t%d\t%s of %s\t%s\n", shown(s.Name), answered, len(r.Exercises), right, number(s.Total(r.Exercises)), number(of), shown(strings.Join(s.Noticed, "; ")))
	}
	return table.Flush()
}

// shown returns a student's text as one cell of the table, whatever it holds.
func shown(text string) string { return textwidth.Visible(strings.ReplaceAll(text, "\t", " ")) }

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
