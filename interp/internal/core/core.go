// Package core is the run time of emitted code (package emit): it makes the
// types and symbols that a unit needs, converts between the two views of a
// type, and runs deferred calls, panics, selects and comparisons as Go does.
//
// It also applies edits: calls of a function go to another of the
// same signature (redirect.go), and values of an earlier version of a type get
// the newest (symbols.go). Frames with deferred calls keep the functions that a
// panic has left while they run these calls ([Trail]).
//
//	r, err := core.New(interpreter, tables.Exports(), os.Stderr)
//	err = r.Load(unit)
package core

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/emit"
	"krigo/interp/internal/gotype"
	"krigo/interp/internal/yaegipatch"
	"krigo/interp/machine"
)

// Path is the import path of the symbols that emitted code uses, and Name the
// name under which it does.
const (
	Path = "q"
	Name = "q"
)

// Runtime is the run time of one interpreter.
type Runtime struct {
	// Panicked is called with the value of a panic in a goroutine of a cell. If it is nil,
	// the process ends, as in Go.
	Panicked func(value any)
	// Trail, if not nil, follows panics.
	Trail Trail
	// Methods are functions that replace methods of compiled types, by the types
	// that have them and their names.
	Methods map[reflect.Type]map[string]reflect.Value

	interp  *yaegi.Interpreter
	exports yaegi.Exports
	tables  map[string]map[string]reflect.Value // exports by import path
	types   *gotype.Types
	bound   int // IDs of types that no unit describes, below 0

	mu         sync.RWMutex
	work       map[reflect.Type]bool     // work types of cells
	trues      map[reflect.Type]bool     // true types of cells
	ids        map[reflect.Type]int      // of described types
	questions  map[reflect.Type]question // by the type that asks
	imported   bool                      // whether the interpreter has imported Path
	families   map[reflect.Type]int      // of true types: the ID of their first version
	newest     map[int]reflect.Type      // of a family
	frames     deferrals
	unwinds    unwinds
	functions  map[string]emit.Function // of cells, by emitted name
	steps      map[string]*atomic.Int64 // that the interpreter has done in these
	marks      map[string]*int          // the lines at which they are, by symbol
	waits      yaegipatch.Waits
	print      printer
	identities identities
	instead    map[string]reflect.Value // functions that replace compiled ones
	machine    *machine.Machine
	// compiledSymbols are the compiled functions and variables that code of the machine may refer to.
	compiledSymbols map[string]reflect.Value
	redirected      map[string][]node // functions that others take the place of, by the name of these
}

// Trail keeps the functions that a panic leaves, for each goroutine.
type Trail interface {
	// Leave notes a function that the interpreter does not print, as it prints
	// it, and the line at which it is, 0 if unknown.
	Leave(function string, line int)
	// Take returns and forgets the notes since the last Take.
	Take() any
	// Put notes again what Take has returned.
	Put(trail any)
}

// question is a condition of a type conversion on the value's dynamic type.
type question func(dynamic reflect.Type) bool

// New prepares an interpreter to run emitted code, which uses the symbols of
// exports. The builtin functions print and println write to stderr.
func New(interp *yaegi.Interpreter, exports yaegi.Exports, stderr io.Writer) (*Runtime, error) {
	if err := gotype.Check(); err != nil {
		return nil, err
	}
	r := &Runtime{
		interp: interp, exports: exports, tables: tablesByPath(exports), types: gotype.New(),
		work: map[reflect.Type]bool{}, trues: map[reflect.Type]bool{}, ids: map[reflect.Type]int{},
		questions: map[reflect.Type]question{}, families: map[reflect.Type]int{}, newest: map[int]reflect.Type{}, functions: map[string]emit.Function{}, steps: map[string]*atomic.Int64{}, redirected: map[string][]node{}, marks: map[string]*int{},
		print: printer{stderr}, machine: machine.New(), compiledSymbols: map[string]reflect.Value{},
	}
	r.machine.Left, r.machine.Renew, r.machine.Same = r.left, r.renew, r.sameFamily
	r.machine.Exits, r.machine.Recovered, r.machine.Deferred, r.machine.Unwinds = isExit, Recovered, r.deferredByMachine, r.unwinds.begin
	r.machine.Recover = func() any { return r.recovered(r.deferring()) }
	r.machine.Fault = func(text string) error { return yaegipatch.Error(text) }
	r.Methods = map[reflect.Type]map[string]reflect.Value{reflect.TypeFor[reflect.Value](): r.identities.methods()}
	r.instead = map[string]reflect.Value{
		"errors.Is": reflect.ValueOf(r.errorsIs), "errors.As": reflect.ValueOf(r.errorsAs),
		"runtime.FuncForPC": reflect.ValueOf(r.identities.funcForPC),
	}
	return r, interp.Use(yaegi.Exports{
		Path + "/" + Name:                      r.builtins(),
		"github.com/traefik/yaegi/yaegi-hooks": {"convert": reflect.ValueOf(r.converter)},
	})
}

