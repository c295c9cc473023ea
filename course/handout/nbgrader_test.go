package handout

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"krigo"
	"krigo/internal/nbformat"
)

func TestSolutionsAreInRegions(t *testing.T) {
	for name, c := range map[string]struct{ stub, solution, want string }{
		"an answer": {
			`course.Check("x", course.Todo)`, "k := 2\ncourse.Check(\"x\", k*k)",
			"var answer any = course.Todo // set it below: answer = ...\n// BEGIN SOLUTION\nk := 2\nanswer = k*k\n// END SOLUTION\ncourse.Check(\"x\", answer)",
		},
		"a function": {
			"func f() int {\n\treturn 0 // write it here\n}\ncourse.Check(\"x\", f)", "func f() int {\n\treturn 1\n}\ncourse.Check(\"x\", f)",
			"func f() int {\n\t// BEGIN SOLUTION\n\treturn 1\n\t// END SOLUTION\n}\ncourse.Check(\"x\", f)",
		},
		"more than the function": {
			"func f() int {\n\treturn 0\n}\ncourse.Check(\"x\", f)", "func f() int {\n\treturn g()\n}\n\nfunc g() int {\n\treturn '}' // }\n}\n\ncourse.Check(\"x\", f)",
			"// func f() int {\n// \treturn 0\n// }\nvar answer any = course.Todo // set it below: answer = ...\n// BEGIN SOLUTION\n" +
				"func f() int {\n\treturn g()\n}\n\nfunc g() int {\n\treturn '}' // }\n}\n\nanswer = f\n// END SOLUTION\ncourse.Check(\"x\", answer)",
		},
		"a stub with a comment": {
			"course.Check(\"x\", 0) // write it here", "course.Check(\"x\", f(\n\t1))",
			"var answer any = course.Todo // set it below: answer = ...\n// BEGIN SOLUTION\nanswer = f(\n\t1)\n// END SOLUTION\ncourse.Check(\"x\", answer)",
		},
	} {
		if got, err := region(c.stub, c.solution, "x"); err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.want)
		}
	}
	for _, stub := range []string{"1", `course.Check("x", 1); 2`, `course.Check("y", 1)`} {
		if got, err := region(stub, `course.Check("x", 1)`, "x"); err == nil {
			t.Errorf("%s became %s", stub, got)
		}
	}
}

// Each exercise of the lessons has a region, that a stub can replace, and a locked test with its points.
func TestLessonsForNBGrader(t *testing.T) {
	files, err := ForNBGrader(krigo.Course, Solutions(os.DirFS("../solutions")), "notebooks", "testdata")
	if err != nil {
		t.Fatal(err)
	}
	points := 0.0
	for _, f := range files {
		if path.Ext(f.Path) != ".ipynb" {
			continue
		}
		if want := path.Join("source", strings.TrimSuffix(path.Base(f.Path), ".ipynb"), path.Base(f.Path)); f.Path != want {
			t.Errorf("%s is not at %s", f.Path, want)
		}
		released, notes, err := Released(f.Content)
		if err != nil || len(notes) > 0 {
			t.Fatalf("%s: %v %q", f.Path, err, notes)
		}
		nb, err := nbformat.Parse(released)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range nb.Cells {
			if strings.Contains(c.Source, `"../`) {
				t.Errorf("%s reads what is not in its folder: %s", f.Path, c.Source)
			}
			g := Of(c)
			if !g.Solution {
				continue
			}
			if !strings.Contains(c.Source, stub[1]) || !strings.Contains(c.Source, `course.Check("`+g.ID+`", `) || g.Grade {
				t.Errorf("%s: exercise %s is released as\n%s", f.Path, g.ID, c.Source)
			}
			test := Of(nb.Cells[i+1])
			if !test.IsTest() || test.ID != TestPrefix+g.ID || nb.Cells[i+1].Source[strings.Index(nb.Cells[i+1].Source, "\n")+1:] != `course.Require("`+g.ID+`")` {
				t.Errorf("%s: behind exercise %s is %+v\n%s", f.Path, g.ID, test, nb.Cells[i+1].Source)
			}
			points += test.Points
		}
	}
	want := 0.0
	if _, err := Files(krigo.Course, func(raw []byte) ([]byte, error) {
		nb, err := nbformat.Parse(raw)
		if err == nil {
			for _, e := range Exercises(nb) {
				want += e.Points
			}
		}
		return nil, err
	}, "notebooks"); err != nil || points != want {
		t.Errorf("the tests are worth %v points, want %v (%v)", points, want, err)
	}
	if !slices.ContainsFunc(files, func(f File) bool { return strings.HasPrefix(f.Path, "source/01-first-fit/testdata/co2/") }) {
		t.Error("the data of the first lesson are not with it")
	}
}
