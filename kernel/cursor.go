package kernel

import "unicode/utf8"

// byteOffset returns the byte offset in s of the code point number cursor; the protocol counts code
// points. A cursor beyond either end is moved to that end.
func byteOffset(s string, cursor int) int {
	for at := range s {
		if cursor <= 0 {
			return at
		}
		cursor--
	}
	return len(s)
}

// codePoints returns the code points before the byte offset of s.
func codePoints(s string, offset int) int {
	return utf8.RuneCountInString(s[:min(max(offset, 0), len(s))])
}

// cursorOf returns the byte offset of a request's cursor, at the end by default.
func cursorOf(code string, cursor *int) int {
	if cursor == nil {
		return len(code)
	}
	return byteOffset(code, *cursor)
}
