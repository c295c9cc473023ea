package lineedit

import (
	"strings"

	"github.com/rivo/uniseg"
)

// tabColumns is the width of a tab on the screen.
const tabColumns = 4

// Prompts of the first and of further lines. Both are as wide.
const (
	Prompt     = "krigo> "
	MorePrompt = "   ... "
)

// widthAt returns the width of a character that begins in a column.
func widthAt(cluster string, column int) int {
	if cluster == "\t" {
		return tabColumns - column%tabColumns
	}
	return uniseg.StringWidth(cluster)
}

// columns returns the width of text within a line.
func columns(text string) int {
	column := 0
	for len(text) > 0 {
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		column += widthAt(cluster, column)
		text = rest
	}
	return column
}

// fitted is text cut to a width, with an ellipsis where it is longer.
func fitted(text string, width int) string {
	if columns(text) <= width {
		return text
	}
	var b strings.Builder
	column := 0
	for len(text) > 0 {
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		if column += widthAt(cluster, column); column > width-1 {
			break
		}
		b.WriteString(cluster)
		text = rest
	}
	if width < 1 {
		return ""
	}
	return b.String() + "…"
}

// padded is text cut or filled to a width.
func padded(text string, width int) string {
	text = fitted(text, width)
	return text + strings.Repeat(" ", max(width-columns(text), 0))
}

// row is a row of the terminal: text with escape sequences, and its width.
type row struct {
	text  string
	width int
}

// styled is a piece of a source and the sequence that begins its style.
type styled struct {
	style, text string
}

const plainStyle = "\x1b[0m"

// styler gives the styles of a source, piece by piece; the pieces join to it.
type styler func(source string, cursor int) []styled

// layout makes rows of a source, each narrower than width, and says in which of
// them and in which column the cursor is. A line that is too long goes on below
// its text.
func layout(pieces []styled, cursor, width int) (rows []row, cursorRow, cursorColumn int) {
	l := layouter{width: max(width-1, columns(Prompt)+2)}
	l.begin(Prompt)
	var source strings.Builder
	for _, p := range pieces {
		source.WriteString(p.text)
	}
	text, offset, pieceEnd, style := source.String(), 0, 0, ""
	for len(text) > 0 {
		// A character has the style of the piece that it begins in.
		for ; offset >= pieceEnd; pieces = pieces[1:] {
			pieceEnd += len(pieces[0].text)
			style = pieces[0].style
		}
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		if cursor >= offset && cursor < offset+len(cluster) {
			l.mark()
		}
		l.put(style, cluster)
		offset += len(cluster)
		text = rest
	}
	if cursor >= offset {
		l.mark()
	}
	l.end()
	return l.rows, l.cursorRow, l.cursorColumn
}

// layouter builds the rows of a source.
type layouter struct {
	width int
	rows  []row

	text                    strings.Builder
	style                   string // that is on
	column                  int    // of the row
	line                    int    // the column within the source's line
	cursorRow, cursorColumn int
}

func (l *layouter) begin(prompt string) {
	l.text.WriteString(prompt)
	l.column = columns(prompt)
}

func (l *layouter) end() {
	l.restyle("")
	l.rows = append(l.rows, row{l.text.String(), l.column})
	l.text.Reset()
}

func (l *layouter) restyle(style string) {
	if style == l.style {
		return
	}
	if l.style != "" {
		l.text.WriteString(plainStyle)
	}
	l.text.WriteString(style)
	l.style = style
}

// mark notes that the cursor is here.
func (l *layouter) mark() {
	if l.column >= l.width {
		l.wrap()
	}
	l.cursorRow, l.cursorColumn = len(l.rows), l.column
}

func (l *layouter) wrap() {
	l.end()
	l.begin(strings.Repeat(" ", columns(Prompt)))
}

func (l *layouter) put(style, cluster string) {
	if cluster == "\n" || cluster == "\r\n" {
		l.end()
		l.begin(MorePrompt)
		l.line = 0
		return
	}
	width := widthAt(cluster, l.line)
	if l.column+width > l.width && l.column > columns(Prompt) {
		l.wrap()
	}
	l.restyle(style)
	if cluster == "\t" {
		cluster = strings.Repeat(" ", width)
	}
	l.text.WriteString(cluster)
	l.column += width
	l.line += width
}
