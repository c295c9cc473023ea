package lower

import (
	"krigo/interp/machine"
)

// peephole.go: passes over the finished code. Up to the next instruction that something jumps to, copies and loads of
// what is known are replaced by the registers that have it. A value that is computed only to be moved is computed where
// it goes. Then what nothing reads is deleted.

// mostLiveness bounds the memory of the liveness of registers, in words; longer code stays as it is.
const mostLiveness = 1 << 22

// optimize makes code shorter. Code that defers stays as it is: control may go from any of its calls to the deferred
// ones. The spans are words that are memory, too; with aliases, memory at any two pointers may be the same.
func optimize(code *machine.Code, memory []span, aliases bool) {
	for _, in := range code.Instrs {
		if in.Op == machine.Deferring {
			clearClasses(code)
			return
		}
	}
	for range 2 {
		p := newPeephole(code, memory)
		if p == nil {
			break
		}
		p.aliases = aliases
		p.follow()
		p.propagate()
		p.coalesce()
		p.copyDirectly()
		p.delete()
	}
	if p := newPeephole(code, memory); p != nil {
		p.turn()
		p.count()
		p.compact()
	}
	clearClasses(code)
}

// peephole is one round of the passes over code.
type peephole struct {
	code    *machine.Code
	memory  []span // words that are memory
	aliases bool   // memory at two pointers may be the same whatever is there
	effects []effect
	leaders []bool // instructions at which blocks begin
	targets []bool // those of them that jumps go to
	checked []bool // loads and addresses whose base is not nil
	gone    []bool // instructions that are deleted
	size    int    // of a set of registers: words, and pointers behind them
}

// newPeephole returns the round, or nil if the code is too long.
func newPeephole(code *machine.Code, memory []span) *peephole {
	n := len(code.Instrs)
	p := &peephole{code: code, memory: memory, effects: make([]effect, n), checked: make([]bool, n), gone: make([]bool, n)}
	p.size = (code.Words+code.Pointers)/64 + 1
	for i := range code.Instrs {
		p.effects[i] = effectOf(code, i)
	}
	if p.findLeaders()*p.size > mostLiveness {
		return nil
	}
	return p
}

// findLeaders finds where blocks begin, and returns how many there are at most.
func (p *peephole) findLeaders() (blocks int) {
	n := len(p.code.Instrs)
	p.leaders, p.targets = make([]bool, n+1), make([]bool, n+1)
	p.leaders[0], p.leaders[n] = true, true
	blocks = 1
	for i, in := range p.code.Instrs {
		if in.Op.Jumps() {
			p.leaders[i+in.Target()], p.leaders[i+1] = true, true
			p.targets[i+in.Target()] = true
			blocks += 2
		} else if p.effects[i].ends {
			p.leaders[i+1] = true
			blocks++
		}
	}
	return blocks
}

// memoryAccess describes the operations that read or write memory at a pointer and an offset.
type memoryAccess struct {
	size  int64
	load  machine.Op // that reads what the operation reads, or has written; None if the register may have more
	store bool
}

var memoryAccesses = map[machine.Op]memoryAccess{
	machine.LoadUint8: {1, machine.LoadUint8, false}, machine.LoadInt8: {1, machine.LoadInt8, false}, machine.Store8: {1, machine.None, true},
	machine.LoadUint16: {2, machine.LoadUint16, false}, machine.LoadInt16: {2, machine.LoadInt16, false}, machine.Store16: {2, machine.None, true},
	machine.LoadUint32: {4, machine.LoadUint32, false}, machine.LoadInt32: {4, machine.LoadInt32, false}, machine.Store32: {4, machine.None, true},
	machine.Load64: {8, machine.Load64, false}, machine.Store64: {8, machine.Load64, true},
	machine.LoadPointer: {8, machine.LoadPointer, false}, machine.StorePointer: {8, machine.LoadPointer, true},
}

// elementSizes are the sizes of the elements that operations set.
var elementSizes = map[machine.Op]int64{machine.SetIndex8: 1, machine.SetIndex16: 2, machine.SetIndex32: 4, machine.SetIndex64: 8}

