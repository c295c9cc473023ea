package cell

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"krigo/internal/contrast"
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
	want := []string{"Panic: boom", "  cell 1:5: in f", "      g()", "more"}
	if got := e.Traceback(false); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Colours change nothing but colours, and each ends in its line.
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
		for _, code := range []string{red, green, bold, plain} {
			line = strings.ReplaceAll(line, code, "")
		}
		if line != bare[i] {
			t.Errorf("line %d is %q without colours, want %q", i, line, bare[i])
		}
	}
}

// The colours can be read on white and on black: WCAG's contrast is 4.5 or more.
func TestTracebackColoursCanBeRead(t *testing.T) {
	for _, style := range []string{red, green} {
		var number int
		if _, err := fmt.Sscanf(style, "\x1b[1;38;5;%dm", &number); err != nil || number < 16 || number > 231 {
			t.Fatalf("%q is none of the colours that all terminals agree on", style)
		}
		own := ofCube(number - 16)
		if onWhite, onBlack := contrast.Ratio(own, color.White), contrast.Ratio(own, color.Black); min(onWhite, onBlack) < contrast.Legible {
			t.Errorf("%q has a contrast of %.2f on white and %.2f on black", style, onWhite, onBlack)
		}
	}
}

// ofCube returns a colour of xterm's cube, from its number there.
func ofCube(index int) color.Color {
	level := func(i int) uint8 {
		if i == 0 {
			return 0
		}
		return uint8(55 + 40*i)
	}
	return color.NRGBA{level(index / 36), level(index / 6 % 6), level(index % 6), 0xff}
}
