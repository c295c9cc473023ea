package interp_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
	"krigo/interp/imports"
	"krigo/interp/symbols"
	"krigo/modules"
	"krigo/modules/modulestest"
)

// world returns what cells can import that get modules from a proxy, whose content an archive has.
func world(t *testing.T, archive string, o imports.Options) *imports.World {
	t.Helper()
	config := modules.Config{Proxy: modulestest.URL(modulestest.Folder(t, archive)), SumDB: "off", Cache: t.TempDir()}
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Client = func(context.Context) (*modules.Client, error) { return modules.NewClient(config) }
	return imports.New(symbols.NewWorld(), o)
}

// withModules starts a session with a world.
func withModules(t *testing.T, w *imports.World) *interp.Session {
	t.Helper()
	o := options(t)
	o.Symbols = w
	return start(t, o)
}

// failure evaluates a cell that must fail and returns the error with its hints.
func failure(t *testing.T, s *interp.Session, source string) string {
	t.Helper()
	_, err := s.Eval(testwait.Context(t, "the end of "+source), cell.Cell{Label: "cell 1", Source: source}, newRecord())
	if err == nil {
		t.Fatalf("%s does not fail", source)
	}
	return traceback(err)
}

// shapes is a module whose packages use each other.
const shapes = `
-- example.com/shapes@v1.0.0/go.mod --
module example.com/shapes

go 1.22
-- example.com/shapes@v1.0.0/shapes.go --
package shapes

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"example.com/shapes/internal/unit"
)

//go:embed *.txt
var texts embed.FS

//go:embed hello.txt
var Hello string

var ErrNone = errors.New("none")

var Side = unit.Twice(3)

func init() { unit.Log = append(unit.Log, fmt.Sprint("shapes ", Side)) }

// Log returns what initialisers did, in order.
func Log() string { return strings.Join(unit.Log, ", ") }

// Square is a square with a name.
type Square struct {
	Side float64
	name string
}

func New(side float64, name string) *Square { return &Square{side, name} }

func (s *Square) Grow(by float64) { s.Side += by }

func (s Square) String() string { return fmt.Sprintf("%s of %g", s.name, s.Side) }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) *Stack[T] { s.items = append(s.items, x); return s }

func (s *Stack[T]) Each(f func(T)) {
	for _, x := range s.items {
		f(x)
	}
}

func Map[T, U any](in []T, f func(T) U) (out []U) {
	for _, x := range in {
		out = append(out, f(x))
	}
	return out
}

func Text(name string) (string, error) {
	data, err := texts.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, ErrNone)
	}
	return string(data), nil
}
-- example.com/shapes@v1.0.0/hello.txt --
hello
-- example.com/shapes@v1.0.0/internal/unit/unit.go --
package unit

var Log = []string{"unit"}

var factor = 2

func init() { Log = append(Log, "unit.init") }

func Twice(x int) int { return factor * x }
-- example.com/shapes@v1.0.0/loops/loops.go --
package loops

import "example.com/shapes"

func init() { panic("not today: " + shapes.Hello[:2]) }
`

