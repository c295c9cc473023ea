package display

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"krigo/display/internal/format"
	"krigo/display/internal/panel"
	"krigo/gplib"
	"krigo/internal/textwidth"
)

// WarningList shows the findings of a fit; see [Warnings].
type WarningList struct{ of *gplib.Result }

// Warnings returns the findings of a fit, one below the other: first the warnings, which cast
// doubt on the fit, then the notes, which are facts to know. Each says what was measured, what
// that means and what to do. docs/warnings.md has a section for each code.
func Warnings(fit *gplib.Result) WarningList { return WarningList{fit} }

const guideToCodes = "docs/warnings.md explains each code."

// entry is a finding under its heading.
type entry struct {
	gplib.Finding
	word, color string
}

func (e entry) heading() string { return e.word + ", " + e.Code }

// lines returns the sentences of the finding.
func (e entry) lines() []string {
	lines := []string{sentence(e.Found)}
	if e.Means != "" {
		lines = append(lines, sentence(e.Means))
	}
	if e.Do != "" {
		lines = append(lines, "What to do: "+strings.TrimSuffix(e.Do, ".")+".")
	}
	return lines
}

// sentence returns text as a sentence. The name of a parameter at its beginning keeps its small
// letter.
func sentence(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if letter, size := utf8.DecodeRuneInString(text); size > 0 && !strings.ContainsAny(first, ".[(") && !strings.HasPrefix(rest, "=") {
		text = string(unicode.ToUpper(letter)) + text[size:]
	}
	return strings.TrimSuffix(text, ".") + "."
}

// entriesOf returns the warnings of a fit, then its notes.
func entriesOf(r *gplib.Result) []entry {
	var all []entry
	for _, f := range r.Warnings {
		all = append(all, entry{f, "Warning", panel.Caution})
	}
	for _, f := range r.Notes {
		all = append(all, entry{f, "Note", panel.Busy})
	}
	return all
}

// none is shown of a fit without findings.
func (l WarningList) none() string {
	if l.of == nil {
		return "There is no result."
	}
	return fmt.Sprintf("%s has no warnings and no notes.", resultName(l.of, 0))
}

// entries returns the findings; it is empty without a result.
func (l WarningList) entries() []entry {
	if l.of == nil {
		return nil
	}
	return entriesOf(l.of)
}

// HTML returns the findings as HTML, warnings and notes in two colours.
func (l WarningList) HTML() string {
	all := l.entries()
	if len(all) == 0 {
		return "<p>" + html.EscapeString(l.none()) + "</p>\n"
	}
	return entriesHTML(all) + "<p><small>" + html.EscapeString(guideToCodes) + "</small></p>\n"
}

func entriesHTML(all []entry) string {
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, `<div style="border-left:4px solid %s;padding:2px 0 2px 10px;margin:8px 0;max-width:60em">`+
			`<span style="background:%[1]s;color:#fff;border-radius:4px;padding:0 7px;font-weight:600">%s</span> <code>%s</code>`,
			e.color, html.EscapeString(e.word), html.EscapeString(e.Code))
		for _, line := range e.lines() {
			fmt.Fprintf(&b, "<br>%s", html.EscapeString(line))
		}
		b.WriteString("</div>\n")
	}
	return b.String()
}

// Markdown returns the findings as Markdown.
func (l WarningList) Markdown() string {
	all := l.entries()
	if len(all) == 0 {
		return format.Markdown(l.none())
	}
	return entriesMarkdown(all) + format.Markdown(guideToCodes)
}

func entriesMarkdown(all []entry) string {
	s := ""
	for _, e := range all {
		s += fmt.Sprintf("**%s** `%s`: %s\n\n", e.word, e.Code, format.Markdown(strings.Join(e.lines(), " ")))
	}
	return s
}

// LaTeX returns the findings as LaTeX.
func (l WarningList) LaTeX() string {
	all := l.entries()
	if len(all) == 0 {
		return format.LaTeX(l.none())
	}
	return strings.TrimSpace(entriesLaTeX(all))
}

func entriesLaTeX(all []entry) string {
	s := ""
	for _, e := range all {
		s += fmt.Sprintf("\\textbf{%s} \\texttt{%s}: %s\n\n", e.word, format.LaTeX(e.Code), format.LaTeX(strings.Join(e.lines(), " ")))
	}
	return s
}

// String returns the findings as text.
func (l WarningList) String() string { return l.TextIn(0) }

// TextIn returns the findings as text in the given number of columns; 0 is any number.
func (l WarningList) TextIn(columns int) string {
	all := l.entries()
	if len(all) == 0 {
		return wrapped(l.none(), columns)
	}
	var b strings.Builder
	for _, e := range all {
		b.WriteString(wrapped(e.heading(), columns) + "\n")
		for _, line := range e.lines() {
			b.WriteString(indented(line, columns) + "\n")
		}
		b.WriteString("\n")
	}
	return b.String() + wrapped(guideToCodes, columns)
}

// indented returns a line wrapped to columns behind an indent.
func indented(line string, columns int) string {
	const indent = "  "
	if columns > len(indent) {
		line = textwidth.Wrap(line, columns-len(indent))
	}
	return indent + strings.ReplaceAll(line, "\n", "\n"+indent)
}
