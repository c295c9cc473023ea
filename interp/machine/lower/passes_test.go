package lower

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"krigo/interp/machine"
)

// These tests look at one pass each, on the function F of a few lines of Go. To add one, write a function for which
// the pass decides something, and say what.

// ofOne is a world in which all functions of the package are the machine's.
type ofOne struct{ fset *token.FileSet }

func (w ofOne) TypeID(types.Type) int                   { return 1 }
func (w ofOne) TrueID(types.Type) int                   { return 1 }
func (w ofOne) Function(f *ssa.Function) (string, bool) { return f.Name(), f.Blocks != nil }
func (w ofOne) Compiled(*ssa.Function) (string, bool)   { return "", false }
func (w ofOne) Variable(*ssa.Global) (string, bool)     { return "", false }
func (w ofOne) Line(pos token.Pos) int                  { return w.fset.Position(pos).Line }
func (w ofOne) UsesUnsafe() bool                        { return false }

// built returns package main of some declarations.
func built(t *testing.T, source string) (*ssa.Package, ofOne) {
	t.Helper()
	w := ofOne{token.NewFileSet()}
	file, err := parser.ParseFile(w.fset, "", "package main\n"+source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, w.fset, types.NewPackage("main", "main"), []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, w
}

// arranged returns the lowering of F after all passes, before any instruction is written.
func arranged(t *testing.T, source string) *lowering {
	t.Helper()
	pkg, w := built(t, source)
	l := newLowering(pkg.Func("F"), "F", w, false)
	l.signature()
	l.subject.findLoops(false)
	l.findInlined()
	l.plan()
	return l
}

// texts returns the instructions of F that are wanted, in order.
func (l *lowering) texts(wanted func(in ssa.Instruction) bool) string {
	var all []string
	for _, b := range l.subject.f.Blocks {
		for _, in := range b.Instrs {
			if wanted(in) {
				all = append(all, in.String())
			}
		}
	}
	return strings.Join(all, "; ")
}

func TestSlotsOfTypes(t *testing.T) {
	for _, c := range []struct{ typ, want string }{
		{"int", "Word"},
		{"int8", "Int8"},
		{"float32", "Uint32"},
		{"string", "Pointer Word"},
		{"complex128", "Word Word"},
		{"[]int", "Pointer Word Word"},
		{"*int", "Pointer"},
		{"error", "Pointer Pointer"},
		{"struct { A int; B []float64 }", "Word Pointer Word Word"},
		{"[3]bool", "Uint8 Uint8 Uint8"},
		{"chan int", "it has values of type chan int"},
		{"map[any]int", "it has values of type map[any]int"},
		{"[24]int", strings.TrimSpace(strings.Repeat("Word ", 24))},
		{"[25]int", "held"},
		{"struct { A [24]int; B string }", "held"},
		{"[25]chan int", "it has values of type chan int"},
	} {
		pkg, _ := built(t, "var V "+c.typ)
		typ := pkg.Var("V").Type().(*types.Pointer).Elem()
		got := ""
		if refused := new(admission).unfit(typ); refused != nil {
			got = refused.Message
		} else {
			var kinds []string
			for _, s := range new(admission).slots(typ, token.NoPos) {
				if s.Held {
					kinds = append(kinds, "held")
					continue
				}
				kinds = append(kinds, slotNames[s.Kind])
			}
			got = strings.Join(kinds, " ")
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.typ, got, c.want)
		}
	}
}

var slotNames = map[machine.SlotKind]string{
	machine.Word: "Word", machine.Pointer: "Pointer", machine.Int8: "Int8", machine.Uint8: "Uint8", machine.Uint32: "Uint32",
}

func TestATolerantAdmissionKeepsRefusals(t *testing.T) {
	a := &admission{tolerant: true}
	a.try(nil, func() { a.refuse(1, "first") })
	a.try(nil, func() { a.refuse(2, "second") })
	if len(a.refusals) != 2 || a.refusals[1].Message != "second" {
		t.Errorf("kept %v", a.refusals)
	}
}

