package interp_test

import (
	"strings"
	"testing"
)

// notes are those that a cell emits.
func notes(emitted string) []string {
	var all []string
	for line := range strings.Lines(emitted) {
		if i := strings.Index(line, "note: "); i >= 0 {
			all = append(all, strings.TrimSpace(line[i:]))
		}
	}
	return all
}

// A function that keeps the interpreter busy, and that a small change would have compiled, is told of once.
func TestBusyFunctionsAreToldOnce(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, `func noisy(n int) (s float64) {
	for i := range n {
		s += math.Sqrt(float64(i))
		if i == 0 {
			fmt.Println("begun")
		}
	}
	return s
}
func caller(n int) float64 { return noisy(n) }
func silent(n int) (s float64) {
	for i := range n {
		s += math.Sqrt(float64(i))
	}
	return s
}`)
	const many = "3000000"
	if got := notes(emitted(t, s, "noisy(1000)")); got != nil {
		t.Errorf("few steps are told: %q", got)
	}
	got := notes(emitted(t, s, "caller("+many+")"))
	if len(got) != 1 || !strings.HasPrefix(got[0], "note: noisy took ") || !strings.HasSuffix(got[0], " million interpreted steps: it prints by fmt.Println (cell 1:5); see %fast noisy") {
		t.Errorf("the notes are %q", got)
	}
	if got := notes(emitted(t, s, "noisy("+many+")")); got != nil {
		t.Errorf("it is told again: %q", got)
	}
	if got := notes(emitted(t, s, "silent("+many+")")); got != nil {
		t.Errorf("of a compiled function is told %q", got)
	}
}

// The loops of a cell's own statements are told of once, where a function would be compiled that has them.
func TestBusyStatementsAreToldOnce(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	if got := notes(emitted(t, s, "var x any\nfor i := range 1000 {\nx = i\nfor range 10000 {\n}\n}\nx")); got != nil {
		t.Errorf("a loop that no function would have compiled is told of: %q", got)
	}
	const loop = "sum := 0.0\nfor i := range 5000000 {\nsum += float64(i)\n}\n"
	got := notes(emitted(t, s, loop))
	if len(got) != 1 || !strings.HasPrefix(got[0], "note: this cell's own statements took ") || !strings.HasSuffix(got[0], " million interpreted steps; in a function their loop is compiled") {
		t.Errorf("the notes are %q", got)
	}
	if got := notes(emitted(t, s, loop)); got != nil {
		t.Errorf("it is told again: %q", got)
	}
}

// A function literal of a cell has no name.
func TestBusyLiteralsAreTold(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "joined := func(n int) (text string) {\nfor range n {\ntext = text[:0] + \"a\"\n}\nreturn text\n}")
	got := notes(emitted(t, s, "joined(3000000)"))
	if len(got) != 1 || !strings.HasPrefix(got[0], "note: the function literal of cell 1:1 took ") || !strings.HasSuffix(got[0], " million interpreted steps: it joins strings (cell 1:3)") {
		t.Errorf("the notes are %q", got)
	}
}
