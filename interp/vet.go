package interp

import (
	"errors"
	"strings"

	"krigo/cell"
	"krigo/interp/static"
	"krigo/interp/static/syntax"
)

// Finding is what is wrong with a cell, as far as that is known without running it.
type Finding struct {
	cell.Diagnostic
	// Warning says that the cell runs nevertheless.
	Warning bool
}

// VetOptions say of what the cells are that are vetted.
type VetOptions struct {
	// Symbols has the packages that cells can import, as in [Options].
	Symbols static.World
	// Dir is the folder that files are in which cells load.
	Dir string
	// Program says, as in [Options], that the cells are a program's.
	Program bool
	// MayFail tells by its label whether a cell is expected to fail: its errors are
	// no findings, and where it has some it declares nothing, as in a session.
	MayFail map[string]bool
}

// Vet checks cells in their order, as a session would before it runs them, and runs
// nothing: no worker is started. It lists the findings of each cell. After a faulty
// cell it goes on: what the cell declares is assumed as far as it can be known, and
// nothing is said of names of which more cannot be known.
func Vet(cells []cell.Cell, o VetOptions) [][]Finding {
	vetter := static.NewVetter(o.Symbols)
	v := &vet{
		Vetter: vetter, dir: o.Dir, mayFail: o.MayFail,
		session: &Session{static: vetter.Session, options: Options{Program: o.Program}},
	}
	findings := make([][]Finding, len(cells))
	for i, c := range cells {
		v.found, v.later = nil, cells[i+1:]
		v.cell(c)
		findings[i] = v.found
	}
	return findings
}

// vet is on its way through the cells.
type vet struct {
	*static.Vetter
	session *Session // without a worker
	dir     string
	mayFail map[string]bool
	later   []cell.Cell
	found   []Finding // in the cell of the moment
}

// cell vets one cell, be it Go, a command or a question.
func (v *vet) cell(c cell.Cell) {
	if q, ok := v.session.question(c.Source); ok {
		v.question(c, q)
		return
	}
	if v.session.plainWord(c.Source) != "" {
		return
	}
	if v.session.isCommand(c.Source) {
		v.command(c)
		return
	}
	v.source(c, static.KeepAssumed)
}

// source vets Go.
func (v *vet) source(c cell.Cell, keep static.Keep) {
	if v.mayFail[c.Label] {
		keep = min(keep, static.KeepSound)
	}
	faults, notes := v.Vet(c, v.later, keep)
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

// question vets what stands before a question, and whether there is what it is about.
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

// fault adds an error at a byte offset of a cell, where there is one.
func (v *vet) fault(c cell.Cell, offset int, err error) {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) || v.mayFail[c.Label] {
		return
	}
	v.found = append(v.found, Finding{Diagnostic: placed(c, offset, failure.Message)})
}

// placed is a message at a byte offset of a cell.
func placed(c cell.Cell, offset int, message string) cell.Diagnostic {
	line, column, text := syntax.Place(c.Source, offset)
	return cell.Diagnostic{Cell: c.Label, Line: line, Column: column, Message: message, Source: text}
}

// command vets a command. A line for the shell is
// nothing that is known here.
func (v *vet) command(c cell.Cell) {
	if v.session.isShell(c.Source) {
		return
	}
	found, err := calledCommand(c.Source)
	if err == nil && found.vets != nil {
		err = found.vets(v, found.invocation(c))
	}
	v.fault(c, strings.IndexByte(c.Source, '%'), err)
}
