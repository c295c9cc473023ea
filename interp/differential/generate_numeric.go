package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// What a numeric program may have: statements of a function, and about how many
// lines all functions execute when each is called once.
const (
	longestFunction = 25
	numericBudget   = 6000
)

// numeric writes programs of functions that compute: those which interp/machine
// runs, and some that it leaves to the interpreter and that call them or are
// called. Any of them may panic, for which the calls of main are recovered.
//
// Values whose bits Go leaves open never show: a NaN prints as one, and floats
// become integers only where they fit.
type numeric struct {
	*draft
	without map[string]bool // constructs that this program does without
	consts  []variable      // of the whole program

	// Of the function being written.
	foreign bool // it may do what the machine leaves to the interpreter
	pure    bool // it changes nothing that others see
	labels  []string
	self    *recursion // or nil
	risk    risk       // of the statement being written
	several bool       // statements may have several
}

// severalFaults are statements that may panic at several places.
const severalFaults = "several faults in a statement"

// avoided are constructs that no program has, each for a fault that is known.
var avoided = map[string]bool{}

// generateNumeric returns the numeric program of a seed and an index: always the
// same.
func generateNumeric(seed uint64, index int) (string, error) {
	n := &numeric{draft: newDraft(seed, index, numericBudget), without: map[string]bool{}}
	return tidy(n.program())
}

func (n *numeric) program() string {
	for _, name := range numericConstructs() {
		n.without[name] = avoided[name] || n.chance(0.25)
	}
	n.several = n.chance(0.1) && !avoided[severalFaults]
	n.declare("%s", numericHelpers)
	n.constants()
	for range 1 + n.n(3) {
		n.declareStruct()
	}
	for range 1 + n.n(2) {
		n.declareNumber()
	}
	n.variables()
	for range 7 + n.n(7) {
		n.declareOne()
	}
	var main strings.Builder
	for _, f := range n.checked() {
		fmt.Fprintf(&main, "%s()\n", n.check(f))
	}
	main.WriteString(n.ending())
	return "package main\n\n" + strings.Join(n.decls, "\n\n") + fmt.Sprintf("\n\nfunc main() {\n%s}\n", &main)
}

// numericConstructs returns the names of all that a program may do without.
func numericConstructs() []string {
	var names []string
	for _, c := range numericStatements {
		names = append(names, c.name)
	}
	for _, f := range forms {
		names = append(names, f.name)
	}
	for _, c := range idioms {
		names = append(names, c.name)
	}
	return names
}

// numericHelpers are functions that all programs have: fit makes a float such
// that an integer can hold it, bitsOf distinguishes floats whatever the bits of a NaN
// are.
const numericHelpers = `func fit(x, most float64) float64 {
if x > -most && x < most {
return x
}
return most / 2
}

func bitsOf(x float64) uint64 {
if x != x {
return 1
}
return math.Float64bits(x)
}

func bit(b bool) uint64 {
if b {
return 1
}
return 0
}

func hash(s string) uint64 {
h := uint64(14695981039346656037)
for i := 0; i < len(s); i++ {
h = (h ^ uint64(s[i])) * 1099511628211
}
return h
}

func text(v any) string {
switch v := v.(type) {
case float64:
return fmt.Sprintf("%v(%x)", v, bitsOf(v))
case float32:
return fmt.Sprintf("%v(%x)", v, bitsOf(float64(v)))
}
return fmt.Sprintf("%+v", v)
}

func show(name string, values ...any) {
fmt.Print(name)
for _, v := range values {
fmt.Print(" ", text(v))
}
fmt.Println()
}

func try(name string, call func()) {
defer func() {
if p := recover(); p != nil {
_, ok := p.(runtime.Error)
fmt.Println(name, "panics:", p, ok)
}
}()
call()
}`

