package dual

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/interp/machine"
)

// register is a word or a pointer.
type register struct {
	pointer bool
	number  uint16
}

// operand is a register and its type in an instruction: a letter of [machine.Op.Operands].
type operand struct {
	kind byte
	register
}

// form is how an operation computes tangents: by another one, where the registers from, or memory that it makes, have
// any. They go to the register to; stored is the register whose tangent goes into memory. Registers are named as in
// [machine.Op.Operands].
type form struct {
	dual             machine.Op
	from, to, stored string
	fresh            bool
}

var forms = map[machine.Op]form{
	machine.Move:         {dual: machine.DualMove, from: "uB", to: "uA"},
	machine.MovePointer:  {dual: machine.DualMovePointer, from: "pB", to: "pA"},
	machine.AddFloat:     {dual: machine.DualAddFloat, from: "fBfC", to: "fA"},
	machine.AddFloatK:    {dual: machine.DualAddFloatK, from: "fB", to: "fA"},
	machine.SubFloat:     {dual: machine.DualSubFloat, from: "fBfC", to: "fA"},
	machine.SubFloatK:    {dual: machine.DualSubFloatK, from: "fB", to: "fA"},
	machine.KSubFloat:    {dual: machine.DualKSubFloat, from: "fB", to: "fA"},
	machine.MulFloat:     {dual: machine.DualMulFloat, from: "fBfC", to: "fA"},
	machine.MulFloatK:    {dual: machine.DualMulFloatK, from: "fB", to: "fA"},
	machine.DivFloat:     {dual: machine.DualDivFloat, from: "fBfC", to: "fA"},
	machine.DivFloatK:    {dual: machine.DualDivFloatK, from: "fB", to: "fA"},
	machine.KDivFloat:    {dual: machine.DualKDivFloat, from: "fB", to: "fA"},
	machine.MulAddFloat:  {dual: machine.DualMulAddFloat, from: "fBfCfD", to: "fA"},
	machine.MulSubFloat:  {dual: machine.DualMulSubFloat, from: "fBfCfD", to: "fA"},
	machine.MulInt:       {dual: machine.DualMulInt, from: "fC", to: "fA"},
	machine.MulAddInt:    {dual: machine.DualMulAddInt, from: "fBfD", to: "fA"},
	machine.MulSubInt:    {dual: machine.DualMulSubInt, from: "fBfD", to: "fA"},
	machine.MulAddIndex:  {dual: machine.DualMulAddIndex, from: "fBfCpF", to: "fA"},
	machine.MulAddIndex2: {dual: machine.DualMulAddIndex2, from: "fBfCpF", to: "fA"},
	machine.NegFloat:     {dual: machine.DualNegFloat, from: "fB", to: "fA"},
	machine.MinFloat:     {dual: machine.DualMinFloat, from: "fBfC", to: "fA"},
	machine.MaxFloat:     {dual: machine.DualMaxFloat, from: "fBfC", to: "fA"},
	machine.Sqrt:         {dual: machine.DualSqrt, from: "fB", to: "fA"},
	machine.Abs:          {dual: machine.DualAbs, from: "fB", to: "fA"},
	machine.Load64:       {dual: machine.DualLoad64, from: "pB", to: "uA"},
	machine.Index64:      {dual: machine.DualIndex64, from: "pB", to: "uA"},
	machine.Index2:       {dual: machine.DualIndex2, from: "pB", to: "uA"},
	machine.LoadPointer:  {dual: machine.DualLoadPointer, from: "pB", to: "pA"},
	machine.Address:      {dual: machine.DualAddress, from: "pB", to: "pA"},
	machine.Element:      {dual: machine.DualElement, from: "pB", to: "pA"},
	machine.Row:          {dual: machine.DualRow, from: "pB", to: "pA"},
	machine.SliceOf:      {dual: machine.DualSliceOf, from: "pB", to: "pA"},
	machine.Store64:      {dual: machine.DualStore64, from: "pAuB", stored: "uB"},
	machine.SetIndex64:   {dual: machine.DualSetIndex64, from: "pAuB", stored: "uB"},
	machine.StorePointer: {dual: machine.DualStorePointer, from: "pApB", stored: "pB"},
	machine.Copy:         {dual: machine.DualCopy, from: "pBpC", stored: "pC"},
	machine.AppendValue:  {dual: machine.DualAppendValue, from: "pB", to: "pA", fresh: true}, // and the value
	machine.Append:       {dual: machine.DualAppend, from: "pBpC", to: "pA", stored: "pC", fresh: true},
	machine.Frame:        {dual: machine.DualFrame, to: "pA", fresh: true},
	machine.Clear:        {dual: machine.DualClear, fresh: true},
	machine.NewValue:     {dual: machine.DualNewValue, to: "pA", fresh: true},
	machine.Make:         {dual: machine.DualMake, to: "pA", fresh: true},
}

