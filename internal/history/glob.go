package history

import (
	"regexp"
	"strings"
)

// nothing is a regular expression that matches no text. A set that is not
// closed does so.
const nothing = `[^\x00-\x{10FFFF}]`

// glob compiles a pattern of SQLite's GLOB, which IPython's history search uses: * is any text, ?
// any character, [abc], [a-z] and [^a] one character of a set or not of it; case counts.
func glob(pattern string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for at := 0; at < len(pattern); {
		switch c := pattern[at]; {
		case c == '*':
			b.WriteString(".*")
			at++
		case c == '?':
			b.WriteString(".")
			at++
		case c == '[' && setEnd(pattern[at:]) > 0:
			end := at + setEnd(pattern[at:])
			b.WriteString(set(pattern[at+1 : end]))
			at = end + 1
		case c == '[':
			return regexp.MustCompile(nothing), nil
		default:
			literal := 1 + strings.IndexAny(pattern[at+1:]+"*", "*?[")
			b.WriteString(regexp.QuoteMeta(pattern[at : at+literal]))
			at += literal
		}
	}
	b.WriteString(`\z`)
	return regexp.Compile(b.String())
}

// setEnd returns the place of the ] that closes a set at the start of s, or 0. Right after [ or [^
// it stands for itself.
func setEnd(s string) int {
	first := 2
	if strings.HasPrefix(s, "[^") {
		first = 3
	}
	if len(s) <= first {
		return 0
	}
	if end := strings.IndexByte(s[first:], ']'); end >= 0 {
		return first + end
	}
	return 0
}

// set returns the regular expression of the set whose inside is given.
func set(inside string) string {
	escape := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `&`, `\&`, `~`, `\~`)
	if rest, negated := strings.CutPrefix(inside, "^"); negated {
		return "[^" + escape.Replace(rest) + "]"
	}
	return "[" + escape.Replace(inside) + "]"
}
