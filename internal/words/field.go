package words

import "strings"

// Field returns a text for a field of a CSV file such that no spreadsheet takes it for a formula.
func Field(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
