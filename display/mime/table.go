package mime

import (
	"fmt"
	"html"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"krigo/display/internal/format"
)

// tableRows is the number of rows of a table that are shown; of a longer one
// the first and the last are.
const tableRows = 100

// Tabular is a table that shows itself as HTML, LaTeX, Markdown and aligned
// text. Make one by [Table].
type Tabular struct {
	title  string
	header []string
	rows   [][]any
	digits int
}

// Table returns a table. A row may hold values of any type; numbers are
// written with four significant digits and stand right-aligned. Rows that are
// shorter than the header end in empty cells; longer ones are an error.
//
//	display.Table([]string{"method", "SMSE"}, [][]any{{"L-BFGS", 0.0213}, {"ADMM", 0.0187}})
func Table(header []string, rows [][]any) *Tabular {
	return &Tabular{header: header, rows: rows, digits: format.TableDigits}
}

// Title sets the title.
func (t *Tabular) Title(s string) *Tabular {
	t.title = s
	return t
}

// Digits sets the significant digits of numbers, between 1 and 17.
func (t *Tabular) Digits(n int) *Tabular {
	t.digits = min(max(n, 1), 17)
	return t
}

// grid is the text of a table: rows of equal length, the header's first,
// and which columns hold numbers only.
type textGrid struct {
	header  []string
	rows    [][]string
	numeric []bool
}

func (t *Tabular) grid() textGrid {
	columns := len(t.header)
	for _, row := range t.rows {
		columns = max(columns, len(row))
	}
	g := textGrid{header: padded(t.header, columns), numeric: make([]bool, columns)}
	for _, i := range shownRows(len(t.rows)) {
		if i < 0 {
			g.rows = append(g.rows, repeated("…", columns))
			continue
		}
		row := make([]string, 0, columns)
		for _, v := range t.rows[i] {
			row = append(row, t.cell(v))
		}
		g.rows = append(g.rows, padded(row, columns))
	}
	for j := range g.numeric {
		g.numeric[j] = t.numericColumn(j)
	}
	return g
}

// shownRows lists the rows of n that are shown; -1 stands for those left out.
func shownRows(n int) []int {
	var index []int
	for i := 0; i < n; i++ {
		if n > tableRows && i == tableRows-10 {
			index = append(index, -1)
			i = n - 10
		}
		index = append(index, i)
	}
	return index
}

func padded(row []string, n int) []string {
	return append(append(make([]string, 0, n), row...), make([]string, n-len(row))...)
}

func repeated(s string, n int) []string {
	row := make([]string, n)
	for i := range row {
		row[i] = s
	}
	return row
}

// MIMEBundle is the error of a table whose rows are longer than its header.
func (t *Tabular) MIMEBundle() map[string]any {
	for i, row := range t.rows {
		if n := len(t.header); n > 0 && len(row) > n {
			return Failed(fmt.Errorf("display: Table: row %d has %d values, the header %d", i, len(row), n)).Data
		}
	}
	return nil
}

func (t *Tabular) numericColumn(j int) bool {
	some := false
	for _, row := range t.rows {
		if j >= len(row) || row[j] == nil || row[j] == "" {
			continue
		}
		if !isNumeric(row[j]) {
			return false
		}
		some = true
	}
	return some
}

func isNumeric(v any) bool {
	switch v.(type) {
	case time.Duration:
		return true
	case fmt.Stringer, error:
		return false
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	}
	return false
}

// cell is the text of one value, on one line.
func (t *Tabular) cell(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case time.Duration:
		return format.Duration(x)
	case float64:
		return format.Number(x, t.digits)
	case float32:
		return format.Number(float64(x), t.digits)
	}
	s := guardText("String", func() string { return plain(v) })
	return strings.Join(strings.Fields(s), " ")
}

