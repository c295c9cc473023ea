package display

import (
	"fmt"
	"html"
	"strings"
	"time"

	"krigo/display/draw"
	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib/dataset"
)

// tableView shows a table of data: its size and how its file is written, the
// first rows, and a summary of each column.
type tableView struct{ *dataset.Table }

// The numbers of rows and of most frequent levels shown, and the lengths to which levels
// and cells are cut.
const (
	tableRows   = 5
	shownLevels = 4
	levelLength = 20
	cellLength  = 40
)

// title says the name and the size.
func (v tableView) title() string {
	return fmt.Sprintf("%s: %s, %s", v.File(), draw.Count(v.Len(), "row"), draw.Count(len(v.Names()), "column"))
}

// notes describes how the file is written, one sentence per note.
func (v tableView) notes() string { return strings.Join(v.Notes(), "; ") }

// head returns the first rows, with the values as they are understood.
func (v tableView) head() *mime.Tabular {
	columns := v.Describe()
	rows := make([][]any, min(v.Len(), tableRows))
	for i := range rows {
		for _, s := range columns {
			rows[i] = append(rows[i], cellValue(v.Row(i), s))
		}
		rows[i] = ends(rows[i], any("…"))
	}
	return mime.Table(ends(v.Names(), "…"), rows).Digits(dataDigits)
}

// cellValue returns the value of a column's cell; an ambiguous value is shown as it is
// in the file.
func cellValue(row dataset.Row, s dataset.Summary) any {
	switch {
	case row.Missing(s.Name):
		return nil
	case s.Kind == dataset.Number && s.Doubt == nil:
		return row.Number(s.Name)
	case s.Kind == dataset.Time && s.Doubt == nil:
		return row.Time(s.Name).Format(timeForm(s.First, s.Middle, s.Last))
	}
	return shortened(row.Text(s.Name), cellLength)
}

func shortened(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// columns summarises the columns, a row each.
func (v tableView) columns() *mime.Tabular {
	rows := [][]any{}
	for _, s := range v.Describe() {
		row := []any{s.Name, kindName(s), s.Missing, nil, nil, nil, nil}
		switch {
		case s.First.IsZero() && s.Counts != nil:
			row[3], row[4], row[5], row[6] = s.Min, s.Median, s.Max, smallBars(s.Counts)
		case s.Counts != nil:
			form := timeForm(s.First, s.Middle, s.Last)
			row[3], row[4], row[5], row[6] = s.First.Format(form), s.Middle.Format(form), s.Last.Format(form), smallBars(s.Counts)
		case s.Levels != nil:
			row[6] = levelsText(s.Levels)
		}
		rows = append(rows, row)
	}
	return mime.Table([]string{"column", "type", "missing", "min", "median", "max", "values"}, rows).Digits(dataDigits)
}

// kindName names the kind, with the unit and with a doubt.
func kindName(s dataset.Summary) string {
	name := s.Kind.String()
	if s.Unit != "" {
		name += " (" + s.Unit + ")"
	}
	if s.Doubt != nil {
		name += "?"
	}
	return name
}

// timeForm returns a form for times, without clock times if none has one.
func timeForm(times ...time.Time) string {
	for _, t := range times {
		if t.Hour() != 0 || t.Minute() != 0 || t.Second() != 0 {
			return "2006-01-02 15:04"
		}
	}
	return time.DateOnly
}

// levelsText says how many texts there are, and the most frequent ones.
func levelsText(levels []dataset.Level) string {
	if levels[0].Count == 1 && len(levels) > 1 {
		return fmt.Sprintf("%s, each once", draw.Count(len(levels), "level"))
	}
	var shown []string
	for _, l := range levels[:min(len(levels), shownLevels)] {
		shown = append(shown, fmt.Sprintf("%s (%d)", shortened(l.Text, levelLength), l.Count))
	}
	text := strings.Join(shown, ", ")
	if len(levels) > shownLevels {
		text += ", …"
	}
	return fmt.Sprintf("%s: %s", draw.Count(len(levels), "level"), text)
}

// HTML shows the table as HTML.
func (v tableView) HTML() string {
	notes := ""
	if n := v.notes(); n != "" {
		notes = "<br>" + html.EscapeString(n)
	}
	return fmt.Sprintf("<p><b>%s</b>%s</p>\n%s\n%s", html.EscapeString(v.title()), notes, v.head().HTML(), v.columns().HTML())
}

// LaTeX shows the table as LaTeX.
func (v tableView) LaTeX() string {
	parts := []string{`\noindent\textbf{` + format.LaTeX(v.title()) + `}`}
	if n := v.notes(); n != "" {
		parts = append(parts, `\noindent `+format.LaTeX(n))
	}
	return strings.Join(append(parts, v.head().LaTeX(), v.columns().LaTeX()), "\n\n")
}

// Markdown shows the table as Markdown.
func (v tableView) Markdown() string {
	parts := []string{"**" + format.Markdown(v.title()) + "**"}
	if n := v.notes(); n != "" {
		parts = append(parts, format.Markdown(n))
	}
	return strings.Join(append(parts, v.head().Markdown(), v.columns().Markdown()), "\n\n")
}

// String shows the table as text.
func (v tableView) String() string { return v.TextIn(0) }

// TextIn returns the table as text in the given number of columns of characters; 0 is
// any number.
func (v tableView) TextIn(columns int) string {
	title := wrapped(v.title(), columns)
	if n := v.notes(); n != "" {
		title += "\n" + wrapped(n, columns)
	}
	return strings.Join([]string{title, v.head().TextIn(columns), v.columns().TextIn(columns)}, "\n\n")
}
