package textwidth

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Visible returns a line with the characters that steer a terminal written as ^ and a letter, or as
// numbers: such characters in files of others set titles, clear the screen or forge lines. Tabs stay.
func Visible(line string) string {
	if !strings.ContainsFunc(line, steers) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		switch {
		case r < ' ' && steers(r):
			b.WriteRune('^')
			b.WriteRune(r + '@')
		case steers(r):
			fmt.Fprintf(&b, "<%02x>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// VisibleText is [Visible] for text of several lines.
func VisibleText(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return strings.Join(lines, "\n")
}

func steers(r rune) bool { return r != '\t' && unicode.IsControl(r) }

// colour matches a sequence that sets colours or the weight of the type.
var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// VisibleInColour is [Visible], but colours stay; they end with the line.
func VisibleInColour(line string) string {
	var b strings.Builder
	last := ""
	for line != "" {
		at := colour.FindStringIndex(line)
		if at == nil {
			break
		}
		last = line[at[0]:at[1]]
		b.WriteString(Visible(line[:at[0]]) + last)
		line = line[at[1]:]
	}
	b.WriteString(Visible(line))
	if last != "" && last != plain {
		b.WriteString(plain)
	}
	return b.String()
}

// plain ends colours.
const plain = "\x1b[0m"
