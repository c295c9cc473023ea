package repl

import (
	"regexp"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/textwidth"
)

// liveLines are displays of what goes on, such as fits, in the lowest lines of a
// terminal: what is printed stands above them.
type liveLines struct {
	displays []cell.Display
	drawn    string // as they stand on the screen, or ""
	held     bool   // they are not to be drawn now
}

// remove removes the display of an ID, and reports whether it was there.
func (l *liveLines) remove(id string) bool {
	before := len(l.displays)
	l.displays = slices.DeleteFunc(l.displays, func(d cell.Display) bool { return id != "" && d.ID == id })
	return len(l.displays) < before
}

// end returns the last states of the displays that have not ended.
func (l *liveLines) end() []string {
	var texts []string
	for _, d := range l.displays {
		texts = append(texts, d.Plain())
	}
	*l = liveLines{}
	return texts
}

// text returns the displays' lines, cut to the width of a terminal, as many as fit into its height.
func (l *liveLines) text(columns, height int) string {
	var lines []string
	for _, d := range l.displays {
		for line := range strings.SplitSeq(strings.TrimSuffix(d.Plain(), "\n"), "\n") {
			lines = append(lines, textwidth.Cut(visible(line), columns))
		}
	}
	if most := max(height-1, 1); len(lines) > most {
		lines = lines[len(lines)-most:]
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// pass makes d the state of what goes on. A cell that is over has no lines: the user
// types there.
func (s *Screen) pass(d cell.Display) {
	if s.idle {
		return
	}
	if i := slices.IndexFunc(s.live.displays, func(l cell.Display) bool { return d.ID != "" && l.ID == d.ID }); i >= 0 {
		s.live.displays[i] = d
		return
	}
	if d.Update {
		s.erase(d.ID) // what has ended goes on
	}
	s.live.displays = append(s.live.displays, d)
}

// lift takes the live lines off the screen, so that something can be printed.
func (s *Screen) lift() {
	if s.live.drawn == "" {
		return
	}
	columns, _ := s.size()
	s.up(rows(s.live.drawn, columns))
	s.live.drawn = ""
}

// lower draws the live lines below what was printed, unless that has not ended its line.
func (s *Screen) lower() {
	if s.midline || s.live.held || len(s.live.displays) == 0 {
		return
	}
	columns, height := s.size()
	s.live.drawn = s.live.text(columns, height)
	s.Out.Write([]byte(s.live.drawn))
}

// rows returns the number of terminal rows that a text takes.
func rows(text string, columns int) int {
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		n += 1 + max(textwidth.Of(visible(line))-1, 0)/max(columns, 1)
	}
	return n
}

// escapes are colours and links.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]|\x1b\\][^\a\x1b]*(?:\a|\x1b\\\\)")

// tabStop is the distance of tab stops in a terminal.
const tabStop = 8

// visible returns a line as it looks: without escape sequences, and with spaces for tabs.
func visible(line string) string {
	line = escapes.ReplaceAllString(line, "")
	for {
		before, after, found := strings.Cut(line, "\t")
		if !found {
			return line
		}
		line = before + strings.Repeat(" ", tabStop-textwidth.Of(before)%tabStop) + after
	}
}
