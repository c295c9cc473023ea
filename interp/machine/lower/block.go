package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// block.go: the instructions of blocks in their order, with the jumps from one to the next.

// layout returns the blocks of a function in the order in which they are emitted: behind each block one that it goes
// to, if there is one left.
func layout(f *ssa.Function) []*ssa.BasicBlock {
	order := make([]*ssa.BasicBlock, 0, len(f.Blocks))
	placed := make([]bool, len(f.Blocks))
	place := func(b *ssa.BasicBlock) {
		for waiting := []*ssa.BasicBlock{b}; len(waiting) > 0; {
			b := waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
			if placed[b.Index] {
				continue
			}
			placed[b.Index] = true
			order = append(order, b)
			for _, s := range slices.Backward(b.Succs) {
				waiting = append(waiting, s)
			}
		}
	}
	place(f.Blocks[0])
	for _, b := range f.Blocks {
		place(b)
	}
	return order
}

// prologue loads what loops need again and again into registers of its own: constants, and addresses of variables.
func (l *lowering) prologue() {
	l.subject.eachInlined((*lowering).prologue)
	for _, b := range l.subject.f.Blocks {
		if !l.subject.loops[b] {
			continue
		}
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				switch x := (*op).(type) {
				case *ssa.Const:
					if bits, ok := constantOf(x); ok && l.ops.needsRegister(in, x) {
						l.asm.pool(bits)
					}
				case *ssa.Global:
					if _, known := l.places.registers[x]; !known {
						l.places.registers[x] = l.ops.value(x)
					}
				}
			}
			if a, ok := in.(*ssa.IndexAddr); ok {
				if n, array := arrayLength(a.X.Type()); array {
					l.asm.pool(n)
				}
			}
		}
	}
}

// block lowers a block; next is the one that stands behind it.
func (l *lowering) block(b, next *ssa.BasicBlock) {
	l.entries[b] = len(l.asm.code.Instrs)
	for _, in := range b.Instrs {
		if l.motion.hoisted[in] {
			l.admission.try(in, func() { l.instruction(in) })
		}
	}
	l.starts[b] = len(l.asm.code.Instrs)
	for _, in := range b.Instrs {
		if !l.motion.hoisted[in] {
			l.admission.try(in, func() { l.instruction(in) })
		}
	}
	l.admission.try(b.Instrs[len(b.Instrs)-1], func() { l.end(b, next) })
}

// end lowers how a block ends. A jump to the head of a loop becomes the head's own branch.
func (l *lowering) end(b, next *ssa.BasicBlock) {
	last := b.Instrs[len(b.Instrs)-1]
	l.asm.at(last)
	switch last := last.(type) {
	case *ssa.Jump:
		to := b.Succs[0]
		l.edge(b, to)
		if isShortHead(to) && to.Dominates(b) {
			for _, in := range to.Instrs {
				l.instruction(in)
			}
			l.branch(to, next, false)
			return
		}
		if to != next {
			l.jump(machine.Jump, 0, 0, 0, to)
		}
	case *ssa.If:
		l.branch(b, next, true)
	case *ssa.Return:
		if l.subject.inlining != nil {
			l.finish(last, next)
			return
		}
		l.returns(last)
	}
}

// jump emits an instruction that goes to a block.
func (l *lowering) jump(op machine.Op, a, b uint16, constant int32, to *ssa.BasicBlock) {
	at := l.asm.emit(op, a, b, 0, int64(uint32(constant)))
	l.jumps = append(l.jumps, pendingJump{at: at, to: to, first: true})
}

// branch lowers the If of a block, which stands where the block is, first, or at the end of a loop whose head it is.
func (l *lowering) branch(b, next *ssa.BasicBlock, first bool) {
	if !first {
		defer func(from int) {
			for i := range l.jumps[from:] {
				l.jumps[from+i].first = false
			}
		}(len(l.jumps))
		if l.motion.hoists[next] {
			next = nil // it begins with what has been done before the loop
		}
	}
	branch := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	yes, no := b.Succs[0], b.Succs[1]
	if hasPhis(yes) && hasPhis(no) || hasPhis(yes) && yes == no {
		// Moves for one side stand behind a jump to the other.
		l.test(branch.Cond, false, nil)
		skip := len(l.jumps) - 1
		l.edge(b, yes)
		l.jump(machine.Jump, 0, 0, 0, yes)
		l.landHere(skip)
		l.edge(b, no)
		if no != next {
			l.jump(machine.Jump, 0, 0, 0, no)
		}
		return
	}
	switch {
	case hasPhis(yes):
		l.test(branch.Cond, false, no)
		l.edge(b, yes)
		if yes != next {
			l.jump(machine.Jump, 0, 0, 0, yes)
		}
	case hasPhis(no):
		l.test(branch.Cond, true, yes)
		l.edge(b, no)
		if no != next {
			l.jump(machine.Jump, 0, 0, 0, no)
		}
	case yes == next:
		l.test(branch.Cond, false, no)
	default:
		l.test(branch.Cond, true, yes)
		if no != next {
			l.jump(machine.Jump, 0, 0, 0, no)
		}
	}
}

// landHere has a pending jump go to the next instruction.
func (l *lowering) landHere(jump int) {
	j := l.jumps[jump]
	l.jumps = append(l.jumps[:jump], l.jumps[jump+1:]...)
	in := &l.asm.code.Instrs[j.at]
	in.K = machine.Distance(len(l.asm.code.Instrs)-j.at, int32(in.K))
}

