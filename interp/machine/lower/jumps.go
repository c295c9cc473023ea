package lower

import "krigo/interp/machine"

// jumps.go: jumps in the finished code. One that leads to another goes where that goes, if it is known which way; a
// jump over a jump becomes the contrary jump, and the end of a loop that counts a single instruction.

const (
	mostFollowed = 8  // jumps that one is followed through
	mostBefore   = 16 // instructions before a jump in which the value of a register is looked for
)

// contrary has the operations that jump where others do not, with their registers exchanged where exchanged has them.
var contrary = both(map[machine.Op]machine.Op{
	machine.JumpTrue: machine.JumpFalse, machine.JumpNil: machine.JumpNotNil,
	machine.JumpEq: machine.JumpNe, machine.JumpEqK: machine.JumpNeK, machine.JumpLtK: machine.JumpGeK, machine.JumpLeK: machine.JumpGtK,
	machine.JumpLt: machine.JumpLe, machine.JumpULt: machine.JumpULe,
	machine.JumpEqFloat: machine.JumpNeFloat, machine.JumpLtFloat: machine.JumpNotLtFloat, machine.JumpLeFloat: machine.JumpNotLeFloat,
	machine.JumpEqFloat32: machine.JumpNeFloat32, machine.JumpLtFloat32: machine.JumpNotLtFloat32, machine.JumpLeFloat32: machine.JumpNotLeFloat32,
})

var exchanged = map[machine.Op]bool{machine.JumpLt: true, machine.JumpLe: true, machine.JumpULt: true, machine.JumpULe: true}

// both adds each pair the other way round.
func both(pairs map[machine.Op]machine.Op) map[machine.Op]machine.Op {
	all := map[machine.Op]machine.Op{}
	for a, b := range pairs {
		all[a], all[b] = b, a
	}
	return all
}

// follow has jumps go where those that they lead to go.
func (p *peephole) follow() {
	for i := range p.code.Instrs {
		if in := &p.code.Instrs[i]; in.Op.Jumps() {
			in.K = machine.Distance(p.followed(i)-i, int32(in.K))
		}
	}
	p.findLeaders()
}

// followed returns the instruction to which jump i leads.
func (p *peephole) followed(i int) int {
	at := i + p.code.Instrs[i].Target()
	for range mostFollowed {
		next := p.code.Instrs[at]
		switch next.Op {
		case machine.Jump:
			at += next.Target()
			continue
		case machine.JumpTrue, machine.JumpFalse:
			if x, ok := p.valueAt(i, next.A); !ok {
				return at
			} else if (x != 0) == (next.Op == machine.JumpTrue) {
				at += next.Target()
			} else {
				at++
			}
			continue
		}
		return at
	}
	return at
}

// valueAt returns what a word is, zero or not, where jump i is taken.
func (p *peephole) valueAt(i int, word uint16) (value int64, ok bool) {
	switch in := p.code.Instrs[i]; {
	case in.A == word && in.Op == machine.JumpTrue:
		return 1, true
	case in.A == word && in.Op == machine.JumpFalse:
		return 0, true
	}
	for j := i - 1; j >= max(0, i-mostBefore) && !p.targets[j+1]; j-- {
		if in, e := p.code.Instrs[j], p.effects[j]; e.opaque || e.ends {
			break
		} else if e.writesRegister(register{false, word}) {
			return in.K, in.Op == machine.Const
		}
	}
	return 0, false
}

// turn replaces jumps over jumps by their contrary.
func (p *peephole) turn() {
	for i, in := range p.code.Instrs[:len(p.code.Instrs)-1] {
		op, ok := contrary[in.Op]
		over := p.code.Instrs[i+1]
		if !ok || in.Target() != 2 || over.Op != machine.Jump || p.targets[i+1] {
			continue
		}
		if exchanged[in.Op] {
			in.A, in.B = in.B, in.A
		}
		in.Op, in.K = op, machine.Distance(over.Target()+1, int32(in.K))
		p.code.Instrs[i] = in
		p.effects[i] = effectOf(p.code, i)
		p.gone[i+1] = true
	}
}

// count makes one instruction of each addition of 1 and the jump behind it if the sum is less than something else.
func (p *peephole) count() {
	for i, in := range p.code.Instrs {
		if i == 0 || in.Op != machine.JumpLt || in.A == in.B || p.targets[i] || p.gone[i-1] || p.gone[i] {
			continue
		}
		if p.code.Instrs[i-1] == (machine.Instr{Op: machine.AddK, A: in.A, B: in.A, K: 1}) {
			p.code.Instrs[i].Op = machine.AddJumpLt
			p.gone[i-1] = true
		}
	}
}
