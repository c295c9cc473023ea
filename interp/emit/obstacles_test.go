package emit_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"krigo/interp/emit"
	"krigo/interp/emit/emittest"
	"krigo/interp/internal/cases"
)

// register is a name that SSA gives and no user has written.
var register = regexp.MustCompile(`\bt\d+\b|\$`)

// TestInterpretedFunctionsAreToldWhy emits programs and checks the reasons reported for each function that is not
// compiled.
func TestInterpretedFunctionsAreToldWhy(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many functions")
	}
	number := 0
	for _, c := range cases.ForTest(t, "") {
		if c.Cells != nil || c.Refused != "" {
			continue
		}
		unit, _ := emittest.Unit(t, c.Name, c.Program)
		for _, f := range unit.Functions {
			if !f.Compiled && !f.Inner && f.User != "main" && len(f.Obstacles) == 0 {
				t.Errorf("%s: nothing is told of %s", c.Name, f.User)
			}
			for _, o := range f.Obstacles {
				number++
				check(t, c.Name, c.Program, f, o)
			}
		}
	}
	if number < 100 {
		t.Errorf("%d obstacles are told", number)
	}
}

// check looks at an obstacle of a function of a file.
func check(t *testing.T, file, source string, f emit.Function, o emit.Obstacle) {
	t.Helper()
	text := o.Message + "; " + o.Advice
	if !strings.HasPrefix(o.Message, "it ") || register.MatchString(text) || strings.Contains(text, emit.Mark) {
		t.Errorf("%s: of %s is told %q", file, f.User, text)
	}
	if f.Compiled {
		t.Errorf("%s: %s is compiled, and kept out by %q", file, f.User, text)
	}
	lines := strings.Split(source, "\n")
	if o.Line < f.Line || o.Line > len(lines) || strings.TrimSpace(lines[o.Line-1]) == "" {
		t.Errorf("%s: the obstacle %q of %s, line %d, is in line %d", file, o.Message, f.User, f.Line, o.Line)
	}
}

// told matches the expectation at the end of a line of testdata/obstacles.go.
var told = regexp.MustCompile(`// (it .*)$`)

func TestObstaclesAreTheRightOnes(t *testing.T) {
	const file = "testdata/obstacles.go"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	unit, _ := emittest.Unit(t, file, string(source))
	got := map[int][]string{}
	for _, f := range unit.Functions {
		for _, o := range f.Obstacles {
			got[o.Line] = append(got[o.Line], strings.TrimSuffix(o.Message+"; "+o.Advice, "; "))
		}
	}
	for i, line := range strings.Split(string(source), "\n") {
		want := ""
		if m := told.FindStringSubmatch(line); m != nil {
			want = m[1]
		}
		if text := strings.Join(got[i+1], " | "); text != want {
			t.Errorf("%s:%d: got\n%s\nwant\n%s", file, i+1, text, want)
		}
	}
}
