package source_test

import (
	"errors"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"krigo/modules/source"
)

// folder writes the files of an archive.
func folder(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, archive string) *source.Package {
	t.Helper()
	p, err := source.Read("example.com/p", folder(t, archive), "go1.21")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func names(p *source.Package) []string {
	var all []string
	for _, f := range p.Files {
		all = append(all, filepath.Base(f.Name))
	}
	return all
}

// The files are those of a program without cgo, assembly and unsafe code, where a package offers that.
func TestBuildConstraints(t *testing.T) {
	p := read(t, strings.ReplaceAll(`
-- a.go --
package p
import "fmt"
-- b_GOOS.go --
package p
-- b_plan9.go --
package p
-- c_cgo.go --
//go:build cgo
package p
-- d_asm.go --
//go:build gc && !purego
package p
-- d_go.go --
//go:build !gc || purego
package p
import "math/bits"
-- e_unsafe.go --
//go:build !safe && !appengine
package p
-- f_c.go --
package p
import "C"
-- new.go --
//go:build go1.18
package p
-- future.go --
//go:build go1.999
package p
-- script.go --
//go:build ignore
package main
-- a_test.go --
package p
import "testing"
-- _hidden.go --
package q
-- sub/sub.go --
package sub
`, "GOOS", runtime.GOOS))
	if want := []string{"a.go", "b_" + runtime.GOOS + ".go", "d_go.go", "new.go"}; !slices.Equal(names(p), want) {
		t.Errorf("files %q, want %q", names(p), want)
	}
	if want := []string{"fmt", "math/bits"}; !slices.Equal(p.Imports, want) || p.Name != "p" || p.Language != "go1.21" {
		t.Errorf("package %+v, want imports %q", p, want)
	}
}

// Where a function is in assembly, the package is read for an architecture without it.
func TestAssemblyHasGoInstead(t *testing.T) {
	p := read(t, strings.ReplaceAll(`
-- p.go --
package p
-- sum_ARCH.go --
package p
func sum(x []int) int
-- sum_ARCH.s --
TEXT sum
-- sum_generic.go --
//go:build !ARCH
package p
func sum(x []int) (s int) { return len(x) }
`, "ARCH", runtime.GOARCH))
	if want := []string{"p.go", "sum_generic.go"}; !slices.Equal(names(p), want) || len(p.Refused) > 0 {
		t.Errorf("files %q, want %q; refused %v", names(p), want, p.Refused)
	}
}

// A package that calls the system on some architectures only is read as on the others.
func TestSystemHasGoInstead(t *testing.T) {
	p := read(t, strings.ReplaceAll(`
-- int_other.go --
//go:build !ARCH
package p
-- int_system.go --
//go:build ARCH
package p
import "golang.org/x/sys/unix"
var _ = unix.Mmap
`, "ARCH", runtime.GOARCH))
	if want := []string{"int_other.go"}; !slices.Equal(names(p), want) || len(p.Imports) > 0 {
		t.Errorf("files %q, want %q; imports %v", names(p), want, p.Imports)
	}
}

// The package that reports what a processor has for assembly reports nothing, and needs nothing of the runtime.
func TestFeaturesOfProcessors(t *testing.T) {
	const path = "golang.org/x/sys/cpu"
	original, err := build.Import(path, ".", build.FindOnly)
	if err != nil {
		t.Skip(err)
	}
	p, err := source.Read(path, original.Dir, "go1.25")
	if err != nil || len(p.Refused) > 0 {
		t.Fatal(err, p.Refused)
	}
	fset := token.NewFileSet()
	files, err := p.Parse(fset)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := p.Check(fset, files, importer.ForCompiler(fset, "source", nil), info)
	if err != nil {
		t.Fatal(err)
	}
	if pkg.Scope().Lookup("X86") == nil {
		t.Error("X86 is not declared")
	}
}

func TestWhatOnlyACompiledProgramHas(t *testing.T) {
	p := read(t, `
-- p.go --
package p

import _ "unsafe"

func asm(x int) int

type T[P any] struct{}

func (t *T[P]) method()

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname pushed example.com/other.pushed
func pushed() {}

//go:linkname table runtime.table
var table []int

var plain int
`)
	want := map[string]string{"asm": "is written in assembly", "T.method": "is written in assembly",
		"nanotime": "is linked to runtime.nanotime", "table": "is linked to runtime.table"}
	got := map[string]string{}
	for name, r := range p.Refused {
		got[name] = r.Reason
	}
	if !maps.Equal(got, want) {
		t.Errorf("refused %q, want %q", got, want)
	}
	if text := p.Refused["asm"].Error(); text != "example.com/p.asm cannot be interpreted: it is written in assembly" {
		t.Error(text)
	}
	dir := folder(t, "-- a.go --\npackage zstd\nimport \"C\"\n")
	_, err := source.Read("github.com/DataDog/zstd", dir, "go1.21")
	if refusal := (*source.Refusal)(nil); !errors.As(err, &refusal) || !strings.Contains(err.Error(), "needs C (a.go); use github.com/klauspost/compress/zstd") {
		t.Errorf("a package of C: %v", err)
	}
}

func TestFaults(t *testing.T) {
	for archive, want := range map[string]string{
		"-- a.go --\npackage a\n-- b.go --\npackage b\n":                                   "two packages, a and b",
		"-- a.go --\npackage\n":                                                            "a.go:1:9: expected 'IDENT'",
		"-- a_test.go --\npackage a\n":                                                     "has no files",
		"-- a.go --\npackage a\n//go:embed x\nvar X string\n":                              `needs an import of "embed"`,
		"-- a.go --\npackage a\nimport _ \"embed\"\n//go:embed x\nvar X string\n":          "go:embed x: no files match",
		"-- a.go --\npackage a\nimport _ \"embed\"\n//go:embed ../x\nvar X string\n":       `invalid pattern "../x"`,
		"-- a.go --\npackage a\nimport _ \"embed\"\n//go:embed *.go\nvar X int = 1\n":      "without a value",
		"-- a.go --\npackage a\nimport _ \"embed\"\n//go:embed *.go\nvar X [1]byte\n":      "of this type",
		"-- a.go --\npackage a\nimport _ \"embed\"\n//go:embed *\nvar X string\n-- b --\n": "2 files for X",
	} {
		_, err := source.Read("example.com/p", folder(t, archive), "go1.21")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", archive, err, want)
		}
	}
}