// The source of a module runs as cells do: variables, initialisers, methods, generic code, go:embed.
func TestModulesRunByTheirSource(t *testing.T) {
	t.Parallel()
	w := world(t, shapes, imports.Options{Allowed: imports.All})
	if _, err := w.Get(t.Context(), nil, "example.com/shapes@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	s := withModules(t, w)
	want(t, s, `import "example.com/shapes"`, "")
	want(t, s, "shapes.Log()", "unit, unit.init, shapes 6")
	want(t, s, `sq := shapes.New(2, "mine"); sq.Grow(1.5); fmt.Sprint(sq, *sq)`, "mine of 3.5 mine of 3.5")
	want(t, s, "type Pair struct { A int; B *shapes.Square }", "")
	want(t, s, "st := shapes.Stack[Pair]{}; n := 0; st.Push(Pair{1, sq}).Push(Pair{2, nil}).Each(func(p Pair) { n += p.A }); n", "3")
	want(t, s, `fmt.Sprintf("%T %v", st, shapes.Map([]int{1, 2}, func(i int) string { return fmt.Sprint(i + 1) }))`, "shapes.Stack[main.Pair] [2 3]")
	want(t, s, `_, err := shapes.Text("no.txt"); fmt.Sprint(err, errors.Is(err, shapes.ErrNone))`, "no.txt: none true")
	want(t, s, `text, _ := shapes.Text("hello.txt"); text + shapes.Hello`, "hello\nhello\n")
	want(t, s, "shapes.Side = 7; shapes.Side", "7")

	got := failure(t, s, "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)")
	if want := "The variables of these packages have their initial values: example.com/shapes/internal/unit, example.com/shapes."; !strings.Contains(got, want) {
		t.Errorf("the end of the worker is reported as\n%s\nwant %q in it", got, want)
	}
	want(t, s, "fmt.Sprint(shapes.Side, shapes.Log())", "6unit, unit.init, shapes 6")
	want(t, s, "shapes.New(1, \"new\")", "new of 1")

	got = failure(t, s, `import _ "example.com/shapes/loops"`)
	if want := "package example.com/shapes/loops cannot be initialised: not today: he"; !strings.Contains(got, want) {
		t.Errorf("an init that panics gives\n%s\nwant %q in it", got, want)
	}
	want(t, s, "shapes.Side", "6")
}

func TestPackagesThatDeclareNextToNothing(t *testing.T) {
	t.Parallel()
	s := withModules(t, imports.New(symbols.NewWorld(), imports.Options{Dir: t.TempDir()}))
	want(t, s, "import (\"structs\"; _ \"time/tzdata\")\ntype header struct { _ structs.HostLayout; size int32 }", "")
	want(t, s, `fmt.Sprintf("%+v %v", header{size: 1}, header{} == header{})`, "{_:{_:{}} size:1} true")
}

// versions are two versions of a module, one that needs the other, and modules that cannot be interpreted.
const versions = `
-- example.com/a@v1.0.0/a.go --
package a

const Version = "one"
-- example.com/a@v1.1.0/a.go --
package a

const Version = "two"
-- example.com/b@v1.0.0/go.mod --
module example.com/b

go 1.22

require example.com/a v1.1.0
-- example.com/b@v1.0.0/b.go --
// Package b tells the version of a.
package b

import "example.com/a"

// A returns the version of a.
func A() string { return a.Version }
-- example.com/c@v1.0.0/c.go --
package c

import "C"
-- example.com/partly@v1.0.0/slow.go --
//go:build !cgo

package partly
-- example.com/partly@v1.0.0/fast.go --
package partly

import "C"
-- example.com/linked@v1.0.0/linked.go --
package linked

import _ "unsafe"

//go:linkname now runtime.nanotime
func now() int64

func Now() int64 { return now() }

func Fine() int { return 3 }
-- example.com/linked@v1.0.0/linked.s --
-- example.com/assembly@v1.0.0/assembly.go --
package assembly

func Sum(x []float64) float64
-- example.com/assembly@v1.0.0/assembly.s --
TEXT
-- example.com/system@v1.0.0/system.go --
package system

import "syscall"

func Kill() error { return syscall.Kill(1, 9) }
-- example.com/process@v1.0.0/process.go --
package process

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

func Pid() int { return syscall.Getpid() }

func Env(name string) (string, bool) { return syscall.Getenv(name) }

func Set(name, value string) error { return syscall.Setenv(name, value) }

var Invalid, Absent = syscall.EINVAL, syscall.ENOENT

func IsFolder(err error) bool { return errors.Is(err, syscall.EISDIR) }

func Notify(c chan os.Signal) { signal.Notify(c, syscall.SIGTERM, syscall.SIGINT) }
-- example.com/broken@v1.0.0/broken.go --
package broken

func F() int { return "text" }
-- github.com/google/uuid@v1.0.0/uuid.go --
package uuid
-- example.com/program@v1.0.0/main.go --
package main

func main() {}
`

func TestGetAddsModules(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, versions, imports.Options{Allowed: imports.All}))
	if got, want := failure(t, s, `import "example.com/a"`), "to add its module, run %get example.com/a in a cell of its own"; !strings.Contains(got, want) {
		t.Errorf("an unknown package gives\n%s\nwant the hint %q", got, want)
	}
	if got := emitted(t, s, "%get"); got != "no modules" {
		t.Errorf("%%get lists %q", got)
	}
	if got, want := emitted(t, s, "%get example.com/a@v1.0.0"), "stdout: example.com/a v1.0.0, 33 B"; got != want {
		t.Errorf("%%get prints %q, want %q", got, want)
	}
	want(t, s, "import \"example.com/a\"\na.Version", "one")
	if got, want := emitted(t, s, "%get"), "module         version\nexample.com/a  v1.0.0"; got != want {
		t.Errorf("%%get lists\n%s\nwant\n%s", got, want)
	}
	for _, source := range []string{"%get example.com/a@v1.1.0", "%get -u", "%get example.com/b"} {
		if got := failure(t, s, source); !strings.Contains(got, "example.com/a@v1.0.0 is in use and cannot become v1.1.0: cells have imported its packages; run %reset before") {
			t.Errorf("%s after an import gives\n%s", source, got)
		}
	}
	emitted(t, s, "%reset")
	if got, want := emitted(t, s, "%get -u"), "stdout: example.com/a v1.1.0 instead of v1.0.0, 33 B"; got != want {
		t.Errorf("%%get -u prints %q, want %q", got, want)
	}
	emitted(t, s, "%get example.com/b")
	want(t, s, "import \"example.com/a\"\nimport \"example.com/b\"\na.Version + b.A()", "twotwo")
	if got := emitted(t, s, "%doc b.A"); !strings.Contains(got, "A returns the version of a.") {
		t.Errorf("%%doc shows %q", got)
	}
	if c := s.Complete(`import "example.com/`, len(`import "example.com/`)); !slices.ContainsFunc(c.Matches, func(m cell.Match) bool { return strings.HasPrefix(m.Text, "example.com/b") }) {
		t.Errorf("import paths complete to %v", c.Matches)
	}
	if got, want := emitted(t, s, "%get github.com/google/uuid@v1.0.0"), "packages of github.com/google/uuid that krigo embeds are those of v1.6.0, not of v1.0.0"; !strings.Contains(got, want) {
		t.Errorf("another version of an embedded package gives %q, want %q in it", got, want)
	}
	for source, want := range map[string]string{
		"%get example.com/none@v1.0.0": "no such file",
		"%get -x":                      `"-x" is not a module`,
		"%get example.com/a@v9.9.9":    "no such file",
	} {
		if got := failure(t, s, source); !strings.Contains(got, want) {
			t.Errorf("%s gives\n%s\nwant %q in it", source, got, want)
		}
	}
}

