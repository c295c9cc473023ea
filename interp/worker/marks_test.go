package worker

import (
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"krigo/interp/internal/wire"
)

func TestMarksKeepLinesAndSyntax(t *testing.T) {
	source := `package main

//line cell 7:3
func f(a []int) int {
	n := 0
	n += 1
	for i, x := range a {
		switch {
		case i > 2:
			n /= x
		}
	}
	g := func() {
		n = 1
		println(a[0])
	}
	g()
	return a[n]
}
`
	m := &marks{}
	marked, declaration, functions, variables := m.add(source)
	if _, err := parser.ParseFile(token.NewFileSet(), "", marked, 0); err != nil {
		t.Fatalf("%v\n%s", err, marked)
	}
	if strings.Count(marked, "\n") != strings.Count(source, "\n") {
		t.Error("lines have moved")
	}
	want := []entry{{"cell 7", 13, "main.f.func"}, {"cell 7", 4, "main.f"}}
	var got []entry
	for _, f := range functions {
		got = append(got, f.entry)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("functions are %v, want %v", got, want)
	}
	if len(variables) != 2 || declaration != "package main\n\nvar "+variables[0]+", "+variables[1]+" int\n" {
		t.Errorf("declaration is %q for %q", declaration, variables)
	}
	for _, line := range []string{
		variables[1] + " = 9; n /= x",
		variables[0] + " = 14; println(a[0])",
		variables[1] + " = 17; return a[n]",
		"\tn += 1\n",
	} {
		if !strings.Contains(marked, line) {
			t.Errorf("%q is not in\n%s", line, marked)
		}
	}
}

func TestSourceOfOneLineHasNoMarks(t *testing.T) {
	for _, source := range []string{
		"package main\nfunc f() { g(); h() }\n",
		"package main\nvar x int\n",
		"package main\nfunc f() {}\n",
		"package main\nfunc f( {\n",
	} {
		m := &marks{}
		if marked, declaration, _, _ := m.add(source); marked != source || declaration != "" {
			t.Errorf("%q became %q with %q", source, marked, declaration)
		}
	}
}

func TestMarksAreForgottenOldestFirst(t *testing.T) {
	m := &marks{}
	variable := reflect.ValueOf(new(int)).Elem()
	variable.SetInt(9)
	for i := range keptMarks + 1 {
		m.remember(entry{"cell", i, "main.f"}, variable)
	}
	if got := m.line(entry{"cell", 0, "main.f"}); got != 0 {
		t.Errorf("the first function is at line %d, want its own, 0", got)
	}
	if got := m.line(entry{"cell", 1, "main.f"}); got != 9 {
		t.Errorf("the second function is at line %d, want 9", got)
	}
}

// Text that looks like the interpreter's report of a panic, but is a cell's,
// is printed.
func TestPanicLogPassesOnWhatCellsWrite(t *testing.T) {
	var out strings.Builder
	l := newPanicLog(&out)
	text := "cell 7:4: panic: main.g(...)\n"
	if n, err := l.Write([]byte(text)); n != len(text) || err != nil {
		t.Fatal(n, err)
	}
	if out.String() != text || l.take() != nil {
		t.Errorf("%q was printed", out.String())
	}
}

// A chain ends where the stack is not deeper than before: that panic was
// recovered.
func TestPanicLogTellsPanicsApart(t *testing.T) {
	l := newPanicLog(nil)
	for _, p := range []struct{ depth, line int }{{10, 1}, {20, 2}, {12, 3}, {15, 4}} {
		l.add(p.depth, wire.Place{Line: p.line})
	}
	places := l.take()
	if len(places) != 2 || places[0].Line != 3 || places[1].Line != 4 {
		t.Errorf("the last panic left %v", places)
	}
	if l.take() != nil {
		t.Error("the places are still there")
	}
}

func TestLocate(t *testing.T) {
	f := wire.Fault{Message: "cell 4:2:7: bad: thing", Stack: []wire.Place{{Cell: "cell 4", Line: 1, Function: "f"}}}
	locate(&f)
	want := wire.Fault{Message: "bad: thing", Stack: []wire.Place{{Cell: "cell 4", Line: 2, Function: "f"}}}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("got %+v", f)
	}
	plain := wire.Fault{Message: "3:8: no cell"}
	locate(&plain)
	if plain.Message != "3:8: no cell" || plain.Stack != nil {
		t.Errorf("got %+v", plain)
	}
}