// tablesByPath drops the names of packages, which end the keys of exports.
func tablesByPath(exports yaegi.Exports) map[string]map[string]reflect.Value {
	tables := make(map[string]map[string]reflect.Value, len(exports))
	for key, table := range exports {
		for i := len(key) - 1; i > 0; i-- {
			if key[i] == '/' {
				tables[key[:i]] = table
				break
			}
		}
	}
	return tables
}

// Load makes the types and symbols of a unit and evaluates its source.
func (r *Runtime) Load(u *emit.Unit) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the interpreter failed on this declaration: %v", p)
		}
	}()
	if err := r.makeTypes(u.Types); err != nil {
		return err
	}
	if err := r.makeSymbols(u); err != nil {
		return err
	}
	if !r.imported {
		// With a context, as it is after this: all code is compiled so that its
		// operations on channels end when it is interrupted.
		if _, err := r.interp.EvalWithContext(context.Background(), "package main\nimport "+Name+" \""+Path+"\"\n"); err != nil {
			return err
		}
		r.imported = true
	}
	hooks := yaegipatch.Hooks{Left: r.left, Steps: r.counter(u.Functions), Waits: &r.waits, Blocking: blockingCall}
	if _, err := yaegipatch.Eval(r.interp, "package main\n"+u.Source, hooks); err != nil {
		return err
	}
	if u.Setup != "" {
		_, err = r.interp.Eval(u.Setup + "()")
		r.Forget(u.Setup)
	}
	for _, p := range u.Packages {
		if err != nil {
			break
		}
		if _, err = r.interp.Eval(p.Init + "()"); err != nil {
			err = &InitError{p.Path, err}
		}
		r.Forget("") // packages that import this one call the function
	}
	return err
}

// InitError is the failure of the functions or variables that initialise a package.
type InitError struct {
	Path string
	Err  error
}

func (e *InitError) Error() string { return e.Path + ": " + e.Err.Error() }

func (e *InitError) Unwrap() error { return e.Err }

// Forget drops the interpreter's data about source that it has evaluated, and a
// function that is not called again, by its name, unless that is empty. Call it
// while nothing is evaluated.
func (r *Runtime) Forget(function string) {
	r.mu.Lock()
	delete(r.steps, function)
	r.mu.Unlock()
	yaegipatch.Drop(r.interp, function)
	yaegipatch.Forget(r.interp)
}

// symbol finds a compiled symbol.
func (r *Runtime) symbol(path, ident string) (reflect.Value, error) {
	v, ok := r.tables[path][ident]
	if !ok {
		return reflect.Value{}, fmt.Errorf("there is no %s in package %s", ident, path)
	}
	return v, nil
}

// left passes on the name of a function that a panic leaves, and its line.
func (r *Runtime) left(function string, line int) {
	if r.Trail != nil {
		r.Trail.Leave("main."+function, line)
	}
}

// Unwinding reports whether functions run their deferred calls because they panic, or have passed the panic on and it
// was not caught yet.
func (r *Runtime) Unwinding() bool { return r.unwinds.any() }

// Landed forgets the panics of the calling goroutine: they are known, or what was called has recovered from them.
func (r *Runtime) Landed() { r.unwinds.landed() }

// Where returns the user's name of the function that the interpreter calls
// "main.NAME" or, for a literal in it, "main.NAME.func", and its current line;
// ok is false if no cell declares the function, or its own frame is reported
// under another name.
func (r *Runtime) Where(name string) (f emit.Function, line int, ok bool) {
	name, literals, _ := strings.Cut(strings.TrimPrefix(name, "main."), ".")
	r.mu.RLock()
	defer r.mu.RUnlock()
	f, ok = r.functions[name]
	if !ok || f.Literal != (literals == "func") || !f.Literal && literals != "" {
		return f, 0, false
	}
	line = f.Line
	if mark := r.marks[f.Mark]; mark != nil && *mark != 0 {
		line = *mark
	}
	return f, line, true
}
