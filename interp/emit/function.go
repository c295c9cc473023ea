package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// function.go: one SSA function as one function of the interpreter.
//
// What holds of the text:
//   - registers are declared at the top, each once, and each label has a goto;
//   - a register is written by one statement: the interpreter may put the place
//     of what it reads where the register was, and another statement would write
//     there;
//   - a label never stands before a return alone, which sends the interpreter
//     into endless recursion;
//   - a function that defers runs its body in a literal, under a frame that
//     owns the deferred calls (package core), and returns by its variables r0,
//     r1, …;
//   - a function value is made by a literal or kept in a variable that package
//     core has filled: the interpreter takes the name of a function for
//     something that is no function to reflection.

// writer writes one function.
type writer struct {
	*Emitter
	f     *ssa.Function
	lines strings.Builder
	vars  []string // declarations of registers
	names map[ssa.Value]string

	inlined map[ssa.Value]bool // written at their only use
	places  map[ssa.Value]bool // addresses that are only read and written through
	locals  map[ssa.Value]bool // variables that are registers: nothing has their address

	arguments map[ssa.Value][]ssa.Value // of calls, by the slice that they are not made

	mark       string // the address of the variable that keeps its line, if it has one
	marked     int    // the line that it keeps here
	framed     bool   // it defers
	runsDefers bool   // ssa tells where the deferred calls run
	recovers   bool   // it calls recover
	pads       bool   // it needs the statement that separates a label from a return
}

// line writes one statement.
func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.lines, "\t"+format+"\n", args...) }

// register declares a register and returns its name.
func (w *writer) register(hint string, typ string) string {
	name := fmt.Sprintf("%s%d", hint, len(w.vars))
	w.vars = append(w.vars, "var "+name+" "+typ)
	return name
}

// emit writes a function.
func (e *Emitter) emit(f *ssa.Function) {
	e.orderOnce(f)
	w := &writer{
		Emitter: e, f: f, names: map[ssa.Value]string{},
		inlined: map[ssa.Value]bool{}, places: map[ssa.Value]bool{}, locals: map[ssa.Value]bool{},
		arguments: map[ssa.Value][]ssa.Value{},
	}
	var params, free []string
	for i, p := range f.Params {
		w.names[p] = fmt.Sprintf("p%d", i)
		params = append(params, w.names[p]+" "+e.work(p.Type()))
	}
	for i, v := range f.FreeVars {
		w.names[v] = fmt.Sprintf("v%d", i)
		free = append(free, w.names[v]+" "+e.work(v.Type()))
	}
	w.framed, w.runsDefers, w.recovers = defers(f), runsDefers(f), recovers(f)
	w.enter(len(free) > 0)
	w.fuse()
	w.nameRegisters()
	body := w.body()
	results := e.results(f.Signature.Results())
	name := e.funcs[f]
	if len(free) > 0 {
		fmt.Fprintf(&e.out, "func %s(%s) func(%s)%s {\n\treturn func(%s)%s {\n%s\t}\n}\n\n",
			name, strings.Join(free, ", "), strings.Join(typesOf(params), ", "), results, strings.Join(params, ", "), results, body)
		return
	}
	fmt.Fprintf(&e.out, "func %s(%s)%s {\n%s}\n\n", name, strings.Join(params, ", "), results, body)
}

// typesOf are the types of parameters.
func typesOf(params []string) []string {
	out := make([]string, len(params))
	for i, p := range params {
		_, out[i], _ = strings.Cut(p, " ")
	}
	return out
}

// body writes the declarations and the statements.
func (w *writer) body() string {
	if w.framed {
		w.framedBlocks()
	} else {
		w.blocks()
	}
	var b strings.Builder
	if w.pads {
		b.WriteString("\tvar pad int\n")
	}
	for _, v := range w.vars {
		b.WriteString("\t" + v + "\n")
	}
	if w.recovers {
		b.WriteString("\tvar deferring *q.Frame\n\tdeferring = q.Deferring()\n")
	}
	if wrapsRecover(w.f) {
		b.WriteString("\tq.Wrapper()\n")
	}
	b.WriteString(w.lines.String())
	return b.String()
}

