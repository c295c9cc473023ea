package machine

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"krigo/interp/internal/turns"
)

// Function is a linked function.
type Function struct {
	machine         *Machine
	name            string
	code            *Instr // nil where instead is called
	instead         *goFunction
	words, pointers uintptr       // of its registers, in bytes
	usedSince       atomic.Uint64 // what used counts, in the lower half, and above it one more than the version since when
	followers       []*Function   // that were redirected to it
	in, out         []Type
	params, results []Slot
	instrs          []Instr
	lines           []int32
	inlined         []Inlined
	plain           *Function // without these, nil if none are inlined
	keep            []any     // what K of instructions points to
	source          Code
	linker          Linker
	valueCalls      sync.Map // by the types of function values
}

// place is the location of a function's code.
type place struct {
	first, end uintptr
	function   *Function
}

// Linker resolves the references of code.
type Linker interface {
	// Type returns the type of an ID.
	Type(id int) (reflect.Type, error)
	// Symbol returns a compiled function, or the address of a compiled variable.
	Symbol(name string) (v reflect.Value, ok bool)
}

// Link adds functions, which may call each other and the ones that were added before. A
// function with the name of an earlier one replaces it in later links only; see
// [Machine.Redirect].
func (m *Machine) Link(codes []Code, linker Linker) error {
	return m.linkAll(codes, linker, m.all)
}

// linkAll implements Link for functions that find each other, and others, by these names.
func (m *Machine) linkAll(codes []Code, linker Linker, names map[string]*Function) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range codes {
		names[c.Name] = m.newFunction(c, linker)
	}
	for _, c := range codes {
		f := names[c.Name]
		if err := m.link(f, names); err != nil {
			return err
		}
		if c.Plain == nil {
			continue
		}
		f.plain = m.newFunction(*c.Plain, linker)
		if err := m.link(f.plain, names); err != nil {
			return err
		}
		for _, in := range c.Inlined {
			m.inliners[in.Function] = append(m.inliners[in.Function], f)
		}
	}
	slices.SortFunc(m.places, func(a, b place) int { return cmp.Compare(a.first, b.first) })
	return nil
}

func (m *Machine) newFunction(c Code, linker Linker) *Function {
	params, results := slotsOf(c.Params), slotsOf(c.Results)
	words, pointers := Count(params)
	rwords, rpointers := Count(results)
	f := &Function{
		machine: m, name: c.Name, instrs: slices.Clone(c.Instrs), lines: c.Lines, inlined: c.Inlined, in: c.Params, out: c.Results, params: params, results: results,
		words: uintptr(max(c.Words, words, rwords)) * 8, pointers: uintptr(max(c.Pointers, pointers, rpointers)) * pointerSize,
		source: c, linker: linker,
	}
	f.code = &f.instrs[0]
	return f
}

func (m *Machine) link(f *Function, names map[string]*Function) error {
	if err := f.link(f.source, f.linker, names); err != nil {
		return fmt.Errorf("function %s: %w", f.name, err)
	}
	first := uintptr(unsafe.Pointer(f.code))
	m.places = append(m.places, place{first, first + uintptr(len(f.instrs))*instrSize, f})
	return nil
}

// reference is an instruction that refers to a variable.
type reference struct {
	function *Function
	in       *Instr
}

// Place sets the address of a variable, before any function that refers to it is called.
func (m *Machine) Place(variable string, at unsafe.Pointer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.variables[variable] = at
	for _, r := range m.unplaced[variable] {
		r.function.point(r.in, at, at)
	}
	delete(m.unplaced, variable)
}

// Lookup returns the function of a name, or nil.
func (m *Machine) Lookup(name string) *Function {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.all[name]
}

// place finds the function that an instruction is of, and its number there.
func (m *Machine) place(pc *Instr) (*Function, int) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	at := uintptr(unsafe.Pointer(pc))
	i, found := slices.BinarySearchFunc(m.places, at, func(p place, at uintptr) int { return cmp.Compare(p.first, at) })
	if !found {
		i--
	}
	if i < 0 || at >= m.places[i].end {
		return nil, 0
	}
	return m.places[i].function, int((at - m.places[i].first) / instrSize)
}

