// Package predeclared holds what every cell has without importing it: ctx,
// the running cell's context, and input and password, which ask the user. It
// also holds what lowered cells call.
//
//	name, err := input("Your name: ")
//	result, err := gplib.Fit(ctx, learner, model, data, nil)
//
// Source declares the names in an interpreter; a Host answers them.
package predeclared

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"

	yaegi "github.com/traefik/yaegi/interp"
)

// Path is the import path by which interpreted code reaches this package.
const Path = "krigo/interp/predeclared"

// Source declares the names that cells have, in package main.
const Source = `package main

import "context"
import "` + Path + `"

var ctx context.Context

func input(prompt string) (string, error)    { return predeclared.Input(prompt) }
func password(prompt string) (string, error) { return predeclared.Password(prompt) }
`

// Host is the worker behind the functions of this package.
type Host interface {
	// Input asks the user for a line of text, hidden while it is typed where
	// password is true.
	Input(prompt string, password bool) (string, error)
	// Run runs the statements of a cell and recovers their panic.
	Run(statements func())
	// Go runs f in a goroutine of its own and recovers and reports its panic.
	Go(f func())
	// Value receives the value that the cell shows.
	Value(v any)
	// Context is the running cell's context.
	Context() context.Context
}

// host is the process's one worker: a process runs the cells of one session,
// and interpreted code can reach compiled functions only by package.
var host atomic.Pointer[Host]

// SetHost puts the worker in place before any cell runs.
func SetHost(h Host) { host.Store(&h) }

var errNoHost = errors.New("predeclared: no cell is running")

// Input asks the user for a line of text.
func Input(prompt string) (string, error) { return ask(prompt, false) }

// Password asks the user for a line of text that is hidden while it is typed.
func Password(prompt string) (string, error) { return ask(prompt, true) }

func ask(prompt string, password bool) (string, error) {
	h := host.Load()
	if h == nil {
		return "", errNoHost
	}
	return (*h).Input(prompt, password)
}

// Context returns the running cell's context.
func Context() context.Context {
	if h := host.Load(); h != nil {
		return (*h).Context()
	}
	return context.Background()
}

// Go runs f in a goroutine of its own; lowered go statements call it. A panic
// of f is reported as the cell's and does not end the process.
func Go(f func()) {
	if h := host.Load(); h != nil {
		(*h).Go(f)
		return
	}
	go f()
}

// Run runs the statements of a cell.
func Run(statements func()) {
	if h := host.Load(); h != nil {
		(*h).Run(statements)
		return
	}
	statements()
}

// Value hands over the value that the cell shows.
func Value(v any) {
	if h := host.Load(); h != nil {
		(*h).Value(v)
	}
}

// Exports is this package's table for the interpreter.
func Exports() yaegi.Exports {
	return yaegi.Exports{Path + "/predeclared": {
		"Context":  reflect.ValueOf(Context),
		"Go":       reflect.ValueOf(Go),
		"Input":    reflect.ValueOf(Input),
		"Password": reflect.ValueOf(Password),
		"Run":      reflect.ValueOf(Run),
		"Value":    reflect.ValueOf(Value),
	}}
}
