package dual

import (
	"cmp"
	"slices"

	"krigo/interp/machine"
)

// Transform makes code that also computes tangents: for a function of [machine.Kernel]'s signature, after its
// captured variables, and for all functions that it calls. Its parameters theta have shadows. The names of functions
// and the lines of instructions stay. It fails for code with an operation whose use of registers it does not know.
func Transform(codes []machine.Code, linker machine.Linker) (duals []machine.Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			refused, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			err = refused
		}
	}()
	for _, c := range codes {
		refuseHeld(c)
	}
	p := newProgram(codes, linker)
	_, pointers := machine.Count(slotsOf(codes[0].Params))
	p.analyse(register{true, uint16(pointers - 1)})
	for _, f := range p.functions {
		if f.called {
			duals = append(duals, newTransformation(p, f).write())
		}
	}
	return duals, nil
}

// refuseHeld refuses code with values that are held: their tangents would have to be copied, too.
func refuseHeld(c machine.Code) {
	all := slices.Concat(c.Params, c.Results, c.Types)
	for _, e := range c.Externs {
		all = slices.Concat(all, e.Params, e.Results)
	}
	for _, t := range all {
		if machine.Holds(t.Slots) || machine.Holds(t.Key) || machine.Holds(t.Elem) {
			refuse("%s has values of very many parts", c.Name)
		}
	}
}

func slotsOf(types []machine.Type) []machine.Slot {
	var all []machine.Slot
	for _, t := range types {
		all = append(all, t.Slots...)
	}
	return all
}

// transformation transforms one function.
type transformation struct {
	*program
	*function
	dual machine.Code
	// kept are registers whose tangents hold at all times, since instructions that write the register write them too.
	// Other registers' tangents are 0, or unused: cleared are the ones that are set to 0 at the beginning.
	kept    map[register]bool
	cleared []register
	starts  []int // of the code for each instruction, and its end
}

func newTransformation(p *program, f *function) *transformation {
	t := &transformation{program: p, function: f, dual: f.code, kept: map[register]bool{}}
	t.dual.Instrs, t.dual.Lines, t.dual.Externs = nil, nil, slices.Clone(f.code.Externs)
	t.keep()
	return t
}

// keep finds the registers that are kept, and those that are cleared: registers that never have tangents where others
// with them are computed of both. Those in the frames of calls do not stay cleared, so that they are kept.
func (t *transformation) keep() {
	asked := map[register]bool{}
	for i := range t.instructions {
		in := &t.instructions[i]
		for r := range in.active {
			t.kept[r] = true
		}
		for _, r := range t.asked(in) {
			asked[r] = true
		}
	}
	for r := range asked {
		if !r.pointer && r.number >= t.frameWords || r.pointer && r.number >= t.framePointers {
			t.kept[r] = true
		}
		if !t.kept[r] {
			t.cleared = append(t.cleared, r)
		}
	}
	for _, o := range registers(t.code.Params, 0, 0) {
		if t.kept[o.register] && !t.params[o.register] {
			t.cleared = append(t.cleared, o.register)
		}
	}
	slices.SortFunc(t.cleared, compareRegisters)
}

// asked returns the registers whose tangents an instruction reads.
func (t *transformation) asked(in *instruction) []register {
	var all []register
	switch {
	case in.active == nil:
	case in.callee != nil:
		for _, r := range in.reads {
			if in.callee.params[in.own(r.register)] {
				all = append(all, r.register)
			}
		}
	case in.Op == machine.Return && t.function == t.functions[0]:
		all = append(all, register{false, 0})
	case t.isActive(in) && in.rule != "":
		for _, r := range in.reads {
			all = append(all, r.register)
		}
	case t.isActive(in):
		for _, r := range in.from {
			all = append(all, r.register)
		}
	}
	return all
}