// HTML returns the table as HTML.
func (t *Tabular) HTML() string {
	g := t.grid()
	var b strings.Builder
	b.WriteString("<table>\n")
	if t.title != "" {
		fmt.Fprintf(&b, "<caption style=\"text-align:left;white-space:nowrap\"><b>%s</b></caption>\n", html.EscapeString(t.title))
	}
	b.WriteString("<thead>\n")
	g.htmlRow(&b, "th", g.header)
	b.WriteString("</thead>\n<tbody>\n")
	for _, row := range g.rows {
		g.htmlRow(&b, "td", row)
	}
	b.WriteString("</tbody>\n</table>")
	return b.String()
}

func (g textGrid) htmlRow(b *strings.Builder, tag string, row []string) {
	b.WriteString("<tr>")
	for j, cell := range row {
		align := "left"
		if g.numeric[j] {
			align = "right"
		}
		text := html.EscapeString(cell)
		if tag == "th" && text != "" {
			text = "<b>" + text + "</b>"
		}
		fmt.Fprintf(b, `<%s style="text-align:%s">%s</%s>`, tag, align, text, tag)
	}
	b.WriteString("</tr>\n")
}

// LaTeX returns the table as a tabular environment.
func (t *Tabular) LaTeX() string {
	g := t.grid()
	var b strings.Builder
	b.WriteString("\\begin{tabular}{")
	for _, numeric := range g.numeric {
		b.WriteString(map[bool]string{true: "r", false: "l"}[numeric])
	}
	b.WriteString("}\n")
	if t.title != "" {
		fmt.Fprintf(&b, "\\multicolumn{%d}{l}{\\textbf{%s}} \\\\\n", len(g.numeric), format.LaTeX(t.title))
	}
	b.WriteString("\\hline\n")
	g.latexRow(&b, g.header)
	b.WriteString("\\hline\n")
	for _, row := range g.rows {
		g.latexRow(&b, row)
	}
	b.WriteString("\\hline\n\\end{tabular}")
	return b.String()
}

func (g textGrid) latexRow(b *strings.Builder, row []string) {
	for j, cell := range row {
		if j > 0 {
			b.WriteString(" & ")
		}
		text := format.LaTeX(cell)
		if g.numeric[j] && strings.HasPrefix(text, "-") {
			text = "$-$" + text[1:]
		}
		b.WriteString(text)
	}
	b.WriteString(" \\\\\n")
}

// Markdown returns the table in Markdown with pipes.
func (t *Tabular) Markdown() string {
	g := t.grid()
	var b strings.Builder
	if t.title != "" {
		fmt.Fprintf(&b, "**%s**\n\n", format.Markdown(t.title))
	}
	markdownRow(&b, g.header)
	for _, numeric := range g.numeric {
		b.WriteString(map[bool]string{true: "| ---: ", false: "| :--- "}[numeric])
	}
	b.WriteString("|\n")
	for _, row := range g.rows {
		markdownRow(&b, row)
	}
	return b.String()
}

func markdownRow(b *strings.Builder, row []string) {
	for _, cell := range row {
		fmt.Fprintf(b, "| %s ", format.Markdown(cell))
	}
	b.WriteString("|\n")
}

// String returns the table as aligned text.
func (t *Tabular) String() string {
	g := t.grid()
	widths := columnWidths(append([][]string{g.header}, g.rows...))
	var lines []string
	if t.title != "" {
		lines = append(lines, t.title)
	}
	lines = append(lines, g.line(g.header, widths), rule(widths))
	for _, row := range g.rows {
		lines = append(lines, g.line(row, widths))
	}
	return strings.Join(lines, "\n")
}

// columnWidths returns the width of each column in characters. All rows have
// the same length.
func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

func (g textGrid) line(row []string, widths []int) string {
	var b strings.Builder
	for j, cell := range row {
		if j > 0 {
			b.WriteString("  ")
		}
		space := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
		if g.numeric[j] {
			b.WriteString(space + cell)
		} else {
			b.WriteString(cell + space)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func rule(widths []int) string {
	parts := make([]string, len(widths))
	for j, w := range widths {
		parts[j] = strings.Repeat("─", w)
	}
	return strings.Join(parts, "  ")
}
