package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// prologue loads what loops need again and again into registers of its own: constants, and addresses of variables.
func (l *lowering) prologue() {
	l.eachInlined((*lowering).prologue)
	for _, b := range l.f.Blocks {
		if !l.loops[b] {
			continue
		}
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				switch x := (*op).(type) {
				case *ssa.Const:
					if bits, ok := l.constantOf(x); ok && l.needsRegister(in, x) {
						l.pool(bits)
					}
				case *ssa.Global:
					if _, known := l.registers[x]; !known {
						l.registers[x] = l.value(x)
					}
				}
			}
			if a, ok := in.(*ssa.IndexAddr); ok {
				if n, array := arrayLength(a.X.Type()); array {
					l.pool(n)
				}
			}
		}
	}
}

// pool loads a constant into a register of its own.
func (l *lowering) pool(bits int64) {
	if _, known := l.pooled[bits]; !known {
		l.pooled[bits] = l.word()
		l.emit(machine.Const, l.pooled[bits], 0, 0, bits)
	}
}

// needsRegister tells whether an instruction has no form with the constant in it. It may err on the side of a register
// that nothing reads.
func (l *lowering) needsRegister(in ssa.Instruction, c *ssa.Const) bool {
	switch in := in.(type) {
	case *ssa.BinOp:
		if isFloat64(c.Type()) {
			return isComparison(in.Op) || l.fused[in] && in.Op == token.MUL
		}
		if basic := c.Type().Underlying().(*types.Basic); basic.Info()&types.IsFloat != 0 {
			return true
		}
		bits := l.bits(c)
		if isComparison(in.Op) {
			return isUnsigned(c.Type()) && in.Op != token.EQL && in.Op != token.NEQ || bits != int64(int32(bits))
		}
		return in.X == c && in.Op != token.ADD && in.Op != token.MUL && in.Op != token.SUB && in.Op != token.AND && in.Op != token.OR && in.Op != token.XOR
	case *ssa.Phi, *ssa.Return, *ssa.Call:
		return false
	}
	return true
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func arrayLength(t types.Type) (int64, bool) {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	a, ok := p.Elem().Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return a.Len(), true
}

// bits are a constant number or boolean as a register has it.
func (l *lowering) bits(c *ssa.Const) int64 {
	basic := c.Type().Underlying().(*types.Basic)
	switch {
	case basic.Info()&types.IsBoolean != 0:
		if constant.BoolVal(c.Value) {
			return 1
		}
		return 0
	case basic.Kind() == types.Float32:
		x, _ := constant.Float32Val(c.Value)
		return int64(math.Float32bits(x))
	case basic.Info()&types.IsFloat != 0:
		return int64(math.Float64bits(c.Float64()))
	case basic.Info()&types.IsUnsigned != 0:
		return int64(c.Uint64())
	}
	return c.Int64()
}

// block lowers a block; next is the one that stands behind it.
func (l *lowering) block(b, next *ssa.BasicBlock) {
	l.entries[b] = len(l.code.Instrs)
	for _, in := range b.Instrs {
		if l.hoisted[in] {
			l.try(in, func() { l.instruction(in) })
		}
	}
	l.starts[b] = len(l.code.Instrs)
	for _, in := range b.Instrs {
		if !l.hoisted[in] {
			l.try(in, func() { l.instruction(in) })
		}
	}
	l.try(b.Instrs[len(b.Instrs)-1], func() { l.end(b, next) })
}

// end lowers how a block ends. A jump to the head of a loop becomes the head's own branch.
func (l *lowering) end(b, next *ssa.BasicBlock) {
	last := b.Instrs[len(b.Instrs)-1]
	l.at(last)
	switch last := last.(type) {
	case *ssa.Jump:
		to := b.Succs[0]
		l.edge(b, to)
		if l.isShortHead(to) && to.Dominates(b) {
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
		if l.inlining != nil {
			l.finish(last, next)
			return
		}
		l.returns(last)
	}
}

// isShortHead tells whether a block is the head of a loop and short, with a branch that needs no moves.
func (l *lowering) isShortHead(b *ssa.BasicBlock) bool {
	if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); !ok || l.hasPhis(b.Succs[0]) || l.hasPhis(b.Succs[1]) {
		return false
	}
	n := 0
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Phi, *ssa.If, *ssa.DebugRef:
			continue
		case *ssa.BinOp:
		case *ssa.Call:
			if builtin, ok := in.Call.Value.(*ssa.Builtin); !ok || builtin.Name() != "len" {
				return false
			}
		default:
			return false
		}
		n++
	}
	return n <= 4
}

