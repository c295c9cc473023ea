package emit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"krigo/modules/source"
)

// These tests look at one value each, on a few lines of Go. To add one, declare the value and state the expected
// answer.

// noWorld is a world without packages.
type noWorld struct{}

func (noWorld) Import(string) (*types.Package, error) { return types.NewPackage("none", "none"), nil }
func (noWorld) Source(string) (string, bool)          { return "", false }
func (noWorld) Whole(string) (*source.Package, error) { return nil, nil }

func (noWorld) Instance(_, _ string, _ []string) (pkg, symbol string, ok bool) {
	return "", "", false
}

// session returns an emitter that has begun with a unit of some declarations.
func session(t *testing.T, source string) (*Emitter, *ssa.Package) {
	t.Helper()
	p := NewPackages(noWorld{}, token.NewFileSet())
	e := p.Emitter()
	return e, unitOf(t, p, source)
}

// unitOf begins a unit of some declarations.
func unitOf(t *testing.T, p *Packages, source string) *ssa.Package {
	t.Helper()
	file, err := parser.ParseFile(p.FileSet(), "", "package main\n"+source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := NewInfo()
	pkg, err := (&types.Config{}).Check("main", p.FileSet(), []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	made := p.Create(pkg, []*ast.File{file}, info)
	p.Emitter().begin(made)
	return made
}

// typeOf returns the type of a variable.
func typeOf(pkg *ssa.Package, variable string) types.Type { return deref(pkg.Var(variable).Type()) }

func TestJournalTakesBack(t *testing.T) {
	j, m := new(journal), map[string]int{"kept": 1}
	note(j, m, "kept", 2)
	note(j, m, "new", 3)
	note(j, m, "new", 4)
	j.rollback()
	if _, has := m["new"]; has || m["kept"] != 1 {
		t.Errorf("after a rollback: %v", m)
	}
	note(j, m, "new", 5)
	j.commit()
	j.rollback()
	if m["new"] != 5 {
		t.Errorf("after a commit and a rollback: %v", m)
	}
}

func TestSymbolsAreMadeOnce(t *testing.T) {
	s := &symbols{journal: new(journal), namer: new(namer), names: map[string]string{}}
	first, same, other := s.of("a", "f", Symbol{Kind: FuncSymbol}), s.of("a", "f", Symbol{Kind: FuncSymbol}), s.of("b", "f", Symbol{Kind: FuncSymbol})
	if first != same || first == other || len(s.made) != 2 {
		t.Errorf("%s, %s, %s; made %v", first, same, other, s.made)
	}
	s.begin()
	if again := s.of("a", "f", Symbol{Kind: FuncSymbol}); again != first || len(s.made) != 0 {
		t.Errorf("in the next unit %s, made %v", again, s.made)
	}
}

func TestNamesAreNeverGivenTwice(t *testing.T) {
	n := new(namer)
	if a, b, c := n.unique("x.y"), n.unique("x.y"), n.symbol("x.y"); a != "N1_x_y" || b != "N2_x_y" || c != "X3_x_y" {
		t.Errorf("got %s, %s, %s", a, b, c)
	}
}

// declarations are types of a cell.
const declarations = `
type Number int
type Point struct{ X, Y int }
type List[T any] struct{ items []T }
`

func TestWorkTypes(t *testing.T) {
	for _, c := range []struct {
		typ    string
		hides  bool
		erased bool
		work   string
	}{
		{"int", false, false, "int"},
		{"[]string", false, false, "[]string"},
		{"any", false, false, "q.Any"},
		{"map[string][2]bool", false, false, "map[string][2]bool"},
		{"Number", true, true, "int"},
		{"[]Number", true, false, "[]int"},
		{"func(Number) (int, bool)", true, false, "func(int) (int, bool)"},
		{"<-chan int", false, false, "<-chan int"},
		{"chan (<-chan int)", false, false, "chan (<-chan int)"},
		{"Point", true, false, "q.X1_Point"},
		{"*Point", true, false, "*q.X1_Point"},
		{"struct{ X int }", false, false, "q.X1_"},
		{"struct{ x int }", true, false, "q.X1_"},
	} {
		e, pkg := session(t, declarations+"var V "+c.typ)
		typ := typeOf(pkg, "V")
		if got := e.views.hides(typ); got != c.hides {
			t.Errorf("%s has a work type of its own: %t, want %t", c.typ, got, c.hides)
		}
		if named, ok := typ.(*types.Named); ok && e.views.erased(named) != c.erased {
			t.Errorf("%s is handled as what it is made of: %t, want %t", c.typ, !c.erased, c.erased)
		}
		if got := e.types.work(typ); got != c.work {
			t.Errorf("%s is written %s, want %s", c.typ, got, c.work)
		}
	}
}

func TestNamesOfTypes(t *testing.T) {
	for _, c := range []struct{ typ, want string }{
		{"List[int]", "List[int]"},
		{"List[byte]", "List[uint8]"},
		{"List[Point]", "List[main.Point]"},
		{"List[*List[[]rune]]", "List[*main.List[[]int32]]"},
		{"List[map[string]any]", "List[map[string]interface {}]"},
		{"List[func(int, ...string) (bool, error)]", "List[func(int, ...string) (bool, error)]"},
		{"List[struct{ A int; b bool }]", "List[struct { A int; main.b bool }]"},
	} {
		e, pkg := session(t, declarations+"var V "+c.typ)
		if got := e.names.name(typeOf(pkg, "V").(*types.Named)); got != c.want {
			t.Errorf("%s is named %s, want %s", c.typ, got, c.want)
		}
	}
}

func TestKeysOfTypes(t *testing.T) {
	for _, c := range []struct {
		name, one, other string // declarations of two units, each with a variable V
		versions, same   bool
	}{
		{"identical types", "var V map[string][]error", "var V map[string][]error", true, true},
		{"an alias", "type A = []byte; var V A", "var V []uint8", true, true},
		{"other fields", "var V struct{ A int }", "var V struct{ B int }", true, false},
		{"variadic functions", "var V func([]int)", "var V func(...int)", true, false},
		{"methods, without versions", "type T int; var V T", "type T int; func (T) M() {}; var V T", false, true},
		{"methods, with versions", "type T int; var V T", "type T int; func (T) M() {}; var V T", true, false},
	} {
		p := NewPackages(noWorld{}, token.NewFileSet())
		keys := p.Emitter().keys
		one := keys.of(typeOf(unitOf(t, p, c.one), "V"), c.versions)
		if other := keys.of(typeOf(unitOf(t, p, c.other), "V"), c.versions); (one == other) != c.same {
			t.Errorf("%s: keys %s and %s, want the same: %t", c.name, one, other, c.same)
		}
	}
}

func TestTypesAreDescribedOnce(t *testing.T) {
	e, pkg := session(t, declarations+"var V []Point; var W []Point")
	if v, w := e.types.trueID(typeOf(pkg, "V")), e.types.trueID(typeOf(pkg, "W")); v != w {
		t.Errorf("IDs %d and %d", v, w)
	}
	ids := map[int]bool{}
	for _, made := range e.types.made {
		if ids[made.ID] {
			t.Errorf("type %d is described twice", made.ID)
		}
		ids[made.ID] = true
	}
}

func TestFunctionsAreEmittedOnce(t *testing.T) {
	p := NewPackages(noWorld{}, token.NewFileSet())
	fs := p.Emitter().functions
	first := fs.name(unitOf(t, p, "func F() {}").Func("F"))
	if f := fs.next(); f == nil || f.Name() != "F" || fs.next() != nil {
		t.Error("F alone is to be emitted")
	}
	if got := fs.name(unitOf(t, p, "func F()").Func("F")); got != first || fs.next() != nil {
		t.Errorf("without a body it is %s and emitted again, want %s", got, first)
	}
	if got := fs.name(unitOf(t, p, "func F() { println() }").Func("F")); got == first || len(fs.superseded) != 1 || fs.superseded[0].earlier != first {
		t.Errorf("declared anew it is %s and supersedes %v, want another name than %s", got, fs.superseded, first)
	}
}

func TestFusion(t *testing.T) {
	for _, c := range []struct{ source, inlined, places, locals string }{
		{"func F(x, y int) int { return x*y + x }", "x * y; t0 + x", "", ""},
		{"func F(x int) (int, int) { y := x + 1; return y, y }", "", "", ""},
		{"func F(p *int) int { x := *p; *p = 2; return x }", "", "", ""},
		{"func F(p *int) int { *p = 2; return *p }", "*p", "", ""},
		{"func F(a []int, i int) int { return a[i] }", "*t0", "&a[i]", ""},
		{"func F(a []int, i int) *int { return &a[i] }", "", "", ""},
		{"func F(i int) int { var a [3]int; a[i] = 1; return a[0] }", "*t2", "&t0[i]; &t0[0:int]", "local [3]int (a)"},
	} {
		e, pkg := session(t, c.source)
		fu := newFusion(e.views, e.imports, pkg.Func("F"), false)
		fu.fuse()
		for _, set := range []struct {
			name   string
			values map[ssa.Value]bool
			want   string
		}{{"inlined", fu.inlined, c.inlined}, {"a place", fu.places, c.places}, {"a register", fu.locals, c.locals}} {
			if got := textsOf(pkg.Func("F"), set.values); got != set.want {
				t.Errorf("%s: %q is %s, want %q", c.source, got, set.name, set.want)
			}
		}
	}
}

// textsOf returns the values of a set, in the order of the function.
func textsOf(f *ssa.Function, set map[ssa.Value]bool) string {
	var all []string
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && set[v] {
				all = append(all, in.String())
			}
		}
	}
	return strings.Join(all, "; ")
}

