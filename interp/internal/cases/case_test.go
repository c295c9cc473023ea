package cases

import (
	"reflect"
	"strings"
	"testing"
)

func TestCasesAreReadAsTheyWereWritten(t *testing.T) {
	program := "package main\n\nfunc main() {}\n"
	for _, c := range []Case{
		{About: "A program.", Program: program, Want: Outcome{Stdout: "a\tb\n"}},
		{About: "Cells.", Cells: []string{"x := 1\n", "x\n"}, Program: program, Want: Outcome{Stdout: "1\n", Exit: 3}},
		{About: "No text.", Program: program, Want: Outcome{Stdout: "a\x00\xff\r\n\"é"}},
		{About: "A name of a file.", Program: program, Want: Outcome{Stdout: "-- exit --\n2\n"}},
		{About: "A panic.", Program: program, Refused: "no", Want: Outcome{
			Exit: Panicked, Failure: "panic: x: y", Places: []Place{{"main.T.f", 3}, {"main.(*T).g", 7}},
		}},
	} {
		text, err := c.Format()
		if err != nil {
			t.Errorf("%s: %v", c.About, err)
			continue
		}
		if got, err := parse(text); err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%s: read as %+v from\n%s(%v)", c.About, got, text, err)
		}
	}
}

func TestCasesThatAreIncompleteAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"-- main.go --\npackage main\n":                 "want a comment",
		"A case.\n-- stdout --\na\n":                    "want a comment that says what the case tests, and main.go",
		"A case.\n-- cell2.go --\nx\n":                  `want "cell1.go"`,
		"A case.\n-- out --\nx\n":                       `unexpected file "out"`,
		"A case.\n-- exit --\nx\n":                      "invalid syntax",
		"A case.\n-- panic --\npanic: x\nmain.main\n":   "invalid syntax",
		"A case.\n-- stdout.quoted --\nunquoted text\n": "stdout.quoted",
	} {
		if _, err := parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	c := Case{About: "A case.", Program: "package main\n/*\n-- stdout --\n*/\n"}
	if text, err := c.Format(); err == nil {
		t.Errorf("a line of the program is the name of a file:\n%s", text)
	}
}

func TestRefusalsAreExpectedOrDifferent(t *testing.T) {
	refusal := Outcome{Exit: -1, Failure: "CompileError: no package", Refused: true}
	for _, c := range []struct {
		refused string
		got     Outcome
		want    Verdict
	}{{"", refusal, Different}, {"no package", refusal, Equal}, {"no type", refusal, Different}, {"no package", Outcome{}, Different}, {"", Outcome{}, Equal}} {
		if got := (Case{Refused: c.refused}).Compare(c.got); got.Verdict != c.want {
			t.Errorf("refused by %q, did %+v: %v, want %v", c.refused, c.got, got, c.want)
		}
	}
}
