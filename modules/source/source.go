// Package source reads packages of modules for an interpreter that has no compiler, no assembler and no
// linker: it selects their files by build constraints, gives variables of go:embed their values, and
// names what only a compiled program can have.
package source

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Package is the source of a package.
type Package struct {
	Path, Name string
	// Language is the Go version that its module names, as go/types wants it. A file may raise or lower it
	// by a build constraint.
	Language string
	Files    []File
	Imports  []string // sorted
	// NeedC are the names of files that are left out, as by a compiler without cgo, since they need C.
	NeedC []string
	// Refused are functions and variables that the interpreter cannot have, by name; "T.M" is a method.
	// A program that uses none of them can use the package.
	Refused map[string]*Refusal
}

// File is a file of Go.
type File struct {
	Name string // its path
	Text string // with the values of go:embed; lines are those of the file
}

// Refusal is the error for what only a compiled program can have.
type Refusal struct {
	Package string
	Name    string // a function or a variable; "" for the whole package
	Reason  string
}

func (r *Refusal) Error() string {
	what := "package " + r.Package
	if r.Name != "" {
		what = r.Package + "." + r.Name
	}
	text := what + " cannot be interpreted: it " + r.Reason
	if other := alternatives[r.Package]; other != "" {
		text += "; use " + other
	}
	return text
}

// alternatives are packages that can be used instead of others that cannot be interpreted.
var alternatives = map[string]string{
	"github.com/json-iterator/go":   "encoding/json",
	"github.com/bytedance/sonic":    "encoding/json",
	"github.com/goccy/go-json":      "encoding/json",
	"github.com/modern-go/reflect2": "reflect",
	"github.com/DataDog/zstd":       "github.com/klauspost/compress/zstd",
	"github.com/valyala/gozstd":     "github.com/klauspost/compress/zstd",
}

// tags are satisfied build tags by which packages leave out assembly and unsafe code.
var tags = []string{"purego", "noasm", "appengine", "safe", "nounsafe", "osusergo", "netgo"}

// noArchitecture is a GOARCH that nobody has written assembly for.
const noArchitecture = "krigo"

// partial are packages that krigo does not have, or only a part of.
var partial = []string{"golang.org/x/sys/unix", "plugin", "syscall"}

// features reports what the processor has for functions in assembly. Krigo reads it as for web pages, which have none
// of it, without the file that asks the runtime.
const (
	features     = "golang.org/x/sys/cpu"
	ofTheRuntime = "runtime_auxv_go121.go"
)

// Read reads the package at an import path from a folder. language is the Go version of its module. The
// error for a package that cannot be interpreted at all is a [Refusal].
func Read(path, dir, language string) (*Package, error) {
	if path == features {
		return read(path, dir, language, target{"js", "wasm"})
	}
	p, err := read(path, dir, language, here)
	if err != nil || p.obstacles() == 0 {
		return p, err
	}
	// Packages with assembly, or with calls of the system, have Go for the architectures without it.
	plain, err := read(path, dir, language, target{runtime.GOOS, noArchitecture})
	if err == nil && plain.obstacles() < p.obstacles() {
		return plain, nil
	}
	return p, nil
}

// obstacles counts what of the package cannot be interpreted, or may not be.
func (p *Package) obstacles() int {
	n := len(p.Refused)
	for _, path := range p.Imports {
		if slices.Contains(partial, path) {
			n++
		}
	}
	return n
}

// target is a system and an architecture, as build constraints name them.
type target struct{ system, arch string }

var here = target{runtime.GOOS, runtime.GOARCH}

// context returns the build constraints that hold for a target.
func context(t target) *build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags = t.system, t.arch, false, tags
	c.Compiler = "krigo" // the tag gc means that there is an assembler
	return &c
}

// Importable reports whether a folder has Go files of a package for this system that others can import.
func Importable(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	constraints := context(here)
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := constraints.MatchFile(dir, name); err == nil && match {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.PackageClauseOnly)
			return err == nil && f.Name.Name != "main"
		}
	}
	return false
}

// reader reads one package.
type reader struct {
	*Package
	dir     string
	imports map[string]bool
}

func read(path, dir, language string, t target) (*Package, error) {
	r := &reader{Package: &Package{Path: path, Language: language, Refused: map[string]*Refusal{}}, dir: dir, imports: map[string]bool{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	constraints := context(t)
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || path == features && name == ofTheRuntime || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		match, err := constraints.MatchFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("package %s: %w", path, err)
		}
		if match {
			if err := r.file(name); err != nil {
				return nil, fmt.Errorf("package %s: %w", path, err)
			}
		}
	}
	switch {
	case len(r.Files) > 0:
	case len(r.NeedC) > 0:
		return nil, &Refusal{Package: path, Reason: "needs C (" + strings.Join(r.NeedC, ", ") + ")"}
	default:
		return nil, fmt.Errorf("package %s has no files for %s/%s", path, runtime.GOOS, runtime.GOARCH)
	}
	r.Imports = slices.Sorted(maps.Keys(r.imports))
	return r.Package, nil
}

// file reads a file that build constraints have selected. Like a compiler without cgo, it leaves out files
// that import "C".
func (r *reader) file(name string) error {
	place := filepath.Join(r.dir, name)
	text, err := os.ReadFile(place)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, place, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	var paths []string
	imports := map[string]string{} // paths by the names that the file gives them, the last of each name
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if path == "C" {
			r.NeedC = append(r.NeedC, name)
			return nil
		}
		paths = append(paths, path)
		imports[importName(spec, path)] = path
	}
	if r.Name != "" && r.Name != f.Name.Name {
		return fmt.Errorf("its files are of two packages, %s and %s", r.Name, f.Name.Name)
	}
	r.Name = f.Name.Name
	for _, path := range paths {
		r.imports[path] = true
	}
	r.refuse(f)
	edited, err := r.embed(fset, f, text, imports, slices.Contains(paths, "embed"))
	if err != nil {
		return err
	}
	r.Files = append(r.Files, File{place, edited})
	return nil
}

// importName returns the name of an import, or the last element of its path.
func importName(spec *ast.ImportSpec, path string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// refuse notes functions without bodies, and variables that are those of other packages.
func (r *reader) refuse(f *ast.File) {
	linked := linknames(f)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				continue
			}
			name := funcName(d)
			if to := linked[name]; to != "" {
				r.refused(name, "is linked to "+to)
			} else {
				r.refused(name, "is written in assembly")
			}
		case *ast.GenDecl:
			for _, name := range variables(d) {
				if to := linked[name]; to != "" {
					r.refused(name, "is linked to "+to)
				}
			}
		}
	}
}

func (r *reader) refused(name, reason string) {
	r.Refused[name] = &Refusal{r.Path, name, reason}
}

// linknames returns the symbols that go:linkname gives to names of a file.
func linknames(f *ast.File) map[string]string {
	all := map[string]string{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" {
				all[words[1]] = words[2]
			}
		}
	}
	return all
}

// funcName returns "F", or "T.M" for a method.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// variables returns the names that a declaration of variables declares.
func variables(d *ast.GenDecl) []string {
	if d.Tok != token.VAR {
		return nil
	}
	var names []string
	for _, s := range d.Specs {
		for _, n := range s.(*ast.ValueSpec).Names {
			names = append(names, n.Name)
		}
	}
	return names
}
