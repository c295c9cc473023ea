package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// copyCourse returns a new folder with a copy of the lessons and the gallery, and with their data.
func copyCourse(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "notebooks"), os.DirFS(filepath.Join(krigo.root, "notebooks"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(krigo.root, "testdata"), filepath.Join(dir, "testdata")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// printedBy returns what the cells of an executed notebook printed.
func printedBy(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Cells []struct {
			Outputs []struct {
				Text any
			}
		}
	}
	if err := json.Unmarshal(raw, &nb); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var b strings.Builder
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			switch text := o.Text.(type) {
			case string:
				b.WriteString(text)
			case []any:
				for _, line := range text {
					b.WriteString(line.(string))
				}
			}
		}
	}
	return b.String()
}

// jupyter execute runs a lesson and writes its figures into the notebook.
func TestJupyterExecute(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("execute"))
	path := filepath.Join(copyCourse(t), "notebooks", firstLesson)
	want := figures(t, path)
	krigo.run(t, 10*time.Minute, "", jupyter("execute"), "--inplace", "--kernel_name=krigo", path)
	if got := figures(t, path); got != want {
		t.Errorf("%d figures were drawn, want %d", got, want)
	}
}

// jupyter run runs a file of Go, and jupyter's way to name it is no fault.
func TestJupyterRun(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("run"))
	script := filepath.Join(t.TempDir(), "s.go")
	if err := os.WriteFile(script, []byte("n := 6\nfmt.Println(7 * n)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := krigo.run(t, 5*time.Minute, "", jupyter("run"), "--kernel", "krigo", script); !strings.Contains(out, "42\n") {
		t.Errorf("jupyter run printed %q", out)
	}
}

// testbook reads what cells printed, and runs more code in their session.
func TestTestbook(t *testing.T) {
	t.Parallel()
	needsModule(t, "testbook")
	path := filepath.Join(t.TempDir(), "page.ipynb")
	writeNotebook(t, path, "n := 6", "fmt.Println(7 * n)")
	const program = `
import sys
from testbook import testbook
with testbook(sys.argv[1], execute=True, kernel_name="krigo", timeout=300) as book:
    print(book.cell_output_text(1))
    print(book.inject("fmt.Println(n + 1)").output_text)`
	if out := krigo.run(t, 5*time.Minute, "", python, "-c", program, path); !strings.HasSuffix(out, "42\n7\n") { // behind what the kernel logs
		t.Errorf("the test saw %q, want 42 and 7", out)
	}
}

// papermill runs a notebook, and stops with the cell and the line of a panic.
func TestPapermill(t *testing.T) {
	t.Parallel()
	needsModule(t, "papermill")
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.ipynb"), filepath.Join(dir, "out.ipynb")
	writeNotebook(t, in, "n := 6", "fmt.Println(\"product\", 7*n)")
	krigo.run(t, 10*time.Minute, "", filepath.Join(environment, "bin", "papermill"), in, out)
	if got := printedBy(t, out); got != "product 42\n" {
		t.Errorf("the notebook printed %q", got)
	}
	writeNotebook(t, in, "n := 6", "func half(n int) int {\n\tpanic(\"not even\")\n}\nhalf(n)")
	said := krigo.fails(t, 10*time.Minute, filepath.Join(environment, "bin", "papermill"), in, out)
	if !strings.Contains(said, "not even") || !strings.Contains(said, "line 2") {
		t.Errorf("of a panic papermill said:\n%s", said)
	}
}

// papermill -p sets parameters, by the translator that comes with krigo for Python.
func TestPapermillParameters(t *testing.T) {
	t.Parallel()
	needsModule(t, "papermill")
	// The entry point papermill.engine of an installed krigo imports the module.
	const program = `
import sys
sys.path.insert(0, "install/python")
import krigo_kernel.papermill
from papermill.__main__ import papermill
papermill()`
	setsParameters(t, func(args ...string) {
		krigo.run(t, 10*time.Minute, "", python, append([]string{"-c", program}, args...)...)
	})
}