// constants declares the typed constants of the whole program.
func (n *numeric) constants() {
	for range 1 + n.n(3) {
		t := pick(n, numbers...)
		value := n.number
		if isFloat(t) {
			value = n.floatConstant
		}
		c := constant(n.name("k"), t)
		n.declare("const %s %s = %s", c.name, n.typ(t), value(t))
		n.consts = append(n.consts, c)
	}
}

// variables declares the package's variables: three that nothing assigns, so that there
// is always one, and others.
func (n *numeric) variables() {
	n.declare("var (\nbase = %s\nratio = %s\nword = %s\n)", pick(n, "3", "7", "-5", "1000003"), pick(n, "0.5", "2.25", "-3.75", "1e300"), n.text())
	for _, v := range basics {
		n.addGlobal(v)
	}
	for range 2 + n.n(4) {
		t := n.typeOf(2)
		name := n.name("g")
		n.declare("var %s %s = %s", name, n.typ(t), n.literal(t, 2))
		n.addGlobal(variable{name: name, typ: t})
	}
}

func (n *numeric) addGlobal(v variable) {
	n.vars = append(n.vars, v)
	n.once["global "+v.name] = true
}

// declareOne declares a function, a method, functions that call each other, or an
// idiom.
func (n *numeric) declareOne() {
	n.cost = 0
	n.foreign = n.chance(0.15)
	switch n.n(13) {
	case 0, 1, 2, 3:
		n.declareFunction()
	case 11, 12:
		n.declareShort()
	case 4, 5:
		n.declareMethod()
	case 6:
		n.declareRecursive()
	case 7:
		n.declareGeneric()
	default:
		n.idiom()
	}
	n.foreign = false
}

// declareFunction declares a function of any parameters and results.
func (n *numeric) declareFunction() {
	n.pure = n.chance(0.5)
	f := function{name: n.name("f"), effects: !n.pure, foreign: n.foreign}
	params := n.parameters(pick(n, 1, 2, 3, 4, 4, 12))
	if !n.pure && n.chance(0.1) {
		params = append(params, variable{name: "rest", typ: types.NewSlice(n.scalar())})
		f.sig = n.signature(params, n.resultTypes(), true)
	} else {
		f.sig = n.signature(params, n.resultTypes(), false)
	}
	n.define(f, params, func() {
		for range 2 + n.n(6) {
			n.statement()
		}
	})
}

// declareShort declares a function of a line or two, which many others call.
func (n *numeric) declareShort() {
	n.pure = n.chance(0.7)
	f := function{name: n.name("short"), effects: !n.pure, foreign: n.foreign}
	params := n.parameters(1 + n.n(3))
	f.sig = n.signature(params, n.resultTypes(), false)
	n.define(f, params, func() {
		if n.chance(0.5) {
			n.choose(shortStatements).write(n)
		}
	})
}

// declareMethod declares a method of a declared type.
func (n *numeric) declareMethod() {
	n.foreign = false
	n.pure = n.chance(0.5)
	t := pick(n, n.named...)
	pointer := !n.pure && n.chance(0.8)
	self := variable{name: "r", typ: t.Named}
	if pointer {
		self.typ = types.NewPointer(t.Named)
	}
	if refers(t.Underlying()) && n.pure {
		n.pure, pointer = false, false
	}
	params := n.parameters(n.n(3))
	results := n.resultTypes()[:1]
	body, cost := n.body(append([]variable{self}, params...), results, func() {
		for range 1 + n.n(4) {
			n.statement()
		}
	})
	var list []types.Type
	for _, p := range params {
		list = append(list, p.typ)
	}
	n.addMethod(t, n.name("M"), pointer, !n.pure, list, results, body)
	t.methods[len(t.methods)-1].cost = cost
}

// recursion describes a call of the function itself, or of one that calls it.
type recursion struct {
	calls function
	most  int // calls that are left to the body
}

