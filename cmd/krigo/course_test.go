package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
)

func TestCourseIsWrittenOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all notebooks")
	}
	dir := t.TempDir()
	for _, command := range []string{"new", "solutions"} {
		r := krigo(t, dir, "", "course", command, command)
		if r.status != 0 || !strings.Contains(r.stdout, filepath.Join(command, "notebooks", "01-first-fit.ipynb")) {
			t.Fatalf("%s: status %d, %s%s", command, r.status, r.stdout, r.stderr)
		}
		lesson := filepath.Join(dir, command, "notebooks", "01-first-fit.ipynb")
		if err := os.WriteFile(lesson, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := krigo(t, dir, "", "course", command, command); r.status != exit.Misused || !strings.Contains(r.stderr, "--force") {
			t.Errorf("%s again: status %d, %s", command, r.status, r.stderr)
		}
		if text, err := os.ReadFile(lesson); err != nil || string(text) != "mine" {
			t.Errorf("%s again: the file is %.20q (%v), want mine", command, text, err)
		}
		if r := krigo(t, dir, "", "course", command, "--force", command); r.status != 0 {
			t.Errorf("%s --force: status %d, %s", command, r.status, r.stderr)
		}
		if _, err := nbformat.ReadFile(lesson); err != nil {
			t.Errorf("%s --force: %v", command, err)
		}
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
		"is no folder": {"file"}, "no such file": {"nowhere"}, "no ID": {".", "--exercises", "broken.go"},
		"want a notebook": {".", "--exercises", "file"}, "--csv": {".", "--csv", "none/marks.csv"}, "want seconds": {".", "--timeout", "soon"},
	} {
		r := krigo(t, dir, "", append([]string{"course", "grade"}, args...)...)
		if r.status == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("%q: status %d, %s, want %q", args, r.status, r.stderr, want)
		}
	}
}
