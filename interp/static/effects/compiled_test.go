package effects

import (
	"flag"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

var update = flag.Bool("update", false, "write changes.txt anew")

// changes.txt has all compiled functions that change an argument, or whose result shares
// memory with one, where the rules of compiled.go say otherwise. SSA finds them: the test
// follows the certain effects of a function on an argument through all functions that it
// calls by name.
func TestCompiledFunctionsDoWhatIsSaidOfThem(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the packages from their sources")
	}
	got := strings.Join(contradictions(t), "\n") + "\n"
	if *update {
		if err := os.WriteFile("changes.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != changesText {
		want := strings.Split(changesText, "\n")
		for line := range strings.Lines(got) {
			if line = strings.TrimSuffix(line, "\n"); !slices.Contains(want, line) {
				t.Errorf("changes.txt lacks %q", line)
			}
		}
		t.Error("changes.txt is not what the sources say; write it again by go test ./interp/static/effects -run Compiled -update")
	}
}

// contradictions returns the lines of changes.txt.
func contradictions(t *testing.T) (all []string) {
	paths := append(slices.Clone(readers), "sort", "encoding/json", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/floats",
		"krigo/gplib/...", "krigo/display/...", "krigo/cluster")
	list, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, paths...)
	if err != nil || packages.PrintErrors(list) > 0 {
		t.Fatal("the packages do not load: ", err)
	}
	program, _ := ssautil.AllPackages(list, ssa.InstantiateGenerics)
	program.Build()
	w := &witness{program: program, facts: map[ssa.Value]*fact{}}
	for _, p := range list {
		if strings.Contains(p.PkgPath, "/internal/") {
			continue
		}
		for _, f := range exported(p.Types) {
			if faults := w.against(f); len(faults) > 0 {
				all = append(all, f.FullName()+"\t"+strings.Join(faults, " "))
			}
		}
	}
	slices.Sort(all)
	return all
}

// exported returns the functions and methods of a package that cells can call.
func exported(p *types.Package) (all []*types.Func) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		switch o := o.(type) {
		case *types.Func:
			all = append(all, o)
		case *types.TypeName:
			if named, ok := o.Type().(*types.Named); ok && !types.IsInterface(named) {
				for m := range named.Methods() {
					if m.Exported() {
						all = append(all, m)
					}
				}
			}
		}
	}
	return all
}

// trusted packages change nothing that users see (locks and caches), or do it by
// reflection, which is not followed.
var trusted = []string{"sync", "sync/atomic", "internal/sync", "fmt", "errors", "reflect", "log/slog"}

// unseen are how functions of ours begin that store what users do not see: what was
// computed once, and the bundle of a value, which is a copy.
var unseen = []string{
	"(*krigo/display/draw.Figure).compose", "(*krigo/gplib/dataset.column).", "(*krigo/gplib/dataset.marks).add",
	"(*krigo/gplib/admm.operator).", "(*krigo/gplib/admm.lowRank).", "(*krigo/gplib/admm.CGPosterior).solve", "krigo/display/mime.Check", "(krigo/gplib/dataset.Row).fail",
}

// witness knows functions by their SSA.
type witness struct {
	program *ssa.Program
	facts   map[ssa.Value]*fact
}

// fact is an effect of a function on the memory that a parameter refers to, or on a
// variable of another function that it captures.
type fact struct {
	stores, returns bool
}

// against lists where the rules are wrong about a function: the numbers of arguments that
// are changed, and "shares" where a result shares memory with one.
func (w *witness) against(f *types.Func) (faults []string) {
	fn := w.program.FuncValue(f)
	if fn == nil {
		return nil
	}
	known := byRules(f)
	shares := false
	for i, p := range fn.Params {
		if !holds(p.Type()) {
			continue
		}
		fact := w.of(fn, p)
		if fact.stores && known.to(i) == kept {
			faults = append(faults, strconv.Itoa(i))
		}
		shares = shares || known.forgets && fact.returns && holds(f.Signature().Results())
	}
	if shares {
		faults = append(faults, "shares")
	}
	return faults
}