// embedding is a program that prints what it embeds.
const embedding = `
-- go.mod --
module example.com/p

go 1.21
-- main.go --
package main

import (
	emb "embed"
	"fmt"
	"io/fs"
)

//go:embed hello.txt
var text string

//go:embed "two words.txt"
var raw []byte

type name string

//go:embed hello.txt
var named name

var (
	//go:embed data all:hidden/_x
	//go:embed *.txt
	files emb.FS
	none emb.FS
)

func main() {
	fmt.Printf("%q %q %q %v\n", text, raw, named, none == emb.FS{})
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			fmt.Println(name, err)
			return err
		}
		data, err := files.ReadFile(name)
		info, _ := d.Info()
		fmt.Println(name, len(data), info.Mode(), info.ModTime().IsZero(), err)
		return nil
	})
	fmt.Println(err)
	_, err = files.ReadFile("data")
	fmt.Println(err)
	_, err = files.Open("absent")
	fmt.Println(err)
	entries, err := none.ReadDir(".")
	fmt.Println(len(entries), err)
}
-- hello.txt --
hello, "world"
-- two words.txt --
two
-- data/a/b.json --
{}
-- data/.hidden --
-- data/_x/y --
-- data/nested/go.mod --
module nested
-- data/nested/n.txt --
-- hidden/_x/.z --
z
`

// TestEmbed compares a program with the values of go:embed in its text, and krigo's package embed, with
// the compiled program.
func TestEmbed(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := folder(t, embedding)
	want := output(t, dir)
	p, err := source.Read("example.com/p", dir, "go1.21")
	if err != nil {
		t.Fatal(err)
	}
	own, ok := source.Own("embed")
	if !ok {
		t.Fatal("there is no source of package embed")
	}
	other := folder(t, "-- go.mod --\nmodule example.com/p\n\ngo 1.21\n-- embed/embed.go --\n"+own.Files[0].Text+
		"-- main.go --\n"+strings.NewReplacer(`emb "embed"`, `emb "example.com/p/embed"`, "//go:embed", "//").Replace(p.Files[0].Text))
	if got := output(t, other); got != want {
		t.Errorf("output:\n%s\nwant:\n%s", got, want)
	}
}

func output(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go run: %v: %s", err, out)
	}
	return string(out)
}

// krigo's package embed declares what that of the standard library declares.
func TestOwnPackagesDeclareWhatTheOriginalsDo(t *testing.T) {
	original, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("embed")
	if err != nil {
		t.Skip(err)
	}
	own, _ := source.Own("embed")
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, own.Files[0].Name, own.Files[0].Text, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	made, err := config.Check("embed", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	methods := func(p *types.Package) (all []string) {
		for m := range types.NewMethodSet(p.Scope().Lookup("FS").Type()).Methods() {
			if m.Obj().Exported() {
				all = append(all, types.ObjectString(m.Obj(), nil))
			}
		}
		return all
	}
	if got, want := methods(made), methods(original); !slices.Equal(got, want) {
		t.Errorf("methods %q, want %q", got, want)
	}
}

// What krigo's packages about terminals and the system declare, the originals declare, too.
func TestOwnPackagesOfTheSystemAreParts(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("package unix differs")
	}
	for _, path := range []string{"golang.org/x/term", "golang.org/x/sys/unix", "syscall"} {
		original, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import(path)
		if err != nil {
			t.Skip(err)
		}
		own, _ := source.Own(path)
		fset := token.NewFileSet()
		files, err := own.Parse(fset)
		if err != nil {
			t.Fatal(err)
		}
		made, err := own.Check(fset, files, importer.ForCompiler(fset, "source", nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range made.Scope().Names() {
			o, is := made.Scope().Lookup(name), original.Scope().Lookup(name)
			f, ok := o.(*types.Func)
			c, constant := o.(*types.Const)
			switch {
			case !o.Exported() || strings.HasPrefix(name, "TIOCGETA") || strings.HasPrefix(name, "TIOCSETA"): // other systems'
			case is == nil:
				t.Errorf("%s has no %s", path, name)
			case constant && c.Val().ExactString() != is.(*types.Const).Val().ExactString():
				t.Errorf("%s.%s is %s, want %s", path, name, c.Val(), is.(*types.Const).Val())
			case ok && bare(f) != bare(is.(*types.Func)):
				t.Errorf("%s.%s is %s, want %s", path, name, bare(f), bare(is.(*types.Func)))
			}
		}
	}
}

// bare returns the types of a function's parameters and results.
func bare(f *types.Func) (text string) {
	for _, tuple := range []*types.Tuple{f.Signature().Params(), f.Signature().Results()} {
		text += "("
		for v := range tuple.Variables() {
			text += types.TypeString(v.Type(), (*types.Package).Name) + ","
		}
		text += ")"
	}
	return text
}
