package main

import (
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	fine := outcome{stdout: "a\nb\n"}
	crash := outcome{stdout: "a\n", exit: panicked, failure: "panic: stop [recovered]"}
	for _, c := range []struct {
		name      string
		want, got outcome
		verdict   verdict
		detail    string
	}{
		{"equal", fine, fine, equal, ""},
		{"another line", fine, outcome{stdout: "a\nc\n"}, different, `line 2: "c", want "b"`},
		{"too little", fine, outcome{stdout: "a\n"}, different, "line 2"},
		{"refused", fine, outcome{exit: -1, failure: "CompileError: no", told: true}, told, "CompileError: no"},
		{"refused late", fine, outcome{stdout: "x\n", exit: -1, failure: "CompileError: no", told: true}, different, "CompileError: no"},
		{"panics alike", crash, outcome{stdout: "a\n", exit: panicked, failure: "stop"}, equal, ""},
		{"panics otherwise", crash, outcome{stdout: "a\n", exit: panicked, failure: "go on"}, different, "go on"},
		{"does not panic", crash, outcome{stdout: "a\n"}, different, "exits with 0"},
		{"panics elsewhere", withLines(crash, 3, 9), withLines(crash, 4, 9), different, "[4 9], want [3 9]"},
		{"panics somewhere", withLines(crash, 3, 9), crash, equal, ""},
		{"late", fine, outcome{stdout: "a\nb\n", exit: -1, late: true, failure: "Interrupt"}, different, "Interrupt"},
		{"no text", outcome{stdout: "\xff\n"}, outcome{stdout: "\uFFFD\n"}, different, "line 1"},
	} {
		got := compare(c.want, c.got)
		if got.verdict != c.verdict || !strings.Contains(got.detail, c.detail) {
			t.Errorf("%s: %v, want %v with %q", c.name, got, c.verdict, c.detail)
		}
	}
}

func withLines(o outcome, lines ...int) outcome {
	o.lines = lines
	return o
}

func TestPanicLinesAreThoseOfTheProgram(t *testing.T) {
	stderr := "panic: stop\n\ngoroutine 1 [running]:\nbatch/g000.f(...)\n\t/tmp/g000/program.go:12\nsort.Slice(...)\n\t/go/sort.go:9 +0x1\n" +
		"batch/g000.Main()\n\t/tmp/g000/program.go:20 +0x1\nmain.main()\n\t/tmp/main.go:5\n\ngoroutine 7 [running]:\n\t/tmp/g000/program.go:1\n"
	if got := panicLines(stderr); !slices.Equal(got, []int{12, 20}) {
		t.Errorf("got %v", got)
	}
}

func TestPanicLineIsTheLatest(t *testing.T) {
	stderr := "panic: first [recovered]\n\tpanic: second\n\ngoroutine 1 [running]:\nmain.main()\n\tpanic: no\n"
	if got := panicLine(stderr); got != "panic: second" {
		t.Errorf("got %q", got)
	}
}
