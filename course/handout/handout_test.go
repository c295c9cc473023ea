package handout

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"krigo"
	"krigo/internal/nbformat"
)

// raw returns a notebook of one code cell with metadata of nbgrader.
func raw(t *testing.T, source, metadata string) []byte {
	t.Helper()
	nb := nbformat.New()
	c := nb.Add(nbformat.Code, source)
	var m any
	if err := json.Unmarshal([]byte(metadata), &m); err != nil {
		t.Fatal(err)
	}
	c.Metadata["nbgrader"] = m
	c.ExecutionCount = 3
	c.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "an output"}}
	nb.CompleteMetadata()
	text, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// source returns the source of the only cell, which must have no output.
func source(t *testing.T, raw []byte) string {
	t.Helper()
	nb, err := nbformat.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if len(nb.Cells[0].Outputs) > 0 {
		t.Errorf("the cell has the outputs %v", nb.Cells[0].Outputs)
	}
	return nb.Cells[0].Source
}

const solve = `{"grade": true, "solution": true, "grade_id": "x-1", "points": 2}`

func TestReleasedHasNoSolutionAndNoHiddenTest(t *testing.T) {
	for in, want := range map[string]string{
		"a()\n// BEGIN SOLUTION\nb()\n// END SOLUTION\nc()":                                     "a()\n// write your answer here\npanic(\"no answer yet\")\nc()",
		"func f() int {\n\t// ### BEGIN SOLUTION ###\n\treturn 1\n\t// ### END SOLUTION ###\n}": "func f() int {\n\t// write your answer here\n\tpanic(\"no answer yet\")\n}",
		"seen()\n// ### BEGIN HIDDEN TESTS\nhidden()\n//### END HIDDEN TESTS\n":                 "seen()",
		"plain()": "plain()",
	} {
		released, _, err := Released(raw(t, in, solve))
		if err != nil {
			t.Errorf("%q: %v", in, err)
		} else if got := source(t, released); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestReleasedTellsOfMarksThatDoNotMatch(t *testing.T) {
	for in, want := range map[string]string{
		"// BEGIN SOLUTION\nx":                     "has no END",
		"x\n// END SOLUTION":                       "has no BEGIN",
		"// BEGIN SOLUTION\n// END HIDDEN TESTS":   "has no BEGIN",
		"// BEGIN SOLUTION\n// BEGIN HIDDEN TESTS": "before END SOLUTION",
	} {
		if _, _, err := Released(raw(t, in, solve)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", in, err, want)
		}
	}
	if _, notes, err := Released(raw(t, "x", solve)); err != nil || len(notes) != 1 || !strings.Contains(notes[0], `"x-1"`) {
		t.Errorf("a cell without marks: the notes are %q (%v), want one of x-1", notes, err)
	}
}

func TestSolvedPutsSolutionsIntoCells(t *testing.T) {
	solutions := Solutions(fstest.MapFS{"x-1.cell": {Data: []byte("solved()\n")}})
	for metadata, want := range map[string]string{
		solve: "solved()",
		`{"grade": true, "solution": false, "grade_id": "x-1"}`: "stub()",
		`{"grade": true, "solution": true, "grade_id": "x-2"}`:  "stub()",
		`{"grade": true, "solution": true, "grade_id": "../x"}`: "stub()",
		`"nonsense"`: "stub()",
	} {
		solved, err := Solved(raw(t, "stub()", metadata), solutions)
		if err != nil {
			t.Fatal(err)
		}
		if got := source(t, solved); got != want {
			t.Errorf("with %s the cell is %q, want %q", metadata, got, want)
		}
	}
}

func TestGradedIsRead(t *testing.T) {
	nb, err := nbformat.Parse(raw(t, "x", solve))
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(nb.Cells[0]); got != (Graded{"x-1", true, true, 2}) || got.IsTest() {
		t.Errorf("it is %+v", got)
	}
}

// What students get has no output, and the data that the notebooks read are there.
func TestCourseIsHandedOutWhole(t *testing.T) {
	files, err := Files(krigo.Course, nbformat.Strip, "notebooks", "testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if path.Ext(f.Path) != ".ipynb" {
			continue
		}
		nb, err := nbformat.Parse(f.Content)
		if err != nil {
			t.Errorf("%s: %v", f.Path, err)
			continue
		}
		for _, c := range nb.Cells {
			if len(c.Outputs) > 0 {
				t.Errorf("%s: cell %q has outputs", f.Path, c.ID)
			}
			for _, name := range filesRead(c.Source) {
				if _, err := fs.Stat(krigo.Course, path.Join(path.Dir(f.Path), name)); err != nil {
					t.Errorf("%s: cell %q reads %s, which is not handed out", f.Path, c.ID, name)
				}
			}
		}
	}
}

// filesRead returns the files of testdata that a cell names.
func filesRead(source string) []string {
	var names []string
	for i, text := range strings.Split(source, `"`) {
		if i%2 == 1 && strings.HasPrefix(text, "../") && strings.Contains(text, "testdata/") {
			names = append(names, text)
		}
	}
	return names
}
