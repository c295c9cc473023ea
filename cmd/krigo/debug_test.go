package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDebugPrintsEachFormOfACell(t *testing.T) {
	dir := t.TempDir()
	const source = "// %%\nfunc half(x float64) float64 { return x / 2 }\n// %%\n%time half(3)\n// %%\nfmt.Println(half(3))\n"
	if err := os.WriteFile(filepath.Join(dir, "half.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	r := krigo(t, dir, "", "debug", "half.go")
	if r.status != 0 {
		t.Fatalf("status %d: %s", r.status, r.stderr)
	}
	rest := r.stdout
	for _, want := range []string{"=== cell 1: composed\npackage main", "=== cell 1: machine", "DivFloat", "=== cell 3: composed", "=== cell 3: emitted", "q.X"} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q, or not in its place, in\n%s", want, r.stdout)
		}
		rest = after
	}
}

func TestDebugEndsAtACellThatDoesNotCompile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.go"), []byte("// %%\nx := 1\n_ = x\n// %%\ny + 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := krigo(t, dir, "", "debug", "bad.go")
	if r.status != 1 || !strings.Contains(r.stdout, "cell 1") || strings.Contains(r.stdout, "cell 2") || !strings.Contains(r.stderr, "undefined: y") {
		t.Errorf("status %d, stdout %s, stderr %s", r.status, r.stdout, r.stderr)
	}
}
