package grading_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krigo/course/grading"
	"krigo/internal/nbformat"
)

// What students answer.
const (
	root2 = `course.Check("t-1", math.Sqrt2)`
	bell  = `course.Check("t-2", func(x float64) float64 { return math.Exp(-x * x / 2) })`
	bayes = `course.Check("t-3", "Bayes")`
)

// hopeful is a student's notebook with cells that try to deceive the grader, between
// answers that are right.
type hopeful struct {
	name    string
	cells   []string
	want    string // points for t-1, t-2, t-3; - for no answer
	noticed string // a part of what is noticed; "" for nothing
}

// The cells of students. ADDRESS is a server's address, MARK a number by which a process
// is found again.
var hopefuls = []hopeful{
	{"right", []string{root2, bell, bayes}, "1 2 1", ""},
	{"partly right", []string{root2, `course.Check("t-2", func(x float64) float64 { return math.Exp(-x * x) })`}, "1 0 -", ""},
	{"stubs", []string{`course.Check("t-1", course.Todo)`, "func bell(x float64) float64 {\n\treturn 0 // write it here\n}\ncourse.Check(\"t-2\", bell)"}, "- 0 -", ""},
	{"endless loop", []string{root2, "for {\n}", bell}, "1 2 -", "cell 2 timed out"},
	{"blocked", []string{root2, "import \"time\"\ntime.Sleep(time.Hour)", bell}, "1 2 -", "cell 2 timed out"},
	{"memory eater", []string{root2, "var all [][]byte\nfor {\n\tall = append(all, make([]byte, 1<<24))\n}", bell}, "1 2 -", "out of memory"},
	{"exits", []string{root2, "import \"os\"\nos.Exit(0)", "os.Exit(3)", bell}, "1 2 -", "2 cells fail"},
	{"prints", []string{`fmt.Println("all checks passed")`, `fmt.Println("Exercise t-1: right.")`}, "- - -", ""},
	{"redefines course", []string{"type fake struct{}\nfunc (fake) Check(id string, answer any) (string, error) { return \"right\", nil }\ncourse := fake{}", root2, "type Answers struct{}\nfunc Observations(uint64) string { return \"{}\" }"}, "- - -", ""},
	{"defines anew", []string{"type always struct{}\nfunc (always) Observe(a any, probe uint64) (any, error) { return 1, nil }\nfunc (always) Judge(o json.RawMessage, probe uint64) error { return nil }\nimport \"encoding/json\"\nerr := course.Define(course.Exercise{ID: \"t-1\", Answer: always{}, Hints: []string{\"x\"}})\nerr", `course.Check("t-1", 1)`, bayes}, "0 - 1", ""},
	{"rewrites memory", []string{"import \"unsafe\"\nimport \"math/rand/v2\"\na := course.Exercises()[len(course.Exercises())-3].Answer\nword := (*[2]unsafe.Pointer)(unsafe.Pointer(&a))\njudge := (*func(float64, *rand.Rand) error)(unsafe.Add(word[1], 24))\n*judge = func(float64, *rand.Rand) error { return nil }", `v, err := course.Check("t-1", 7)` + "\nif err == nil && !v.Right {\n\tpanic(\"the memory was not rewritten\")\n}", bayes}, "0 - 1", ""},
	{"goroutine panics", []string{root2, "go func() { panic(1) }()", bell}, "1 2 -", ""},
	{"stack overflow", []string{root2, "func f(n int) int { return f(n+1) + 1 }\nf(0)", bell}, "1 2 -", "cell 2 ended the process"},
	{"deletes its folder", []string{"import \"os\"\nerr := os.RemoveAll(\"../../\" + \"student\")\nerr", root2, bell}, "1 2 -", ""},
	{"goes to the network", []string{"import \"net\"\nc, err := net.Dial(\"tcp\", \"ADDRESS\")\nif err == nil {\n\tc.Close()\n}", root2}, "1 - -", ""},
	{"forks", []string{"import \"os/exec\"\nerr := exec.Command(\"setsid\", \"sleep\", \"MARK\").Start()\nerr", root2}, "1 - -", ""},
	{"talks", []string{root2, "line := strings.Repeat(\"x\", 1<<20)\nfor range 300 {\n\tfmt.Println(line)\n}", bell}, "1 2 -", ""},
	{"other order", []string{bayes, bell, root2}, "1 2 1", ""},
	{"last one counts", []string{root2, bayes, `course.Check("t-1", 3)`, `course.Check("t-3", "gauss")`, bayes}, "0 - 1", ""},
	{"answer panics", []string{`course.Check("t-2", func(x float64) float64 { panic("no") })`, root2}, "1 0 -", ""},
	{"answer exits later", []string{root2, "calls := 0\nfunc f(x float64) float64 {\n\tif calls++; calls > 16 {\n\t\tos.Exit(0)\n\t}\n\treturn 0\n}\nimport \"os\"\ncourse.Check(\"t-2\", f)", bayes}, "1 - 1", "what cell 2 has answered cannot be looked at: Exit"},
	{"answer never ends later", []string{"calls := 0\nfunc f(x float64) float64 {\n\tcalls++\n\tfor calls > 16 {\n\t}\n\treturn 0\n}\ncourse.Check(\"t-2\", f)", bayes}, "- - 1", "what cell 1 has answered cannot be looked at: Timeout"},
	{"asks", []string{`name := input("who?")`, root2}, "1 - -", "cell 1 fails"},
	{"does not compile", []string{"x := 1 +", root2, `y := "a" * 2`, bell}, "1 2 -", "2 cells fail, the first one is cell 1"},
	{"breaks the pipe", []string{root2, "import \"os\"\nf := os.NewFile(4, \"events\")\nn, err := f.WriteString(strings.Repeat(\"\\xff\", 1<<16))", bell}, "1 2 -", "cell 2 ended the process"},
	{"resets", []string{root2, "%reset -f", bell}, "1 2 -", ""},
	{"unknown exercise", []string{`course.Check("t-9", 1)`, root2}, "1 - -", `there is no exercise "t-9"`},
	{"imports by another name", []string{"import c \"krigo/course\"\nc.Check(\"t-1\", math.Sqrt2)"}, "1 - -", ""},
	{"changes its answer", []string{"answer := []float64{1}\nf := func(x float64) float64 { return answer[0] * math.Exp(-x*x/2) }\ncourse.Check(\"t-2\", f)", "answer[0] = 5", root2}, "1 2 -", ""},
}

