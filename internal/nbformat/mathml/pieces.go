package mathml

import (
	"slices"
	"strings"
)

// Piece is a part of a formula that can be on a line of its own.
type Piece struct {
	MathML string  // a math element without an annotation
	Width  float64 // in em: an estimate, since the width depends on the font
}

// Pieces splits a formula for lines of a width in em. It splits before relations
// and binary operators, after commas and after wide spaces. Parentheses stay
// whole if they fit on a line. A piece can still be wider than a line, such as a
// matrix or a fraction; its neighbours join it if they are short.
func (f *Formula) Pieces(display bool, line float64) []Piece {
	attribute := ""
	if display {
		attribute = ` displaystyle="true"`
	}
	var pieces []Piece
	total, widest := 0.0, 0.0
	for _, row := range split(f.row, 0, line) {
		content := group(row)
		p := Piece{"<math" + attribute + ">" + content + "</math>", width(content)}
		pieces = append(pieces, p)
		total, widest = total+p.Width, max(widest, p.Width)
	}
	if short := 0.15; widest > line && total <= (1+short)*widest {
		return []Piece{{"<math" + attribute + ">" + group(f.row) + "</math>", total}}
	}
	return pieces
}

// deepestCut is the number of open parentheses within which a formula may be cut.
const deepestCut = 3

// split cuts a row where at most depth parentheses are open. It cuts pieces that
// are wider than a line one level deeper.
func split(row []node, depth int, line float64) [][]node {
	var pieces [][]node
	start, level, deepest := 0, 0, 0
	for i, n := range row {
		if i > start && level <= depth && breaks(row[i-1], n) {
			pieces = append(pieces, row[start:i])
			start = i
		}
		switch n.class {
		case opening:
			level++
		case closing:
			level--
		}
		deepest = max(deepest, level)
	}
	pieces = append(pieces, row[start:])
	if deepest <= depth || depth == deepestCut {
		return pieces
	}
	for i := len(pieces) - 1; i >= 0; i-- {
		if width(group(pieces[i])) > line {
			pieces = slices.Replace(pieces, i, i+1, split(pieces[i], depth+1, line)...)
		}
	}
	return pieces
}

// breaks reports whether a line may end between two neighbours of a row.
func breaks(before, after node) bool {
	switch before.class {
	case rel, bin, op, opening:
		return false
	case punct:
		return !strings.HasPrefix(after.xml, "<mspace")
	}
	return after.class == rel || after.class == bin || before.quad
}
