package gp

import (
	"fmt"
	"html"
	"strings"

	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/metric"
)

// latexSigns are what LaTeX has commands for.
var latexSigns = strings.NewReplacer("±", `$\pm$`, "–", "--")

// comparisonView shows a comparison as a table and its notes. Its text/plain is the
// comparison's own.
type comparisonView struct{ *gplib.Comparison }

func (c comparisonView) table() *mime.Tabular {
	columns := make([][]gplib.Standing, len(metric.Names()))
	for j, score := range metric.Names() {
		columns[j], _ = c.Standings(score)
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
		"the paired difference is within what chance makes of it at 95 %% (Nadeau and Bengio 2003).", len(c.Outcomes[0]))
}

func (c comparisonView) HTML() string {
	var b strings.Builder
	b.WriteString(c.table().HTML())
	for _, note := range append([]string{c.legend()}, c.Notes()...) {
		fmt.Fprintf(&b, "\n<p>%s</p>", html.EscapeString(note))
	}
	return b.String()
}

func (c comparisonView) Markdown() string {
	var b strings.Builder
	b.WriteString(c.table().Markdown())
	for _, note := range append([]string{c.legend()}, c.Notes()...) {
		fmt.Fprintf(&b, "\n%s\n", format.Markdown(note))
	}
	return b.String()
}

func (c comparisonView) LaTeX() string {
	var b strings.Builder
	b.WriteString(c.table().LaTeX())
	for _, note := range append([]string{c.legend()}, c.Notes()...) {
		text := strings.ReplaceAll(latexSigns.Replace(format.LaTeX(note)), "≈", `$\approx$`)
		fmt.Fprintf(&b, "\n\n%s", text)
	}
	return b.String()
}
