package display

import (
	"fmt"
	"html"
	"strings"

	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/internal/textwidth"
)

// Results compares the outcome of fits, a row each: the name ([gplib.Names]), the
// objective's value, the iterations, the time and why it stopped. A warning is counted;
// a single result shows its warnings and notes in full, as [Warnings] does.
func Results(results ...*gplib.Result) *NamedTable {
	return namedTable(gplib.Names(results...), func(names []string, _ int) *mime.Tabular { return outcomes(results, names) })
}

func outcomes(results []*gplib.Result, names []string) *mime.Tabular {
	var rows [][]any
	for i, r := range results {
		if r == nil {
			rows = append(rows, []any{names[i], "no result"})
			continue
		}
		rows = append(rows, []any{
			names[i], r.Trace.Objective, r.Value, iterations(r.Trace), r.Elapsed, r.Status.String(), len(r.Warnings),
		})
	}
	return mime.Table([]string{"fit", "objective", "value", "iterations", "time", "status", "warnings"}, rows)
}

// iterations returns the number of the last step.
func iterations(t gplib.Trace) int {
	if len(t.Steps) == 0 {
		return 0
	}
	return t.Steps[len(t.Steps)-1].Iter
}

// resultView shows a result by a line that says how the fit went, its
// warnings and notes, and its hyper-parameters. Its text/plain is the result's own.
type resultView struct{ *gplib.Result }

func (r resultView) headline() string {
	s := fmt.Sprintf("%v after %d iterations in %s", r.Status, iterations(r.Trace), format.Duration(r.Elapsed))
	if r.Trace.Objective != "" {
		s += fmt.Sprintf("; %s %s", r.Trace.Objective, format.Number(r.Value, 6))
	}
	if start := r.Start(); start != "" {
		s += "; start: " + start
	}
	return s
}

func (r resultView) HTML() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<p><b>%s</b>: %s</p>\n", html.EscapeString(resultName(r.Result, 0)), html.EscapeString(r.headline()))
	return b.String() + entriesHTML(entriesOf(r.Result)) + Params(r.Result).HTML()
}

// TextIn returns the result's own text in the given number of columns.
func (r resultView) TextIn(columns int) string { return textwidth.Wrap(r.String(), columns) }

func (r resultView) Markdown() string {
	s := fmt.Sprintf("**%s**: %s\n\n", format.Markdown(resultName(r.Result, 0)), format.Markdown(r.headline()))
	return s + entriesMarkdown(entriesOf(r.Result)) + Params(r.Result).Markdown()
}

func (r resultView) LaTeX() string {
	s := fmt.Sprintf("\\textbf{%s}: %s\n\n", format.LaTeX(resultName(r.Result, 0)), format.LaTeX(r.headline()))
	return s + entriesLaTeX(entriesOf(r.Result)) + Params(r.Result).LaTeX()
}