func TestLoops(t *testing.T) {
	for _, c := range []struct {
		source string
		want   int // blocks in loops
	}{
		{"func F(n int) int { if n > 0 { return 1 }; return 2 }", 0},
		{"func F(n int) int { s := 0; for i := 0; i < n; i++ { s += i }; return s }", 2},
		{"func F(n int) { for n > 0 { n-- } }", 2},
	} {
		got := 0
		for _, in := range arranged(t, c.source).subject.loops {
			if in {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: %d blocks are in loops, want %d", c.source, got, c.want)
		}
	}
}

func TestInlinedCalls(t *testing.T) {
	for _, c := range []struct {
		name, callee string
		want         bool
	}{
		{"short", "func g(x int) int { return x + 1 }", true},
		{"with a loop", "func g(x int) int { for x < 9 { x++ }; return x }", false},
		{"recursive", "func g(x int) int { return F(x) }", true},
		{"that defers", "func g(x int) int { defer print(); return x }", false},
	} {
		if got := len(arranged(t, c.callee+"\nfunc F(x int) int { return g(x) }").subject.inlined) == 1; got != c.want {
			t.Errorf("a function %s is inlined: %t, want %t", c.name, got, c.want)
		}
	}
}

func TestPlacesOfVariables(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a struct of which fields are used", "var p struct{ X, Y int }; p.X = n; return p.X + p.Y", "registers"},
		{"an array with constant indexes", "var a [3]int; a[1] = n; return a[1]", "registers"},
		{"an array with other indexes", "var a [3]int; a[n] = 1; return a[n]", "frame"},
		{"an array whose elements have pointers", "var a [3]*int; a[n] = &n; return *a[n]", "heap"},
		{"what a call of append adds", "return len(append([]int(nil), n, n))", "frame"},
		{"strings that a call of append adds", "return len(append([]string(nil), \"\", \"\"))", "heap"},
		{"arguments of another variadic call", "f := func(xs ...int) []int { return xs }; return len(f(n, n))", "heap"},
		{"a variable whose address is kept", "var x int; p := &x; q := &p; **q = n; return x", "heap"},
	} {
		l := arranged(t, "func F(n int) int { "+c.body+" }")
		a := firstAlloc(l)
		got := "heap"
		switch {
		case l.places.isLocal(a):
			got = "registers"
		case l.places.isMemory(a):
			got = "frame"
		}
		if got != c.want {
			t.Errorf("%s is in the %s, want %s", c.name, got, c.want)
		}
	}
}

// firstAlloc returns the variable of F that its last declaration is of, parameters left out.
func firstAlloc(l *lowering) *ssa.Alloc {
	for _, in := range l.subject.f.Blocks[0].Instrs {
		if a, ok := in.(*ssa.Alloc); ok && a.Comment != "n" {
			return a
		}
	}
	return nil
}

func TestStringsThatNeedNoCopy(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{`return string(b) == "x"`, true},
		{`return m[string(b)]`, true},
		{`s := string(b); b[0] = 1; return s == "x"`, false},
		{`s := string(b); return s == "x" && m[s]`, false},
		{`return string(b)+"y" == "x"`, false},
		{`s := string(b); f(); return s == "x"`, false},
	} {
		l := arranged(t, "func f() {}; func F(b []byte, m map[string]bool) bool { "+c.body+" }")
		got := 0
		for _, in := range l.subject.f.Blocks[0].Instrs {
			if convert, ok := in.(*ssa.Convert); ok && isOnlyCompared(convert) {
				got++
			}
		}
		if (got == 1) != c.want {
			t.Errorf("%s: %d strings need no copy, want one: %v", c.body, got, c.want)
		}
	}
}

func TestFusedInstructions(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"func F(x, y int) int { if x < y { return x }; return y }", "x < y"},
		{"func F(x, y, z float64) float64 { return x*y + z }", "x * y"},
		{"func F(x, y, z int) int { return x*y + z }", ""},
		{"func F(a []float64, i int) float64 { return a[i] }", "&a[i]"},
		{"func F(a [][]float64, i, j int) float64 { return a[i][j] }", "&a[i]; *t0; &t1[j]"},
		{"func F(p *struct{ X, Y int }) int { return p.Y }", "&p.Y [#1]"},
		{"func F(p *[]int) *[]int { return p }", ""},
	} {
		l := arranged(t, c.source)
		got := l.texts(func(in ssa.Instruction) bool { v, ok := in.(ssa.Value); return ok && l.motion.fused[v] })
		if got != c.want {
			t.Errorf("%s: %q is fused, want %q", c.source, got, c.want)
		}
	}
}

