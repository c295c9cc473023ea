package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	project "krigo"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
)

func TestCourseIsWrittenOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all notebooks")
	}
	dir := t.TempDir()
	from := map[string][]string{"solutions": {"--from", sourceSolutions(t)}}
	for _, command := range []string{"new", "solutions"} {
		r := krigo(t, dir, "", append([]string{"course", command, command}, from[command]...)...)
		if r.status != 0 || !strings.Contains(r.stdout, filepath.Join(command, "notebooks", "00-go-for-python.ipynb")) {
			t.Fatalf("%s: status %d, %s%s", command, r.status, r.stdout, r.stderr)
		}
		lesson := filepath.Join(dir, command, "notebooks", "01-first-fit.ipynb")
		if err := os.WriteFile(lesson, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := krigo(t, dir, "", append([]string{"course", command, command}, from[command]...)...); r.status != exit.Misused || !strings.Contains(r.stderr, "--force") {
			t.Errorf("%s again: status %d, %s", command, r.status, r.stderr)
		}
		if text, err := os.ReadFile(lesson); err != nil || string(text) != "mine" {
			t.Errorf("%s again: the file is %.20q (%v), want mine", command, text, err)
		}
		if r := krigo(t, dir, "", append([]string{"course", command, "--force", command}, from[command]...)...); r.status != 0 {
			t.Errorf("%s --force: status %d, %s", command, r.status, r.stderr)
		}
		if _, err := nbformat.ReadFile(lesson); err != nil {
			t.Errorf("%s --force: %v", command, err)
		}
	}
}

// sourceSolutions returns the folder of solutions.
func sourceSolutions(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "course", "solutions"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTheProgramHasNoSolutions: it needs their file, which may be packed, and does not take it in a cell.
func TestTheProgramHasNoSolutions(t *testing.T) {
	for _, name := range []string{"course/solutions/01-1.cell", "course/lesson01.go"} {
		_, inCourse := fs.Stat(project.Course, name)
		_, inSources := fs.Stat(project.Sources, name)
		if inCourse == nil || inSources == nil {
			t.Errorf("%s is in the program", name)
		}
	}
	dir := t.TempDir()
	if r := krigo(t, dir, "", "course", "solutions", "teacher"); r.status != exit.Misused || !strings.Contains(r.stderr, "--from names the folder") {
		t.Errorf("without solutions: %+v", r)
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	if err := archive.AddFS(os.DirFS(filepath.Dir(sourceSolutions(t)))); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(archive.Close(), os.WriteFile(filepath.Join(dir, "solutions.zip"), packed.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	if r := krigo(t, dir, "", "course", "solutions", "--from", "solutions.zip", "--nbgrader", "teacher"); r.status != 0 {
		t.Errorf("packed: %+v", r)
	}
	write(t, dir, "cell.go", "// %%\nimport \"os/exec\"\nout, err := exec.Command(\"/proc/self/exe\", \"course\", \"solutions\", \"--from\", \"solutions.zip\", \"stolen\").CombinedOutput()\nfmt.Println(string(out), err)")
	if runtime.GOOS != "linux" {
		return
	}
	r := krigo(t, dir, "", "run", "cell.go")
	if _, err := os.Stat(filepath.Join(dir, "stolen")); err == nil || !strings.Contains(r.stdout, "a cell cannot have the solutions") {
		t.Errorf("in a cell: %+v", r)
	}
}

func TestCourseSolutionsForNBGrader(t *testing.T) {
	dir := t.TempDir()
	r := krigo(t, dir, "", "course", "solutions", "--from", sourceSolutions(t), "--nbgrader", "teacher")
	if r.status != 0 || !strings.Contains(r.stdout, "nbgrader generate_assignment 00-go-for-python --create") {
		t.Fatalf("status %d, %s%s", r.status, r.stdout, r.stderr)
	}
	for _, name := range []string{"nbgrader_config.py", "source/01-first-fit/01-first-fit.ipynb", "source/01-first-fit/testdata/co2/mauna-loa-monthly.csv"} {
		if _, err := os.Stat(filepath.Join(dir, "teacher", filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	if r := krigo(t, dir, "", "course", "solutions", "--from", sourceSolutions(t), "--nbgrader", "teacher"); r.status != exit.Misused || !strings.Contains(r.stderr, "--force") {
		t.Errorf("again: status %d, %s", r.status, r.stderr)
	}
}

func TestCourseNewReleasesATeachersNotebook(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "week1.ipynb", "a := 1\n// BEGIN SOLUTION\na = 2\n// END SOLUTION")
	if r := krigo(t, dir, "", "course", "new", "--from", "week1.ipynb", "out"); r.status != 0 {
		t.Fatalf("status %d, %s", r.status, r.stderr)
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "out", "week1.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if source := nb.Cells[0].Source; strings.Contains(source, "a = 2") || !strings.Contains(source, "panic(") {
		t.Errorf("the cell is %q", source)
	}
}

func TestCourseListHasLessons(t *testing.T) {
	if r := krigo(t, t.TempDir(), "", "course", "list"); r.status != 0 || !strings.Contains(r.stdout, "first fit") {
		t.Errorf("status %d, %s%s", r.status, r.stdout, r.stderr)
	}
}

func TestCourseGradeWritesMarks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "own.go", `err := course.Define(course.Exercise{ID: "own-1", Answer: course.Word(course.Seal("s", "yes")), Hints: []string{"h"}})
err
`)
	for _, s := range []string{"anna", "bert"} {
		if err := os.MkdirAll(filepath.Join(dir, "in", s), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeNotebook(t, filepath.Join(dir, "in", "anna"), "a.ipynb", `course.Check("own-1", "yes")`)
	writeNotebook(t, filepath.Join(dir, "in", "bert"), "b.ipynb", `course.Check("own-1", "no")`, `panic("x")`)
	r := krigo(t, dir, "", "course", "grade", "in", "--exercises", "own.go", "--csv", "marks.csv")
	if r.status != 0 || !strings.Contains(r.stdout, "1 of 1") {
		t.Fatalf("status %d, %s%s", r.status, r.stdout, r.stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "marks.csv"))
	if want := "student,own-1,total,noticed\nanna,1,1,\nbert,0,0,cell 2 fails\n"; err != nil || string(text) != want {
		t.Errorf("the marks are %q (%v), want %q", text, err, want)
	}
}

func TestCourseGradeRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", "")
	write(t, dir, "broken.go", "err := course.Define(course.Exercise{})\nerr\n")
	writeNotebook(t, dir, "anna.ipynb", "1")
	for want, args := range map[string][]string{
		"is not a folder": {"file"}, "no such file": {"nowhere"}, "no ID": {".", "--exercises", "broken.go"},
		"want a notebook": {".", "--exercises", "file"}, "--csv": {".", "--csv", "none/marks.csv"}, "want seconds": {".", "--timeout", "soon"},
	} {
		r := krigo(t, dir, "", append([]string{"course", "grade"}, args...)...)
		if r.status == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("%q: status %d, %s, want %q", args, r.status, r.stderr, want)
		}
	}
}