// named returns the registers of an instruction that a text names.
func named(in machine.Instr, text string) []operand {
	var all []operand
	for ; text != ""; text = text[2:] {
		number := map[byte]uint16{
			'A': in.A, 'B': in.B, 'C': in.C, 'D': uint16(in.K), 'E': uint16(in.K >> 16), 'F': uint16(in.K >> 32), 'G': uint16(in.K >> 48),
		}[text[1]]
		all = append(all, operand{text[0], register{text[0] == 'p', number}})
	}
	return all
}

// instruction is an instruction of a function, with the registers that it writes and reads.
type instruction struct {
	machine.Instr
	writes, reads []operand
	// Of its form: registers whose tangents it reads, and puts into memory.
	from, stored []operand
	// Of a call: the function of the program, or else the rule of a compiled one, if there is one.
	callee  *function
	rule    string
	answers bool // of a compiled one: it has no derivative
	// keeps reports that a pointer's target goes to a place where its tangents are not visible.
	keeps bool
	// active are the registers that may have tangents, or shadows, before it. It is nil where nothing comes to the
	// instruction.
	active map[register]bool
}

// function is one of a program.
type function struct {
	code         machine.Code
	instructions []instruction
	// params and results are those that may have tangents, as registers of the function.
	params, results map[register]bool
	called          bool
	// Frames of calls begin at these registers.
	frameWords, framePointers uint16
}

// program is a function with those that it calls.
type program struct {
	functions []*function
	// stores reports that tangents may go into memory. Only then what the program makes has shadows.
	stores  bool
	changed bool
}

// refusal is the reason why a program is not transformed.
type refusal struct{ error }

func refuse(format string, args ...any) { panic(refusal{fmt.Errorf(format, args...)}) }

func newProgram(codes []machine.Code, linker machine.Linker) *program {
	p := &program{}
	byName := map[string]*function{}
	for _, c := range codes {
		f := &function{code: c, params: map[register]bool{}, results: map[register]bool{}, frameWords: machine.NoRegister, framePointers: machine.NoRegister}
		byName[c.Name] = f
		p.functions = append(p.functions, f)
	}
	for _, f := range p.functions {
		for i := range f.code.Instrs {
			f.instructions = append(f.instructions, f.instruction(i, byName, linker))
		}
	}
	return p
}

// registers returns the registers of values, the first of them at w and p.
func registers(types []machine.Type, w, p uint16) []operand {
	var all []operand
	for _, t := range types {
		for _, s := range t.Slots {
			if s.Kind == machine.Pointer {
				all = append(all, operand{'p', register{true, p}})
				p++
			} else {
				all = append(all, operand{'u', register{false, w}})
				w++
			}
		}
	}
	return all
}