func (l *lowering) hasPhis(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

// jump emits an instruction that goes to a block.
func (l *lowering) jump(op machine.Op, a, b uint16, constant int32, to *ssa.BasicBlock) {
	if op == machine.JumpLt && len(l.code.Instrs) > 0 && l.code.Instrs[len(l.code.Instrs)-1] == (machine.Instr{Op: machine.AddK, A: a, B: a, K: 1}) && a != b && !l.isTarget(len(l.code.Instrs)) {
		l.code.Instrs = l.code.Instrs[:len(l.code.Instrs)-1]
		l.code.Lines = l.code.Lines[:len(l.code.Lines)-1]
		op = machine.AddJumpLt
	}
	at := l.emit(op, a, b, 0, int64(uint32(constant)))
	l.jumps = append(l.jumps, pendingJump{at: at, to: to, first: true})
}

// isTarget tells whether a block begins at an instruction.
func (l *lowering) isTarget(at int) bool {
	for b, start := range l.starts {
		if start == at || l.entries[b] == at {
			return true
		}
	}
	return slices.Contains(l.landings, at)
}

// branch lowers the If of a block, which stands where the block is, first, or at the end of a loop whose head it is.
func (l *lowering) branch(b, next *ssa.BasicBlock, first bool) {
	if !first {
		defer func(from int) {
			for i := range l.jumps[from:] {
				l.jumps[from+i].first = false
			}
		}(len(l.jumps))
		if l.hoists[next] {
			next = nil // it begins with what has been done before the loop
		}
	}
	branch := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	yes, no := b.Succs[0], b.Succs[1]
	if l.hasPhis(yes) && l.hasPhis(no) || l.hasPhis(yes) && yes == no {
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
	case l.hasPhis(yes):
		l.test(branch.Cond, false, no)
		l.edge(b, yes)
		if yes != next {
			l.jump(machine.Jump, 0, 0, 0, yes)
		}
	case l.hasPhis(no):
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
	in := &l.code.Instrs[j.at]
	in.K = machine.Distance(len(l.code.Instrs)-j.at, int32(in.K))
	l.landings = append(l.landings, len(l.code.Instrs))
}

// test emits a jump to a block where a condition is as wanted.
func (l *lowering) test(cond ssa.Value, wanted bool, to *ssa.BasicBlock) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT && l.fused[cond] {
		l.test(not.X, !wanted, to)
		return
	}
	c, ok := cond.(*ssa.BinOp)
	if !ok || !l.fused[cond] {
		op := machine.JumpTrue
		if !wanted {
			op = machine.JumpFalse
		}
		l.jump(op, l.wordOf(cond), 0, 0, to)
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
		if bits := l.bits(k); bits == int64(int32(bits)) {
			form := map[token.Token]machine.Op{
				token.EQL: machine.JumpEqK, token.NEQ: machine.JumpNeK, token.LSS: machine.JumpLtK, token.LEQ: machine.JumpLeK, token.GTR: machine.JumpGtK, token.GEQ: machine.JumpGeK,
			}[op]
			l.jump(form, l.wordOf(x), 0, int32(bits), to)
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
	l.jump(form, l.wordOf(x), l.wordOf(y), 0, to)
}

// mirrored is the comparison of operands in the other order.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// testFloats is test of floating-point numbers, where not less is not the same as greater or equal.
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
	l.jump(ops[form{op, single, wanted}], l.wordOf(x), l.wordOf(y), 0, to)
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
		target := l.registers[phi]
		switch x := phi.Edges[k].(type) {
		case *ssa.Const:
			consts = append(consts, func() { l.constant(x, target) })
		default:
			for i, r := range l.value(x) {
				moves = append(moves, move{target[i], r})
			}
		}
	}
	l.moveAll(moves)
	for _, c := range consts {
		c()
	}
}

// move is one of those that happen at once.
type move struct{ to, from register }

// moveAll emits moves so that none reads what another has written.
func (l *lowering) moveAll(moves []move) {
	var left []move
	for _, m := range moves {
		if m.to != m.from {
			left = append(left, m)
		}
	}
	for len(left) > 0 {
		ready := -1
		for i, m := range left {
			if !isRead(left, m.to, i) {
				ready = i
				break
			}
		}
		if ready < 0 { // all are in cycles: one goes by way of another register
			m := left[0]
			spare := register{m.from.pointer, 0}
			if spare.pointer {
				spare.number = l.pointer()
			} else {
				spare.number = l.word()
			}
			l.move(spare, m.from)
			for i := range left {
				if left[i].from == m.from {
					left[i].from = spare
				}
			}
			continue
		}
		l.move(left[ready].to, left[ready].from)
		left = append(left[:ready], left[ready+1:]...)
	}
}

func isRead(moves []move, r register, except int) bool {
	for i, m := range moves {
		if i != except && m.from == r {
			return true
		}
	}
	return false
}

func (l *lowering) move(to, from register) {
	switch {
	case to == from:
	case to.pointer:
		l.emit(machine.MovePointer, to.number, from.number, 0, 0)
	default:
		l.emit(machine.Move, to.number, from.number, 0, 0)
	}
}

// at sets the line of what follows.
func (l *lowering) at(in ssa.Instruction) {
	if pos := Position(in); pos.IsValid() {
		l.line = int32(l.Line(pos))
	}
}

// returns puts results into the first registers.
func (l *lowering) returns(in *ssa.Return) {
	var moves []move
	var consts []func()
	var w, p uint16
	for _, x := range in.Results {
		var target value
		for _, s := range l.slots(x.Type(), x.Pos()) {
			if s.Kind == machine.Pointer {
				target = append(target, register{true, p})
				p++
			} else {
				target = append(target, register{false, w})
				w++
			}
		}
		if c, ok := x.(*ssa.Const); ok {
			consts = append(consts, func() { l.constant(c, target) })
			continue
		}
		for i, r := range l.value(x) {
			moves = append(moves, move{target[i], r})
		}
	}
	l.words, l.pointers = max(l.words, int(w)), max(l.pointers, int(p))
	l.moveAll(moves)
	for _, c := range consts {
		c()
	}
	l.emit(machine.Return, 0, 0, 0, 0)
}
