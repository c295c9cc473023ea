package static

import (
	"unicode"
	"unicode/utf8"
)

// wordStart is where the name that ends at the cursor begins.
func wordStart(source string, cursor int) int {
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

// wordEnd is where the name at the cursor ends.
func wordEnd(source string, cursor int) int {
	end := cursor
	for end < len(source) && wordStart(source, end+1) <= cursor && wordStart(source, end+1) < end+1 {
		end++
	}
	return end
}