// Classes of words in memory, which loads and stores have as register C until the code is finished. Words of two
// classes other than anywhere are never the same.
const (
	anywhere  uint16 = iota
	inField          // a number that is a field of a struct
	inElement        // a number that is an element of an array
	inHeader         // the length or the capacity of a string or a slice
)

// clearClasses removes the classes.
func clearClasses(code *machine.Code) {
	for i := range code.Instrs {
		if _, ok := memoryAccesses[code.Instrs[i].Op]; ok {
			code.Instrs[i].C = 0
		}
	}
}

// location is memory at an offset to a pointer.
type location struct {
	base    uint16
	offset  int64
	size    int64
	class   uint16
	pointer bool // it holds a pointer
}

// locationOf returns the location that a load or a store accesses.
func locationOf(in machine.Instr) (l location, a memoryAccess, ok bool) {
	a, ok = memoryAccesses[in.Op]
	l = location{in.B, in.K, a.size, in.C, a.load == machine.LoadPointer}
	if a.store {
		l.base = in.A
	}
	return l, a, ok
}

// overlaps reports whether two locations may be the same memory.
func (l location) overlaps(m location) bool {
	switch {
	case l.pointer != m.pointer:
		return false
	case l.base == m.base:
		return l.offset < m.offset+m.size && m.offset < l.offset+l.size
	case l.pointer:
		return true
	}
	return l.size == m.size && (l.class == m.class || l.class == anywhere && m.class != inHeader || m.class == anywhere && l.class != inHeader)
}

// known has the facts that hold at an instruction.
type known struct {
	copies map[register]register // registers with the values of others
	loads  []loaded
	notNil map[uint16]bool
	truth  map[uint16]bool // of words that a jump has tested
}

// loaded is memory whose content a register has.
type loaded struct {
	location
	load  machine.Op
	value uint16
}

func newKnown() *known {
	return &known{copies: map[register]register{}, notNil: map[uint16]bool{}, truth: map[uint16]bool{}}
}

// propagate replaces what instructions read by the registers that had it first.
func (p *peephole) propagate() {
	k := newKnown()
	for i := range p.code.Instrs {
		if p.targets[i] {
			k = newKnown()
		}
		if p.effects[i].opaque {
			k = newKnown()
			continue
		}
		p.rename(i, func(r register) register {
			if first, ok := k.copies[r]; ok {
				return first
			}
			return r
		})
		in := &p.code.Instrs[i]
		if l, a, ok := locationOf(*in); ok {
			p.checked[i] = k.notNil[l.base]
			if value, ok := k.find(l, a.load); ok && !a.store {
				*in = machine.Instr{Op: moveOf(l.pointer), A: in.A, B: value}
				p.effects[i] = effectOf(p.code, i)
			}
		} else if in.Op == machine.Address {
			p.checked[i] = k.notNil[in.B]
		} else if in.Op == machine.JumpTrue || in.Op == machine.JumpFalse {
			p.decide(i, k)
		}
		for _, s := range p.effects[i].writes {
			k.forget(s)
			if p.isMemory(s) {
				k.loads = nil
			}
		}
		k.overwrite(*in, p.effects[i], p.aliases)
		k.learn(*in)
	}
}

// decide has a jump stay or go where its condition is known.
func (p *peephole) decide(i int, k *known) {
	in := &p.code.Instrs[i]
	truth, ok := k.truth[in.A]
	switch {
	case !ok:
	case truth == (in.Op == machine.JumpTrue):
		*in = machine.Instr{Op: machine.Jump, K: in.K}
		p.effects[i] = effectOf(p.code, i)
	default:
		p.gone[i] = true
	}
}

// isMemory reports whether a span has words that are memory.
func (p *peephole) isMemory(s span) bool {
	for _, m := range p.memory {
		if !s.pointer && s.from < m.from+m.n && m.from < s.from+s.n {
			return true
		}
	}
	return false
}

func moveOf(pointer bool) machine.Op {
	if pointer {
		return machine.MovePointer
	}
	return machine.Move
}

