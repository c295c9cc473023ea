package syntax

import (
	"unicode"
	"unicode/utf8"
)

// WordStart is where the name that ends at the cursor begins.
func WordStart(source string, cursor int) int {
	start := cursor
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(source[:start])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		start -= n
	}
	return start
}

// WordEnd is where the name at the cursor ends.
func WordEnd(source string, cursor int) int {
	end := cursor
	for end < len(source) && WordStart(source, end+1) <= cursor && WordStart(source, end+1) < end+1 {
		end++
	}
	return end
}