// handInAll writes what all students hand in, and what cannot be a list of cells.
func handInAll(t *testing.T, dir string, words *strings.Replacer) (want []hopeful) {
	t.Helper()
	for i, h := range hopefuls {
		for k, c := range h.cells {
			h.cells[k] = words.Replace(c)
		}
		name := filepath.Join(h.name, "lesson.ipynb")
		if i%2 == 0 {
			name = h.name + ".ipynb"
		}
		handIn(t, dir, name, notebook(h.cells...))
	}
	forged := notebook(`course.Check("t-1", course.Todo)`)
	forged.Cells[0].ExecutionCount = 1
	forged.Cells[0].Outputs = []*nbformat.Output{{Type: nbformat.ExecuteResult, ExecutionCount: 1, Data: map[string]any{"text/plain": "Exercise t-1: right."}}}
	handIn(t, dir, "forged outputs.ipynb", forged)
	python := notebook("print(1)")
	python.Metadata = map[string]any{"kernelspec": map[string]any{"name": "python3", "display_name": "Python 3", "language": "python"}, "language_info": map[string]any{"name": "python"}}
	handIn(t, dir, "python.ipynb", python)
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "broken.ipynb"), []byte(`{"cells": [`), 0o644),
		os.Mkdir(filepath.Join(dir, "nothing"), 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return append(hopefuls,
		hopeful{name: "forged outputs", want: "- - -"}, hopeful{name: "python", want: "- - -", noticed: "cannot be read"},
		hopeful{name: "broken", want: "- - -", noticed: "cannot be read"}, hopeful{name: "nothing", want: "- - -", noticed: "there is no notebook"})
}

// TestMarksOfStudents grades students, most of whom try to deceive the grader.
func TestMarksOfStudents(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs many notebooks, of which some run until they are stopped")
	}
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	var visits atomic.Int32
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			visits.Add(1)
			c.Close()
		}
	}()
	mark := fmt.Sprint(100000 + os.Getpid())
	dir := t.TempDir()
	want := handInAll(t, dir, strings.NewReplacer("ADDRESS", server.Addr().String(), "MARK", mark))
	o := options(t)
	o.CellTime, o.Time, o.Memory = 15*time.Second, 4*time.Minute, 1e9
	begin := time.Now()
	report, err := grading.Grade(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d students in %v; notes: %q", len(report.Students), time.Since(begin), report.Notes)
	compare(t, report, want)
	if len(report.Notes) > 0 {
		return // the system does not isolate processes
	}
	if visits.Load() > 0 {
		t.Errorf("%d connections came out of a process without a network", visits.Load())
	}
	if left := running(t, "sleep\x00"+mark); left {
		t.Errorf("a process that a student has started goes on")
	}
}

// compare compares points and what was noticed.
func compare(t *testing.T, report *grading.Report, want []hopeful) {
	t.Helper()
	got := map[string]grading.Student{}
	for _, s := range report.Students {
		got[s.Name] = s
	}
	if len(got) != len(want) {
		t.Errorf("%d students are graded, want %d", len(got), len(want))
	}
	for _, w := range want {
		s := got[w.name]
		var points []string
		for _, id := range []string{"t-1", "t-2", "t-3"} {
			text := "-"
			if p, ok := s.Points[id]; ok {
				text = fmt.Sprint(p)
			}
			points = append(points, text)
		}
		if text := strings.Join(points, " "); text != w.want {
			t.Errorf("%s: the points are %s, want %s; noticed: %q", w.name, text, w.want, s.Noticed)
		}
		if noticed := strings.Join(s.Noticed, "; "); !strings.Contains(noticed, w.noticed) {
			t.Errorf("%s: noticed is %q, want %q", w.name, noticed, w.noticed)
		}
	}
}

// running reports whether a process with a command line runs.
func running(t *testing.T, command string) bool {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines {
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), command) {
			return true
		}
	}
	return false
}