// rename replaces the registers that an instruction reads by name.
func (p *peephole) rename(i int, to func(register) register) {
	in := &p.code.Instrs[i]
	changed := false
	for _, s := range p.effects[i].reads {
		r := register{s.pointer, uint16(s.from)}
		if s.field == 0 || p.effects[i].writesField(s.field) {
			continue
		}
		if other := to(r); other != r {
			setRegister16(in, s.field, other.number)
			changed = true
		}
	}
	if changed {
		p.effects[i] = effectOf(p.code, i)
	}
}

func (e effect) writesField(field byte) bool {
	for _, s := range e.writes {
		if s.field == field {
			return true
		}
	}
	return false
}

// has reports whether a span has a register.
func (s span) has(r register) bool {
	return s.pointer == r.pointer && s.from <= int(r.number) && int(r.number) < s.from+s.n
}

// forget drops what is known about registers that are written.
func (k *known) forget(s span) {
	for to, from := range k.copies {
		if s.has(to) || s.has(from) {
			delete(k.copies, to)
		}
	}
	kept := k.loads[:0]
	for _, l := range k.loads {
		if !s.has(register{true, l.base}) && !s.has(register{l.pointer, l.value}) {
			kept = append(kept, l)
		}
	}
	k.loads = kept
	for r := range k.notNil {
		if s.has(register{true, r}) {
			delete(k.notNil, r)
		}
	}
	for r := range k.truth {
		if s.has(register{false, r}) {
			delete(k.truth, r)
		}
	}
}

// find returns the register that has what a load reads.
func (k *known) find(at location, load machine.Op) (value uint16, ok bool) {
	for _, l := range k.loads {
		if l.base == at.base && l.offset == at.offset && l.load == load {
			return l.value, true
		}
	}
	return 0, false
}

// overwrite drops what is known about memory that an instruction may write.
func (k *known) overwrite(in machine.Instr, e effect, aliases bool) {
	if !e.writesMemory {
		return
	}
	written, _, ok := locationOf(in)
	if size, element := elementSizes[in.Op]; element {
		written, ok = location{machine.NoRegister, 0, size, inElement, false}, true
	}
	if !ok {
		k.loads = nil
		return
	}
	if aliases {
		k.keepApart(written)
		return
	}
	kept := k.loads[:0]
	for _, l := range k.loads {
		if !l.overlaps(written) {
			kept = append(kept, l)
		}
	}
	k.loads = kept
}

// keepApart keeps what is known about memory at the same pointer, behind or before what is written.
func (k *known) keepApart(written location) {
	kept := k.loads[:0]
	for _, l := range k.loads {
		if l.base == written.base && (l.offset >= written.offset+written.size || written.offset >= l.offset+l.size) {
			kept = append(kept, l)
		}
	}
	k.loads = kept
}

// learn adds what an instruction makes known.
func (k *known) learn(in machine.Instr) {
	l, a, access := locationOf(in)
	switch {
	case in.Op == machine.Move || in.Op == machine.MovePointer:
		pointer := in.Op == machine.MovePointer
		if in.A != in.B {
			k.copies[register{pointer, in.A}] = register{pointer, in.B}
		}
	case access:
		value := in.A
		if a.store {
			value = in.B
		}
		if l.pointer && !a.store && value == l.base {
			return // the base is overwritten
		}
		k.notNil[l.base] = true
		if a.load != machine.None {
			k.loads = append(k.loads, loaded{l, a.load, value})
		}
	case in.Op == machine.Address:
		k.notNil[in.A], k.notNil[in.B] = true, true
	case isAddress(in.Op):
		k.notNil[in.A] = true
	case in.Op == machine.JumpTrue || in.Op == machine.JumpFalse:
		k.truth[in.A] = in.Op == machine.JumpFalse // where control goes on behind it
	}
}

// registerSet is a set of words, and of pointers, which are behind all words.
type registerSet []uint64