// setsParameters checks that papermill, which runs with these arguments, sets parameters of a notebook of krigo.
func setsParameters(t *testing.T, papermill func(args ...string)) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.ipynb"), filepath.Join(dir, "out.ipynb")
	writeNotebook(t, in, "n, l, name, ok := 3, 0.5, \"\", false\nxs := []float64{}",
		"fmt.Printf(\"%T %v, %T %v, %q, %v, %T %v\", n, n, l, l, name, ok, xs, xs)")
	raw, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	tagged := strings.Replace(string(raw), `"metadata":{}`, `"metadata":{"tags":["parameters"]}`, 1)
	if err := os.WriteFile(in, []byte(tagged), 0o600); err != nil {
		t.Fatal(err)
	}
	papermill(in, out, "-p", "n", "10", "-p", "l", "1.0", "-p", "name", `a "é`, "-p", "ok", "True", "-y", "xs: [1, 2.5]")
	if got, want := printedBy(t, out), `int 10, float64 1, "a \"é", true, []float64 [1 2.5]`; got != want {
		t.Errorf("the notebook printed %q, want %q", got, want)
	}
}

// jupytext writes lessons and the gallery in five formats and reads the same notebooks from them.
func TestJupytextRoundTrips(t *testing.T) {
	t.Parallel()
	needsModule(t, "jupytext")
	const program = `
import sys
from jupytext.cli import jupytext
for format in "go:percent", "go:light", "md", "md:myst", "Rmd":
    if jupytext(["--test-strict", "--to", format, *sys.argv[1:]]) != 0:
        sys.exit(format + " does not hold the notebooks")`
	krigo.run(t, 10*time.Minute, "", python, "-c", program,
		"notebooks/"+firstLesson, "notebooks/03-marginal-likelihood.ipynb", "notebooks/gallery.ipynb")
}

// nbdime shows the difference of two versions of a lesson by cells, and merges changes of two
// people.
func TestNbdime(t *testing.T) {
	t.Parallel()
	needsModule(t, "nbdime")
	dir := t.TempDir()
	file := func(name string, cells ...string) string {
		path := filepath.Join(dir, name)
		writeNotebook(t, path, cells...)
		return path
	}
	base := file("base.ipynb", "x := 1", "y := 2", "x + y")
	mine := file("mine.ipynb", "x := 10", "y := 2", "x + y")
	theirs := file("theirs.ipynb", "x := 1", "y := 2", "x * y")
	diff := krigo.run(t, 10*time.Minute, "", filepath.Join(environment, "bin", "nbdiff"), "--no-color", base, mine)
	if !strings.Contains(diff, "-  x := 1") || !strings.Contains(diff, "+  x := 10") {
		t.Errorf("nbdiff said:\n%s", diff)
	}
	merged := filepath.Join(dir, "merged.ipynb")
	krigo.run(t, 10*time.Minute, "", filepath.Join(environment, "bin", "nbmerge"), "--out", merged, base, mine, theirs)
	var got []string
	for _, c := range readExecuted(t, merged).Cells {
		got = append(got, joined(c.Source))
	}
	if want := "x := 10|y := 2|x * y"; strings.Join(got, "|") != want {
		t.Errorf("nbmerge made %q, want %q", strings.Join(got, "|"), want)
	}
}

// joined returns the source of a cell, which a file has as a text or as lines.
func joined(source any) string {
	lines, ok := source.([]any)
	if !ok {
		return source.(string)
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line.(string))
	}
	return b.String()
}

// nbgrader hands out a lesson that krigo course solutions --nbgrader wrote, without its solutions, grades three
// students, of whom one is right, one is partly right and one's code does not compile, and writes feedback.
func TestNbgrader(t *testing.T) {
	t.Parallel()
	needsModule(t, "nbgrader")
	t.Log(krigo.run(t, 20*time.Minute, "", python, "e2e/nbgrader_round.py", t.TempDir()))
}