func TestHoistedInstructions(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"an invariant quotient", "s += x / y", "x / y"},
		{"what depends on the loop", "s += x * float64(i)", ""},
		{"a load of memory that the loop does not write", "s += *p", "*p"},
		{"a load of memory that the loop writes", "*p += x", ""},
		{"what a call may have changed", "g(); s += *p", ""},
	} {
		l := arranged(t, "func g()\nfunc F(x, y float64, p *float64, n int) float64 { s := 0.0; for i := 0; i < n; i++ { "+c.body+" }; return s }")
		if got := l.texts(func(in ssa.Instruction) bool { return l.motion.hoisted[in] }); got != c.want {
			t.Errorf("%s: %q is hoisted, want %q", c.name, got, c.want)
		}
	}
}

func TestLivenessAfterBlocks(t *testing.T) {
	l := arranged(t, "func F(x, y int) int { if x > 0 { return x }; return y }")
	f := l.subject.f
	live := newLiveness(f, l.motion.fused)
	for _, c := range []struct {
		block int
		value ssa.Value
		want  bool
	}{
		{0, f.Params[0], true}, {0, f.Params[1], true}, {1, f.Params[0], false}, {2, f.Params[1], false},
	} {
		if got := live.out[f.Blocks[c.block]].has(live.number[c.value]); got != c.want {
			t.Errorf("%s is live behind block %d: %t, want %t", c.value.Name(), c.block, got, c.want)
		}
	}
}

func TestPhisShareRegisters(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         bool
	}{
		{"a sum that only the next turn reads", "func F(n int) int { s := 1; for n > s { s = s * 2 }; return s }", true},
		{"a sum whose old value is read behind it", "func F(n int) (r int) { s := 1; for n > s { old := s; s = s * 2; r = old }; return r + s }", false},
	} {
		l := arranged(t, c.source)
		shared := false
		for _, b := range l.subject.f.Blocks {
			for _, in := range b.Instrs {
				if phi, ok := in.(*ssa.Phi); ok && phi.Comment == "s" {
					for _, e := range phi.Edges {
						if _, product := e.(*ssa.BinOp); product {
							shared = slices.Equal(l.places.registers[phi], l.places.registers[e])
						}
					}
				}
			}
		}
		if shared != c.want {
			t.Errorf("%s has the registers of the phi: %t, want %t", c.name, shared, c.want)
		}
	}
}

func TestCopyPropagation(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"a load before any store", "var v struct{ X int }; v.X = n; y := v.X; return y + 1", true},
		{"a load that is used behind a store", "var v struct{ X int }; v.X = n; y := v.X; v.X = 2; return y + v.X", false},
	} {
		l := arranged(t, "func F(n int) int { "+c.body+" }")
		var load *ssa.UnOp
		for _, in := range l.subject.f.Blocks[0].Instrs {
			if u, ok := in.(*ssa.UnOp); ok && load == nil {
				load = u
			}
		}
		if got := slices.Equal(l.places.registers[load], l.places.locals[firstAlloc(l)]); got != c.want {
			t.Errorf("%s has the variable's registers: %t, want %t", c.name, got, c.want)
		}
	}
}

func TestLiteralsThatNeedNotBeMade(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       int // function values that are made
	}{
		{"a literal that is called", "s := 0; add := func(x int) { s += x }; add(n); add(n); return s", 0},
		{"what a function returns", "next := counter(); next(); return next()", 0},
		{"an iterator and its body", "s := 0; for v := range filter(count(n), func(v int) bool { return v > n }) { s += v }; return s", 0},
		{"a literal that a function keeps", "s := 0; keep(func() { s++ }); return s", 1},
		{"one of two literals", "f := func() int { return n }; if n > 0 { f = func() int { return -n } }; return f()", 2},
		{"a literal that calls itself", "var f func(int) int; f = func(k int) int { if k == 0 { return n }; return f(k - 1) }; return f(n)", 1},
		{"a literal that defers", "s := 0; f := func() { defer func() { s++ }() }; f(); return s", 0},
	} {
		l := arranged(t, `
func counter() func() int { k := 0; return func() int { k++; return k } }
func count(n int) func(func(int) bool) { return func(yield func(int) bool) { for i := 0; i < n; i++ { if !yield(i) { return } } } }
func filter(seq func(func(int) bool), wanted func(int) bool) func(func(int) bool) {
	return func(yield func(int) bool) { seq(func(v int) bool { return !wanted(v) || yield(v) }) }
}
var kept func()
func keep(f func()) { kept = f }
func F(n int) int { `+c.body+" }")
		if got := l.literalsMade(); got != c.want {
			t.Errorf("%s: %d are made, want %d", c.name, got, c.want)
		}
	}
}