// blocks writes the blocks that control reaches.
func (w *writer) blocks() {
	blocks := slices.DeleteFunc(slices.Clone(w.f.Blocks), func(b *ssa.BasicBlock) bool { return b == w.f.Recover })
	for i, b := range blocks {
		var next *ssa.BasicBlock
		if i+1 < len(blocks) {
			next = blocks[i+1]
		}
		w.block(b, next)
	}
}

// framedBlocks writes a function that defers: its blocks in a literal, and the
// block that runs where a deferred call has recovered.
func (w *writer) framedBlocks() {
	var results []string
	for v := range w.f.Signature.Results().Variables() {
		name := fmt.Sprintf("r%d", len(results))
		results = append(results, name)
		w.vars = append(w.vars, "var "+name+" "+w.work(v.Type()))
	}
	w.vars = append(w.vars, "var frame *q.Frame", "var recovered bool", "var body func()")
	w.line("frame = q.NewFrame()")
	// As an argument, the interpreter would make a function value of the literal
	// by reflection.
	w.line("body = func() {")
	w.blocks()
	w.line("}")
	w.line("recovered = q.Do(frame, body)")
	if w.f.Recover != nil {
		w.line("if recovered {")
		for _, in := range w.f.Recover.Instrs {
			if r, ok := in.(*ssa.Return); ok {
				w.setResults(r)
				continue
			}
			w.instruction(in)
		}
		w.line("}")
	}
	if len(results) > 0 {
		w.line("return %s", strings.Join(results, ", "))
	}
}

// setResults gives the result variables of a function that defers their
// values.
func (w *writer) setResults(r *ssa.Return) {
	for i, x := range r.Results {
		w.line("r%d = %s", i, w.value(x))
	}
}

// nameRegisters declares a register for each value that is written once and
// read by its name.
func (w *writer) nameRegisters() {
	for _, b := range w.f.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || w.inlined[v] || w.places[v] {
				continue
			}
			w.nameRegister(v)
		}
	}
}

func (w *writer) nameRegister(v ssa.Value) {
	if w.locals[v] {
		w.names[v] = w.register("t", w.work(deref(v.Type())))
		return
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return
	case *ssa.Range:
		w.names[v] = w.iterator(v)
		return
	case *ssa.Next:
		w.names[v] = w.step(v)
		return
	case *ssa.Call:
		if len(*v.Referrers()) == 0 {
			return
		}
	}
	t, ok := v.Type().(*types.Tuple)
	if !ok {
		w.names[v] = w.register("t", w.work(v.Type()))
		return
	}
	name := fmt.Sprintf("t%d", len(w.vars))
	for i := range t.Len() {
		w.vars = append(w.vars, fmt.Sprintf("var %s_%d %s", name, i, w.work(t.At(i).Type())))
	}
	w.names[v] = name
}

// defers tells whether a function owns deferred calls.
func defers(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && d.DeferStack == nil || builtin(in) == "ssa:deferstack" {
				return true
			}
		}
	}
	return false
}

// runsDefers tells whether a function has an instruction that runs its deferred calls.
func runsDefers(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.RunDefers); ok {
				return true
			}
		}
	}
	return false
}

// recovers tells whether a function calls recover itself.
func recovers(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && isRecover(c.Common().Value) {
				return true // a deferred one does so on behalf of the function
			}
		}
	}
	return false
}

func isRecover(v ssa.Value) bool {
	b, ok := v.(*ssa.Builtin)
	return ok && b.Name() == "recover"
}

// builtin is the builtin function that an instruction calls now, or empty.
func builtin(in ssa.Instruction) string {
	if c, ok := in.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}
