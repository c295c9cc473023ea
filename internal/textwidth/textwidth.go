// Package textwidth fits text into the columns of a terminal, in which characters of
// East Asia take two and combining ones none.
package textwidth

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Of returns the number of columns that a line takes.
func Of(line string) int { return uniseg.StringWidth(line) }

// Cut returns a line cut to a number of columns, with an ellipsis for what is left out. A number is
// left out whole: the first half of one reads as another.
func Cut(line string, columns int) string {
	if Of(line) <= columns {
		return line
	}
	if columns < 1 {
		return ""
	}
	kept := head(line, columns-1)
	if next := line[len(kept):]; startsInNumber(next) {
		kept = strings.TrimRightFunc(kept, inNumber)
	}
	return strings.TrimRight(kept, " ") + "…"
}

// head returns the beginning of a line that fits into a number of columns.
func head(line string, columns int) string {
	rest, state, width := line, -1, 0
	for rest != "" {
		_, next, w, newState := uniseg.FirstGraphemeClusterInString(rest, state)
		if width += w; width > columns {
			break
		}
		rest, state = next, newState
	}
	return line[:len(line)-len(rest)]
}

// startsInNumber reports whether text goes on with what belongs to a number.
func startsInNumber(text string) bool {
	for _, r := range text {
		return inNumber(r)
	}
	return false
}

func inNumber(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune(".,+-−e", r) }

// Wrap breaks the lines of a text at spaces, so that they fit into a number of columns; longer
// words have their own line. The parts of a broken line begin with its indentation.
func Wrap(text string, columns int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if Of(line) > columns {
			lines[i] = wrapLine(line, columns)
		}
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string, columns int) string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var out strings.Builder
	width := 0
	for i, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' }) {
		switch w := Of(word); {
		case i == 0:
			out.WriteString(indent)
			width = len(indent) + w
		case width+1+w > columns:
			out.WriteString("\n" + indent)
			width = len(indent) + w
		default:
			out.WriteByte(' ')
			width += 1 + w
		}
		out.WriteString(word)
	}
	return out.String()
}
