package lower

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// admission decides which values the machine supports: the slots of values of a type, or a refusal. A refusal ends the
// lowering by a panic; a tolerant admission keeps it instead, and ends the instruction only.
type admission struct {
	now      ssa.Instruction // that is being lowered, or nil
	tolerant bool            // refusals are kept, and end the instruction only
	refusals []*Refusal
}

// fits reports whether a type's values are few registers.
func (ad *admission) fits(t types.Type) bool { return ad.unfit(t) == nil }

// unfit returns the reason why a type's values are not lowered, or nil.
func (ad *admission) unfit(t types.Type) (why *Refusal) {
	defer func() { why = refusalOf(recover()) }()
	ad.parts(t, token.NoPos)
	return nil
}

// Refusal is the reason why a function is not lowered: one of its instructions, or a type of what it takes or returns.
type Refusal struct {
	Pos     token.Pos
	Message string
	// Advice is a change that would let the function in, or empty, and Callee the interpreted function that it calls
	// there, or nil; Refusals fills both in.
	Advice string
	Callee *ssa.Function
	// Fault reports that the compiler itself failed, by a panic that Message repeats.
	Fault bool

	at        ssa.Instruction // nil of parameters and results
	typ, part types.Type      // values of typ are not lowered because of their values of type part; nil if that is not the reason
}

func (r *Refusal) Error() string { return r.Message }

func (ad *admission) refuse(pos token.Pos, format string, args ...any) {
	panic(&Refusal{Pos: pos, Message: fmt.Sprintf(format, args...), at: ad.now})
}

// refuseBut refuses, with advice that would let the function in.
func (ad *admission) refuseBut(pos token.Pos, advice, format string, args ...any) {
	panic(&Refusal{Pos: pos, Message: fmt.Sprintf(format, args...), Advice: advice, at: ad.now})
}

// refuseType refuses values of a type.
func (ad *admission) refuseType(pos token.Pos, t types.Type) {
	panic(&Refusal{Pos: pos, Message: "it has values of type " + short(t), at: ad.now, typ: t, part: t})
}

// slots returns the parts of a type's values.
func (ad *admission) slots(t types.Type, pos token.Pos) []machine.Slot {
	if ad.tolerant {
		if r := ad.unfit(t); r != nil {
			ad.keep(&Refusal{Pos: pos, Message: r.Message, at: ad.now, typ: t, part: r.part})
			return make([]machine.Slot, 2)
		}
	}
	return ad.parts(t, pos)
}

func (ad *admission) parts(t types.Type, pos token.Pos) []machine.Slot {
	var all []machine.Slot
	ad.addSlots(&all, t, 0, pos)
	if len(all) > mostSlots {
		return []machine.Slot{{Kind: machine.Pointer, Held: true}}
	}
	return all
}

// mostSlots limits the slots of a value that is taken apart. Values with more are held: copied, with a pointer to the
// copy as their register.
const mostSlots = 24

// holds reports whether values of a type are held.
func (ad *admission) holds(t types.Type) bool { return machine.Holds(ad.slots(t, token.NoPos)) }

func (ad *admission) addSlots(all *[]machine.Slot, t types.Type, offset int64, pos token.Pos) {
	add := func(k machine.SlotKind, at int64) {
		*all = append(*all, machine.Slot{Kind: k, Offset: uintptr(offset + at)})
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			add(machine.Pointer, 0)
			add(machine.Word, 8)
		case u.Kind() == types.Complex128:
			add(machine.Word, 0)
			add(machine.Word, 8)
		case u.Kind() == types.Complex64:
			add(machine.Uint32, 0)
			add(machine.Uint32, 4)
		case u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil:
			ad.refuseType(pos, t)
		default:
			add(kindOf(u), 0)
		}
	case *types.Map:
		if hasInterface(u.Key()) {
			ad.refuseType(pos, t) // they fail where they cannot be compared
		}
		add(machine.Pointer, 0)
	case *types.Pointer, *types.Signature:
		add(machine.Pointer, 0)
	case *types.Interface:
		add(machine.Pointer, 0)
		add(machine.Pointer, 8)
	case *types.Slice:
		add(machine.Pointer, 0)
		add(machine.Word, 8)
		add(machine.Word, 16)
	case *types.Struct:
		fields := fieldsOf(u)
		for i, at := range sizes.Offsetsof(fields) {
			ad.addSlots(all, fields[i].Type(), offset+at, pos)
		}
	case *types.Array:
		size := sizes.Sizeof(u.Elem())
		for i := range min(u.Len(), mostSlots+1) {
			if i > 0 && len(*all) > mostSlots {
				return // one element is enough to refuse its type
			}
			ad.addSlots(all, u.Elem(), offset+i*size, pos)
		}
	default:
		ad.refuseType(pos, t)
	}
}

// kindOf returns the representation of a number or a boolean in memory.
func kindOf(b *types.Basic) machine.SlotKind {
	switch b.Kind() {
	case types.Bool, types.Uint8, types.UntypedBool:
		return machine.Uint8
	case types.Int8:
		return machine.Int8
	case types.Int16:
		return machine.Int16
	case types.Uint16:
		return machine.Uint16
	case types.Int32, types.UntypedRune:
		return machine.Int32
	case types.Uint32, types.Float32:
		return machine.Uint32
	}
	return machine.Word
}

// try lowers an instruction. Where all refusals are wanted, one ends no more than this, and what follows from others is
// left out.
func (ad *admission) try(in ssa.Instruction, step func()) {
	ad.now = in
	if ad.tolerant {
		if ad.follows(in) {
			return
		}
		defer func() {
			if r := refusalOf(recover()); r != nil {
				ad.keep(r)
			}
		}()
	}
	step()
}

// refusalOf returns the refusal that a function has panicked with, or nil. A fault of krigo's keeps a function out,
// too.
func refusalOf(panicked any) *Refusal {
	switch r := panicked.(type) {
	case nil:
		return nil
	case *Refusal:
		return r
	}
	return &Refusal{Message: fmt.Sprintf("it cannot be compiled because of a fault in krigo: %v", panicked), Fault: true}
}

// refusalIn is refusalOf for what lowers a function: a fault is at the function.
func refusalIn(f *ssa.Function, panicked any) *Refusal {
	r := refusalOf(panicked)
	if r != nil && r.Fault && !r.Pos.IsValid() {
		r.Pos = f.Pos()
	}
	return r
}

// IsFault reports whether a function was refused because a panic ended its lowering, perhaps in the world that answers
// its questions.
func IsFault(err error) bool {
	r, ok := err.(*Refusal)
	return ok && r.Fault
}

// keep keeps a refusal that is to be reported.
func (ad *admission) keep(r *Refusal) {
	if !ad.follows(r.at) {
		ad.refusals = append(ad.refusals, r)
	}
}

// follows reports whether the refusal of an instruction need not be reported, because it follows from another's.
func (ad *admission) follows(in ssa.Instruction) bool {
	switch in := in.(type) {
	case nil, *ssa.Panic, *ssa.Go, *ssa.Defer, *ssa.MakeClosure:
		return false
	case *ssa.RunDefers, *ssa.Return: // the defer, and the signature
		return true
	case *ssa.Call:
		if _, told := in.Call.Value.(*ssa.MakeClosure); told || !in.Call.IsInvoke() {
			return told
		}
	}
	for _, x := range in.Operands(nil) {
		if *x == nil {
			continue
		}
		if _, constant := (*x).(*ssa.Const); !constant && !ad.fits((*x).Type()) {
			return true
		}
	}
	return false
}
