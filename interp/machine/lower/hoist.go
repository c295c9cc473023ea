package lower

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// hoist.go: loop-invariant code motion. Loops are those whose head is tested again at the end of each turn
// (isShortHead), so that what stands before the body's first instruction is executed only where the body is.

// hoist finds instructions that are executed before the loop that they are in.
func (mo *motion) hoist() {
	mo.hoisted, mo.hoists = map[ssa.Instruction]bool{}, map[*ssa.BasicBlock]bool{}
	for _, head := range mo.subject.f.Blocks {
		turn := turnOf(head)
		if body := bodyOf(head, turn); body != nil && isShortHead(head) {
			mo.hoistFrom(body, turn)
		}
	}
}

// turnOf returns the blocks of a loop with a head, nil if it does not begin one.
func turnOf(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var turn map[*ssa.BasicBlock]bool
	for _, latch := range head.Preds {
		if !head.Dominates(latch) {
			continue
		}
		if turn == nil {
			turn = map[*ssa.BasicBlock]bool{head: true}
		}
		work := []*ssa.BasicBlock{latch}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if !turn[b] {
				turn[b] = true
				work = append(work, b.Preds...)
			}
		}
	}
	return turn
}

// bodyOf returns the first block of a loop's body, if nothing else leads there and the head's other way leads out.
func bodyOf(head *ssa.BasicBlock, turn map[*ssa.BasicBlock]bool) *ssa.BasicBlock {
	if len(head.Succs) != 2 || turn[head.Succs[0]] == turn[head.Succs[1]] {
		return nil
	}
	body := head.Succs[0]
	if !turn[body] {
		body = head.Succs[1]
	}
	if body == head || len(body.Preds) != 1 {
		return nil
	}
	return body
}

// hoistFrom hoists what the first block of a body has. What can fail is hoisted as long as nothing that stays has
// failed or had effects before it.
func (mo *motion) hoistFrom(body *ssa.BasicBlock, turn map[*ssa.BasicBlock]bool) {
	written := mo.written(slices.Collect(maps.Keys(turn)))
	first := true
	for _, in := range body.Instrs {
		if v, ok := in.(ssa.Value); ok && mo.fused[v] {
			continue // it goes with what uses it
		}
		conduct := mo.conduct(in)
		hoisted := conduct == computes || conduct == mayFail && first
		if load, ok := in.(*ssa.UnOp); ok && load.Op == token.MUL && (written.overlap(load.Type()) || len(written) > 0 && mo.subject.usesUnsafe()) {
			hoisted = false
		}
		if hoisted && mo.isInvariant(in, turn) {
			mo.hoisted[in], mo.hoists[body] = true, true
			continue
		}
		first = first && conduct != mayFail && conduct != acts
	}
}

// isInvariant reports whether an instruction has the same operands in all turns.
func (mo *motion) isInvariant(in ssa.Instruction, turn map[*ssa.BasicBlock]bool) bool {
	for _, op := range in.Operands(nil) {
		def, ok := (*op).(ssa.Instruction)
		if !ok || !turn[def.Block()] || mo.hoisted[def] || mo.fused[*op] && mo.isInvariant(def, turn) {
			continue
		}
		return false
	}
	return true
}

// conduct classifies the effects of an instruction besides its result.
type conduct int

const (
	acts     conduct = iota // it has effects
	mayFail                 // it has none, and may fail
	computes                // it has none
	stays                   // it has none, and depends on more than its operands
)

func (mo *motion) conduct(in ssa.Instruction) conduct {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Extract, *ssa.Field, *ssa.ChangeType, *ssa.Alloc, *ssa.If, *ssa.Jump:
		return stays
	case *ssa.BinOp:
		b, ok := in.X.Type().Underlying().(*types.Basic)
		switch {
		case !ok || b.Info()&types.IsNumeric == 0:
			return stays
		case in.Op == token.SHL, in.Op == token.SHR, (in.Op == token.QUO || in.Op == token.REM) && b.Info()&types.IsInteger != 0:
			return mayFail
		}
		return computes
	case *ssa.Convert:
		if b, ok := in.X.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsNumeric == 0 || isText(in.Type()) {
			return stays
		}
		return computes
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if mo.places.isLocal(in.(ssa.Value)) {
			return stays
		}
		return mayFail
	case *ssa.UnOp:
		switch {
		case in.Op != token.MUL:
			return computes
		case mo.places.isLocal(in.X):
			return stays
		}
		return mayFail
	case *ssa.Store:
		if mo.places.isLocal(in.Addr) {
			return stays
		}
	case *ssa.Call:
		if onlyComputes(in) {
			return computes
		}
	}
	return acts
}

// onlyComputes reports whether a call is of a function of package math, or of len with an argument that is not a map.
func onlyComputes(in *ssa.Call) bool {
	if f := in.Call.StaticCallee(); f != nil {
		return f.Pkg != nil && f.Pkg.Pkg.Path() == "math"
	}
	if !isBuiltin(in.Call.Value) || in.Call.Value.Name() != "len" {
		return false
	}
	_, isMap := in.Call.Args[0].Type().Underlying().(*types.Map)
	return !isMap
}

// kinds are kinds of memory contents: basic types, and words for others.
type kinds map[any]bool

// anything is memory of a kind that is not known.
const anything = "anything"

// written returns the kinds of memory that blocks write. Memory that is of another kind cannot be the same.
func (mo *motion) written(blocks []*ssa.BasicBlock) kinds {
	all := kinds{}
	for _, b := range blocks {
		for _, in := range b.Instrs {
			if store, ok := in.(*ssa.Store); ok {
				if !mo.places.isLocal(store.Addr) {
					all.add(store.Val.Type())
				}
				continue
			}
			if call, ok := in.(*ssa.Call); ok && mo.subject.inlined[call] != nil {
				inner := mo.subject.inlined[call]
				maps.Copy(all, inner.motion.written(inner.subject.f.Blocks))
			} else if mo.conduct(in) == acts && !writesNoMemory(in) {
				all[anything] = true
			}
		}
	}
	return all
}

// writesNoMemory reports whether an instruction changes none that has an address already.
func writesNoMemory(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.MapUpdate, *ssa.Lookup, *ssa.Next, *ssa.Range, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.MakeClosure, *ssa.Slice, *ssa.Index, *ssa.Return, *ssa.Panic:
		return true
	}
	return false
}

// add adds the kinds of a type.
func (k kinds) add(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		k[u.Kind()] = true
	case *types.Struct:
		for f := range u.Fields() {
			k.add(f.Type())
		}
	case *types.Array:
		k.add(u.Elem())
	case *types.Slice:
		k["slice"] = true
	case *types.Pointer:
		k["pointer"] = true
	default:
		k["other"] = true
	}
}

// overlap reports whether memory of the kinds may hold a value of type t.
func (k kinds) overlap(t types.Type) bool {
	read := kinds{}
	read.add(t)
	for kind := range read {
		if k[kind] {
			return true
		}
	}
	return k[anything]
}