// change adds or removes the registers of a span.
func (p *peephole) change(s registerSet, of span, add bool) {
	from, to := of.from, min(of.from+of.n, p.code.Words)
	if of.pointer {
		from, to = p.code.Words+of.from, min(p.code.Words+of.from+of.n, p.code.Words+p.code.Pointers)
	}
	for i := from; i < to; i++ {
		if add {
			s[i/64] |= 1 << (i % 64)
		} else {
			s[i/64] &^= 1 << (i % 64)
		}
	}
}

func (p *peephole) live(s registerSet, r register) bool {
	i := int(r.number)
	if r.pointer {
		i += p.code.Words
	}
	return s[i/64]>>(i%64)&1 != 0
}

// back changes the registers live behind an instruction into those live before it.
func (p *peephole) back(s registerSet, i int) {
	if p.gone[i] {
		return
	}
	if p.effects[i].opaque {
		for j := range s {
			s[j] = ^uint64(0)
		}
		return
	}
	for _, w := range p.effects[i].writes {
		if w.n < endless {
			p.change(s, w, false)
		}
	}
	for _, r := range p.effects[i].reads {
		p.change(s, r, true)
	}
}

// eachBlock visits the blocks, last first, with the registers that are live at their ends.
func (p *peephole) eachBlock(visit func(from, to int, live registerSet)) {
	var starts []int
	for i := range p.code.Instrs {
		if p.leaders[i] {
			starts = append(starts, i)
		}
	}
	in := map[int]registerSet{}
	for _, s := range starts {
		in[s] = make(registerSet, p.size)
	}
	in[len(p.code.Instrs)] = make(registerSet, p.size)
	end := func(b int) int {
		if b+1 < len(starts) {
			return starts[b+1]
		}
		return len(p.code.Instrs)
	}
	out := func(b int) registerSet {
		live := make(registerSet, p.size)
		last := end(b) - 1
		if !p.effects[last].ends {
			copy(live, in[end(b)])
		}
		if l := p.code.Instrs[last]; l.Op.Jumps() {
			for j, x := range in[last+l.Target()] {
				live[j] |= x
			}
		}
		return live
	}
	for changed := true; changed; {
		changed = false
		for b := len(starts) - 1; b >= 0; b-- {
			live := out(b)
			for i := end(b) - 1; i >= starts[b]; i-- {
				p.back(live, i)
			}
			for j, x := range live {
				changed = changed || x&^in[starts[b]][j] != 0
			}
			copy(in[starts[b]], live)
		}
	}
	for b := len(starts) - 1; b >= 0; b-- {
		visit(starts[b], end(b), out(b))
	}
}

// coalesce has values that are only moved computed where they are moved to, and addresses added where they are used.
func (p *peephole) coalesce() {
	p.eachBlock(func(from, to int, live registerSet) {
		for i := to - 1; i >= from; i-- {
			in := p.code.Instrs[i]
			switch in.Op {
			case machine.Move, machine.MovePointer:
				pointer := in.Op == machine.MovePointer
				value, target := register{pointer, in.B}, register{pointer, in.A}
				if value != target && !p.live(live, value) && !p.isMemory(span{pointer, int(in.A), 1, 0}) {
					p.gone[i] = p.computeIn(from, i, value, target)
				}
			default:
				p.addOffset(from, i, live)
			}
			p.back(live, i)
		}
	})
}

// computeIn has a value that the instruction at moves to target computed there, if the block that begins at from
// permits it.
func (p *peephole) computeIn(from, move int, value, target register) bool {
	for i := move - 1; i >= from; i-- {
		if p.gone[i] {
			continue
		}
		e := p.effects[i]
		if e.opaque {
			return false
		}
		if e.writesRegister(value) {
			if len(e.writes) != 1 || e.writes[0].field == 0 || e.readsField(e.writes[0].field) {
				return false
			}
			setRegister16(&p.code.Instrs[i], e.writes[0].field, target.number)
			p.effects[i] = effectOf(p.code, i)
			for j := i + 1; j < move; j++ {
				p.rename(j, func(r register) register {
					if r == value {
						return target
					}
					return r
				})
			}
			return true
		}
		if e.writesRegister(target) || e.readsRegister(target) || e.readsInSpan(value) {
			return false
		}
	}
	return false
}

