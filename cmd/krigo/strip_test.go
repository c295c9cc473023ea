package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// writeExecuted writes a notebook of a cell that has printed something.
func writeExecuted(t *testing.T, path, source, printed string) {
	t.Helper()
	nb := nbformat.New()
	c := nb.Add(nbformat.Code, source)
	c.ID, c.ExecutionCount = "only", 1
	c.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: printed}}
	if err := nbformat.WriteFile(path, nb); err != nil {
		t.Fatal(err)
	}
}

func TestStripChangesFilesAndNamesThem(t *testing.T) {
	dir := t.TempDir()
	writeExecuted(t, filepath.Join(dir, "a.ipynb"), "1", "printed\n")
	writeNotebook(t, dir, "clean.ipynb", "1")
	before := read(t, filepath.Join(dir, "a.ipynb"))

	if r := krigo(t, dir, "", "strip", "--check", "clean.ipynb", "a.ipynb"); r.status != 1 || r.stdout != "a.ipynb\n" || r.stderr != "" {
		t.Errorf("--check: %+v", r)
	}
	if read(t, filepath.Join(dir, "a.ipynb")) != before {
		t.Error("--check wrote the file")
	}
	if r := krigo(t, dir, "", "strip", "clean.ipynb", "missing.ipynb", "a.ipynb"); r.status != trouble || r.stdout != "a.ipynb\n" || !strings.Contains(r.stderr, "missing.ipynb") {
		t.Errorf("strip: %+v", r)
	}
	if strings.Contains(read(t, filepath.Join(dir, "a.ipynb")), "printed") {
		t.Error("the output is still there")
	}
	if r := krigo(t, dir, "", "strip", "--check", "clean.ipynb", "a.ipynb"); r.status != 0 || r.stdout != "" {
		t.Errorf("--check of clean files: %+v", r)
	}
}

func TestStripAsAFilter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.ipynb")
	writeExecuted(t, path, "1", "printed\n")
	r := krigo(t, dir, read(t, path), "strip", "-")
	if r.status != 0 || strings.Contains(r.stdout, "printed") || !strings.Contains(r.stdout, `"outputs": []`) {
		t.Errorf("strip -: %+v", r)
	}
	const conflict = "{\n<<<<<<< HEAD\n=======\n}\n>>>>>>> other\n"
	for _, passes := range []string{"", conflict} {
		if r := krigo(t, dir, passes, "strip", "-"); r.status != 0 || r.stdout != passes {
			t.Errorf("%q does not pass: %+v", passes, r)
		}
	}
	if r := krigo(t, dir, "{", "strip", "-"); r.status != trouble || r.stdout != "" || !strings.Contains(r.stderr, "not JSON") {
		t.Errorf("half a notebook: %+v", r)
	}
	if r := krigo(t, dir, read(t, path), "strip", "--check", "-"); r.status != 1 || r.stdout != "" {
		t.Errorf("strip --check -: %+v", r)
	}
}

// TestNamesOfFilesSteerNoTerminal, nor do they forge lines.
func TestNamesOfFilesSteerNoTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names")
	}
	dir := t.TempDir()
	good, bad := "a\x1b]0;title\a.ipynb", "b\x1b[2J\nforged.ipynb"
	writeExecuted(t, filepath.Join(dir, good), "  1", "printed\n")
	if err := os.WriteFile(filepath.Join(dir, bad), []byte("{\"nbformat\": \"4\x1b\"}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"strip", "--check"}, {"vet"}, {"fmt", "--check"}, {"diff"}, {"convert"}} {
		r := krigo(t, dir, "", append(args, good, bad)...)
		if said := r.stdout + r.stderr; strings.ContainsAny(said, "\x1b\a") {
			t.Errorf("%v: %q", args, said)
		}
	}
}