// of finds what a function does with a parameter or a caught variable.
func (w *witness) of(fn *ssa.Function, v ssa.Value) *fact {
	if known := w.facts[v]; known != nil {
		return known
	}
	out := &fact{}
	w.facts[v] = out
	t := &trace{witness: w, fact: out, refers: map[ssa.Value]bool{}}
	if free, ok := v.(*ssa.FreeVar); ok {
		t.loads(free)
	} else {
		t.mark(v)
	}
	for t.grows = true; t.grows; {
		t.grows = false
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				t.instruction(in)
			}
		}
	}
	return out
}

// trace follows what a value refers to through a function: what is surely made of it.
type trace struct {
	*witness
	fact   *fact
	refers map[ssa.Value]bool
	grows  bool
}

func (t *trace) mark(v ssa.Value) {
	if v != nil && !t.refers[v] && holds(v.Type()) {
		t.refers[v] = true
		t.grows = true
	}
}

// stored notes that the memory is changed.
func (t *trace) stored(in ssa.Instruction) {
	where := in.Parent().String()
	t.fact.stores = t.fact.stores || !slices.ContainsFunc(unseen, func(begin string) bool { return strings.HasPrefix(where, begin) })
}

const whole = -1

// spilled marks what is read of a variable that holds a value which refers to the memory,
// where nothing else is ever stored there.
func (t *trace) spilled(a *ssa.Alloc) {
	written := map[int]int{}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a {
				written[whole]++
			}
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == r {
					written[r.Field]++
				}
			}
		}
	}
	if written[whole] > 1 {
		return
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if written[r.Field] == 0 {
				t.loads(r)
			}
		case *ssa.UnOp:
			if len(written) == 1 {
				t.mark(r)
			}
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, v := range r.Bindings {
				if v == a && len(written) == 1 {
					t.follow(fn, fn.FreeVars[i], nil)
				}
			}
		}
	}
}

// loads marks what is read at an address.
func (t *trace) loads(at ssa.Value) {
	for _, r := range *at.Referrers() {
		if load, ok := r.(*ssa.UnOp); ok && load.Op == token.MUL {
			t.mark(load)
		}
	}
}

func (t *trace) instruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if t.refers[in.Addr] {
			t.stored(in)
		} else if a, ok := in.Addr.(*ssa.Alloc); ok && t.refers[in.Val] {
			t.spilled(a)
		}
	case *ssa.MapUpdate:
		if t.refers[in.Map] {
			t.stored(in)
		}
	case *ssa.Return:
		t.fact.returns = t.fact.returns || slices.ContainsFunc(in.Results, func(v ssa.Value) bool { return t.refers[v] })
	case ssa.CallInstruction:
		t.call(in)
	case *ssa.Phi, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Slice, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface,
		*ssa.TypeAssert, *ssa.Extract, *ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.SliceToArrayPointer, *ssa.UnOp, *ssa.Convert:
		for _, from := range in.Operands(nil) {
			if t.refers[*from] && sharesMemory(in, *from) {
				t.mark(in.(ssa.Value))
			}
		}
	}
}

// sharesMemory reports whether what is made of an operand refers to the same memory.
func sharesMemory(in ssa.Instruction, from ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.MUL
	case *ssa.Convert: // of texts and bytes copies
		_, pointer := in.Type().Underlying().(*types.Pointer)
		return pointer
	case *ssa.Lookup:
		return in.X == from
	}
	return true
}

// call follows the memory into the called function.
func (t *trace) call(in ssa.CallInstruction) {
	c := in.Common()
	result, _ := in.(ssa.Value)
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if slices.Contains([]string{"copy", "clear", "delete", "append"}, b.Name()) && t.refers[c.Args[0]] {
			t.stored(in)
			t.mark(result)
		}
		return
	}
	callee := c.StaticCallee()
	if callee == nil || strings.HasPrefix(callee.String(), "slices.Clip[") || callee.Pkg != nil && slices.Contains(trusted, callee.Pkg.Pkg.Path()) {
		return
	}
	for i, a := range c.Args {
		if i < len(callee.Params) && t.refers[a] {
			t.follow(callee, callee.Params[i], result)
		}
	}
}

// follow follows the memory into a function that has it as a value of its own.
func (t *trace) follow(fn *ssa.Function, v, result ssa.Value) {
	fact := t.of(fn, v)
	t.fact.stores = t.fact.stores || fact.stores
	if fact.returns && result != nil {
		t.mark(result)
	}
}