// Literals that are nested in calls of functions that call them often would be inlined in exponentially many places.
func TestInlinedCodeIsBounded(t *testing.T) {
	source := strings.Builder{}
	for level := range 4 {
		fmt.Fprintf(&source, "func t%d(f func(int) int, x int) int { return x", level)
		for k := range 16 {
			fmt.Fprintf(&source, " + f(x+%d)", k)
		}
		source.WriteString(" }\n")
	}
	source.WriteString("func F(n int) int { return t0(func(x int) int { return t1(func(x int) int { return t2(func(x int) int { return t3(func(x int) int { return x & n }, x) }, x) }, x) }, n) }")
	pkg, w := built(t, source.String())
	code, err := Function(pkg.Func("F"), "F", w)
	if err != nil || len(code.Instrs) > 4*mostInAll {
		t.Errorf("%d instructions (%v)", len(code.Instrs), err)
	}
}

// literalsMade counts the function literals of a function, and of those that are inlined, that are made before they are
// called.
func (l *lowering) literalsMade() int {
	n := 0
	for _, b := range l.subject.f.Blocks {
		for _, in := range b.Instrs {
			if made, ok := in.(*ssa.MakeClosure); ok && !l.places.dropped[made] && !onlyCalled(made) {
				n++
			}
		}
	}
	l.subject.eachInlined(func(inner *lowering) { n += inner.literalsMade() })
	return n
}

func TestMovesAtOnce(t *testing.T) {
	w := func(n uint16) register { return register{false, n} }
	for _, c := range []struct {
		name  string
		moves []move
		want  []int64 // registers 0 to 2, which begin as 10, 20 and 30
	}{
		{"none", nil, []int64{10, 20, 30}},
		{"to itself", []move{{w(1), w(1)}}, []int64{10, 20, 30}},
		{"a chain", []move{{w(1), w(0)}, {w(2), w(1)}}, []int64{10, 10, 20}},
		{"a swap", []move{{w(0), w(1)}, {w(1), w(0)}}, []int64{20, 10, 30}},
		{"a cycle", []move{{w(0), w(1)}, {w(1), w(2)}, {w(2), w(0)}}, []int64{20, 30, 10}},
	} {
		a := &assembly{admission: new(admission), words: 3}
		a.moveAll(c.moves)
		registers := append([]int64{10, 20, 30}, make([]int64, 9)...)
		for _, in := range a.code.Instrs {
			registers[in.A] = registers[in.B]
		}
		if got := registers[:3]; !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOperationsOfInstructions(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"func F(x, y int) int { return x + y }", "Add Return"},
		{"func F(x int) int { return x + 5 }", "AddK Return"},
		{"func F(x, y int8) int8 { return x + y }", "Add ToInt8 Return"},
		{"func F(x, y uint) uint { return x / y }", "UDiv Return"},
		{"func F(x, y, z float64) float64 { return x*y + z }", "MulAddFloat Return"},
		{"func F(a []float64, i int) float64 { return a[i] }", "Index64 Return"},
		{"func F(a [][]float64, i, j int) float64 { return a[i][j] }", "Index2 Return"},
		{"func F(s string) int { return len(s) }", "Return"},
		{"func F(m map[int]int) int { return len(m) }", "MapLen Return"},
	} {
		pkg, w := built(t, c.source)
		code, err := Function(pkg.Func("F"), "F", w)
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		var ops []string
		for _, in := range code.Instrs {
			ops = append(ops, in.Op.String())
		}
		if got := strings.Join(ops, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
}
