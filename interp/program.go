package interp

import (
	"fmt"

	"krigo/cell"
	"krigo/interp/static"
)

// Program writes cells, which can import what world has, as a program that the Go
// toolchain compiles, as %save writes those of a session, without running them. The notes tell what the program does
// otherwise. A fault of a cell is an *Error.
func Program(world static.World, cells []cell.Cell) (text string, notes []string, err error) {
	s := &Session{static: static.New(world)}
	for _, c := range cells {
		code, ok := s.codeOf(c)
		if !ok {
			notes = append(notes, fmt.Sprintf("note: %s is no Go, and the program is without it", c.Label))
			continue
		}
		program, faults := s.static.Check(code)
		if len(faults) > 0 {
			return "", nil, checkError(faults)
		}
		s.static.Commit(program)
		s.static.Ended(program)
	}
	text, more, err := s.static.Source()
	return text, append(notes, more...), err
}

// codeOf is the Go of a cell, which a command may precede.
func (s *Session) codeOf(c cell.Cell) (code cell.Cell, ok bool) {
	if _, asks := s.question(c.Source); asks || s.plainWord(c.Source) != "" {
		return c, false
	}
	if !s.isCommand(c.Source) {
		return c, true
	}
	name, _ := commandName(c.Source)
	found, ok := findCommand(name)
	if !ok || !found.hasGo() {
		return c, false
	}
	return s.codeOf(found.invocation(c).code)
}
