package interp

import (
	"krigo/cell"
	"krigo/interp/static"
)

// Compiled holds the forms that a cell takes on its way to the worker.
type Compiled struct {
	// Composed is the self-contained Go file: the cell with the headers of the
	// declarations of earlier cells that it uses.
	Composed string
	// Functions has a line for each function: its users' name and place, what runs it, and what keeps it from the
	// machine.
	Functions string
	// Emitted is the small Go that yaegi runs.
	Emitted string
	// Machine are the functions that the machine runs.
	Machine []Listing
}

// Compile compiles cells, which can import what world has, in order, as a session does
// before it runs them, and runs nothing. Commands leave nothing behind. The error of the first faulty cell is returned
// with what the cells before it became. Program means the same as in [Options].
func Compile(world static.World, cells []cell.Cell, program bool) ([]Compiled, error) {
	known := static.New(world)
	r, listings := reader{known, program}, newListings(cells)
	var all []Compiled
	for _, c := range cells {
		if r.line(c.Source) != kindGo {
			all = append(all, Compiled{})
			continue
		}
		p, errs := known.Check(c)
		if len(errs) > 0 {
			return all, checkError(errs)
		}
		known.Commit(p)
		compiled := Compiled{Composed: p.Text}
		if p.Unit != nil {
			compiled.Functions, compiled.Emitted, compiled.Machine = runners(p.Unit), p.Unit.Source, listings.add(p.Unit)
		}
		all = append(all, compiled)
	}
	return all, nil
}
