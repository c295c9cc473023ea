// Package help writes the help of commands for terminals.
package help

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// block is a part of a text with its own layout: a paragraph, an entry of a list that explains a
// term, or lines that stay as they are.
type block struct {
	term  string // of an entry
	text  string // its lines may be broken again, unless they are verbatim
	lines []string
}

// entry is an indented term, with what it means behind two blanks or more.
var entry = regexp.MustCompile(`^  (\S.*?) {2,}(\S.*)$`)

// blocks cuts a text: paragraphs are parted by empty lines. Indented lines are
// verbatim, or entries, which go on in lines that are indented further.
func blocks(text string) []block {
	var list []block
	begin := true // of a paragraph
	for line := range strings.Lines(strings.Trim(text, "\n") + "\n") {
		line = strings.TrimRight(line, "\n")
		last := len(list) - 1
		found := entry.FindStringSubmatch(line)
		switch {
		case line == "":
			begin = true
			continue
		case found != nil:
			list = append(list, block{term: found[1], text: found[2]})
		case strings.HasPrefix(line, "    ") && !begin && list[last].term != "":
			list[last].text += " " + strings.TrimSpace(line)
		case strings.HasPrefix(line, "  ") && !begin && list[last].lines != nil:
			list[last].lines = append(list[last].lines, line)
		case strings.HasPrefix(line, "  "):
			list = append(list, block{lines: []string{line}})
		case !begin && list[last].term == "" && list[last].lines == nil:
			list[last].text += " " + line
		default:
			list = append(list, block{text: line})
		}
		begin = false
	}
	return list
}

// Fill breaks the lines of a text so that they fit a width.
func Fill(text string, width int) string {
	list := blocks(text)
	var b strings.Builder
	for i, p := range list {
		if i > 0 && (p.term == "" || list[i-1].term == "") {
			b.WriteByte('\n')
		}
		switch {
		case p.lines != nil:
			b.WriteString(strings.Join(p.lines, "\n") + "\n")
		case p.term != "":
			b.WriteString(hang(p.term, p.text, termWidth(list), width))
		default:
			b.WriteString(strings.Join(wrap(p.text, width), "\n") + "\n")
		}
	}
	return b.String()
}

// maxTerm is the largest width of a column of terms.
const maxTerm = 24

// termWidth returns the width of the widest term that fits the column.
func termWidth(list []block) int {
	width := 0
	for _, p := range list {
		if n := utf8.RuneCountInString(p.term); n <= maxTerm {
			width = max(width, n)
		}
	}
	return width
}

// hang writes a term with its meaning in a column to the right, or below it if the term is too
// wide.
func hang(term, text string, column, width int) string {
	const indent, gap = 2, 3
	left := strings.Repeat(" ", indent+column+gap)
	first := strings.Repeat(" ", indent) + term
	if n := utf8.RuneCountInString(term); n > column {
		first += "\n" + left
	} else {
		first += strings.Repeat(" ", column-n+gap)
	}
	return first + strings.Join(wrap(text, width-len(left)), "\n"+left) + "\n"
}

// wrap cuts a text into lines between words. A word that does not fit has a line
// of its own.
func wrap(text string, width int) []string {
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case line == "":
			line, length = word, n
		case length+1+n <= width:
			line, length = line+" "+word, length+1+n
		default:
			lines = append(lines, line)
			line, length = word, n
		}
	}
	return append(lines, line)
}