// declareRecursive declares a function that calls itself, or two that call each
// other, to a depth that their first parameter bounds.
func (n *numeric) declareRecursive() {
	n.pure = n.chance(0.6)
	depth, calls := 10, 1
	if n.chance(0.5) {
		depth, calls = 4, 2
	}
	var all []function
	var params [][]variable
	for range 1 + n.n(2) {
		p := append([]variable{constant("depth", intType)}, n.parameters(1+n.n(2))...)
		params = append(params, p)
		all = append(all, function{name: n.name("rec"), effects: !n.pure, foreign: n.foreign, sig: n.signature(p, n.resultTypes()[:1], false)})
	}
	known := n.funcs
	for i, f := range all {
		n.funcs = known // none calls another but by recur
		n.define(f, params[i], func() {
			n.self = &recursion{all[(i+1)%len(all)], calls}
			n.line("depth = min(depth, %d)\nif depth <= 0 {", depth)
			n.returnStatement()
			n.line("}")
			for range 1 + n.n(3) {
				n.statement()
			}
			n.recur()
			n.statement()
			n.self = nil
		})
		all[i].cost = n.funcs[len(known)].cost * depth * calls * calls * calls
	}
	n.funcs = append(slices.Clip(known), all...)
}

// recur calls the function being written, or its partner, one level deeper.
func (n *numeric) recur() {
	if n.self == nil || n.self.most == 0 || n.weight > 1 {
		n.assign()
		return
	}
	n.self.most--
	f := n.self.calls
	args := append([]string{"depth-1"}, n.arguments(f.sig)[1:]...)
	t := f.sig.Results().At(0).Type()
	n.local(t, "%s(%s)", f.name, strings.Join(args, ", "))
}

// declareGeneric declares a function of a type parameter, and two instances. The
// parameter stands for types of one kind, so that what is written of a type of this
// kind can be written of it.
func (n *numeric) declareGeneric() {
	n.pure = n.chance(0.5)
	under := pick(n, numbers...)
	for isUnsigned(under) && sizeOf(under) == 8 { // constants that no int holds are not converted
		under = pick(n, numbers...)
	}
	t := types.NewNamed(types.NewTypeName(0, n.pkg, "T", nil), under, nil)
	named := n.named
	n.named = append(slices.Clip(named), &namedType{Named: t})
	params := append([]variable{{name: "x", typ: t}}, n.parameters(1+n.n(2))...)
	if !n.pure {
		params = append(params, variable{name: "xs", typ: types.NewSlice(t)})
	}
	f := function{name: n.name("gen"), effects: !n.pure, foreign: n.foreign, sig: n.signature(params, append(n.resultTypes()[:1], t), false)}
	f.typeParam = fmt.Sprintf("[T interface{ ~%s }]", n.typ(under))
	known := n.funcs
	n.define(f, params, func() {
		for range 1 + n.n(5) {
			n.statement()
		}
	})
	f.cost = n.funcs[len(known)].cost
	n.named, n.funcs = named, known
	instance := types.NewNamed(types.NewTypeName(0, n.pkg, n.name("Arg"), nil), under, nil)
	n.declare("type %s %s", n.typ(instance), n.typ(under))
	for _, arg := range []types.Type{under, instance} {
		i := f
		i.name, i.typeParam = fmt.Sprintf("%s[%s]", f.name, n.typ(arg)), ""
		i.sig = substitute(f.sig, t, arg).(*types.Signature)
		n.funcs = append(n.funcs, i)
	}
}

// parameters returns a function's parameters: if it is pure, its arguments are copied.
func (n *numeric) parameters(count int) []variable {
	var params []variable
	for i := range count {
		t := n.typeOf(1)
		if n.chance(0.05) {
			t = n.functionType()
		}
		for n.pure && refers(t) {
			t = n.typeOf(1)
		}
		params = append(params, variable{name: fmt.Sprintf("p%d", i), typ: t})
	}
	return params
}

