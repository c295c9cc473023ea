package main

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
)

// variable is a variable in scope.
type variable struct {
	name string
	typ  types.Type
	// fixed variables are not assigned: loops end by them.
	fixed bool
	// through reports that a pointer points to it, a part of a variable.
	through bool
}

// constant returns a variable that nothing assigns.
func constant(name string, t types.Type) variable { return variable{name: name, typ: t, fixed: true} }

// part returns a field or an element of a variable.
func (v variable) part(selector string, t types.Type) variable {
	return variable{name: v.name + selector, typ: t, fixed: v.fixed, through: v.through}
}

// function is a function or function variable in scope.
type function struct {
	name string
	sig  *types.Signature
	// effects reports that a call changes variables of the caller, so that the
	// order in which it and they are evaluated matters: it stands alone.
	effects bool
	cost    int  // lines that a call executes
	local   bool // a variable of the function being written
	foreign bool // it may do what interp/machine leaves to the interpreter
	method  bool // its first parameter is a receiver
	// typeParam is the text of a type parameter, where it has one.
	typeParam string
}

// draft is a program that is being written. It keeps what is in scope with its
// type, so that expressions are made from that and every program compiles.
type draft struct {
	rng   *rand.Rand
	pkg   *types.Package
	decls []string         // at top level, as text
	out   *strings.Builder // the statements being written

	vars  []variable
	funcs []function
	named []*namedType
	// unfinished is the type whose methods are being declared: those that it has
	// may still hide others.
	unfinished types.Type
	serials    map[string]int // how many names begin with a stem
	once       map[string]bool

	lines  int
	cost   int
	budget int // what the program may cost
	weight int // how often the statement being written runs
	depth  int // of blocks
	loops  int // around the statement, within its function

	results []types.Type // of the function being written
	inFunc  bool         // results hold
}

// newDraft returns the start of the program of a seed and an index: always the
// same.
func newDraft(seed uint64, index, budget int) *draft {
	return &draft{
		rng:     rand.New(rand.NewPCG(seed, uint64(index))),
		pkg:     types.NewPackage("main", "main"),
		out:     &strings.Builder{},
		serials: map[string]int{},
		once:    map[string]bool{},
		budget:  budget,
		weight:  1,
	}
}

// scope forgets afterwards what do declares.
func (d *draft) scope(do func()) {
	vars, funcs := d.vars, d.funcs
	do()
	d.vars, d.funcs = vars, funcs
}

// loop writes the body of a loop that runs about times times.
func (d *draft) loop(times int, body func()) {
	weight := d.weight
	d.weight *= times
	d.loops++
	d.scope(body)
	d.loops--
	d.weight = weight
}

// capture returns what do writes instead of writing it.
func (d *draft) capture(do func()) string {
	out := d.out
	d.out = &strings.Builder{}
	do()
	text := d.out.String()
	d.out = out
	return text
}

// inFunction returns the statements of a function literal's body: what is
// around it stays in scope, but not its loops.
func (d *draft) inFunction(results []types.Type, do func()) string {
	loops, saved, in := d.loops, d.results, d.inFunc
	d.loops, d.results, d.inFunc = 0, results, true
	text := d.capture(func() { d.scope(do) })
	d.loops, d.results, d.inFunc = loops, saved, in
	return text
}

// topLevel returns the body of a declared function, which sees nothing but what
// is global, and what a call costs.
func (d *draft) topLevel(params []variable, results []types.Type, do func()) (body string, cost int) {
	vars, funcs, before, weight := d.vars, d.funcs, d.cost, d.weight
	d.weight = 1
	d.vars = nil
	for _, v := range vars {
		if d.once["global "+v.name] {
			d.vars = append(d.vars, v)
		}
	}
	d.vars = append(d.vars, params...)
	d.funcs = slices.DeleteFunc(slices.Clone(funcs), func(f function) bool { return f.local })
	body = d.inFunction(results, do)
	cost = d.cost - before + 1
	d.vars, d.funcs, d.cost, d.weight = vars, funcs, before, weight
	return body, cost
}

// line writes a line, or several.
func (d *draft) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	n := strings.Count(text, "\n") + 1
	d.lines += n
	d.cost += n * d.weight
	d.out.WriteString(text)
	d.out.WriteByte('\n')
}

// declare adds a top-level declaration.
func (d *draft) declare(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	d.lines += strings.Count(text, "\n") + 1
	d.decls = append(d.decls, text)
}

// declareOnce adds a declaration that several constructs want.
func (d *draft) declareOnce(key, text string) {
	if !d.once[key] {
		d.once[key] = true
		d.declare("%s", text)
	}
}

// add brings a variable into scope.
func (d *draft) add(name string, t types.Type) variable {
	v := variable{name: name, typ: t}
	d.vars = append(d.vars, v)
	return v
}

// addFixed brings a variable into scope that nothing assigns.
func (d *draft) addFixed(name string, t types.Type) {
	d.vars = append(d.vars, constant(name, t))
}

// name returns a new name.
func (d *draft) name(stem string) string {
	d.serials[stem]++
	return fmt.Sprintf("%s%d", stem, d.serials[stem])
}

