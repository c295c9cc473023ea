package interp

import (
	"go/types"
	"regexp"

	"krigo/cell"
	"krigo/interp/static"
)

// exits matches calls by which a cell ends a program before later cells run.
var exits = regexp.MustCompile(`\b(os\.Exit|log\.Fatal\w*|runtime\.Goexit)\(`)

// FirstFault returns the index of the first cell whose types do not check, which a session will refuse to compile, and
// the error that it will report; the error is nil if there is no such cell, or if that depends on the run: a cell calls
// %get or %load, imports what is not compiled into krigo, or may end the program. It checks types only, so that a run
// can afford it before it begins. Of o it uses Symbols and Program.
func FirstFault(cells []cell.Cell, o VetOptions) (at int, failure *cell.Error) {
	world := &compiledWorld{World: withoutModules(o.Symbols)}
	vetter := static.NewVetter(world)
	vetter.TypesOnly = true
	v := &vet{world: world, Vetter: vetter, reader: reader{vetter.Session, o.Program}, foresees: true}
	for i, c := range cells {
		v.found, v.later = nil, cells[i+1:]
		v.cell(c)
		if v.uncertain || world.lacks {
			return 0, nil
		}
		if faults := v.faults(); len(faults) > 0 {
			return i, checkError(faults)
		}
		if exits.MatchString(c.Source) {
			return 0, nil
		}
	}
	return 0, nil
}

// faults returns the findings in the current cell that keep it from running.
func (v *vet) faults() (faults static.Errors) {
	for _, f := range v.found {
		if !f.Warning {
			faults = append(faults, f.Diagnostic)
		}
	}
	return faults
}

// foreseen reports whether the declarations after a command are known before it runs.
func (c command) foreseen() bool { return c.hides == "" && c.name != "get" }

// compiledWorld has the packages that need no modules.
type compiledWorld struct {
	static.World
	lacks bool // whether another one was asked for
}

// Import implements static.World.
func (w *compiledWorld) Import(path string) (*types.Package, error) {
	pkg, err := w.World.Import(path)
	w.lacks = w.lacks || err != nil
	return pkg, err
}
