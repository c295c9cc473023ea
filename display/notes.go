package display

import (
	"fmt"
	"html"
	"strings"

	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/internal/textwidth"
)

// latexSigns are signs with commands in LaTeX.
var latexSigns = strings.NewReplacer("±", `$\pm$`, "–", "--", "≈", `$\approx$`)

// notedHTML returns a table with sentences below it.
func notedHTML(t *mime.Tabular, notes []string) string {
	return noted(t.HTML(), notes, "\n<p>%s</p>", html.EscapeString)
}

func notedMarkdown(t *mime.Tabular, notes []string) string {
	return noted(t.Markdown(), notes, "\n%s\n", format.Markdown)
}

func notedLaTeX(t *mime.Tabular, notes []string) string {
	return noted(t.LaTeX(), notes, "\n\n%s", func(note string) string { return latexSigns.Replace(format.LaTeX(note)) })
}

// notedText returns a table of text in the given number of columns, 0 being any number, with
// sentences below it.
func notedText(t *mime.Tabular, notes []string, columns int) string {
	lines := []string{t.TextIn(columns)}
	for _, note := range notes {
		lines = append(lines, wrapped(note, columns))
	}
	return strings.Join(lines, "\n")
}

// wrapped returns text in lines of at most the given number of columns; 0 is any
// number.
func wrapped(text string, columns int) string {
	if columns == 0 {
		return text
	}
	return textwidth.Wrap(text, columns)
}

// noted returns a table with each note below it in a layout, escaped.
func noted(table string, notes []string, layout string, escape func(string) string) string {
	var b strings.Builder
	b.WriteString(table)
	for _, note := range notes {
		fmt.Fprintf(&b, layout, escape(note))
	}
	return b.String()
}