func (d *draft) n(n int) int           { return d.rng.IntN(n) }
func (d *draft) chance(p float64) bool { return d.rng.Float64() < p }

// weighted returns an index into weights, large ones more often.
func (d *draft) weighted(weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	k := d.n(total)
	for i, w := range weights {
		if k -= w; k < 0 {
			return i
		}
	}
	panic("no weights")
}

// pick returns one of several.
func pick[T any](by interface{ n(int) int }, of ...T) T { return of[by.n(len(of))] }

// path returns a variable of a type, or a part of one.
func (d *draft) path(t types.Type) (string, bool) {
	found := d.operands(func(u types.Type) bool { return types.Identical(u, t) })
	if len(found) == 0 {
		return "", false
	}
	// The latest are the variables that the program has just worked on.
	if n := len(found); n > 4 && d.chance(0.5) {
		found = found[n-4:]
	}
	return pick(d, found...).name, true
}

// operands returns the variables of wanted types, and their parts.
func (d *draft) operands(wanted func(types.Type) bool) (found []variable) {
	for _, v := range d.vars {
		d.parts(v, 2, func(part variable) {
			if wanted(part.typ) {
				found = append(found, part)
			}
		})
	}
	return found
}

// parts visits a variable and its parts.
func (d *draft) parts(v variable, depth int, visit func(part variable)) {
	visit(v)
	if depth == 0 {
		return
	}
	t := v.typ
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if _, ok := p.Elem().Underlying().(*types.Struct); ok {
			t, v.through = p.Elem(), true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			d.parts(v.part("."+f.Name(), f.Type()), depth-1, visit)
			if inner, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() {
				d.promoted(v, t, inner, visit)
			}
		}
	case *types.Array:
		d.parts(v.part(fmt.Sprintf("[%d]", d.n(int(u.Len()))), u.Elem()), depth-1, visit)
	}
}

// basics are the variables that every program has and none assigns, so that there
// are always operands that are not constant.
var basics = []variable{constant("base", intType), constant("word", stringType), constant("ratio", floatType)}

// promoted visits the fields of an embedded struct by their short names.
func (d *draft) promoted(v variable, outer types.Type, inner *types.Struct, visit func(part variable)) {
	for f := range inner.Fields() {
		obj, _, _ := types.LookupFieldOrMethod(outer, true, d.pkg, f.Name())
		if obj == f {
			visit(v.part("."+f.Name(), f.Type()))
		}
	}
}

// typ returns the text of a type.
func (d *draft) typ(t types.Type) string {
	return types.TypeString(t, types.RelativeTo(d.pkg))
}

func (d *draft) affords(f function) bool { return d.cost+f.cost*d.weight < d.budget }

// methodsOf returns the methods that a variable of a type has, promoted ones too.
func (d *draft) methodsOf(t types.Type) []method {
	if _, ok := t.Underlying().(*types.Interface); ok {
		return nil
	}
	if d.unfinished != nil && types.Identical(t, d.unfinished) {
		return nil
	}
	set := types.NewMethodSet(t)
	if _, ok := t.(*types.Pointer); !ok {
		set = types.NewMethodSet(types.NewPointer(t))
	}
	var found []method
	for s := range set.Methods() {
		for _, n := range d.named {
			for _, m := range n.methods {
				if s.Obj() == m.Func {
					found = append(found, m)
				}
			}
		}
	}
	return found
}

// callable returns a function without effects that returns a type and is cheap
// enough to be called here: a declared one or a method of a variable.
func (d *draft) callable(t types.Type) (function, bool) {
	var found []function
	for _, f := range d.funcs {
		r := f.sig.Results()
		if !f.effects && r.Len() == 1 && types.Identical(r.At(0).Type(), t) && d.affords(f) {
			found = append(found, f)
		}
	}
	for _, v := range d.vars {
		for _, m := range d.methodsOf(v.typ) {
			r := m.Signature().Results()
			f := function{name: v.name + "." + m.Name(), sig: m.Signature(), effects: m.effects, cost: 5 + m.cost}
			if !m.effects && r.Len() == 1 && types.Identical(r.At(0).Type(), t) && d.affords(f) {
				found = append(found, f)
			}
		}
	}
	if len(found) == 0 {
		return function{}, false
	}
	return pick(d, found...), true
}

// addMethod declares a method.
func (d *draft) addMethod(t *namedType, name string, pointer, effects bool, params, results []types.Type, body string) {
	recv := types.Type(t.Named)
	star := ""
	if pointer {
		recv, star = types.NewPointer(recv), "*"
	}
	sig := types.NewSignatureType(types.NewParam(0, d.pkg, "r", recv), nil, nil, tuple(d.pkg, params), tuple(d.pkg, results), false)
	f := types.NewFunc(0, d.pkg, name, sig)
	t.AddMethod(f)
	t.methods = append(t.methods, method{Func: f, effects: effects})
	var names []string
	for i, p := range params {
		names = append(names, fmt.Sprintf("p%d %s", i, d.typ(p)))
	}
	result := ""
	if len(results) > 0 {
		result = d.typ(results[0])
	}
	d.declare("func (r %s%s) %s(%s) %s {\n%s}", star, t.Obj().Name(), name, strings.Join(names, ", "), result, body)
}