// write writes the code.
func (t *transformation) write() machine.Code {
	for _, r := range t.cleared {
		t.clear(r, 0)
	}
	for i := range t.instructions {
		t.starts = append(t.starts, len(t.dual.Instrs))
		t.instruction(i)
	}
	t.starts = append(t.starts, len(t.dual.Instrs))
	t.redirect()
	t.dual.Inlined = nil
	for _, in := range t.code.Inlined {
		in.From, in.To = t.starts[in.From], t.starts[in.To]
		t.dual.Inlined = append(t.dual.Inlined, in)
	}
	return t.dual
}

func (t *transformation) emit(in machine.Instr, line int32) {
	t.dual.Instrs = append(t.dual.Instrs, in)
	t.dual.Lines = append(t.dual.Lines, line)
}

// clear sets the tangent of a word to 0, or the shadow of a pointer to nil.
func (t *transformation) clear(r register, line int32) {
	op := machine.DualZero
	if r.pointer {
		op = machine.DualNil
	}
	t.emit(machine.Instr{Op: op, A: r.number}, line)
}

// instruction writes the code for an instruction: what checks that no tangent is lost, what clears tangents of what it
// writes, and itself or its form with tangents.
func (t *transformation) instruction(i int) {
	in, line := &t.instructions[i], t.code.Lines[i]
	if in.active == nil || in.Op == machine.None {
		t.emit(in.Instr, line)
		return
	}
	for _, r := range t.losing(in) {
		op := machine.DualCheck
		if r.pointer {
			op = machine.DualCheckPointer
		}
		t.emit(machine.Instr{Op: op, A: r.number}, line)
	}
	var plain []register // that it writes without tangents
	carried := t.carried(in)
	for _, r := range in.writes {
		if t.kept[r.register] && !slices.ContainsFunc(carried, func(c operand) bool { return c.register == r.register }) {
			plain = append(plain, r.register)
		}
	}
	if in.callee != nil { // which leaves other tangents there
		t.emit(in.Instr, line)
	}
	for _, r := range plain {
		t.clear(r, line)
	}
	if in.callee == nil {
		t.emit(t.form(in), line)
	}
}

// losing returns the registers whose tangents an instruction would lose. Comparisons and roundings lose none: where
// they are constant the derivative is 0.
func (t *transformation) losing(in *instruction) []register {
	if in.callee != nil || in.rule != "" || in.answers {
		return nil
	}
	var all []register
	for _, r := range in.reads {
		switch {
		case !in.active[r.register] || slices.Contains(in.from, r):
		case r.pointer && in.keeps, !r.pointer && (r.kind != 'f' || !isFlat(in)):
			all = append(all, r.register)
		}
	}
	return all
}

// isFlat reports whether the results of an instruction are constant, but where they jump.
func isFlat(in *instruction) bool {
	switch in.Op {
	case machine.Floor, machine.Ceil, machine.Trunc:
		return true
	}
	return !slices.ContainsFunc(in.writes, func(r operand) bool { return r.kind == 'f' || r.kind == 'g' })
}

// form returns an instruction, with tangents if it is active.
func (t *transformation) form(in *instruction) machine.Instr {
	out := in.Instr
	switch {
	case !t.isActive(in):
	case in.rule != "":
		words := max(len(in.reads), len(in.writes))
		t.dual.Externs = append(t.dual.Externs, machine.Extern{Symbol: rulePrefix + in.rule})
		out = machine.Instr{Op: machine.CallTangents, A: in.A, B: uint16(words), K: int64(len(t.dual.Externs) - 1)}
	default:
		out.Op = forms[in.Op].dual
	}
	return out
}

// redirect has instructions that go somewhere go to the code for what they went to.
func (t *transformation) redirect() {
	for i, in := range t.instructions {
		if in.Op.Jumps() {
			at := t.starts[i+1] - 1 // the last of its code
			t.dual.Instrs[at].K = machine.Distance(t.starts[i+in.Target()]-at, int32(in.K))
		}
	}
}

func compareRegisters(a, b register) int {
	if a.pointer != b.pointer {
		if b.pointer {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.number, b.number)
}
