package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"krigo/internal/words"
)

// Task is what a process is to compute: one of the tasks of a job.
type Task struct {
	// Dir is the folder that was given to [Run], which all machines share.
	Dir string
	// Kind is that of the job.
	Kind string
	// Spec is the job's, the same for all its tasks.
	Spec []byte
	// Index is from 0 to Tasks - 1.
	Index, Tasks int
}

// run computes a task.
type run func(ctx context.Context, t Task) ([]byte, error)

var kinds = struct {
	sync.Mutex
	runs map[string]run
}{runs: map[string]run{}}

// Register tells what tasks of a kind do: run returns the result of t, and looks at ctx
// now and then, which ends where the job is cancelled. An error is final and ends the
// job, unless it is of [Again] or ctx has ended. Tasks may run at the same time as others
// and more than once. Call it from an init function: the program's processes elsewhere
// have to know the kind. It panics where kind is empty or known already, and behind Main,
// where those processes do not come to.
func Register(kind string, run func(ctx context.Context, t Task) ([]byte, error)) {
	beforeMain("Register", kind)
	kinds.Lock()
	defer kinds.Unlock()
	if _, known := kinds.runs[kind]; known || kind == "" || run == nil {
		panic(fmt.Sprintf("cluster: Register: the kind %q is known already, or empty, or does nothing", kind))
	}
	kinds.runs[kind] = run
}

// beforeMain panics behind [Main], in which processes of tasks end: what is registered
// there, by a cell too, they would not know.
func beforeMain(function, what string) {
	if serves.Load() {
		panic(fmt.Sprintf("cluster: %s: %q comes behind cluster.Main, where no process of a task comes to; call it from an init function of a compiled program", function, what))
	}
}

// lookUp is what tasks of a kind do.
func lookUp(kind string) (run, error) {
	kinds.Lock()
	defer kinds.Unlock()
	if run := kinds.runs[kind]; run != nil {
		return run, nil
	}
	known := slices.Sorted(maps.Keys(kinds.runs))
	hint := "; this program knows " + strings.Join(known, ", ")
	if name := words.Nearest(kind, known); name != "" {
		hint = "; did you mean " + name + "?"
	}
	return nil, fmt.Errorf("cluster: the kind %q is not registered%s", kind, hint)
}

// again is an error after which a task may succeed.
type again struct{ error }

func (a again) Unwrap() error { return a.error }

// Again wraps the error of a task that may succeed when it is run once more: a file
// server that does not answer, a disk that is full.
func Again(err error) error { return again{err} }

// mayPass tells whether a task that failed is worth another run.
func mayPass(err error) bool {
	var a again
	return errors.As(err, &a)
}
