package iter

import (
	"fmt"
	"iter"
	"slices"
	"testing"
)

// count yields 1 to n, and panics instead of yielding the number bad.
func count(n, bad int, log *[]string) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer func() { *log = append(*log, "done") }()
		for i := 1; i <= n; i++ {
			if i == bad {
				panic("bad")
			}
			if !yield(i) {
				*log = append(*log, fmt.Sprint("stopped at ", i))
				return
			}
		}
	}
}

// outcome returns the result of f, or its panic.
func outcome(f func() string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return f()
}

// script pulls as the letters say: n is next, s is stop.
func script(letters string, log *[]string, next func() string, stop func()) {
	for _, c := range letters {
		*log = append(*log, outcome(func() string {
			if c == 's' {
				stop()
				return "stop"
			}
			return next()
		}))
	}
}

func TestPull(t *testing.T) {
	type puller func(iter.Seq[int]) (func() (int, bool), func())
	for _, letters := range []string{"", "n", "s", "nnnn", "nnnnn", "nsn", "sn", "ns", "nnss", "nnnnsn"} {
		for bad := range 5 {
			run := func(pull puller) []string {
				var log []string
				next, stop := pull(count(3, bad, &log))
				script(letters, &log, func() string { return fmt.Sprint(next()) }, stop)
				return log
			}
			if got, want := run(Pull[int]), run(iter.Pull[int]); !slices.Equal(got, want) {
				t.Errorf("%s, bad %d: got %q, want %q", letters, bad, got, want)
			}
		}
	}
}

func TestPull2(t *testing.T) {
	type puller func(iter.Seq2[string, int]) (func() (string, int, bool), func())
	for _, letters := range []string{"", "n", "s", "nnnn", "nnnnn", "nsn", "sn", "ns", "nnss", "nnnnsn"} {
		for bad := range 5 {
			run := func(pull puller) []string {
				var log []string
				next, stop := pull(func(yield func(string, int) bool) {
					for v := range count(3, bad, &log) {
						if !yield(fmt.Sprint("v", v), v) {
							return
						}
					}
				})
				script(letters, &log, func() string { return fmt.Sprint(next()) }, stop)
				return log
			}
			if got, want := run(Pull2[string, int]), run(iter.Pull2[string, int]); !slices.Equal(got, want) {
				t.Errorf("%s, bad %d: got %q, want %q", letters, bad, got, want)
			}
		}
	}
}

// An iterator that goes on when it should stop yields to no consumer.
func TestPullOfRudeIterator(t *testing.T) {
	rude := func(yield func(int) bool) {
		yield(1)
		yield(2)
	}
	run := func(pull func(iter.Seq[int]) (func() (int, bool), func())) string {
		next, stop := pull(rude)
		next()
		return outcome(func() string { stop(); return fmt.Sprint(next()) })
	}
	if got, want := run(Pull[int]), run(iter.Pull[int]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