// Redirect makes all calls of f go to another function of the same signature, also the calls of functions that were
// redirected to f.
func (f *Function) Redirect(to *Function) {
	defer f.machine.redirections.Add(1)
	f.uninline()
	for _, g := range append(f.followers, f) {
		g.become(to)
		to.followers = append(to.followers, g)
	}
	f.followers = nil
}

// become makes calls of f execute the code of another.
func (f *Function) become(to *Function) {
	f.words, f.pointers = max(f.words, to.words), max(f.pointers, to.pointers)
	f.code, f.instead = to.code, to.instead
}

// uninline makes the functions that f was inlined in call it.
func (f *Function) uninline() {
	for _, g := range f.machine.inliners[f.name] {
		if g.plain == nil || g.code != &g.instrs[0] {
			continue // it has been redirected, too
		}
		for _, h := range append(g.followers, g) {
			h.become(g.plain)
		}
	}
	delete(f.machine.inliners, f.name)
}

// RedirectTo makes all calls of f go to a Go function of the same signature.
func (f *Function) RedirectTo(to reflect.Value) {
	defer f.machine.redirections.Add(1)
	f.uninline()
	instead := &goFunction{
		function: to, typ: to.Type(), in: infos(f.in, to.Type().In), out: infos(f.out, to.Type().Out), params: f.params, results: f.results,
	}
	for _, g := range append(f.followers, f) {
		g.code, g.instead = nil, instead
	}
}

func slotsOf(types []Type) []Slot {
	var all []Slot
	for _, t := range types {
		all = append(all, t.Slots...)
	}
	return all
}

// held returns types whose slots know what they hold.
func held(types []Type, linker Linker) ([]Type, error) {
	if !slices.ContainsFunc(types, func(t Type) bool { return Holds(t.Slots) }) {
		return types, nil
	}
	types = slices.Clone(types)
	for i, t := range types {
		if Holds(t.Slots) {
			rt, err := linker.Type(t.ID)
			if err != nil {
				return nil, err
			}
			types[i].Slots = newTypeInfo(rt, t.Slots).slots
		}
	}
	return types, nil
}

// link puts pointers into K where numbers were.
func (f *Function) link(c Code, linker Linker, names map[string]*Function) (err error) {
	if f.in, err = held(c.Params, linker); err != nil {
		return err
	}
	if f.out, err = held(c.Results, linker); err != nil {
		return err
	}
	types := make([]*typeInfo, len(c.Types))
	for i, t := range c.Types {
		rt, err := linker.Type(t.ID)
		if err != nil {
			return err
		}
		types[i] = newTypeInfo(rt, t.Slots)
		if rt.Kind() == reflect.Map {
			types[i].key, types[i].elem, types[i].shape = newTypeInfo(rt.Key(), t.Key), newTypeInfo(rt.Elem(), t.Elem), shapeOf(rt)
		}
	}
	externs := make([]*goFunction, len(c.Externs))
	for i, e := range c.Externs {
		g, err := newGoFunction(e, linker)
		if err != nil {
			return err
		}
		externs[i] = g
	}
	for i := range f.instrs {
		in := &f.instrs[i]
		switch in.Op {
		case Call:
			callee := names[c.Callees[in.K]]
			if callee == nil {
				return fmt.Errorf("there is no function %s", c.Callees[in.K])
			}
			f.point(in, callee, unsafe.Pointer(callee))
		case Text:
			text := c.Texts[in.K]
			f.point(in, text, unsafe.Pointer(unsafe.SliceData(text)))
		case Variable:
			name := c.Variables[in.K]
			at, ok := f.machine.variables[name]
			if !ok {
				if v, compiled := linker.Symbol(name); compiled {
					at, ok = v.UnsafePointer(), true
				}
			}
			in.K = 0
			if ok {
				f.point(in, at, at)
			} else {
				f.machine.unplaced[name] = append(f.machine.unplaced[name], reference{f, in})
			}
		case FunctionValue:
			ref := c.Values[in.K]
			if v, ok := linker.Symbol(ref.Symbol); ok {
				code := codeOf(v)
				f.point(in, code, code)
				continue
			}
			callee := f.machine.all[ref.Name]
			if callee == nil {
				return fmt.Errorf("there is no function %s%s", ref.Name, ref.Symbol)
			}
			rt, err := linker.Type(ref.Type)
			if err != nil {
				return err
			}
			code := codeOf(callee.Value(rt, nil))
			f.point(in, code, code)
		case Closure:
			callee := f.machine.all[c.Callees[in.K]]
			if callee == nil {
				return fmt.Errorf("there is no function %s", c.Callees[in.K])
			}
			f.point(in, callee, unsafe.Pointer(callee))
			f.pointType(&f.instrs[i+1], types)
		case CallGo, CallValue, CallMethod, CallTangents:
			f.point(in, externs[in.K], unsafe.Pointer(externs[in.K]))
		case NewValue, Hold, CopyValue, MapGet, MapSet, MapDelete, MapMake, MapRange, Raise, Append, AppendValue, Equal, ClearAll:
			f.pointType(in, types)
		case DualNewValue, DualAppend, DualAppendValue:
			f.pointType(in, types).withShadow()
		case Make, Copy:
			f.pointType(&f.instrs[i+1], types)
		case DualMake, DualCopy:
			f.pointType(&f.instrs[i+1], types).withShadow()
		case IsType:
			test := &typeTest{want: types[in.K], iface: types[f.instrs[i+1].K]}
			f.point(in, test, unsafe.Pointer(test))
		case Box, Convert, AssertInterface, FailAssertion:
			f.pointType(in, types)
			f.pointType(&f.instrs[i+1], types)
		}
	}
	f.fuse()
	return nil
}

