package main

import (
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/exit"
)

func TestReplBeginsWithAFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "program.go", "package main\n\nfunc area(r float64) float64 { return 3 * r * r }\n\nfunc main() { println(area(1)) }\n")
	write(t, dir, "script.go", "side := 2.0\n// %%\nfunc area(s float64) float64 {\n\treturn s * s\n}\n// %%\nfmt.Println(\"area\", area(side))\n")
	write(t, dir, "faulty.go", "side := 2.0\n// %%\nside + unknown\n")
	write(t, dir, "package.go", "package stats\n")
	write(t, dir, "notes.txt", "text\n")
	writeNotebook(t, dir, "good.ipynb", "side := 3.0\nside", "fmt.Println(\"not shown\")")
	writeNotebook(t, dir, "bad.ipynb", "side := 3.0", "panic(\"oh\")", "side = 4")
	for _, c := range []struct {
		file, cells    string
		status         int
		stdout, stderr string // stderr: a part
	}{
		{"program.go", "area(2)\n", 0, "program.go: declared; its main was not called\n12\n", ""},
		{"script.go", "area(side + 1)\n", 0, "area 4\n9\n", ""},
		{"faulty.go", "side\n", 1, "2\n", "faulty.go:3:8: undefined: unknown"},
		{"package.go", "1 + 1\n", 1, "2\n", "package.go: package stats is not a program"},
		{"good.ipynb", "side\n", 0, "2 cells of good.ipynb ran\n3\n", ""},
		{"bad.ipynb", "side\n", 1, "bad.ipynb: cell 2 of 3 failed; those after it did not run\n3\n", "bad.ipynb:cell 2:1"},
		{"notes.txt", "1 + 1\n", exit.Misused, "", "notes.txt: want a Go file (.go) or a notebook (.ipynb)"},
		{"absent.go", "1 + 1\n", exit.Misused, "", "absent.go"},
		{"absent.ipynb", "1 + 1\n", exit.Misused, "", "absent.ipynb"},
	} {
		r := krigo(t, dir, c.cells, "repl", c.file)
		if r.status != c.status || r.stdout != c.stdout || !strings.Contains(r.stderr, c.stderr) {
			t.Errorf("%s: status %d, stdout %q, stderr %q, want %d, %q and %q", c.file, r.status, r.stdout, r.stderr, c.status, c.stdout, c.stderr)
		}
	}
	if r := krigo(t, dir, "", "repl", "script.go", "good.ipynb"); r.status == 0 || !strings.Contains(r.stderr, `"good.ipynb"`) {
		t.Errorf("two files: status %d, stderr %q", r.status, r.stderr)
	}
}

// A notebook reads files of its folder.
func TestReplLoadsANotebookInItsFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "data.txt", "beside")
	writeNotebook(t, dir, "nb.ipynb", "raw, err := os.ReadFile(\"data.txt\")\nerr")
	r := krigo(t, t.TempDir(), "string(raw)\n", "repl", filepath.Join(dir, "nb.ipynb"))
	if r.status != 0 || !strings.HasSuffix(r.stdout, "ran\nbeside\n") {
		t.Errorf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
}

func TestReplSavesFiguresToAFolderThatItMakes(t *testing.T) {
	dir := t.TempDir()
	cell := "display.Histogram([]float64{1, 2, 3, 4})\n"
	for _, name := range []string{"figure-1.png", "figure-2.png"} { // two sessions
		r := krigo(t, dir, cell, "repl", "--figures", "new/folder")
		path := filepath.Join("new", "folder", name)
		if r.status != 0 || !strings.HasSuffix(r.stdout, "\n"+path+"\n") {
			t.Fatalf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
		}
	}
	if r := krigo(t, dir, cell, "repl"); r.status != 0 || strings.Contains(r.stdout, "figure-") || !strings.HasPrefix(r.stdout, "<") {
		t.Errorf("in a pipe: status %d, stdout %q", r.status, r.stdout)
	}
	write(t, dir, "file", "")
	if r := krigo(t, dir, cell, "repl", "--figures", "file"); r.status == 0 || !strings.Contains(r.stderr, "--figures") {
		t.Errorf("a file for a folder: status %d, stderr %q", r.status, r.stderr)
	}
}

func TestReplRefusesGraphicsThatItCannotDraw(t *testing.T) {
	for graphics, want := range map[string]string{
		"svg": `graphics "svg": want auto, kitty, iterm2 or none`, "kitty": "--graphics kitty: the output is not a terminal that can draw",
	} {
		if r := krigo(t, t.TempDir(), "1\n", "repl", "--graphics", graphics); r.status == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: status %d, stderr %q", graphics, r.status, r.stderr)
		}
	}
	if r := krigo(t, t.TempDir(), "1\n", "repl", "--graphics", "none"); r.status != 0 || r.stdout != "1\n" {
		t.Errorf("none: status %d, stdout %q", r.status, r.stdout)
	}
}
