package gp

import (
	"fmt"
	"html"
	"strings"

	"krigo/display/internal/format"
	"krigo/display/mime"
)

// latexSigns are what LaTeX has commands for.
var latexSigns = strings.NewReplacer("±", `$\pm$`, "–", "--", "≈", `$\approx$`)

// notedHTML is a table with sentences below it.
func notedHTML(t *mime.Tabular, notes []string) string {
	var b strings.Builder
	b.WriteString(t.HTML())
	for _, note := range notes {
		fmt.Fprintf(&b, "\n<p>%s</p>", html.EscapeString(note))
	}
	return b.String()
}

func notedMarkdown(t *mime.Tabular, notes []string) string {
	var b strings.Builder
	b.WriteString(t.Markdown())
	for _, note := range notes {
		fmt.Fprintf(&b, "\n%s\n", format.Markdown(note))
	}
	return b.String()
}

func notedLaTeX(t *mime.Tabular, notes []string) string {
	var b strings.Builder
	b.WriteString(t.LaTeX())
	for _, note := range notes {
		fmt.Fprintf(&b, "\n\n%s", latexSigns.Replace(format.LaTeX(note)))
	}
	return b.String()
}