func (n *numeric) resultTypes() []types.Type {
	list := []types.Type{n.scalar()}
	if n.chance(0.25) {
		list[0] = n.typeOf(1)
	}
	for range n.n(3) {
		list = append(list, n.scalar())
	}
	return list
}

func (n *numeric) signature(params []variable, results []types.Type, variadic bool) *types.Signature {
	var list []*types.Var
	for _, p := range params {
		list = append(list, types.NewParam(0, n.pkg, p.name, p.typ))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(list...), tuple(n.pkg, results), variadic)
}

// define declares a function whose statements do writes, up to the last return.
func (n *numeric) define(f function, params []variable, do func()) {
	var texts []string
	for i, p := range params {
		text := n.typ(p.typ)
		if f.sig.Variadic() && i == len(params)-1 {
			text = "..." + n.typ(p.typ.(*types.Slice).Elem())
		}
		texts = append(texts, p.name+" "+text)
	}
	var results []types.Type
	for r := range f.sig.Results().Variables() {
		results = append(results, r.Type())
	}
	named := n.chance(0.3)
	var shown []string
	for i, r := range results {
		text := n.typ(r)
		if named {
			v := variable{name: fmt.Sprintf("r%d", i), typ: r}
			params = append(params, v)
			text = v.name + " " + text
		}
		shown = append(shown, text)
	}
	body, cost := n.body(params, results, do)
	n.declare("func %s%s(%s) (%s) {\n%s}", f.name, f.typeParam, strings.Join(texts, ", "), strings.Join(shown, ", "), body)
	f.cost = cost
	n.funcs = append(n.funcs, f)
}

// body returns the text of a function: what do writes, and a return. A pure one sees
// of the package's variables only copies, and assigns none.
func (n *numeric) body(params []variable, results []types.Type, do func()) (text string, cost int) {
	funcs := n.funcs
	defer func() { n.funcs = funcs }()
	n.funcs = nil
	for _, f := range funcs {
		if !f.foreign || n.foreign && n.chance(0.5) {
			n.funcs = append(n.funcs, f)
		}
	}
	return n.topLevel(params, results, func() {
		n.lines = 0
		if n.pure {
			var copied []variable
			for _, v := range n.vars {
				global := n.once["global "+v.name]
				if !global || !refers(v.typ) {
					v.fixed = v.fixed || global
					copied = append(copied, v)
				}
			}
			n.vars = copied
		}
		do()
		n.returnStatement()
	})
}

// returnStatement returns values of what is in scope.
func (n *numeric) returnStatement() {
	n.risk = noRisk
	var values []string
	for _, t := range n.results {
		if types.Identical(t, types.Typ[types.Uint64]) {
			values = append(values, n.digests())
			continue
		}
		values = append(values, n.value(t, 2))
	}
	n.line("return %s", strings.Join(values, ", "))
}

// statement writes one construct.
func (n *numeric) statement() {
	n.risk = noRisk
	if n.lines > longestFunction || n.cost > n.budget {
		n.assign()
		return
	}
	n.choose(numericStatements).write(n)
}

// numericConstruct is a way to write statements, or a function.
type numericConstruct struct {
	name    string
	weight  int
	foreign bool // the machine leaves it to the interpreter
	write   func(*numeric)
}

// choose takes one of those that the program has, else the first.
func (n *numeric) choose(all []numericConstruct) numericConstruct {
	var allowed []numericConstruct
	var weights []int
	for _, c := range all {
		if !n.without[c.name] && (!c.foreign || n.foreign) {
			allowed, weights = append(allowed, c), append(weights, c.weight)
		}
	}
	if len(allowed) == 0 {
		return all[0]
	}
	return allowed[n.weighted(weights)]
}

// block writes statements in a scope of their own, without braces.
func (n *numeric) block(statements int) {
	n.scope(func() {
		n.depth++
		defer func() { n.depth-- }()
		for range statements {
			if n.depth > 3 {
				n.assign()
				continue
			}
			n.statement()
		}
	})
}
