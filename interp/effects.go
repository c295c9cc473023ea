package interp

import (
	"errors"
	"slices"

	"krigo/cell"
)

// Effects returns what a cell would read and write if it ran now, found without running
// it. It fails if the cell cannot run, and in a session without [Options.OwnsPage]. A
// command has the effects of the Go behind it. It may be asked while a cell runs.
func (s *Session) Effects(c cell.Cell) (cell.Effects, error) {
	if !s.options.OwnsPage {
		return cell.Effects{}, errors.New("interp: what cells read and write is followed only if Options.OwnsPage is set")
	}
	return s.reader.effects(c)
}

// effects returns the effects of a cell for Effects.
func (r reader) effects(c cell.Cell) (cell.Effects, error) {
	switch found := r.read(c.Source); found.kind {
	case kindQuestion:
		c.Source = found.question.Before
		return r.goEffects(c)
	case kindWord:
		return cell.Effects{}, nil
	case kindShell:
		return shellEffects, nil
	case kindCommand:
		return r.commandEffects(c)
	default:
		return r.goEffects(c)
	}
}

// goEffects returns the effects of Go.
func (r reader) goEffects(c cell.Cell) (cell.Effects, error) {
	e, faults := r.static.Effects(c)
	if len(faults) > 0 {
		return cell.Effects{}, checkError(faults)
	}
	return e, nil
}

// commandEffects returns the effects of a command and of the Go behind it.
func (r reader) commandEffects(c cell.Cell) (e cell.Effects, err error) {
	found, err := calledCommand(c.Source)
	if err != nil {
		return e, err
	}
	in := found.invocation(c)
	if found.keepsNone {
		return r.goEffects(insideFunction(in.code))
	}
	if found.hasGo() {
		if e, err = r.effects(in.code); err != nil {
			return e, err
		}
	}
	if found.declares != nil {
		if name, err := found.declares(in.args); err == nil && name != "" {
			e = then(e, cell.Effects{Writes: []string{name}, Sets: []string{name}})
		}
	}
	if found.hides != "" {
		e.Notes = append(e.Notes, "%"+found.name+" "+found.hides)
	}
	e.Notes = append(e.Notes, found.unknown()...)
	return e, nil
}

// shellEffects holds the effects of a line for the shell.
var shellEffects = cell.Effects{Notes: []string{"what a line for the shell reads and writes is not known"}}

// unknown notes that the effects of a command stay unknown even after it has run.
func (c command) unknown() []string {
	if c.takes != takesText {
		return nil
	}
	return []string{"what %" + c.name + " reads and writes is not known"}
}

// insideFunction returns a cell whose Go declares nothing that stays.
func insideFunction(c cell.Cell) cell.Cell {
	c.Source = "func() {" + c.Source + "\n}()"
	return c
}

// then returns the effects of a followed by b.
func then(a, b cell.Effects) cell.Effects {
	both := func(a, b []string) []string {
		out := slices.Concat(a, b)
		slices.Sort(out)
		return slices.Compact(out)
	}
	fromBefore := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(a.Sets, name) })
	}
	return cell.Effects{
		Reads: both(a.Reads, fromBefore(b.Reads)), MayRead: both(a.MayRead, fromBefore(b.MayRead)), Uses: both(a.Uses, fromBefore(b.Uses)),
		Writes: both(a.Writes, b.Writes), Sets: both(a.Sets, b.Sets), MayWrite: both(a.MayWrite, b.MayWrite), Notes: slices.Concat(a.Notes, b.Notes),
	}
}
