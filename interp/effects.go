package interp

import (
	"slices"

	"krigo/cell"
)

// Effects tells what a cell would read and write if it ran now, as far as that is known
// without running it; the error is that of a cell which cannot run. A command has the
// effects of the Go behind it. It may be asked while a cell runs.
func (s *Session) Effects(c cell.Cell) (cell.Effects, error) {
	if q, ok := s.question(c.Source); ok {
		c.Source = q.Before
		return s.goEffects(c)
	}
	switch {
	case s.plainWord(c.Source) != "":
		return cell.Effects{}, nil
	case s.isShell(c.Source):
		return cell.Effects{Notes: []string{"what a line for the shell reads and writes is not known"}}, nil
	case s.isCommand(c.Source):
		return s.commandEffects(c)
	}
	return s.goEffects(c)
}

func (s *Session) goEffects(c cell.Cell) (cell.Effects, error) {
	e, faults := s.static.Effects(c)
	if len(faults) > 0 {
		return cell.Effects{}, checkError(faults)
	}
	return e, nil
}

// commandEffects are those of the Go behind a command, and of the command.
func (s *Session) commandEffects(c cell.Cell) (e cell.Effects, err error) {
	found, err := calledCommand(c.Source)
	if err != nil {
		return e, err
	}
	in := found.invocation(c)
	if found.hasGo() {
		if e, err = s.Effects(in.code); err != nil {
			return e, err
		}
	}
	if found.declares != nil {
		if name, err := found.declares(in.args); err == nil && name != "" {
			e = then(e, cell.Effects{Writes: []string{name}, Sets: []string{name}})
		}
	}
	switch {
	case found.hides != "":
		e.Notes = append(e.Notes, "%"+found.name+" "+found.hides)
	case found.takes == takesText:
		e.Notes = append(e.Notes, "what %"+found.name+" reads and writes is not known")
	}
	return e, nil
}

// Ran tells what the newest run has read and written, where that is of the cell with a
// label: of all Go that it ran, also by %load. Where the cell failed, it has done this as
// far as it came.
func (s *Session) Ran(label string) (e cell.Effects, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.did, s.newest == label
}

// begins notes that a cell begins to run.
func (s *Session) begins(label string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest, s.did = label, cell.Effects{}
}

// does notes what the newest cell does.
func (s *Session) does(e cell.Effects) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.did = then(s.did, e)
}

// then is what two do that run one after the other.
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

// Reactive tells whether the user has asked with %reactive that a cell's run is followed
// by those of the cells that it made stale.
func (s *Session) Reactive() bool { return s.reactive.Load() }
