package main

import (
	"os"
	"path/filepath"
	"slices"
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

func TestDebugSaysWhatRunsAFunctionAndWhy(t *testing.T) {
	dir := t.TempDir()
	const source = `package main

func next(x float64) float64 { return x + 1 }

func count(words []string) map[string]int {
	n := map[string]int{}
	for _, w := range words {
		n[w]++
	}
	return n
}

func safe(x float64) (y float64) {
	go next(x)
	return next(x)
}

func twice(x float64) float64 {
	return 2 * next(x)
}

func main() { println(safe(1), twice(1), len(count(nil))) }
`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	r := krigo(t, dir, "", "debug", "p.go")
	if r.status != 0 {
		t.Fatalf("status %d: %s", r.status, r.stderr)
	}
	var lines []string // without the spaces of columns
	for line := range strings.Lines(r.stdout) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	for _, want := range []string{
		"p.go:13: safe: emitted N4_safe",
		"p.go:14: it starts a goroutine",
		"p.go:18: twice: machine N5_twice",
		"func([]string) map[string]int",
		"11 MapSet map[string]int(p1)[(p3, r4)] = r6",
		"0 AddFloatK r1 = r0 + 1 // N2_next 3: func next(x float64) float64 { return x + 1 }",
		"1 MulFloatK r0 = r1 * 2 // 19: return 2 * next(x)",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
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