// What only a compiled program can have is refused by its name, and the rest of its package can be used.
func TestRefusalsOfModulesNameWhatTheyLack(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, versions, imports.Options{Allowed: imports.All}))
	for _, c := range []struct{ module, source, want string }{
		{"c", `import "example.com/c"`, "package example.com/c cannot be interpreted: it needs C (c.go)"},
		{"linked", "import \"example.com/linked\"\nlinked.Now()", "example.com/linked.now cannot be interpreted: it is linked to runtime.nanotime"},
		{"assembly", "import \"example.com/assembly\"\nassembly.Sum(nil)", "example.com/assembly.Sum cannot be interpreted: it is written in assembly"},
		{"system", `import "example.com/system"`, "package example.com/system cannot be interpreted: it uses syscall.Kill"},
		{"broken", `import "example.com/broken"`, "the source of package example.com/broken"},
		{"program", `import "example.com/program"`, "package example.com/program is a program, which cannot be imported"},
	} {
		emitted(t, s, "%get example.com/"+c.module)
		if got := failure(t, s, c.source); !strings.Contains(got, c.want) {
			t.Errorf("%s gives\n%s\nwant %q in it", c.source, got, c.want)
		}
	}
	want(t, s, "import \"example.com/linked\"\nlinked.Fine()", "3")
	emitted(t, s, "%get example.com/process")
	want(t, s, "import (\n\"reflect\"\n\"example.com/process\"\n)", "")
	want(t, s, "fmt.Sprint(process.Pid() == os.Getpid(), process.Set(\"KRIGO_A\", \"b\"), os.Getenv(\"KRIGO_A\"))", "true <nil>b")
	want(t, s, "_, ok := process.Env(\"KRIGO_B\"); ok", "false")
	want(t, s, "fmt.Sprint(process.Set(\"\", \"b\"), reflect.TypeOf(process.Set(\"\", \"b\")))", "invalid argument syscall.Errno")
	want(t, s, "fmt.Sprint(process.Set(\"\", \"b\") == process.Invalid, process.Invalid)", "true invalid argument")
	want(t, s, "_, err := os.Stat(\"/none/such\"); fmt.Sprint(errors.Is(err, process.Absent), errors.Is(process.Absent, fs.ErrNotExist))", "true true")
	want(t, s, "_, err = os.ReadFile(\"/\"); fmt.Sprint(process.IsFolder(err), errors.Is(err, process.Absent))", "true false")
	want(t, s, "fmt.Sprintf(\"%T %d %v\", process.Invalid, process.Absent, process.Absent)", "syscall.Errno 2 no such file or directory")
	if got, want := emitted(t, s, "%get example.com/partly"), "note: files that need C are left out, as without cgo: example.com/partly/fast.go"; !strings.Contains(got, want) {
		t.Errorf("%%get of a package with C prints %q, want %q in it", got, want)
	}
	want(t, s, `1 + 1`, "2")
}