func TestOrderOfCallsAndLoads(t *testing.T) {
	const before = "var v, w int\nfunc g() int { v++; return v }\n"
	for _, c := range []struct{ name, body, want string }{
		{"a variable before a call", "return v + g()", "g() *v"},
		{"a variable behind a call", "return g() + v", "g() *v"},
		{"in two statements", "x := v; return x + g()", "*v g()"},
		{"a call that needs the variable", "return w + h(v)", "*v h(t0) *w"},
	} {
		e, pkg := session(t, before+"func h(x int) int { return x }\nfunc F() int { "+c.body+" }")
		f := pkg.Func("F")
		e.statements.order(f)
		var got []string
		for _, in := range f.Blocks[0].Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				text := in.String()
				if in.Call.StaticCallee().Name() == "h" {
					text = "h(t0)"
				}
				got = append(got, text)
			case *ssa.UnOp:
				got = append(got, in.String())
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got %s, want %s", c.name, text, c.want)
		}
	}
}

func TestCorrections(t *testing.T) {
	_, pkg := session(t, `
func F(p *struct{ A [3]int }) int {
	n := 0
	for i := range p.A {
		n += i
	}
	return n
}
type small interface{ M() }
type large interface{ M(); N() }
func G(x large, y small) bool { return y == x }`)
	f, g := pkg.Func("F"), pkg.Func("G")
	if dropUnevaluated(f); contains[*ssa.FieldAddr](f) {
		t.Error("an array that is ranged over for its length is still read")
	}
	if !contains[*ssa.ChangeInterface](g) {
		t.Fatal("SSA converts no operand of the comparison")
	}
	if compareUnconverted(g); contains[*ssa.ChangeInterface](g) {
		t.Error("an operand of a comparison is still converted")
	}
}

