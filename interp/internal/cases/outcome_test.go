package cases

import (
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	fine := Outcome{Stdout: "a\nb\n"}
	crash := Outcome{Stdout: "a\n", Exit: Panicked, Failure: "panic: stop [recovered]"}
	for _, c := range []struct {
		name      string
		want, got Outcome
		verdict   Verdict
		detail    string
	}{
		{"equal", fine, fine, Equal, ""},
		{"another line", fine, Outcome{Stdout: "a\nc\n"}, Different, `line 2: "c", want "b"`},
		{"too little", fine, Outcome{Stdout: "a\n"}, Different, "line 2"},
		{"refused", fine, Outcome{Exit: -1, Failure: "CompileError: no", Refused: true}, Refused, "CompileError: no"},
		{"refused late", fine, Outcome{Stdout: "x\n", Exit: -1, Failure: "CompileError: no", Refused: true}, Different, "CompileError: no"},
		{"panics alike", crash, Outcome{Stdout: "a\n", Exit: Panicked, Failure: "stop"}, Equal, ""},
		{"panics otherwise", crash, Outcome{Stdout: "a\n", Exit: Panicked, Failure: "go on"}, Different, "go on"},
		{"does not panic", crash, Outcome{Stdout: "a\n"}, Different, "exits with 0"},
		{"panics elsewhere", at(crash, 3, 9), at(crash, 4, 9), Different, "[main.f:4 main.f:9], want [main.f:3 main.f:9]"},
		{"panics somewhere", at(crash, 3, 9), crash, Different, "[], want [main.f:3 main.f:9]"},
		{"late", fine, Outcome{Stdout: "a\nb\n", Exit: -1, Late: true, Failure: "Interrupt"}, Different, "Interrupt"},
		{"no text", Outcome{Stdout: "\xff\n"}, Outcome{Stdout: "\uFFFD\n"}, Different, "line 1"},
	} {
		got := Compare(c.want, c.got)
		if got.Verdict != c.verdict || !strings.Contains(got.Detail, c.detail) {
			t.Errorf("%s: %v, want %v with %q", c.name, got, c.verdict, c.detail)
		}
	}
}

func at(o Outcome, lines ...int) Outcome {
	for _, line := range lines {
		o.Places = append(o.Places, Place{"main.f", line})
	}
	return o
}

func TestPlacesOfAPanicAreThoseOfTheProgram(t *testing.T) {
	stderr := "panic: stop\n\ngoroutine 1 [running]:\nbatch/g000.f(...)\n\t/tmp/g000/program.go:12\nsort.Slice(...)\n\t/go/sort.go:9 +0x1\n" +
		"batch/g000.Main()\n\t/tmp/g000/program.go:20 +0x1\nmain.main()\n\t/tmp/main.go:5\n\ngoroutine 7 [running]:\n\t/tmp/g000/program.go:1\n"
	want := []Place{{"main.f", 12}, {"main.Main", 20}}
	if _, got := PanicOf(asMain("g000", stderr)); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestReportOfAPanicIsTheLatest(t *testing.T) {
	stderr := "panic: first [recovered]\n\tpanic: second\n\ngoroutine 1 [running]:\nmain.main()\n\tpanic: no\n"
	if got, _ := PanicOf(stderr); got != "panic: second" {
		t.Errorf("got %q", got)
	}
}