// test emits a jump to a block where a condition is as wanted.
func (l *lowering) test(cond ssa.Value, wanted bool, to *ssa.BasicBlock) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT && l.motion.fused[cond] {
		l.test(not.X, !wanted, to)
		return
	}
	c, ok := cond.(*ssa.BinOp)
	if !ok || !l.motion.fused[cond] {
		op := machine.JumpTrue
		if !wanted {
			op = machine.JumpFalse
		}
		l.jump(op, l.ops.wordOf(cond), 0, 0, to)
		return
	}
	op, x, y := c.Op, c.X, c.Y
	basic := x.Type().Underlying().(*types.Basic)
	if basic.Info()&types.IsFloat != 0 {
		l.testFloats(op, x, y, basic.Kind() == types.Float32, wanted, to)
		return
	}
	if !wanted {
		op = map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR}[op]
	}
	if _, constant := x.(*ssa.Const); constant {
		x, y, op = y, x, mirrored(op)
	}
	unsigned := isUnsigned(basic) && op != token.EQL && op != token.NEQ
	if k, ok := y.(*ssa.Const); ok && !unsigned {
		if bits := bits(k); bits == int64(int32(bits)) {
			form := map[token.Token]machine.Op{
				token.EQL: machine.JumpEqK, token.NEQ: machine.JumpNeK, token.LSS: machine.JumpLtK, token.LEQ: machine.JumpLeK, token.GTR: machine.JumpGtK, token.GEQ: machine.JumpGeK,
			}[op]
			l.jump(form, l.ops.wordOf(x), 0, int32(bits), to)
			return
		}
	}
	if op == token.GTR || op == token.GEQ {
		x, y, op = y, x, mirrored(op)
	}
	form := map[token.Token]machine.Op{token.EQL: machine.JumpEq, token.NEQ: machine.JumpNe, token.LSS: machine.JumpLt, token.LEQ: machine.JumpLe}[op]
	if unsigned {
		form = map[token.Token]machine.Op{token.LSS: machine.JumpULt, token.LEQ: machine.JumpULe}[op]
	}
	l.jump(form, l.ops.wordOf(x), l.ops.wordOf(y), 0, to)
}

// testFloats lowers a test of floating-point numbers, where not less is not the same as greater or equal.
func (l *lowering) testFloats(op token.Token, x, y ssa.Value, single, wanted bool, to *ssa.BasicBlock) {
	if op == token.GTR || op == token.GEQ {
		x, y, op = y, x, mirrored(op)
	}
	if !wanted && (op == token.EQL || op == token.NEQ) {
		wanted = true
		op = map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL}[op]
	}
	type form struct {
		op             token.Token
		single, wanted bool
	}
	ops := map[form]machine.Op{
		{token.EQL, false, true}: machine.JumpEqFloat, {token.NEQ, false, true}: machine.JumpNeFloat,
		{token.LSS, false, true}: machine.JumpLtFloat, {token.LEQ, false, true}: machine.JumpLeFloat,
		{token.LSS, false, false}: machine.JumpNotLtFloat, {token.LEQ, false, false}: machine.JumpNotLeFloat,
		{token.EQL, true, true}: machine.JumpEqFloat32, {token.NEQ, true, true}: machine.JumpNeFloat32,
		{token.LSS, true, true}: machine.JumpLtFloat32, {token.LEQ, true, true}: machine.JumpLeFloat32,
		{token.LSS, true, false}: machine.JumpNotLtFloat32, {token.LEQ, true, false}: machine.JumpNotLeFloat32,
	}
	l.jump(ops[form{op, single, wanted}], l.ops.wordOf(x), l.ops.wordOf(y), 0, to)
}

// edge emits the moves into the phis of a block from one before it, all at once.
func (l *lowering) edge(from, to *ssa.BasicBlock) {
	k := 0
	for i, p := range to.Preds {
		if p == from {
			k = i
		}
	}
	var moves []move
	var consts []func()
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		target := l.places.registers[phi]
		switch x := phi.Edges[k].(type) {
		case *ssa.Const:
			consts = append(consts, func() { l.ops.constant(x, target) })
		default:
			for i, r := range l.ops.value(x) {
				moves = append(moves, move{target[i], r})
			}
		}
	}
	l.asm.moveAll(moves)
	for _, c := range consts {
		c()
	}
}

// returns puts results into the first registers.
func (l *lowering) returns(in *ssa.Return) {
	var moves []move
	var consts []func()
	var w, p uint16
	for _, x := range in.Results {
		var target value
		for _, s := range l.admission.slots(x.Type(), x.Pos()) {
			if s.Kind == machine.Pointer {
				target = append(target, register{true, p})
				p++
			} else {
				target = append(target, register{false, w})
				w++
			}
		}
		if c, ok := x.(*ssa.Const); ok {
			consts = append(consts, func() { l.ops.constant(c, target) })
			continue
		}
		for i, r := range l.ops.value(x) {
			moves = append(moves, move{target[i], r})
		}
	}
	l.asm.words, l.asm.pointers = max(l.asm.words, int(w)), max(l.asm.pointers, int(p))
	l.asm.moveAll(moves)
	for _, c := range consts {
		c()
	}
	l.asm.emit(machine.Return, 0, 0, 0, 0)
}
