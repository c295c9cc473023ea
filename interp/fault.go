package interp

import (
	"fmt"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/internal/wire"
	"krigo/interp/static"
)

func interrupted() *cell.Error {
	return &cell.Error{Name: "Interrupt", Message: "the cell was interrupted"}
}

// checkError returns the error of a cell that was refused before it ran.
func checkError(faults static.Errors) *cell.Error {
	e := &cell.Error{Name: "CompileError", Message: faults[0].Error()}
	if more := len(faults) - 1; more > 0 {
		e.Message += fmt.Sprintf(" (and %d more)", more)
	}
	e.Diagnostics = faults
	return e
}

// faultError returns the error of a cell that failed in the worker.
func (s *sources) faultError(f *wire.Fault) *cell.Error {
	e := &cell.Error{Message: emit.UserText(f.Message), Diagnostics: s.diagnostics(f.Stack)}
	switch f.Class {
	case wire.FaultCompile:
		e.Name = "CompileError"
		if len(e.Diagnostics) > 0 {
			e.Diagnostics[0].Message = e.Message
		}
		e.Details = []string{"The interpreter cannot run this, though it is valid Go."}
	case wire.FaultPanic:
		e.Name = "Panic"
	case wire.FaultExit:
		e.Name, e.Code = "Exit", f.Code
		e.Message = "the cell called " + f.Message
		e.Details = []string{"The session goes on, and its variables keep their values."}
	case wire.FaultInterrupt:
		e := interrupted()
		if f.Message != "" {
			e.Details = []string{"It ended by itself: " + f.Message}
		}
		return e
	case wire.FaultInput:
		e.Name = "InputError"
	default:
		e.Name = "Error"
	}
	return e
}

// diagnostics returns the places of a stack, with their source.
func (s *sources) diagnostics(stack []wire.Place) []cell.Diagnostic {
	var all []cell.Diagnostic
	for _, p := range stack {
		d := cell.Diagnostic{Cell: p.Cell, Line: p.Line, Source: s.line(p.Cell, p.Line)}
		if p.Function != "" {
			d.Message = "in " + emit.UserText(p.Function)
		}
		all = append(all, d)
	}
	return all
}
