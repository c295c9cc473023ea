package yaegipatch_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/yaegipatch"
)

// evaluate evaluates source and makes the interpreter forget it.
func evaluate(t testing.TB, in *yaegi.Interpreter, source string) {
	t.Helper()
	if _, err := yaegipatch.Eval(in, "package main\n"+source, yaegipatch.Hooks{}); err != nil {
		t.Fatal(err)
	}
	yaegipatch.Forget(in)
}

func TestCodeRunsWhenItsTreeIsForgotten(t *testing.T) {
	in := yaegi.New(yaegi.Options{})
	evaluate(t, in, `
var kept func(int) int
var total int

func pair(a int) (int, int) {
	return a + 1, a + 2
}

func add(a int) int {
	var x, y int
	x, y = pair(a)
	x, y = y, x
	for i := 0; i < 3; i++ {
		x = x*10 + y
	}
	return x
}

func adder(a int) func(int) int {
	return func(b int) int { total = total + a + b; return total }
}
`)
	evaluate(t, in, `
func start() {
	kept = adder(100)
}

func again(a int) int {
	f := add
	return f(a) + add(a)
}
`)
	for _, c := range []struct{ source, want string }{
		{"add(1)", "3222"}, {"again(1)", "6444"}, {"start()", ""}, {"kept(1)", "101"}, {"kept(2)", "203"}, {"total", "203"},
	} {
		v, err := in.Eval(c.source)
		if err != nil {
			t.Fatal(c.source, err)
		}
		if got := fmt.Sprint(v); c.want != "" && got != c.want {
			t.Errorf("%s is %s, want %s", c.source, got, c.want)
		}
		yaegipatch.Forget(in)
	}
}

func TestPanicsNameForgottenFunctions(t *testing.T) {
	var printed bytes.Buffer
	in := yaegi.New(yaegi.Options{Stderr: &printed})
	left := ""
	source := "package main\nfunc inner(s []int) int { return s[3] }\nfunc outer() int { return inner(nil) + 1 }\n" +
		"func literal() { defer func() { panic(1) }() }\n"
	if _, err := yaegipatch.Eval(in, source, yaegipatch.Hooks{Left: func(f string, _ int) { left += f + " " }}); err != nil {
		t.Fatal(err)
	}
	yaegipatch.Forget(in)
	for source, want := range map[string]string{"outer()": "inner; main.outer", "literal()": "main.literal.func"} {
		printed.Reset()
		left = ""
		if _, err := in.Eval(source); err == nil {
			t.Errorf("%s does not panic", source)
		}
		got := strings.ReplaceAll(left, " ", "; ")
		for line := range strings.Lines(printed.String()) {
			if _, name, ok := strings.Cut(line, "-: panic: "); ok {
				got += strings.TrimSuffix(name, "(...)\n") + "; "
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("the panic of %s leaves %q, want %q", source, got, want)
		}
	}
}

// What an evaluated function takes is the functions that execute it, and what a
// dropped one takes is less.
func TestSourceIsForgotten(t *testing.T) {
	in := yaegi.New(yaegi.Options{})
	body := strings.Repeat("\tif a > 3 {\n\t\ta = a*b + 1\n\t}\n", 20)
	of := func(round, drop int) int64 {
		const units = 40
		before := live()
		for i := range units {
			name := fmt.Sprintf("f%d_%d", round, i)
			evaluate(t, in, fmt.Sprintf("func %s(a, b int) int {\n%s\treturn a\n}\n", name, body))
			if i < drop {
				yaegipatch.Drop(in, name)
			}
		}
		return (live() - before) / units
	}
	of(0, 0)
	if kept := of(1, 0); kept > 20<<10 {
		t.Errorf("a function of 20 conditions takes %d bytes", kept)
	}
	if dropped := of(2, 40); dropped > 2<<10 {
		t.Errorf("a dropped function takes %d bytes", dropped)
	}
}

// live returns how many bytes are in use.
func live() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
