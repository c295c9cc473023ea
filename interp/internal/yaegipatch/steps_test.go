package yaegipatch_test

import (
	"sync/atomic"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/yaegipatch"
)

const stepping = `package main

func loop(n int) int {
	var i int
again:
	if i >= n {
		goto done
	}
	i = i + 1
	goto again
done:
	return i
}

func twice(n int) int {
	return loop(n) + loop(n)
}

func literal(n int) func() int {
	return func() int { return loop(n) }
}

func outside(n int) int {
	return loop(n)
}
`

// Steps are counted by function, independent of the caller, and in proportion to the number of turns.
func TestStepsAreCounted(t *testing.T) {
	in := yaegi.New(yaegi.Options{})
	counters := map[string]*atomic.Int64{"loop": {}, "twice": {}, "literal": {}}
	counter := func(function string) *atomic.Int64 { return counters[function] }
	if _, err := yaegipatch.Eval(in, stepping, yaegipatch.Hooks{Steps: counter}); err != nil {
		t.Fatal(err)
	}
	yaegipatch.Forget(in)
	taken := func(source, function string) int64 {
		t.Helper()
		counters[function].Store(0)
		if _, err := in.Eval(source); err != nil {
			t.Fatal(err)
		}
		return counters[function].Load()
	}
	one := taken("loop(10000)", "loop")
	if one < 20000 {
		t.Errorf("10000 turns take %d steps", one)
	}
	for source, want := range map[string]int64{"outside(10000)": one, "twice(10000)": 2 * one, "literal(10000)()": one, "loop(20000)": 2 * one} {
		if got := taken(source, "loop"); got < want*99/100 || got > want*101/100 {
			t.Errorf("%s takes %d steps of loop, want %d", source, got, want)
		}
	}
	if got := taken("twice(10000)", "twice"); got < 1 || got > 100 {
		t.Errorf("twice takes %d steps of its own", got)
	}
	if got := taken("literal(10000)()", "literal"); got < 1 || got > 100 {
		t.Errorf("literal takes %d steps of its own", got)
	}
}