// Without a user, a session uses what go.sum lists, and nothing else.
func TestModulesOfAFolderAreThoseOfItsGoSum(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	modulestest.Put(t, filepath.Join(dir, "go.mod"), []byte("module example.com/work\n\ngo 1.22\n\nrequire example.com/b v1.0.0\n"))
	modulestest.Put(t, filepath.Join(dir, "local", "local.go"), []byte("package local\n\nconst Here = \"here\"\n"))
	use := "import \"example.com/b\"\nb.A()"

	s := withModules(t, world(t, versions, imports.Options{Dir: dir}))
	if got := failure(t, s, use); !strings.Contains(got, "go.sum does not list it") {
		t.Errorf("an unlisted module gives\n%s", got)
	}
	if got := failure(t, s, "%get example.com/b"); !strings.Contains(got, "this session uses only modules that the go.sum file next to the notebook or script, or the notebook's metadata, list") {
		t.Errorf("%%get without a user gives\n%s", got)
	}
	want(t, s, "import \"example.com/work/local\"\nlocal.Here", "here")

	s = withModules(t, world(t, versions, imports.Options{Dir: dir, Allowed: imports.All}))
	emitted(t, s, "%get example.com/b@v1.0.0")
	want(t, s, use, "two")
	for _, line := range []string{"example.com/a v1.1.0 h1:", "example.com/b v1.0.0 h1:", "example.com/a v1.1.0/go.mod h1:"} {
		if !strings.Contains(file("go.sum"), line) {
			t.Errorf("go.sum has no line %q:\n%s", line, file("go.sum"))
		}
	}
	if !strings.Contains(file("go.mod"), "example.com/a v1.1.0 // indirect") {
		t.Errorf("go.mod is\n%s", file("go.mod"))
	}

	s = withModules(t, world(t, versions, imports.Options{Dir: dir}))
	want(t, s, use, "two")

	modulestest.Put(t, filepath.Join(dir, "go.sum"), []byte(strings.ReplaceAll(file("go.sum"), "example.com/b v1.0.0 h1:", "example.com/b v1.0.0 h1:x")))
	s = withModules(t, world(t, versions, imports.Options{Dir: dir, Allowed: imports.All}))
	if got := failure(t, s, use); !strings.Contains(got, "SECURITY") {
		t.Errorf("a wrong sum gives\n%s", got)
	}
}

