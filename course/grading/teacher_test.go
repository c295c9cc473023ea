package grading_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krigo/course/grading"
	"krigo/course/handout"
	"krigo/internal/nbformat"
)

// defines holds a teacher's definitions: by a kind of the package, and by a type of the
// teacher's own, whose methods run in the interpreter.
const defines = `import "encoding/json"
type even struct{}
func (even) Observe(answer any, probe uint64) (any, error) {
	n, ok := answer.(int)
	if !ok {
		return nil, fmt.Errorf("want an int")
	}
	return n, nil
}
func (even) Judge(observed json.RawMessage, probe uint64) error {
	var n int
	if err := json.Unmarshal(observed, &n); err != nil {
		return err
	}
	if n%2 != 0 {
		return fmt.Errorf("%d is odd", n)
	}
	return nil
}
hints := []string{"Think."}
err := course.Define(
	course.Exercise{ID: "own-1", Points: 3, Answer: even{}, Hints: hints},
	course.Exercise{ID: "own-2", Answer: course.Func(1e-6, 0, 1, math.Cos), Hints: hints},
)
err`

// marks returns the points of one student, by exercises, as in the CSV.
func marks(t *testing.T, dir string, o grading.Options) map[string]map[string]string {
	t.Helper()
	report, err := grading.Grade(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := report.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for _, row := range rows[1:] {
		all[row[0]] = map[string]string{}
		for k, name := range rows[0] {
			all[row[0]][name] = row[k]
		}
	}
	return all
}

func TestExercisesOfATeachersScript(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(t.TempDir(), "exercises.go")
	if err := os.WriteFile(script, []byte(defines), 0o644); err != nil {
		t.Fatal(err)
	}
	handIn(t, dir, "anna.ipynb", notebook(`course.Check("own-1", 4)`, `course.Check("own-2", math.Cos)`))
	handIn(t, dir, "=bert.ipynb", notebook(`course.Check("own-1", 3)`, `course.Check("own-2", 1)`))
	o := options(t)
	o.Teacher = script
	got := marks(t, dir, o)
	if a := got["anna"]; a["own-1"] != "3" || a["own-2"] != "1" || a["total"] != "4" {
		t.Errorf("anna has %v, want 3 and 1", a)
	}
	if b := got["'=bert"]; b["own-1"] != "0" || b["own-2"] != "0" || b["total"] != "0" {
		t.Errorf("bert has %v of %v, want 0 and 0", b, got)
	}
}

// A teacher's notebook is released to students; its tests, the hidden ones too, then run in
// their notebooks.
func TestTestsOfATeachersNotebook(t *testing.T) {
	own := notebook(defines)
	graded(own, "double", true, 0, "func double(x float64) float64 {\n\t// BEGIN SOLUTION\n\treturn 2 * x\n\t// END SOLUTION\n}")
	graded(own, "double-test", false, 2, "if double(1) != 2 {\n\tpanic(\"double(1)\")\n}\n// BEGIN HIDDEN TESTS\nif double(-3) != -6 {\n\tpanic(\"double(-3)\")\n}\n// END HIDDEN TESTS")
	folder := t.TempDir()
	handIn(t, folder, "week1.ipynb", own)
	teacher := filepath.Join(folder, "week1.ipynb")
	raw, err := os.ReadFile(teacher)
	if err != nil {
		t.Fatal(err)
	}
	released, _, err := handout.Released(raw)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(released), "-3") || strings.Contains(string(released), "2 * x") {
		t.Errorf("students get\n%s", released)
	}
	dir := t.TempDir()
	for name, answer := range map[string]string{
		"right": "func double(x float64) float64 { return x + x }", "visible": "func double(x float64) float64 { return 2 * max(x, 0) }", "stub": "",
		"no-test": "func double(x float64) float64 { return x + x }",
	} {
		nb, err := nbformat.Parse(released)
		if err != nil {
			t.Fatal(err)
		}
		if answer != "" {
			nb.Cells[1].Source = answer
		}
		nb.Cells[2].Source = "fmt.Println(\"passed\")"
		if name == "no-test" {
			nb.Cells = nb.Cells[:2]
		}
		nb.Add(nbformat.Code, `course.Check("own-1", 6)`)
		handIn(t, dir, filepath.Join(name, "week1.ipynb"), nb)
	}
	o := options(t)
	o.Teacher = teacher
	got := marks(t, dir, o)
	for name, want := range map[string]string{"right": "2", "visible": "0", "stub": "0", "no-test": "2"} {
		if m := got[name]; m["double-test"] != want || m["own-1"] != "3" {
			t.Errorf("%s has %v, want %s for double-test and 3 for own-1", name, m, want)
		}
	}
}

func TestOneLessonIsGraded(t *testing.T) {
	dir := t.TempDir()
	handIn(t, dir, "anna/a.ipynb", notebook(root2))
	handIn(t, dir, "anna/b.ipynb", notebook(`course.Check("u-1", 1)`))
	o := options(t)
	o.Lesson = "u"
	got := marks(t, dir, o)["anna"]
	if _, there := got["t-1"]; there || !strings.Contains(got["noticed"], `"u-1"`) || strings.Contains(got["noticed"], "a.ipynb") {
		t.Errorf("anna has %v, want no t-1, and that u-1 is not known", got)
	}
}

func TestAllCellsTogetherHaveATime(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits until the time is up")
	}
	dir := t.TempDir()
	handIn(t, dir, "slow.ipynb", notebook(root2, "for {\n}", bayes))
	o := options(t)
	o.Time = 20 * time.Second
	got := marks(t, dir, o)["slow"]
	if got["t-1"] != "1" || got["t-3"] != "" || !strings.Contains(got["noticed"], "out of time") {
		t.Errorf("the marks are %v, want 1 for t-1 and none for t-3, which came too late", got)
	}
}