// pointType makes the K of an instruction point to a type.
func (f *Function) pointType(in *Instr, types []*typeInfo) *typeInfo {
	info := types[in.K]
	f.point(in, info, unsafe.Pointer(info))
	return info
}

// point makes the K of an instruction point to what f keeps.
func (f *Function) point(in *Instr, kept any, to unsafe.Pointer) {
	f.keep = append(f.keep, kept)
	*(*uintptr)(unsafe.Pointer(&in.K)) = uintptr(to)
}

// Caller is the name that stacks have for the function that runs a function of the machine.
var Caller = runtime.FuncForPC(reflect.ValueOf((*Function).run).Pointer()).Name()

// call calls f with its parameters in the registers of t, and leaves the results there. It panics as f
// does; where the machine is stopped the results are zeros. It reports whether f has returned.
func (f *Function) call(t *Thread) (returned bool) {
	if t.stopped() {
		f.machine.turnAway()
		f.clearResults(t)
		return false
	}
	if f.code != nil {
		return f.run(t)
	}
	if f.instead.call(t, t.firstWord(), t.firstPointer()) == noFault {
		return true
	}
	f.clearResults(t)
	return false
}

func (f *Function) clearResults(t *Thread) {
	words, pointers := Count(f.results)
	clear(t.memory.words[:words])
	clear(t.memory.pointers[:pointers])
}

// run is call of a function that has code.
func (f *Function) run(t *Thread) (returned bool) {
	w, p := t.firstWord(), t.firstPointer()
	whole := false
	level := turns.Nest()
	defer func() {
		turns.Unnest(level)
		if whole || f.machine.Left == nil {
			return
		}
		for _, l := range t.trail() {
			f.machine.Left(l.function, l.line) // at the depth at which the interpreter reports its own functions
		}
	}()
	var fault fault
	switch {
	case t.shadows.tangents != nil:
		fault = t.runDual(f.code, w, p)
	default:
		fault = t.run(f.code, w, p)
	}
	switch fault {
	case noFault:
		returned = true
	case lostFault:
		t.depth = 0
	case stopFault:
		f.clearResults(t)
	default:
		innermost := t
		for innermost.within != nil {
			innermost = innermost.within
		}
		panic(innermost.failure(fault))
	}
	whole = true
	return returned
}