// layers is a module whose packages define types by types of each other.
const layers = `
-- example.com/layers@v1.0.0/go.mod --
module example.com/layers

go 1.22
-- example.com/layers@v1.0.0/base/base.go --
package base

import "reflect"

type inner struct{ n int }

type Base struct {
	Name string
	data map[string]int
	inner
}

func New(name string) Base { return Base{name, map[string]int{name: 1}, inner{2}} }

// As converts a Base to the type of v.
func As(b Base, v any) any {
	return reflect.ValueOf(b).Convert(reflect.TypeOf(v)).Interface()
}

func Sum(v any) int {
	b := reflect.ValueOf(v).Convert(reflect.TypeFor[Base]()).Interface().(Base)
	return b.n + b.data[b.Name]
}

type Generic[T any] struct{ v T }

func Of[T any](v T) Generic[T] { return Generic[T]{v} }
-- example.com/layers@v1.0.0/layers.go --
package layers

import "example.com/layers/base"

type Layer base.Base

type Plain struct {
	Name string
	data map[string]int
	inner
}

type inner struct{ n int }

func (l Layer) Title() string { return l.Name + "!" }

func (l *Layer) Rename(to string) { l.Name = to }
`

// A type that is defined by another package's type has the fields of that package.
func TestTypesOfAnotherPackagesFields(t *testing.T) {
	t.Parallel()
	w := world(t, layers, imports.Options{Allowed: imports.All})
	if _, err := w.Get(t.Context(), nil, "example.com/layers@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	s := withModules(t, w)
	want(t, s, "import (\n\"reflect\"\n\"example.com/layers\"\n\"example.com/layers/base\"\n)", "")
	want(t, s, `base.As(base.New("a"), layers.Layer{}).(layers.Layer).Title()`, "a!")
	want(t, s, `l := layers.Layer(base.New("b")); base.Sum(l)`, "3")
	want(t, s, "type own layers.Layer; base.Sum(own(l))", "3")
	want(t, s, "p := reflect.ValueOf(&l).Convert(reflect.TypeFor[*base.Base]()).Interface().(*base.Base); p.Name = \"c\"; l.Title()", "c!")
	want(t, s, "type ofInt base.Generic[int]; to := reflect.TypeFor[ofInt](); fmt.Sprintf(\"%+v\", reflect.ValueOf(base.Of(4)).Convert(to))", "{v:4}")
	for _, test := range []struct {
		types string
		want  bool
	}{
		{"[base.Base, layers.Layer]", true},
		{"[layers.Layer, own]", true},
		{"[base.Base, own]", true},
		{"[*own, *base.Base]", true},
		{"[[]base.Base, []layers.Layer]", false},
		{"[base.Base, layers.Plain]", false},
		{"[base.Generic[int], base.Generic[uint]]", false},
	} {
		t.Run(test.types, func(t *testing.T) {
			want(t, s, "func convertible[T, U any]() bool { return reflect.TypeFor[T]().ConvertibleTo(reflect.TypeFor[U]()) }\n"+
				"convertible"+test.types+"()", fmt.Sprint(test.want))
		})
	}
	want(t, s, `hidden := func(v any) string { f, _ := reflect.TypeOf(v).FieldByName("data"); return f.PkgPath }
[]string{hidden(base.Base{}), hidden(layers.Layer{}), hidden(own{}), hidden(layers.Plain{})}`,
		"[example.com/layers/base example.com/layers/base example.com/layers/base example.com/layers]")
}

// views is a module that shows the same memory as values of several types.
const views = `
-- example.com/views@v1.0.0/go.mod --
module example.com/views

go 1.22
-- example.com/views@v1.0.0/views.go --
package views

import "unsafe"

type V struct{ X, Y, Z float64 }

func (v *V) Slice() []float64 { return unsafe.Slice(&v.X, 3) }

func Bytes(x *uint64) *[8]byte { return (*[8]byte)(unsafe.Pointer(x)) }

func Set(x *uint64, b *[8]byte) uint64 { *x = 0; b[0] = 1; return *x }
`

// What is written by one view of memory is read by another.
func TestViewsOfMemoryAreOneMemory(t *testing.T) {
	t.Parallel()
	w := world(t, views, imports.Options{Allowed: imports.All})
	if _, err := w.Get(t.Context(), nil, "example.com/views@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	s := withModules(t, w)
	want(t, s, `import "example.com/views"`, "")
	want(t, s, "var x uint64; views.Set(&x, views.Bytes(&x))", "1")
	want(t, s, "func f(v *views.V, s []float64) float64 { v.X = 1; s[0] = 2; return v.X }\nv := views.V{}; f(&v, v.Slice())", "2")
	want(t, s, `func sum(x []uint64, b *[8]byte) (n uint64) {
	for range 3 {
		n += x[0]
		b[0] = 0
	}
	return n
}
xs := []uint64{5}; sum(xs, views.Bytes(&xs[0]))`, "5")
}

// Tables of constants become bytes, and package unsafe does what it does in compiled code.
func TestMemoryOfModulesIsThatOfGo(t *testing.T) {
	t.Parallel()
	type entry struct {
		A int8
		B uint32
		C float64
		D bool
		E [2]int16
	}
	type row struct {
		Name string
		Cols [2]entry
	}
	var entries [40]entry
	var halves [50]float32
	var keyed [64]uint16
	for i := range entries {
		entries[i] = entry{int8(-i), uint32(i) << 27, float64(i) / 7, i%3 == 0, [2]int16{int16(i * 700), -1}}
	}
	for i := range halves {
		halves[i] = float32(i) / 2
	}
	for i := range keyed {
		if i%4 != 0 {
			keyed[i] = uint16(i * 1000)
		}
	}
	text := fmt.Sprintf("%#v", entries)
	text = strings.TrimPrefix(strings.ReplaceAll(text, "interp_test.entry", "Entry"), "[40]Entry")
	source := `
-- example.com/table@v1.0.0/go.mod --
module example.com/table

go 1.22
-- example.com/table@v1.0.0/table.go --
package table

import (
	"fmt"
	"unsafe"
)

type Entry struct {
	A int8
	B uint32
	C float64
	D bool
	E [2]int16
}

var Array = [40]Entry` + text + `
var Slice = []Entry` + text + `
var Halves = [...]float32` + strings.TrimPrefix(fmt.Sprintf("%#v", halves), "[50]float32") + `
var Keyed = [64]uint16{` + func() (pairs string) {
		for i, x := range keyed {
			if x != 0 {
				pairs += fmt.Sprintf("%d: %d, ", i, x)
			}
		}
		return pairs
	}() + `}

var n = 5

var Mixed = [40]int{0: 1, 1: n, 2: 3` + strings.Repeat(", 4", 37) + `}

var Early = func() *int { Late[3] = 9; return &Late[5] }()

var Late = [40]int{0: 1, 1: 1, 2: 1, 4: 1, 30: 1, 7: 1, 8: 1` + strings.Repeat(", 2", 20) + `}

var parts = [40]struct{ A, B int }{0: {1, 2}, 1: {A: half(), B: 5}` + strings.Repeat(", {7, 8}", 36) + `}

func half() int { return n - 2 }

var Parts = fmt.Sprint(parts[:4], parts[39])

type Row struct {
	Name string
	Cols [2]Entry
}

var Rows = []Row{{"a", [2]Entry{{A: 1}, {B: 2}}}, {Cols: [2]Entry{{C: 3}, {E: [2]int16{4, 5}}}}}

func Bits(f float64) uint64 { return *(*uint64)(unsafe.Pointer(&f)) }

func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func Alias(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }

func Second(x *[3]int32) int32 { return *(*int32)(unsafe.Add(unsafe.Pointer(x), 4)) }

func Third(x *[3]int32) int32 { return *(*int32)(unsafe.Pointer(uintptr(unsafe.Pointer(x)) + 8)) }

func Field(e *Entry) *bool { return (*bool)(unsafe.Pointer(uintptr(unsafe.Pointer(e)) + unsafe.Offsetof(e.D))) }

func Words(e []Entry) []uint64 { return unsafe.Slice((*uint64)(unsafe.Pointer(&e[0])), len(e)*int(unsafe.Sizeof(e[0])/8)) }

func Negative(n int) []byte { var b byte; return unsafe.Slice(&b, n) }

func Many(n int) []Entry { var e Entry; return unsafe.Slice(&e, n) }

func Nowhere(n int) []Entry { return unsafe.Slice((*Entry)(nil), n) }

func Long(n int) string { var b byte; return unsafe.String(&b, n) }
`
	s := withModules(t, world(t, source, imports.Options{Allowed: imports.All}))
	emitted(t, s, "%get example.com/table")
	want(t, s, `import "example.com/table"`, "")
	for expr, value := range map[string]any{
		"table.Array": entries, "table.Slice": entries, "table.Halves": halves, "table.Keyed": keyed,
		"table.Parts": "[{1 2} {3 5} {7 8} {7 8}] {0 0}", "table.Rows": []row{{"a", [2]entry{{A: 1}, {B: 2}}}, {"", [2]entry{{C: 3}, {E: [2]int16{4, 5}}}}},
		"table.Late[:9]": []int{1, 1, 1, 9, 1, 0, 0, 1, 1}, "table.Mixed[:4]": []int{1, 5, 3, 4}, "table.Bits(-1.5)": math.Float64bits(-1.5),
		`table.Text([]byte("abc"))`: "abc", `string(table.Bytes("xyz"))`: "xyz", `table.Alias([]byte("q"))`: "q",
		"table.Second(&[3]int32{7, 8, 9})": 8, "table.Third(&[3]int32{7, 8, 9})": 9,
		"func() bool { e := table.Entry{}; *table.Field(&e) = true; return e.D }()": true,
		"math.Float64frombits(table.Words(table.Slice[1:2])[1])":                    entries[1].C,
	} {
		want(t, s, "fmt.Sprint("+expr+")", fmt.Sprint(value))
	}
	want(t, s, "len(table.Nowhere(0))", "0")
	for expr, text := range map[string]string{
		"table.Negative(-1)": "unsafe.Slice: len out of range", "table.Many(math.MaxInt)": "unsafe.Slice: len out of range",
		"table.Nowhere(2)": "unsafe.Slice: ptr is nil and len is not zero", "table.Long(-1)": "unsafe.String: len out of range",
	} {
		if got := failure(t, s, expr); !strings.Contains(got, "runtime error: "+text) || strings.Contains(got, "WorkerCrash") {
			t.Errorf("%s gives\n%s", expr, got)
		}
	}
	if got := failure(t, s, "import \"unsafe\"\nx := 1.5\n*(*uint64)(unsafe.Pointer(&x))"); !strings.Contains(got, "package unsafe") {
		t.Errorf("unsafe code in a cell gives\n%s", got)
	}
}

// The language version of a module's go.mod holds for its loops: from Go 1.22 on, each iteration has a variable.
func TestLoopsOfModulesAreThoseOfTheirLanguage(t *testing.T) {
	t.Parallel()
	loops := func(name, language string) string {
		return strings.NewReplacer("NAME", name, "LANGUAGE", language).Replace(`
-- example.com/NAME@v1.0.0/go.mod --
module example.com/NAME

go LANGUAGE
-- example.com/NAME@v1.0.0/NAME.go --
package NAME

func Loop() (all []int) {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	for _, f := range fs {
		all = append(all, f())
	}
	return all
}
`)
	}
	s := withModules(t, world(t, loops("old", "1.21")+loops("young", "1.22"), imports.Options{Allowed: imports.All}))
	emitted(t, s, "%get example.com/old example.com/young")
	want(t, s, "import \"example.com/old\"\nimport \"example.com/young\"\nfmt.Sprint(old.Loop(), young.Loop())", "[3 3 3] [0 1 2]")
}

// A session that outlives its SSA program (emit.maxUnits) goes on with the modules that it has.
func TestModulesInALongSession(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs a hundred cells")
	}
	s := withModules(t, world(t, shapes, imports.Options{Allowed: imports.All}))
	emitted(t, s, "%get example.com/shapes")
	want(t, s, "import \"example.com/shapes\"\ntype P struct{ X int }\nshapes.Side++\nst := shapes.Stack[P]{}", "")
	for i := range 110 {
		want(t, s, fmt.Sprintf("st.Push(P{%d}); shapes.Side++", i), "")
	}
	want(t, s, "n := 0; st.Each(func(p P) { n += p.X }); fmt.Sprint(n, shapes.Side, shapes.Map([]P{{4}}, func(p P) *shapes.Square { return shapes.New(float64(p.X), \"late\") }), shapes.Log())", "5995 117 [late of 4]unit, unit.init, shapes 6")
}
