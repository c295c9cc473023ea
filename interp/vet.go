package interp

import (
	"errors"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static"
	"krigo/interp/static/syntax"
)

// Finding is a fault of a cell that is found without running it.
type Finding struct {
	cell.Diagnostic
	// Warning means that the cell runs nevertheless.
	Warning bool
}

// VetOptions describes the cells to vet.
type VetOptions struct {
	// Symbols has the packages that cells can import, as in [Options].
	Symbols static.World
	// Dir is the folder of the files that cells load.
	Dir string
	// Program means, as in [Options], that the cells are a program's.
	Program bool
	// MayFail reports, by label, whether a cell is expected to fail: its errors are not
	// findings, and if it has any it declares nothing, as in a session.
	MayFail map[string]bool
}

// Vet checks cells in their order, as a session would before it runs them, and runs
// nothing: no worker is started. It lists the findings of each cell. After a faulty cell
// it goes on with the declarations that it can infer, and reports nothing about names
// that it cannot.
func Vet(cells []cell.Cell, o VetOptions) [][]Finding {
	vetter := static.NewVetter(o.Symbols)
	v := &vet{world: o.Symbols, Vetter: vetter, reader: reader{vetter.Session, o.Program}, dir: o.Dir, mayFail: o.MayFail}
	findings := make([][]Finding, len(cells))
	for i, c := range cells {
		v.found, v.later = nil, cells[i+1:]
		v.cell(c)
		findings[i] = v.found
	}
	return findings
}

// vet is the state of a pass over the cells.
type vet struct {
	*static.Vetter
	world     static.World
	unfetched []string // modules that cells ask for and that vetting does not download
	reader    reader
	dir       string // where cells run
	previous  string // the folder before the last %cd
	mayFail   map[string]bool
	later     []cell.Cell
	found     []Finding // in the current cell

	foresees  bool // only for FirstFault
	uncertain bool // what follows depends on the run
}

// cell vets one cell. Lines for the shell are not checked.
func (v *vet) cell(c cell.Cell) {
	switch r := v.reader.read(c.Source); r.kind {
	case kindQuestion:
		v.question(c, r.question)
	case kindCommand:
		v.command(c)
	case kindGo:
		v.source(c, static.KeepAssumed)
	}
}

// source vets Go.
func (v *vet) source(c cell.Cell, keep static.Keep) {
	if v.mayFail[c.Label] {
		keep = min(keep, static.KeepSound)
	}
	faults, notes := v.Vet(c, v.later, keep)
	faults = slices.DeleteFunc(faults, v.isUnfetched)
	if v.mayFail[c.Label] {
		faults = nil
	}
	for _, d := range faults {
		v.found = append(v.found, Finding{Diagnostic: d})
	}
	for _, d := range notes {
		v.found = append(v.found, Finding{Diagnostic: d, Warning: true})
	}
}

// question vets the Go before a question, and whether the name that it asks about exists.
func (v *vet) question(c cell.Cell, q static.Question) {
	if strings.TrimSpace(q.Before) != "" {
		v.source(cell.Cell{Label: c.Label, Source: q.Before}, static.KeepAssumed)
	}
	if q.Name == "" || v.Unknown(q.Name[:q.NameEnd()]) {
		return
	}
	var err error
	if strings.HasPrefix(q.Name, "%") {
		_, err = describeCommand(q.Name)
	} else if _, ok := v.Inspect(q.Name, q.NameEnd(), q.Detail); !ok {
		_, err = undeclared(q)
	}
	v.fault(c, q.Start, err)
}

// fault adds err, if not nil, at a byte offset of a cell.
func (v *vet) fault(c cell.Cell, offset int, err error) {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) || v.mayFail[c.Label] {
		return
	}
	v.uncertain = true // it is not a fault of Go
	v.found = append(v.found, Finding{Diagnostic: placed(c, offset, failure.Message)})
}

// placed returns a message at a byte offset of a cell.
func placed(c cell.Cell, offset int, message string) cell.Diagnostic {
	line, column, text := syntax.Place(c.Source, offset)
	return cell.Diagnostic{Cell: c.Label, Line: line, Column: column, Message: message, Source: text}
}

// command vets a command.
func (v *vet) command(c cell.Cell) {
	found, err := calledCommand(c.Source)
	if v.foresees && (err != nil || !found.foreseen()) {
		v.uncertain = true
		return
	}
	if err == nil && found.vets != nil {
		err = found.vets(v, found.invocation(c))
	}
	v.fault(c, strings.IndexByte(c.Source, '%'), err)
}

// isUnfetched reports whether a fault is that a package is unknown whose module a cell has asked for.
func (v *vet) isUnfetched(d cell.Diagnostic) bool {
	return slices.ContainsFunc(v.unfetched, func(wanted string) bool {
		path, _, _ := strings.Cut(wanted, "@")
		return d.Message == "there is no package "+path || strings.HasPrefix(d.Message, "there is no package "+path+"/") ||
			strings.HasPrefix(d.Message, "package "+path+" ") || strings.HasPrefix(d.Message, "package "+path+"/")
	})
}
