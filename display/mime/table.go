package mime

import (
	"fmt"
	"html"
	"reflect"
	"strings"
	"time"

	"krigo/display/internal/format"
	"krigo/display/internal/guard"
)

// The numbers of rows of a table that are shown; of a longer one the first and
// the last are. A page of LaTeX has room for fewer.
const (
	tableRows = 100
	latexRows = 40
	lastRows  = 10
)

// Tabular is a table that shows itself as HTML, LaTeX, Markdown and aligned
// text. Make one by [Table].
type Tabular struct {
	title  string
	header []string
	rows   [][]any
	digits int

	first, last int // rows that are shown of a longer table

	fault error // why there is no table
}

// Table returns a table. A row may hold values of any type; columns of numbers
// are written with four significant digits, their decimal points below one
// another. HTML and LaTeX have a true minus sign (U+2212); the text and Markdown
// have the hyphen by which programs read numbers. Values that have a method HTML
// or LaTeX show themselves by it there. Rows that are shorter than the header end
// in empty cells; longer ones are an error.
//
//	display.Table([]string{"method", "SMSE"}, [][]any{{"L-BFGS", 0.0213}, {"ADMM", 0.0187}})
func Table(header []string, rows [][]any) *Tabular {
	return &Tabular{header: header, rows: rows, digits: format.TableDigits, first: tableRows - lastRows, last: lastRows}
}

// Title sets the title.
func (t *Tabular) Title(s string) *Tabular {
	t.title = s
	return t
}

// Ends sets how many of the first and of the last rows are shown of a table that
// has more: 90 and 10 otherwise, and at most.
func (t *Tabular) Ends(first, last int) *Tabular {
	t.first, t.last = min(max(first, 0), tableRows-lastRows), min(max(last, 0), lastRows)
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
	values  [][]any // whose text the rows are; nil where they have no form of their own
}

func (t *Tabular) grid() textGrid { return t.gridOf(tableRows) }

// gridOf returns the text of a table with at most the given number of rows.
func (t *Tabular) gridOf(most int) textGrid {
	columns := len(t.header)
	for _, row := range t.rows {
		columns = max(columns, len(row))
	}
	g := textGrid{header: padded(t.header, columns), numeric: make([]bool, columns)}
	for _, i := range t.shownRows(most) {
		if i < 0 {
			g.rows, g.values = append(g.rows, repeated("…", columns)), append(g.values, nil)
			continue
		}
		row := make([]string, 0, columns)
		for _, v := range t.rows[i] {
			row = append(row, t.cell(v))
		}
		g.rows, g.values = append(g.rows, padded(row, columns)), append(g.values, t.rows[i])
	}
	for j := range g.numeric {
		g.numeric[j] = t.numericColumn(j)
	}
	return g
}

// shownRows lists the rows that are shown, at most most and a row for those left
// out, which is -1.
func (t *Tabular) shownRows(most int) []int {
	first, last := min(t.first, most-lastRows), min(t.last, lastRows)
	var index []int
	for i := range t.rows {
		switch n := len(t.rows); {
		case n <= first+last || i < first || i >= n-last:
			index = append(index, i)
		case i == first:
			index = append(index, -1)
		}
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

// MIMEBundle returns the error of a table that has one: its rows are longer than its header, or it is of
// no structs.
func (t *Tabular) MIMEBundle() map[string]any {
	if t.fault != nil {
		return Failed(t.fault).Data
	}
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

// cell returns the text of one value, on one line.
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

// titleStyle has a title on one line, also if it is wider than the table, up to a width at which it is read.
const titleStyle = "display:block;width:max-content;max-width:45em"

// HTML returns the table as HTML.
func (t *Tabular) HTML() string {
	g := t.grid()
	var b strings.Builder
	b.WriteString("<table>\n")
	if t.title != "" {
		fmt.Fprintf(&b, "<caption style=\"text-align:left\"><b style=\"%s\">%s</b></caption>\n", titleStyle, html.EscapeString(t.title))
	}
	b.WriteString("<thead>\n")
	g.htmlHeader(&b)
	b.WriteString("</thead>\n<tbody>\n")
	g.htmlRows(&b)
	b.WriteString("</tbody>\n</table>")
	return b.String()
}

func (g textGrid) htmlHeader(b *strings.Builder) {
	b.WriteString("<tr>")
	for j, name := range g.header {
		text := html.EscapeString(name)
		if text != "" {
			text = "<b>" + text + "</b>"
		}
		fmt.Fprintf(b, `<th style="text-align:%s">%s</th>`, g.alignment(j), text)
	}
	b.WriteString("</tr>\n")
}

func (g textGrid) htmlRows(b *strings.Builder) {
	gaps := g.gaps()
	for i, row := range g.rows {
		b.WriteString("<tr>")
		for j, cell := range row {
			text := html.EscapeString(cell)
			if own, ok := g.value(i, j).(HTMLer); ok {
				text = ownText("HTML", own.HTML, html.EscapeString)
			}
			if g.numeric[j] {
				text = gaps[i][j].html(format.TrueMinus(text))
			}
			fmt.Fprintf(b, `<td style="text-align:%s">%s</td>`, g.alignment(j), text)
		}
		b.WriteString("</tr>\n")
	}
}

// value returns the value of a cell of the grid, or nil.
func (g textGrid) value(i, j int) any {
	if i >= len(g.values) || j >= len(g.values[i]) || guard.IsNil(g.values[i][j]) {
		return nil
	}
	return g.values[i][j]
}

// ownText returns the result of a value's own method, or an escaped word on its panic.
func ownText(method string, f func() string, escape func(string) string) string {
	text, err := guard.Call(method, f)
	if err != nil {
		return escape(err.Error())
	}
	return text
}

func (g textGrid) alignment(j int) string {
	if g.numeric[j] {
		return "right"
	}
	return "left"
}

// LaTeX returns the table as a tabular environment below its title. One that is
// wider than the line is made as wide as that, which takes the package graphicx.
func (t *Tabular) LaTeX() string {
	g := t.gridOf(latexRows)
	var b strings.Builder
	if t.title != "" {
		fmt.Fprintf(&b, "\\noindent\\textbf{%s}\\par\\nopagebreak\n", format.LaTeX(t.title))
	}
	b.WriteString("\\noindent\\sbox0{\\begin{tabular}{")
	for _, numeric := range g.numeric {
		b.WriteString(map[bool]string{true: "r", false: "l"}[numeric])
	}
	b.WriteString("}\n\\hline\n")
	g.latexHeader(&b)
	b.WriteString("\\hline\n")
	g.latexRows(&b)
	b.WriteString("\\hline\n\\end{tabular}}%\n")
	b.WriteString(`\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi`)
	return b.String()
}

func (g textGrid) latexHeader(b *strings.Builder) {
	cells := make([]string, len(g.header))
	for j, name := range g.header {
		cells[j] = format.LaTeX(name)
	}
	latexLine(b, cells)
}

func (g textGrid) latexRows(b *strings.Builder) {
	gaps := g.gaps()
	for i, row := range g.rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = format.LaTeX(cell)
			if own, ok := g.value(i, j).(LaTeXer); ok {
				cells[j] = ownText("LaTeX", own.LaTeX, format.LaTeX)
			}
			if g.numeric[j] {
				cells[j] = strings.ReplaceAll(cells[j], "-", "$-$") + gaps[i][j].latex()
			}
		}
		latexLine(b, cells)
	}
}

func latexLine(b *strings.Builder, cells []string) {
	b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
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
