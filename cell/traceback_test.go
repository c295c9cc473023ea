package cell

import (
	"slices"
	"strings"
	"testing"
)

func TestTracebackOfCompileError(t *testing.T) {
	e := &Error{
		Name: "CompileError", Message: "cell 3:2:4: undefined: y (and 1 more)",
		Diagnostics: []Diagnostic{
			{Cell: "cell 3", Line: 2, Column: 4, Message: "undefined: y", Source: "\tπ+y", Hint: "did you mean x?"},
			{Cell: "cell 3", Line: 9, Message: "missing return"},
		},
	}
	want := []string{
		"CompileError",
		"cell 3:2:4: undefined: y",
		"    \tπ+y",
		"    \t  ^",
		"    hint: did you mean x?",
		"cell 3:9: missing return",
	}
	if got := e.Traceback(false); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTracebackOfPanic(t *testing.T) {
	e := &Error{
		Name: "Panic", Message: "boom",
		Diagnostics: []Diagnostic{{Cell: "cell 1", Line: 5, Message: "in f", Source: "\tg()"}},
		Details:     []string{"more"},
	}
	want := []string{"Panic: boom", "  cell 1, line 5, in f", "      g()", "more"}
	if got := e.Traceback(false); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Colours change nothing but colours, and every one of them ends in its line.
func TestTracebackColours(t *testing.T) {
	e := &Error{
		Name: "CompileError", Message: "m",
		Diagnostics: []Diagnostic{{Cell: "cell 1", Line: 1, Column: 2, Message: "bad", Source: "abc", Hint: "good"}},
	}
	coloured, bare := e.Traceback(true), e.Traceback(false)
	if slices.Equal(coloured, bare) {
		t.Fatal("there are no colours")
	}
	for i, line := range coloured {
		if strings.Contains(line, "\x1b[") && strings.LastIndex(line, "\x1b[") != strings.LastIndex(line, plain) {
			t.Errorf("a colour runs on after %q", line)
		}
		for _, code := range []string{red, cyan, yellow, plain} {
			line = strings.ReplaceAll(line, code, "")
		}
		if line != bare[i] {
			t.Errorf("line %d is %q without colours, want %q", i, line, bare[i])
		}
	}
}
