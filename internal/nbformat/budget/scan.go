package budget

import "strings"

// Markdown returns an *Over if a parser of Markdown could take more than linear time for a source.
// It reads the source once.
func Markdown(source string) error {
	if len(source) > SourceBytes {
		return tooLong("it", len(source), SourceBytes)
	}
	references, delimiters := 0, 0
	for line := range strings.Lines(source) {
		text := strings.TrimSpace(line)
		if text == "" {
			delimiters = 0
			continue
		}
		if markers(text) > Nesting {
			return tooDeep()
		}
		if strings.HasPrefix(text, "[") && strings.Contains(text, "]:") {
			references++
		}
		delimiters += runs(text)
		switch {
		case references > References:
			return over("it defines more than %d links and footnotes", References)
		case delimiters > Delimiters:
			return over("it has more than %d marks of emphasis in one paragraph", Delimiters)
		}
	}
	return nil
}

// markers returns the number of quotes and list items that a line begins with.
func markers(line string) (n int) {
	for line != "" {
		digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
		switch after := line[min(digits+1, len(line)):]; {
		case line[0] == ' ' || line[0] == '\t':
			line = line[1:]
			continue
		case line[0] == '>':
			line = line[1:]
		case digits > 0 && digits < len(line) && strings.ContainsRune(".)", rune(line[digits])) && blank(after):
			line = after
		case digits == 0 && strings.ContainsRune("-+*", rune(line[0])) && blank(after):
			line = after
		default:
			return n
		}
		n++
	}
	return n
}

func blank(text string) bool { return text == "" || text[0] == ' ' || text[0] == '\t' }

// runs returns the number of runs of the same delimiter of emphasis.
func runs(line string) (n int) {
	before := byte(0)
	for i := range len(line) {
		if c := line[i]; c != before && (c == '*' || c == '_' || c == '~') {
			n++
		}
		before = line[i]
	}
	return n
}
