package interp_test

import (
	"context"
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
	w := world(t, shapes, imports.Options{})
	if _, err := w.Get(t.Context(), "example.com/shapes@v1.0.0"); err != nil {
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
