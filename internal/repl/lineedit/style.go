package lineedit

import (
	"slices"

	"krigo/internal/highlight"
)

// colours are the terminal's colours of the classes of Go source.
var colours = map[highlight.Class]string{
	highlight.Keyword: "\x1b[35m",
	highlight.String:  "\x1b[32m",
	highlight.Number:  "\x1b[36m",
	highlight.Comment: "\x1b[90m",
	highlight.Call:    "\x1b[34m",
}

const (
	pairStyle   = "\x1b[1;4m" // the brackets of the pair at the cursor
	chosenStyle = "\x1b[7m"
	faintStyle  = "\x1b[2m"
)

// plainly returns a source in one piece without colours.
func plainly(source string, _ int) []styled { return []styled{{"", source}} }

// coloured colours Go for a terminal of 16 colours, and marks the pair of brackets
// at the cursor.
func coloured(source string, cursor int) []styled {
	var pieces []styled
	for _, s := range highlight.Go(source) {
		pieces = append(pieces, styled{colours[s.Class], s.Text})
	}
	if one, other, ok := pairAt(source, cursor); ok {
		pieces = restyled(restyled(pieces, one, pairStyle), other, pairStyle)
	}
	return pieces
}

// restyled gives the byte at an offset a style.
func restyled(pieces []styled, offset int, style string) []styled {
	for i, p := range pieces {
		if offset < len(p.text) {
			return slices.Replace(slices.Clone(pieces), i, i+1,
				styled{p.style, p.text[:offset]}, styled{style, p.text[offset : offset+1]}, styled{p.style, p.text[offset+1:]})
		}
		offset -= len(p.text)
	}
	return pieces
}
