package interp

import (
	"strings"

	"krigo/cell"
	"krigo/interp/static"
)

// Format writes the Go of a cell as gofmt does. The rest of a cell stays as it is: lines
// for the shell, questions, and commands with their lines and texts; the Go below a
// command is formatted. A cell with a syntax error stays as it is, too: the error is an
// *Error with places in the cell, and may name what is in world.
func Format(world static.World, c cell.Cell) (string, error) {
	return reader{static: static.New(world)}.format(c)
}

// Format is the function [Format] for a cell of the session: the error may name what that has declared.
func (s *Session) Format(c cell.Cell) (string, error) { return s.reader.format(c) }

func (r reader) format(c cell.Cell) (string, error) {
	start, end := r.goPart(c.Source)
	if strings.TrimSpace(c.Source[start:end]) == "" {
		return c.Source, nil
	}
	text, faults := r.static.Format(cell.Cell{Label: c.Label, Source: blank(c.Source[:end], start)})
	if len(faults) > 0 {
		return c.Source, checkError(faults)
	}
	return c.Source[:start] + text + c.Source[end:], nil
}

// goPart finds the Go of a cell that has lines of its own.
func (r reader) goPart(source string) (start, end int) {
	if q, ok := r.question(source); ok {
		return 0, len(strings.TrimRight(q.Before, " \t"))
	}
	trimmed := strings.TrimSpace(source)
	if strings.HasPrefix(trimmed, "!") {
		return 0, 0
	}
	if !strings.HasPrefix(trimmed, "%") {
		return 0, len(source)
	}
	name, at := commandName(source)
	c, ok := findCommand(name)
	below := min(lineEnd(source, at)+1, len(source))
	if !ok || c.takes != takesGoBelow && (c.takes != takesGo || strings.TrimSpace(source[at:below]) != "") {
		return 0, 0
	}
	start, end = r.goPart(source[below:])
	return below + start, below + end
}
