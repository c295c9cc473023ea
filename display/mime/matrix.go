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
	matrixRows         = 20
	matrixColumns      = 12
	leastMatrixColumns = 4 // in a narrow terminal: the first, those left out and the last two
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
	g := matrixGrid(m, i, j)
	return cell.Bundle{Data: map[string]any{
		TypePlain: size + "\n" + matrixText(m, g),
		TypeHTML:  matrixHTML(size, g),
		TypeLaTeX: matrixLaTeX(g),
	}}
}

// matrixText returns the text of a matrix, whose grid is g: with as many columns as fit the
// output, at least the first and the last.
func matrixText(m mat.Matrix, g textGrid) string {
	rows, columns := m.Dims()
	for most := matrixColumns - 1; Columns() > 0 && g.width() > Columns() && most >= leastMatrixColumns; most-- {
		g = matrixGrid(m, elided(rows, matrixRows), elided(columns, most))
	}
	return g.lines()
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

// matrixGrid returns the text of a matrix, a table of numbers without a header.
func matrixGrid(m mat.Matrix, rows, columns []int) textGrid {
	g := textGrid{rows: make([][]string, len(rows)), numeric: make([]bool, len(columns))}
	for b := range columns {
		g.numeric[b] = true
	}
	for a, i := range rows {
		g.rows[a] = make([]string, len(columns))
		for b, j := range columns {
			g.rows[a][b] = "…"
			if i >= 0 && j >= 0 {
				g.rows[a][b] = format.Number(m.At(i, j), format.TableDigits)
			}
		}
	}
	return g
}

func matrixHTML(size string, g textGrid) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<table>\n<caption>%s</caption>\n", size)
	g.htmlRows(&b)
	return b.String() + "</table>"
}

func matrixLaTeX(g textGrid) string {
	gaps := g.gaps()
	lines := make([]string, len(g.rows))
	for i, row := range g.rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = strings.ReplaceAll(cell, "…", `\cdots`) + gaps[i][j].latex()
		}
		lines[i] = strings.Join(cells, " & ")
	}
	return "$$\\left[\\begin{array}{" + strings.Repeat("r", len(g.numeric)) + "}\n" +
		strings.Join(lines, " \\\\\n") + "\n\\end{array}\\right]$$"
}

// width returns the width of the rows that lines writes.
func (g textGrid) width() int { return lineWidth(columnWidths(g.aligned())) }

// lines writes the rows in columns of equal width.
func (g textGrid) lines() string {
	rows := g.aligned()
	widths := columnWidths(rows)
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = g.line(row, widths)
	}
	return strings.Join(lines, "\n")
}