// contains reports whether a function has an instruction of a type.
func contains[T ssa.Instruction](f *ssa.Function) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { _, is := in.(T); return is })
	})
}

func TestOperandsAsText(t *testing.T) {
	for _, c := range []struct{ result, expression, want string }{
		{"int", "x*y + x", "p0 * p1 + p0"},
		{"int", "x * (y + x)", "p0 * (p1 + p0)"},
		{"int", "x - (y - x)", "p0 - (p1 - p0)"},
		{"int", "-x", "-p0"},
		{"int", "-5", "(-5)"},
		{"float64", "float64(x)", "float64(p0)"},
		{"float64", "1", "1.0"},
		{"float32", "0.1", "float32(0.1)"},
		{"string", `"a\n"`, `"a\n"`},
		{"bool", "x < y", "p0 < p1"},
	} {
		e, pkg := session(t, "func F(x, y int) "+c.result+" { return "+c.expression+" }")
		f := pkg.Func("F")
		w := newWriter(&e.tables, f, nil)
		declareAll(w, "p", f.Params)
		w.fusion.fuse()
		if got := w.text.value(last(f.Blocks[0]).(*ssa.Return).Results[0]); got != c.want {
			t.Errorf("%s is written %s, want %s", c.expression, got, c.want)
		}
	}
}

func TestGlobalsAreDeclaredOnce(t *testing.T) {
	e, pkg := session(t, "var V int")
	e.globals.of(pkg.Var("V"))
	e.globals.of(pkg.Var("V"))
	if got, want := e.globals.declared.String(), "var V_V int\n"; got != want {
		t.Errorf("declared %q, want %q", got, want)
	}
	e.globals.place("V_V")
	e.globals.place("V_V")
	if got, want := e.globals.setup.String(), "\tq.Place(\"V_V\", &V_V)\n"; got != want {
		t.Errorf("Setup does %q, want %q", got, want)
	}
}

func TestChosenFunctions(t *testing.T) {
	const numeric = "func f(x int) int { return x + 1 }\n"
	const other = "func f(x int) int { println(x); return x }\n"
	for _, c := range []struct {
		name, source string
		want         string // functions of the machine
	}{
		{"numbers", numeric, "f"},
		{"what prints", other, ""},
		{"a caller of a function of the machine", numeric + "func g(x int) int { return f(x) }", "f g"},
		{"a caller of an interpreted function", other + "func g(x int) int { return f(x) }", ""},
		{"recursion", "func f(x int) int { if x == 0 { return 0 }; return g(x - 1) }\nfunc g(x int) int { return f(x) }", "f g"},
		{"recursion that prints", "func f(x int) int { if x == 0 { println() }; return g(x - 1) }\nfunc g(x int) int { return f(x) }", ""},
	} {
		e, pkg := session(t, c.source)
		e.start(pkg, nil)
		e.machine.choose(e.functions.queue)
		var chosen []string
		for f := range e.machine.codes {
			chosen = append(chosen, f.Name())
		}
		slices.Sort(chosen)
		if got := strings.Join(chosen, " "); got != c.want {
			t.Errorf("%s: the machine runs %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAnAttemptHoldsWhileItsAnswersDo(t *testing.T) {
	e, pkg := session(t, "func f(x int) int { return x + 1 }\nfunc g(x int) int { return f(x) }")
	f, g, sl := pkg.Func("f"), pkg.Func("g"), e.machine
	sl.codes[f], sl.codes[g] = nil, nil
	first, _ := sl.lowered(g)
	if again, _ := sl.lowered(g); again != first {
		t.Error("g is lowered again, and f is the machine's as before")
	}
	delete(sl.codes, f)
	if _, err := sl.lowered(g); err == nil {
		t.Error("g is not lowered again when f is no longer the machine's")
	}
}
