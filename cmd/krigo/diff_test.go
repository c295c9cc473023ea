package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDiffTellsByItsStatus(t *testing.T) {
	dir := t.TempDir()
	writeExecuted(t, filepath.Join(dir, "a.ipynb"), "x := 1", "took 12 ms\n")
	writeExecuted(t, filepath.Join(dir, "b.ipynb"), "x := 1", "took 13 ms\n")
	writeExecuted(t, filepath.Join(dir, "c.ipynb"), "x := 2", "took 12 ms\n")
	write(t, dir, "a.go", "x := 1\n")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"a.ipynb", "a.ipynb"}, 0, ""},
		{[]string{"a.ipynb", "b.ipynb"}, 1, "-took 12 ms\n+took 13 ms\n"},
		{[]string{"a.ipynb", "b.ipynb", "--sources"}, 0, ""},
		{[]string{"a.ipynb", "b.ipynb", "--ignore", "[0-9]+ ms"}, 0, ""},
		{[]string{"a.ipynb", "b.ipynb", "--tolerance", "0.1"}, 0, ""},
		{[]string{"a.ipynb", "c.ipynb"}, 1, "-x := 1\n+x := 2\n"},
		{[]string{"a.ipynb", "c.ipynb", "--color", "always"}, 1, "\x1b[31m"},
		{[]string{"a.ipynb", "/dev/null"}, 1, "cell 1 (code) removed"},
		{[]string{"-", "c.ipynb"}, 1, "--- -\n+++ c.ipynb\n"},
		{[]string{"a.ipynb", "a.go"}, 2, "diff: a.go: not JSON"},
		{[]string{"a.ipynb", "missing.ipynb"}, 2, "missing.ipynb"},
		{[]string{"-", "-"}, 2, "only one of the files can be standard input"},
		{[]string{"a.ipynb", "b.ipynb", "--tolerance", "-1"}, 2, "--tolerance -1"},
		{[]string{"a.ipynb", "b.ipynb", "--ignore", "("}, 2, "--ignore"},
		{[]string{"a.ipynb", "b.ipynb", "--color", "blue"}, 2, "--color blue"},
	} {
		r := krigo(t, dir, read(t, filepath.Join(dir, "a.ipynb")), append([]string{"diff"}, c.args...)...)
		if r.status != c.status || !strings.Contains(r.stdout+r.stderr, c.want) {
			t.Errorf("%v: %+v, want status %d and %q", c.args, r, c.status, c.want)
		}
	}
	if r := krigo(t, dir, "", "diff", "a.ipynb"); r.status == 0 || !strings.Contains(r.stderr, "want two notebooks, got 1") {
		t.Errorf("one notebook: %+v", r)
	}
}
