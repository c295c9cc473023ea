package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

const shapes = `// Package shapes has shapes.
package shapes

import "io"

// Sides of a square.
const Sides = 4

// A Shape can be written.
type Shape interface {
	io.WriterTo
	Area() float64
}

type Square struct{ Edge float64 }

func (s Square) Area() float64 { return s.Edge * s.Edge }

func New(edge float64) Square { return Square{Edge: edge} }

func half(x float64) float64 { return x / 2 }
`

// typesOf returns the types of a source.
func typesOf(t *testing.T, source string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "shapes.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	p, err := config.Check("shapes", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What a table is made from changes with the exported names, and with nothing
// else.
func TestNames(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	plain := names(typesOf(t, shapes))
	for name, c := range map[string]struct {
		old, new string
		changes  bool
	}{
		"comment":             {"has shapes", "holds shapes", false},
		"body":                {"s.Edge * s.Edge", "2 * s.Edge", false},
		"unexported function": {"func half", "func third", false},
		"field":               {"Edge float64 }", "Edge, Other float64 }", false},
		"function":            {"func half", "func Half", true},
		"constant's value":    {"= 4", "= 5", true},
		"interface's method":  {"Area() float64\n", "Area() float32\n", true},
		"embedded interface":  {"io.WriterTo", "io.ReaderFrom", true},
	} {
		t.Run(name, func(t *testing.T) {
			source := replaceOnce(t, shapes, c.old, c.new)
			if got := names(typesOf(t, source)) != plain; got != c.changes {
				t.Errorf("%q for %q: the names changed: %t, want %t", c.new, c.old, got, c.changes)
			}
		})
	}
}

func replaceOnce(t *testing.T, s, old, new string) string {
	t.Helper()
	for i := range len(s) - len(old) + 1 {
		if s[i:i+len(old)] == old {
			return s[:i] + new + s[i+len(old):]
		}
	}
	t.Fatalf("no %q in the source", old)
	return ""
}

// The generator's own comments and the module's path make nothing stale; its code does.
func TestGeneratorHash(t *testing.T) {
	hashOf := func(source string) string {
		dir := t.TempDir()
		for _, file := range writers {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(source), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		h, err := generatorHash(dir)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	plain := hashOf(shapes)
	if hashOf(replaceOnce(t, shapes, "has shapes", "holds shapes")) != plain {
		t.Error("a comment changes the hash")
	}
	if hashOf(replaceOnce(t, shapes, `"io"`, `"`+modulePath+`io"`)) != plain {
		t.Error("the path of the module changes the hash")
	}
	if hashOf(replaceOnce(t, shapes, "= 4", "= 5")) == plain {
		t.Error("code does not change the hash")
	}
}

func TestManifestIsReadAsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	if m, err := readManifest(); err != nil || len(m) != 0 {
		t.Errorf("where there is none: %v, %v", m, err)
	}
	want := manifest{"go": "1.26.0", "krigo/gplib": "0123456789abcdef"}
	if err := want.write(); err != nil {
		t.Fatal(err)
	}
	got, err := readManifest()
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
