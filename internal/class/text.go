package class

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Limits on the texts of visitors, in characters.
const (
	nameLength     = 40
	idLength       = 24
	questionLength = 200
	answerLength   = 60
	sectionLength  = 80
	notebookLength = 120
)

// mostMarks is the number of combining marks in a row that are kept: names of all languages have
// fewer, and a pile of them covers the lines around.
const mostMarks = 2

// clean returns a text as one line of at most so many visible characters. Control characters,
// characters that change the direction of text, and other invisible ones are left out.
func clean(text string, length int) string {
	text = strings.ToValidUTF8(text[:min(len(text), 32*length)], "")
	var b strings.Builder
	n, marks := 0, 0
	space := false // is due before the next character
	for _, r := range norm.NFC.String(text) {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case unicode.In(r, unicode.Mn, unicode.Me):
			marks++
			if n == 0 || marks > mostMarks || space {
				continue
			}
			b.WriteRune(r)
			continue
		case !unicode.IsGraphic(r):
			continue
		}
		if n += 1; space {
			n++
		}
		if n > length {
			return b.String() + "…"
		}
		if space {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		marks, space = 0, false
	}
	return b.String()
}
