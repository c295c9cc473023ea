package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"krigo/internal/words"
)

// Task is one of the tasks of a job.
type Task struct {
	// Dir is the folder that was passed to [Run]; all machines share it.
	Dir string
	// Kind is the kind of the job.
	Kind string
	// Spec is the spec of the job, the same for all its tasks.
	Spec []byte
	// Index is from 0 to Tasks - 1.
	Index, Tasks int
}

// run computes a task.
type run func(ctx context.Context, t Task) ([]byte, error)

// kind is a registered kind.
type kind struct {
	run   run
	own   bool            // results belong to the program that has computed them
	types [2]reflect.Type // of a farm: its specs and results
}

var kinds = struct {
	sync.Mutex
	known map[string]kind
}{known: map[string]kind{}}

// Register registers the function that computes tasks of a kind: run returns the result of t,
// and checks ctx regularly, which ends when the job is cancelled. An error is final and ends the
// job, unless it is one of [Again] or ctx has ended. Tasks may run concurrently and more than
// once. Results belong to the program that has computed them: a rebuilt program computes all of
// them again. Call Register from an init function: the program's processes on other machines
// have to know the kind. It panics if kind is empty or registered already, and after Main, which
// those processes do not pass.
func Register(kind string, run func(ctx context.Context, t Task) ([]byte, error)) {
	beforeMain("Register", kind)
	registerOwn(kind, run, [2]reflect.Type{})
}

func registerOwn(name string, run run, types [2]reflect.Type) {
	addKind(name, kind{run, true, types})
}

// register registers a kind of this package, whose results are valid in all programs.
func register(name string, run run) { addKind(name, kind{run: run}) }

func addKind(name string, k kind) {
	kinds.Lock()
	defer kinds.Unlock()
	if _, known := kinds.known[name]; known || name == "" || k.run == nil {
		panic(fmt.Sprintf("cluster: Register: the kind %q is registered already, or empty, or has no function", name))
	}
	kinds.known[name] = k
}

// beforeMain panics after [Main], in which processes of tasks end: they would not know
// what is registered later, by a cell for example.
func beforeMain(function, what string) {
	if serves.Load() {
		panic(fmt.Sprintf("cluster: %s: %q comes after cluster.Main, which a task's process does not get past; call it from an init function of a compiled program", function, what))
	}
}

// lookUp finds a kind.
func lookUp(name string) (kind, error) {
	kinds.Lock()
	defer kinds.Unlock()
	if k, known := kinds.known[name]; known {
		return k, nil
	}
	known := slices.Sorted(maps.Keys(kinds.known))
	hint := "; this program knows " + strings.Join(known, ", ")
	if name := words.Nearest(name, known); name != "" {
		hint = "; did you mean " + name + "?"
	}
	return kind{}, fmt.Errorf("cluster: the kind %q is not registered%s", name, hint)
}

// again is an error of a task that may succeed when it runs again.
type again struct{ error }

func (a again) Unwrap() error { return a.error }

// Again wraps the error of a task that may succeed when it runs again: a file server
// that does not answer, a full disk. It returns nil if err is nil.
func Again(err error) error {
	if err == nil {
		return nil
	}
	return again{err}
}

// mayPass reports whether a task that failed is worth another run.
func mayPass(err error) bool {
	var a again
	return errors.As(err, &a)
}
