package interp

import (
	"fmt"

	"krigo/cell"
	"krigo/interp/static"
)

// Program writes cells, which can import what world has, as a program that the Go toolchain compiles, as %save
// writes those of a session, without running them. The notes list the differences of the program. A fault of a cell
// is an *Error.
func Program(world static.World, cells []cell.Cell) (text string, notes []string, err error) {
	r := reader{static: static.New(world)}
	for _, c := range cells {
		code, ok := r.codeOf(c)
		if !ok {
			notes = append(notes, fmt.Sprintf("note: %s is not Go; the program omits it", c.Label))
			continue
		}
		program, faults := r.static.Check(code)
		if len(faults) > 0 {
			return "", nil, checkError(faults)
		}
		r.static.Commit(program)
		r.static.Ended(program)
	}
	text, more, err := r.static.Source()
	return text, append(notes, more...), err
}

// codeOf returns the Go of a cell, which a command may precede.
func (r reader) codeOf(c cell.Cell) (code cell.Cell, ok bool) {
	switch r.read(c.Source).kind {
	case kindGo:
		return c, true
	case kindCommand:
		name, _ := commandName(c.Source)
		if found, ok := findCommand(name); ok && found.hasGo() {
			return r.codeOf(found.invocation(c).code)
		}
	}
	return c, false
}