// instruction finds the registers that an instruction writes and reads.
func (f *function) instruction(i int, byName map[string]*function, linker machine.Linker) instruction {
	in := instruction{Instr: f.code.Instrs[i]}
	in.from, in.stored = named(in.Instr, forms[in.Op].from), named(in.Instr, forms[in.Op].stored)
	var more machine.Instr
	if i+1 < len(f.code.Instrs) {
		more = f.code.Instrs[i+1]
	}
	word := func(numbers ...uint16) (all []operand) {
		for _, n := range numbers {
			all = append(all, operand{'u', register{false, n}})
		}
		return all
	}
	switch in.Op {
	case machine.None, machine.Clear, machine.Raise, machine.Return:
	case machine.Frame, machine.NewValue:
		in.writes = named(in.Instr, "pA")
	case machine.Row:
		length := uint16(in.K >> 16)
		in.writes, in.reads = append(named(in.Instr, "pA"), word(length, length+1)...), named(in.Instr, "pBuCuD")
	case machine.SliceOf:
		in.writes, in.reads = append(named(in.Instr, "pA"), word(more.A, more.A+1)...), named(in.Instr, "pBuC")
		for shift := 0; shift < 48; shift += 16 {
			if r := uint16(in.K >> shift); r != machine.NoRegister {
				in.reads = append(in.reads, word(r)...)
			}
		}
	case machine.Make:
		in.writes, in.reads = append(named(in.Instr, "pA"), word(more.A, more.A+1)...), named(in.Instr, "uBuC")
	case machine.Append:
		in.writes, in.reads = append(named(in.Instr, "pA"), word(more.A, more.A+1)...), append(named(in.Instr, "pBpC"), word(more.B, more.B+1, more.C)...)
	case machine.AppendValue:
		value := registers([]machine.Type{f.code.Types[in.K]}, in.C, more.C)
		in.writes, in.reads = append(named(in.Instr, "pA"), word(more.A, more.A+1)...), append(named(in.Instr, "pB"), word(more.B, more.B+1)...)
		in.from, in.stored = append(in.from, value...), value
	case machine.Copy:
		if in.A != machine.NoRegister {
			in.writes = word(in.A)
		}
		in.reads = append(named(in.Instr, "pBpC"), word(more.B, more.C)...)
	case machine.Compare:
		in.writes, in.reads = named(in.Instr, "uA"), append(named(in.Instr, "pBpC"), word(more.B, more.C)...)
	case machine.Join:
		in.writes, in.reads = append(named(in.Instr, "pA"), word(more.A)...), append(named(in.Instr, "pBpC"), word(more.B, more.C)...)
	case machine.Equal: // which has no derivative
		in.writes = named(in.Instr, "uA")
	case machine.Box:
		in.writes = []operand{{'p', register{true, in.A}}, {'p', register{true, in.A + 1}}}
		in.reads, in.keeps = registers([]machine.Type{f.code.Types[in.K]}, in.B, in.C), true
	case machine.Convert:
		in.writes = registers([]machine.Type{f.code.Types[more.K]}, in.A, more.A)
		in.reads, in.keeps = registers([]machine.Type{f.code.Types[in.K]}, in.B, in.C), true
	case machine.Closure:
		in.writes, in.keeps = named(in.Instr, "pA"), true
		captured := slices.Concat(make([]machine.Slot, more.C), slices.Repeat([]machine.Slot{{Kind: machine.Pointer}}, int(in.C)))
		in.reads = registers([]machine.Type{{Slots: captured}}, more.B, in.B)
	case machine.ComplexDiv, machine.Complex64Mul, machine.Complex64Div:
		in.writes, in.reads = word(in.A, in.A+1), word(in.B, in.B+1, in.C, in.C+1)
	case machine.MapLen:
		in.writes, in.reads = named(in.Instr, "uA"), named(in.Instr, "pB")
	case machine.MapGet:
		t := f.code.Types[in.K]
		in.writes = registers([]machine.Type{{Slots: t.Elem}}, in.A, more.A)
		in.reads = append(named(in.Instr, "pB"), registers([]machine.Type{{Slots: t.Key}}, in.C, more.C)...)
		if more.B != machine.NoRegister {
			in.writes = append(in.writes, word(more.B)...)
		}
	case machine.Call:
		in.callee = byName[f.code.Callees[in.K]]
		f.frame(&in, in.callee.code.Params, in.callee.code.Results)
	case machine.CallGo, machine.CallValue, machine.CallMethod:
		e := f.code.Externs[in.K]
		f.frame(&in, e.Params, e.Results)
		in.rule, in.answers = ruleOf(e, linker), answers(e, linker)
		in.keeps = in.rule == "" && !in.answers
		if in.Op == machine.CallMethod { // the receiver in the interface
			in.reads = append(in.reads[1:], operand{'p', register{true, in.C}}, operand{'p', register{true, in.C + 1}})
		}
	default:
		writes, reads, ok := strings.Cut(in.Op.Operands(), "=")
		if !ok {
			refuse("%v has no rule", in.Op)
		}
		in.writes, in.reads = named(in.Instr, writes), named(in.Instr, reads)
	}
	return in
}

