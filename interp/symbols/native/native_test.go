package native

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

func TestDeferredRunsTheLastFirst(t *testing.T) {
	var order []int
	var d Deferred
	for i := range 3 {
		d.Push(func() { order = append(order, i) })
	}
	d.Run(nil)
	if !slices.Equal(order, []int{2, 1, 0}) {
		t.Errorf("ran in the order %v", order)
	}
}

// A panic goes on after the calls, unless one of them recovers it; a call's
// own panic takes its place.
func TestDeferredPanics(t *testing.T) {
	run := func(calls ...func(*Deferred)) (r any) {
		var d Deferred
		for _, c := range calls {
			d.Push(func() { c(&d) })
		}
		r = "ended"
		defer func() {
			if p := recover(); p != nil {
				r = p
			}
		}()
		d.Run("first")
		return r
	}
	nothing := func(*Deferred) {}
	recovers := func(d *Deferred) { d.Recover() }
	panics := func(*Deferred) { panic("second") }
	for _, c := range []struct {
		calls []func(*Deferred)
		want  any
	}{
		{[]func(*Deferred){nothing}, "first"},
		{[]func(*Deferred){nothing, recovers, nothing}, "ended"},
		{[]func(*Deferred){panics, recovers}, "second"},
		{[]func(*Deferred){recovers, panics}, "ended"},
	} {
		if got := run(c.calls...); got != c.want {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}

// The faults have the words of the Go runtime.
func TestLoopFaultIsTheRuntimes(t *testing.T) {
	fault := func(f func()) (r any) {
		defer func() { r = recover() }()
		f()
		return nil
	}
	var kept func(int) bool
	want := map[int]any{
		LoopLeft: fault(func() {
			for range func(yield func(int) bool) { yield(1); yield(2) } {
				break
			}
		}),
		LoopOver: fault(func() {
			for range func(yield func(int) bool) { kept = yield } {
				break
			}
			kept(1)
		}),
		LoopKept: fault(func() {
			for range func(yield func(int) bool) {
				defer func() { _ = recover() }()
				yield(1)
			} {
				panic("lost")
			}
		}),
	}
	for state, w := range want {
		got := fault(func() { LoopFault(state) })
		if _, ok := got.(runtime.Error); !ok || fmt.Sprint(got) != fmt.Sprint(w) {
			t.Errorf("in state %d: %v, want %v", state, got, w)
		}
	}
}

func TestTableHasWhatIsExported(t *testing.T) {
	for name, v := range Table() {
		if !v.IsValid() || v.Kind() != reflect.Func && v.Kind() != reflect.Pointer {
			t.Errorf("%s is %v", name, v)
		}
	}
}
