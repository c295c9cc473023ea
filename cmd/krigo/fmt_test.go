package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// read is a file's content.
func TestFmtChangesTheSourcesOfANotebookOnly(t *testing.T) {
	dir := t.TempDir()
	const before = `{"nbformat":4,"nbformat_minor":5,"metadata":{"x":1.50},
  "cells":[{"id":"a","cell_type":"code","metadata":{},"source":["x:=1\n","x"],"execution_count":3,
    "outputs":[{"output_type":"stream","name":"stdout","text":"x:=1"}]},
  {"id":"b","cell_type":"markdown","metadata":{},"source":"x:=1"},
  {"id":"c","cell_type":"code","metadata":{},"source":"y := 2","execution_count":null,"outputs":[]}]}`
	write(t, dir, "a.ipynb", before)
	if r := krigo(t, dir, "", "fmt", "a.ipynb"); r.status != 0 || r.stdout != "a.ipynb\n" || r.stderr != "" {
		t.Errorf("%+v", r)
	}
	if got, want := read(t, dir, "a.ipynb"), strings.Replace(before, `"x:=1\n","x"`, `"x := 1\n", "x"`, 1); got != want {
		t.Errorf("the notebook is\n%s\nwant\n%s", got, want)
	}
	if r := krigo(t, dir, "", "fmt", "a.ipynb"); r.status != 0 || r.stdout != "" {
		t.Errorf("again: %+v", r)
	}
}

func TestFmtTellsFaultsAndGoesOn(t *testing.T) {
	dir := t.TempDir()
	writeTagged(t, filepath.Join(dir, "a.ipynb"), "===\nx:=1\n=== skip-execution\nno go\n===\ny := }\n=== raises-exception\nz := )\n===\nz:=3\n")
	write(t, dir, "b.go", "x:=1\n// %%\n\ny := }\n// %%\nz:=3\n")
	r := krigo(t, dir, "", "fmt")
	want := "a.ipynb:cell 2:1:6: expected operand, found '}'\nb.go:4:6: expected operand, found '}'\n"
	if r.status != 1 || r.stdout != "a.ipynb\nb.go\n" || r.stderr != want {
		t.Errorf("%+v, want the faults\n%s", r, want)
	}
	if got := read(t, dir, "b.go"); got != "x := 1\n// %%\n\ny := }\n// %%\nz := 3\n" {
		t.Errorf("the script is\n%s", got)
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "a.ipynb"))
	if err != nil || nb.Cells[0].Source != "x := 1" || nb.Cells[1].Source != "no go" || nb.Cells[4].Source != "z := 3" {
		t.Errorf("the cells are %v (%v)", nb.Cells, err)
	}
}

func TestFmtOfFoldersPassesOverWhatIsNotTheUsers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"a.go", "sub/b.go", ".ipynb_checkpoints/c.go", "_d/d.go", "vendor/e.go", "testdata/f.go", ".g.go", "h.txt",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, dir, name, "package  main\n")
	}
	write(t, dir, "python.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{"kernelspec":{"name":"python3","language":"python"}},"cells":[]}`)
	if r := krigo(t, dir, "", "fmt", "--check"); r.status != 1 || r.stdout != "a.go\nsub/b.go\n" || r.stderr != "" {
		t.Errorf("--check: %+v", r)
	}
	if read(t, dir, "a.go") != "package  main\n" {
		t.Error("--check has written")
	}
	r := krigo(t, dir, "", "fmt", "--diff", "sub")
	want := "diff sub/b.go.orig sub/b.go\n--- sub/b.go.orig\n+++ sub/b.go\n@@ -1,1 +1,1 @@\n-package  main\n+package main\n"
	if r.status != 1 || r.stdout != want || read(t, dir, "sub/b.go") != "package  main\n" {
		t.Errorf("--diff: %+v", r)
	}
	if r := krigo(t, dir, "", "fmt", ".", "testdata/f.go"); r.status != 0 || r.stdout != "a.go\nsub/b.go\ntestdata/f.go\n" {
		t.Errorf("%+v", r)
	}
	if r := krigo(t, dir, "", "fmt", "--check"); r.status != 0 || r.stdout != "" {
		t.Errorf("--check, of what is formatted: %+v", r)
	}
}

func TestFmtOfTheStandardInput(t *testing.T) {
	dir := t.TempDir()
	if r := krigo(t, dir, "x:=1\n// %%\nx\n", "fmt", "-"); r.status != 0 || r.stdout != "x := 1\n// %%\nx\n" {
		t.Errorf("a script: %+v", r)
	}
	if r := krigo(t, dir, "x := (\n", "fmt", "-"); r.status != 1 || r.stdout != "x := (\n" || !strings.HasPrefix(r.stderr, "<standard input>:1:") {
		t.Errorf("a fault: %+v", r)
	}
	if r := krigo(t, dir, "x:=1\n", "fmt", "--check", "-"); r.status != 1 || r.stdout != "<standard input>\n" {
		t.Errorf("--check: %+v", r)
	}
	nb := nbformat.New()
	nb.Add(nbformat.Code, "x:=1")
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := string(bytes.Replace(raw, []byte("x:=1"), []byte("x := 1"), 1))
	if r := krigo(t, dir, string(raw), "fmt", "-"); r.status != 0 || r.stdout != want {
		t.Errorf("a notebook: %+v\nwant\n%s", r, want)
	}
}

func TestFmtAndVetRefuseWhatTheyCannotRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.txt", "")
	write(t, dir, "broken.ipynb", "{")
	write(t, dir, "lib.go", "package lib\n")
	write(t, dir, "python.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{"kernelspec":{"name":"python3","language":"python"}},"cells":[]}`)
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"fmt", "none.go"}, 2, "none.go"},
		{[]string{"fmt", "a.txt"}, 2, "a.txt: want a notebook (.ipynb), a Go file (.go) or a folder"},
		{[]string{"fmt", "-", "lib.go"}, 2, "- stands for standard input and must be the only argument"},
		{[]string{"fmt", "--chek"}, 2, "--check"},
		{[]string{"fmt", "broken.ipynb"}, 1, "broken.ipynb: not JSON"},
		{[]string{"fmt", "python.ipynb"}, 1, "python.ipynb: the notebook is for python"},
		{[]string{"vet", "none.ipynb"}, 2, "none.ipynb"},
		{[]string{"vet", "a.txt"}, 2, "a.txt: want"},
		{[]string{"vet", "-"}, 2, "standard input is not read"},
		{[]string{"vet", "broken.ipynb"}, 1, "broken.ipynb: not JSON"},
		{[]string{"vet", "lib.go"}, 1, "lib.go: package lib is not a program"},
		{[]string{"vet", "python.ipynb"}, 1, "python.ipynb: the notebook is for python"},
	} {
		if r := krigo(t, dir, "", c.args...); r.status != c.status || !strings.Contains(r.stderr, c.want) || r.stdout != "" {
			t.Errorf("%q: %+v, want status %d and %q", c.args, r, c.status, c.want)
		}
	}
}
