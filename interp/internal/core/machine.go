package core

import (
	"fmt"
	"reflect"

	"krigo/internal/derivative"
	"krigo/interp/emit"
	"krigo/interp/machine/dual"
)

// machine.go: the functions of cells that the machine runs.

func init() { derivative.From(dual.Gradient) }

// linker resolves the references of the machine's code.
type linker struct{ *Runtime }

func (l linker) Type(id int) (reflect.Type, error) { return l.typeOf(id) }

func (l linker) Symbol(name string) (reflect.Value, bool) {
	v, ok := l.compiledSymbols[name]
	return v, ok
}

// machines returns the symbol of a function of the machine.
func (r *Runtime) machines(s emit.Symbol, signature, factory reflect.Type) (reflect.Value, error) {
	f := r.machine.Lookup(s.Ident)
	if f == nil {
		return reflect.Value{}, fmt.Errorf("the machine has no function %s", s.Ident)
	}
	if factory == nil {
		return f.Value(signature, nil), nil
	}
	return reflect.MakeFunc(factory, func(args []reflect.Value) []reflect.Value {
		captured := f.Capture(args)
		return []reflect.Value{f.Value(signature, &captured)}
	}), nil
}

// place gives the machine the address of a variable.
func (r *Runtime) place(variable string, at any) {
	r.machine.Place(variable, reflect.ValueOf(at).UnsafePointer())
}

// redirectTo makes calls of a function of the machine go to a Go function.
func (r *Runtime) redirectTo(from string, to any) {
	if f := r.machine.Lookup(from); f != nil {
		f.RedirectTo(reflect.ValueOf(to))
	}
}

// Stop makes the functions of the machine that run now return at once.
func (r *Runtime) Stop() { r.machine.Stop() }

// OnEndless sets what is called while compiled code calls functions of a stopped machine again and again.
func (r *Runtime) OnEndless(f func()) { r.machine.Endless = f }

// Resume lets functions of the machine run again, after what Stop has stopped has ended.
func (r *Runtime) Resume() { r.machine.Resume() }