// frame notes the arguments and results of a call.
func (f *function) frame(in *instruction, params, results []machine.Type) {
	f.frameWords, f.framePointers = min(f.frameWords, in.A), min(f.framePointers, in.B)
	in.reads, in.writes = registers(params, in.A, in.B), registers(results, in.A, in.B)
}

// analyse finds where registers may have tangents. theta is the register of the shadow that the program begins with.
func (p *program) analyse(theta register) {
	root := p.functions[0]
	root.called = true
	root.params[theta] = true
	for p.changed = true; p.changed; {
		p.changed = false
		for _, f := range p.functions {
			if f.called {
				p.flow(f)
			}
		}
	}
}

// flow passes the active registers of each instruction to the ones that follow it.
func (p *program) flow(f *function) {
	p.reach(f, 0, f.params)
	for again := true; again; {
		again = false
		for i := range f.instructions {
			in := &f.instructions[i]
			if in.active == nil {
				continue
			}
			after := p.after(f, in)
			for _, next := range f.successors(i) {
				again = p.reach(f, next, after) || again
			}
		}
	}
}

// reach adds to the active registers before an instruction.
func (p *program) reach(f *function, i int, active map[register]bool) (changed bool) {
	in := &f.instructions[i]
	if in.active == nil {
		in.active, changed = map[register]bool{}, true
	}
	for r := range active {
		if !in.active[r] {
			in.active[r], changed = true, true
		}
	}
	p.changed = p.changed || changed
	return changed
}

func (f *function) successors(i int) []int {
	in := f.instructions[i]
	switch {
	case in.Op == machine.Return || in.Op == machine.Raise:
		return nil
	case in.Op == machine.Jump:
		return []int{i + in.Target()}
	case in.Op.Jumps():
		return []int{i + in.Target(), i + 1}
	}
	return []int{i + 1}
}

// isActive reports whether an instruction computes tangents.
func (p *program) isActive(in *instruction) bool {
	if in.rule != "" {
		return anyActive(in, in.reads)
	}
	form, ok := forms[in.Op]
	return ok && (form.fresh && p.stores || anyActive(in, in.from))
}

func anyActive(in *instruction, registers []operand) bool {
	for _, r := range registers {
		if in.active[r.register] {
			return true
		}
	}
	return false
}

// carried returns the registers to which an instruction gives tangents.
func (p *program) carried(in *instruction) []operand {
	switch {
	case in.callee != nil:
		var all []operand
		for _, r := range in.writes {
			if in.callee.results[in.own(r.register)] {
				all = append(all, r)
			}
		}
		return all
	case !p.isActive(in):
		return nil
	case in.rule != "":
		return in.writes
	}
	return named(in.Instr, forms[in.Op].to)
}

// own returns a register of the frame of a call, as the function has it that is called.
func (in *instruction) own(r register) register {
	if r.pointer {
		return register{true, r.number - in.B}
	}
	return register{false, r.number - in.A}
}

// after returns the active registers after an instruction.
func (p *program) after(f *function, in *instruction) map[register]bool {
	p.note(f, in)
	after := maps.Clone(in.active)
	for _, r := range in.writes {
		delete(after, r.register)
	}
	for _, r := range p.carried(in) {
		after[r.register] = true
	}
	return after
}

// note records the effects of an instruction on memory and on other functions.
func (p *program) note(f *function, in *instruction) {
	set := func(all map[register]bool, r register) {
		if !all[r] {
			all[r], p.changed = true, true
		}
	}
	if !p.stores && anyActive(in, in.stored) {
		p.stores, p.changed = true, true
	}
	if in.callee != nil {
		in.callee.called = true
		for _, r := range in.reads {
			if in.active[r.register] {
				set(in.callee.params, in.own(r.register))
			}
		}
	}
	if in.Op == machine.Return {
		for _, r := range registers(f.code.Results, 0, 0) {
			if in.active[r.register] {
				set(f.results, r.register)
			}
		}
	}
}
