package display

import (
	"fmt"
	"strings"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/metric"
	"krigo/internal/textwidth"
)

// comparisonView shows a comparison as a table and its notes. Its text/plain is the
// comparison's own, where that fits.
type comparisonView struct{ *gplib.Comparison }

func (c comparisonView) table() *mime.Tabular {
	columns := make([][]gplib.Rank, len(metric.Names()))
	for j, score := range metric.Names() {
		columns[j], _ = c.Ranking(score)
	}
	rows := make([][]any, len(c.Names))
	for i, name := range c.Names {
		rows[i] = []any{name}
		for _, column := range columns {
			rows[i] = append(rows[i], markedCell{column[i].Text(), column[i].Mark()})
		}
		rows[i] = append(rows[i], c.Elapsed(i), c.Warned(i))
	}
	header := append(append([]string{"contender"}, metric.Names()...), "time", "warnings")
	return mime.Table(header, rows)
}

// legend says what the table shows.
func (c comparisonView) legend() string {
	return fmt.Sprintf("Means over %d folds ± their standard errors. The best is bold or marked *; ≈ is tied with it: "+
		"the paired difference is not significant at 95 %% (Nadeau and Bengio 2003).", len(c.Outcomes[0]))
}

func (c comparisonView) notes() []string { return append([]string{c.legend()}, c.Notes()...) }

// TextIn returns the comparison's own text, or if that is too wide, the table and its
// notes in the given number of columns.
func (c comparisonView) TextIn(columns int) string {
	own := c.String()
	for line := range strings.Lines(own) {
		if textwidth.Of(strings.TrimSpace(line)) > columns {
			return notedText(c.table(), c.Notes(), columns)
		}
	}
	return own
}

// HTML returns the table and its notes in HTML.
func (c comparisonView) HTML() string { return notedHTML(c.table(), c.notes()) }

// Markdown returns the table and its notes in Markdown.
func (c comparisonView) Markdown() string { return notedMarkdown(c.table(), c.notes()) }

// LaTeX returns the table and its notes in LaTeX.
func (c comparisonView) LaTeX() string { return notedLaTeX(c.table(), c.notes()) }