func (e effect) writesRegister(r register) bool { return anyHas(e.writes, r) }
func (e effect) readsRegister(r register) bool  { return anyHas(e.reads, r) }

// readsInSpan reports whether an instruction reads a register without naming it.
func (e effect) readsInSpan(r register) bool {
	for _, s := range e.reads {
		if s.has(r) && (s.field == 0 || e.writesField(s.field)) {
			return true
		}
	}
	return false
}

func (e effect) readsField(field byte) bool {
	for _, s := range e.reads {
		if s.field == field {
			return true
		}
	}
	return false
}

func anyHas(spans []span, r register) bool {
	for _, s := range spans {
		if s.has(r) {
			return true
		}
	}
	return false
}

// addOffset has a load or a store add the offset of the address that the instruction before it computes for it alone.
func (p *peephole) addOffset(from, i int, live registerSet) {
	in := &p.code.Instrs[i]
	l, a, ok := locationOf(*in)
	before := i - 1
	for before >= from && p.gone[before] {
		before--
	}
	if !ok || before < from {
		return
	}
	address := p.code.Instrs[before]
	base := register{true, l.base}
	overwritten := l.pointer && !a.store && in.A == l.base
	if address.Op != machine.Address || address.A != l.base || p.live(live, base) && !overwritten || !p.sameLine(before, i) || l.pointer && a.store && in.B == l.base {
		return
	}
	if a.store {
		in.A = address.B
	} else {
		in.B = address.B
	}
	in.K += address.K
	p.gone[before], p.checked[i] = true, p.checked[before]
	p.effects[i] = effectOf(p.code, i)
}

// sameLine reports whether a failure of either instruction is at the same place.
func (p *peephole) sameLine(i, j int) bool {
	for _, in := range p.code.Inlined {
		if (in.From <= i && i < in.To) != (in.From <= j && j < in.To) {
			return false
		}
	}
	return p.code.Lines[i] == p.code.Lines[j]
}

// delete deletes the instructions whose results nothing reads.
func (p *peephole) delete() {
	p.eachBlock(func(from, to int, live registerSet) {
		for i := to - 1; i >= from; i-- {
			p.gone[i] = p.gone[i] || p.isDead(i, live)
			p.back(live, i)
		}
	})
	p.compact()
}

// isDead reports whether an instruction does nothing but write registers that nothing reads.
func (p *peephole) isDead(i int, live registerSet) bool {
	in, e := p.code.Instrs[i], p.effects[i]
	_, a, access := locationOf(in)
	switch {
	case in.Op == machine.Jump:
		return in.Target() == 1
	case e.pure:
	case p.checked[i] && (in.Op == machine.Address || access && !a.store):
	default:
		return false
	}
	if (in.Op == machine.Move || in.Op == machine.MovePointer) && in.A == in.B {
		return true
	}
	for _, s := range e.writes {
		if p.isMemory(s) {
			return false
		}
		for n := range s.n {
			if p.live(live, register{s.pointer, uint16(s.from + n)}) {
				return false
			}
		}
	}
	return len(e.writes) > 0
}

// compact removes the deleted instructions.
func (p *peephole) compact() {
	c := p.code
	at := make([]int, len(c.Instrs)+1)
	n := 0
	for i := range c.Instrs {
		at[i] = n
		if !p.gone[i] {
			n++
		}
	}
	at[len(c.Instrs)] = n
	instrs, lines := make([]machine.Instr, 0, n), make([]int32, 0, n)
	for i, in := range c.Instrs {
		if p.gone[i] {
			continue
		}
		if in.Op.Jumps() {
			in.K = machine.Distance(at[i+in.Target()]-at[i], int32(in.K))
		}
		instrs, lines = append(instrs, in), append(lines, c.Lines[i])
	}
	for i := range c.Inlined {
		c.Inlined[i].From, c.Inlined[i].To = at[c.Inlined[i].From], at[c.Inlined[i].To]
	}
	c.Instrs, c.Lines = instrs, lines
}
