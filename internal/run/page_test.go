package run

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// The files of a page are of the notebook's folder, or of another one that is named, and their names are printed before
// anything runs; one that is too large ends the command.
func TestTheFilesOfAPageAreNamed(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "lessons")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tax.csv", "lessons/grades.csv"} {
		if err := os.WriteFile(filepath.Join(top, filepath.FromSlash(name)), []byte("x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nb := nbformat.New()
	nb.Cells = []*nbformat.Cell{{ID: "a", Type: nbformat.Code, Source: `read("../tax.csv", "grades.csv")`}}
	for _, c := range []struct{ root, want string }{{"", "grades.csv"}, {top, "../tax.csv, grades.csv"}} {
		var said bytes.Buffer
		j := &job{path: filepath.Join(dir, "a.ipynb"), notebook: nb, cells: WithFiles}
		if err := j.attach(c.root, &said); err != nil {
			t.Fatal(err)
		}
		if want := j.path + ": the page will hold the files that cells name: " + c.want + "\n"; said.String() != want {
			t.Errorf("with the root %q it says %q, want %q", c.root, said.String(), want)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "grades.csv"), 17<<20); err != nil {
		t.Fatal(err)
	}
	j := &job{path: filepath.Join(dir, "a.ipynb"), notebook: nb, cells: WithFiles}
	if err := j.attach("", &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "grades.csv has 17 MB") {
		t.Errorf("the error of a large file is %v", err)
	}
}
