package mime

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krigo/cell"
	"krigo/display/internal/format"
)

// Rows and columns of a matrix that are shown; of a larger one the first and
// the last are.
const (
	matrixRows    = 20
	matrixColumns = 12
)

func init() { Register(func(m mat.Matrix) any { return matrixBundle(m) }) }

// matrixBundle shows a matrix's size and its entries.
func matrixBundle(m mat.Matrix) cell.Bundle {
	rows, columns := m.Dims()
	size := fmt.Sprintf("%d × %d matrix", rows, columns)
	if rows == 0 || columns == 0 {
		return cell.Bundle{Data: map[string]any{TypePlain: size}}
	}
	i, j := elided(rows, matrixRows), elided(columns, matrixColumns)
	text := matrixText(m, i, j)
	return cell.Bundle{Data: map[string]any{
		TypePlain: size + "\n" + alignRight(text),
		TypeHTML:  matrixHTML(size, text),
		TypeLaTeX: matrixLaTeX(text),
	}}
}

// elided lists the positions below n that are shown, at most most of them; -1
// stands for those left out.
func elided(n, most int) []int {
	var index []int
	for i := range n {
		switch {
		case n <= most || i < most-3 || i >= n-2:
			index = append(index, i)
		case i == most-3:
			index = append(index, -1)
		}
	}
	return index
}

func matrixText(m mat.Matrix, rows, columns []int) [][]string {
	text := make([][]string, len(rows))
	for a, i := range rows {
		text[a] = make([]string, len(columns))
		for b, j := range columns {
			text[a][b] = "…"
			if i >= 0 && j >= 0 {
				text[a][b] = format.Number(m.At(i, j), format.TableDigits)
			}
		}
	}
	return text
}

func matrixHTML(size string, text [][]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<table>\n<caption>%s</caption>\n", size)
	for _, row := range text {
		b.WriteString("<tr>")
		for _, cell := range row {
			fmt.Fprintf(&b, `<td style="text-align:right">%s</td>`, cell)
		}
		b.WriteString("</tr>\n")
	}
	return b.String() + "</table>"
}

func matrixLaTeX(text [][]string) string {
	lines := make([]string, len(text))
	for i, row := range text {
		lines[i] = strings.ReplaceAll(strings.Join(row, " & "), "…", `\cdots`)
	}
	return "$$\\left[\\begin{array}{" + strings.Repeat("r", len(text[0])) + "}\n" +
		strings.Join(lines, " \\\\\n") + "\n\\end{array}\\right]$$"
}

// alignRight writes cells in columns of equal width.
func alignRight(text [][]string) string {
	g := textGrid{numeric: make([]bool, len(text[0]))}
	for j := range g.numeric {
		g.numeric[j] = true
	}
	widths := columnWidths(text)
	lines := make([]string, len(text))
	for i, row := range text {
		lines[i] = g.line(row, widths)
	}
	return strings.Join(lines, "\n")
}
