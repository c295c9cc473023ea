package interp_test

import (
	"strings"
	"testing"
)

// notes returns the notes that a cell emits.
func notes(emitted string) []string {
	var all []string
	for line := range strings.Lines(emitted) {
		if i := strings.Index(line, "note: "); i >= 0 {
			all = append(all, strings.TrimSpace(line[i:]))
		}
	}
	return all
}

// A function that keeps the interpreter busy, and that a small change would have compiled, is reported
// once.
func TestBusyFunctionsAreToldOnceUnraced(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, `func telling(n int, done chan<- int) (s float64) {
	for i := range n {
		s += math.Sqrt(float64(i))
	}
	done <- n
	return s
}
func caller(n int) float64 { return telling(n, make(chan int, 1)) }
func silent(n int) (s float64) {
	for i := range n {
		s += math.Sqrt(float64(i))
	}
	return s
}`)
	const many = "3000000"
	if got := notes(emitted(t, s, "caller(1000)")); got != nil {
		t.Errorf("few steps are told: %q", got)
	}
	got := notes(emitted(t, s, "caller("+many+")"))
	if len(got) != 1 || !strings.HasPrefix(got[0], "note: telling took ") || !strings.HasSuffix(got[0], " million interpreted steps: it takes done of type chan<- int (cell 1:1); see %fast telling") {
		t.Errorf("the notes are %q", got)
	}
	if got := notes(emitted(t, s, "telling("+many+", make(chan int, 1))")); got != nil {
		t.Errorf("it is told again: %q", got)
	}
	if got := notes(emitted(t, s, "silent("+many+")")); got != nil {
		t.Errorf("of a compiled function is told %q", got)
	}
}

// The loops of a cell's own statements are reported once, if the statements are interpreted, and a function with the
// same loops would be compiled.
func TestBusyStatementsAreToldOnceUnraced(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	if got := notes(emitted(t, s, "c := make(chan int, 1)\nfor i := range 1000 {\nc <- i\nfor range 10000 {\n}\n<-c\n}")); got != nil {
		t.Errorf("a loop that no function would have compiled is told of: %q", got)
	}
	const loop = "print()\nsum := 0.0\nfor i := range 5000000 {\nsum += float64(i)\n}\n"
	got := notes(emitted(t, s, loop))
	if len(got) != 1 || !strings.HasPrefix(got[0], "note: this cell's own statements took ") || !strings.HasSuffix(got[0], " million interpreted steps; in a function their loop is compiled") {
		t.Errorf("the notes are %q", got)
	}
	if got := notes(emitted(t, s, loop)); got != nil {
		t.Errorf("it is told again: %q", got)
	}
}

// A function literal of a cell has no name.
func TestBusyLiteralsAreToldUnraced(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "late := func(n int) (s int) {\nfor i := range n {\ns += i\n}\n<-time.After(1)\nreturn s\n}")
	got := notes(emitted(t, s, "late(9000000)"))
	if len(got) != 1 || !strings.HasPrefix(got[0], "note: the function literal of cell 1:1 took ") || !strings.HasSuffix(got[0], " million interpreted steps: it calls time.After, which returns a value of type <-chan time.Time (cell 1:5)") {
		t.Errorf("the notes are %q", got)
	}
}
