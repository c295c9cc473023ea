package emit

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// order.go: the order in which a statement reads variables and calls functions.
//
// Go leaves it open. SSA reads in the order of the text; the Go compiler calls
// first, and reads a variable that is an operand of the rest when all calls of
// the statement have returned. `x = append(x, f())`, where f changes x, shows it.
//
// What holds before: the instructions of a block are in the order of the text.
// What holds after: an instruction that computes an operand and has no effect of
// its own stands behind the calls of its statement, unless one of them needs it
// or the compiler takes a copy of the operand before. All other instructions are
// where they were.

// order puts the instructions of a function's blocks into the compiler's order.
func (s *statements) order(f *ssa.Function) {
	o := orderer{statements: s, waiting: map[ssa.Instruction]bool{}, carried: map[*ssa.BasicBlock][]ssa.Instruction{}}
	for _, b := range f.Blocks {
		o.late = o.carried[b]
		o.logical = logicalEnds(b)
		if len(o.late)+len(o.logical) > 0 || slices.ContainsFunc(b.Instrs, isCall) {
			o.out, o.complete = nil, o.completions(b.Instrs)
			b.Instrs = o.order(b)
		}
	}
}

// logicalEnds returns the blocks behind operators && and || that a block begins.
func logicalEnds(b *ssa.BasicBlock) []*ssa.BasicBlock {
	if len(b.Succs) < 2 {
		return nil
	}
	var ends []*ssa.BasicBlock
	for _, d := range b.Dominees() {
		if _, ok := d.Instrs[0].(*ssa.Phi); ok && d.Comment == "binop.done" {
			ends = append(ends, d)
		}
	}
	return ends
}

// orderer orders the blocks of a function, one after another.
type orderer struct {
	statements *statements

	// carried are late instructions that a block has from one before it, which ended
	// with an operator && or ||.
	carried map[*ssa.BasicBlock][]ssa.Instruction

	// Of the block.
	logical  []*ssa.BasicBlock
	out      []ssa.Instruction
	late     []ssa.Instruction // computed operands that stand behind calls, in order
	waiting  map[ssa.Instruction]bool
	complete map[ssa.Instruction]bool // with these stores, the compiler copies a literal
}

// completions returns the last stores into literals that the compiler copies when
// they are complete.
func (o *orderer) completions(instrs []ssa.Instruction) map[ssa.Instruction]bool {
	complete, done := map[ssa.Instruction]bool{}, map[*ssa.Alloc]bool{}
	for _, in := range slices.Backward(instrs) {
		if literal := o.filled(in); literal != nil && !done[literal] {
			done[literal] = true
			complete[in] = o.copied(literal)
		}
	}
	return complete
}

func (o *orderer) order(b *ssa.BasicBlock) []ssa.Instruction {
	passed := 0 // instructions that stay where they are
	for i, in := range b.Instrs {
		if i >= passed && len(o.late) == 0 && (i == 0 || o.hasEffect(b.Instrs[i-1])) {
			passed = i + o.withoutCalls(b.Instrs[i:len(b.Instrs)-1])
		}
		switch {
		case i < passed:
		case o.isLate(in) && !o.complete[in]:
			o.copyOperands(in)
			o.late = append(o.late, in)
			o.waiting[in] = true
			continue
		case len(o.late) == 0:
		case len(o.logical) > 0 && in == b.Instrs[len(b.Instrs)-1]:
			o.carry(b, in)
		case o.hasEffect(in):
			o.release(func(ssa.Instruction) bool { return true }, in)
		case !in.Pos().IsValid(): // it belongs to what follows
			o.release(func(ssa.Instruction) bool { return false }, in)
		default:
			statement := o.statements.of(in.Pos())
			o.release(func(l ssa.Instruction) bool { return statement == nil || !o.belongs(l, statement) }, in)
		}
		o.out = append(o.out, in)
	}
	return append(o.out, o.late...)
}

// copyOperands releases the operands of a comparison of structs or arrays, which the compiler copies when it has called
// what the operands call. It does not copy variables in memory.
func (o *orderer) copyOperands(in ssa.Instruction) {
	comparison, ok := in.(*ssa.BinOp)
	if !ok || !isComposite(comparison.X.Type()) {
		return
	}
	for _, x := range []ssa.Value{comparison.X, comparison.Y} {
		if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL && !isLiteral(load.X) {
			continue
		}
		if operand, ok := x.(ssa.Instruction); ok && o.waiting[operand] {
			o.release(func(l ssa.Instruction) bool { return l == operand }, operand)
		}
	}
}

// withoutCalls returns the number of instructions up to the first one with an effect, if none of them is a call: their
// order makes no difference, and there may be as many as a literal has elements. Otherwise it returns 0.
func (o *orderer) withoutCalls(instrs []ssa.Instruction) int {
	for i, in := range instrs {
		if isCall(in) {
			return 0
		}
		if o.hasEffect(in) {
			return i + 1
		}
	}
	return 0
}

// carry hands late instructions on to the block behind an operator that is an
// operand of their statement.
func (o *orderer) carry(b *ssa.BasicBlock, branch ssa.Instruction) {
	end := slices.MinFunc(o.logical, func(x, y *ssa.BasicBlock) int { return cmp.Compare(x.Index, y.Index) })
	statement := o.statements.of(end.Instrs[0].Pos())
	o.release(func(l ssa.Instruction) bool {
		return statement == nil || !o.belongs(l, statement) || !o.usedBehind(l, b, end)
	}, branch)
	o.carried[end] = append(o.carried[end], o.late...)
	o.late = nil
}

// usedBehind reports whether an instruction of a block is needed in a later one, or
// behind it, only.
func (o *orderer) usedBehind(in ssa.Instruction, b, later *ssa.BasicBlock) bool {
	v, ok := in.(ssa.Value)
	if !ok {
		return o.unseenUntil(o.filled(in), b, later)
	}
	for _, r := range *v.Referrers() {
		if _, phi := r.(*ssa.Phi); phi || isBetween(r, b, later) || r.Block() == b && !o.waiting[r] {
			return false
		}
	}
	return true
}

// isBetween reports whether an instruction is behind a block and not behind a later
// one.
func isBetween(in ssa.Instruction, b, later *ssa.BasicBlock) bool {
	at := in.Block()
	return at != b && b.Dominates(at) && !later.Dominates(at)
}

// unseenUntil reports whether only a block that fills a variable and what is behind
// a later one sees it or a part of it.
func (o *orderer) unseenUntil(v ssa.Value, b, later *ssa.BasicBlock) bool {
	for _, r := range *v.Referrers() {
		if _, phi := r.(*ssa.Phi); phi || isBetween(r, b, later) {
			return false
		}
		switch part := r.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if !o.unseenUntil(part.(ssa.Value), b, later) {
				return false
			}
		}
	}
	return true
}

// release lets the late instructions go that do so by themselves or that another
// instruction needs.
func (o *orderer) release(goes func(ssa.Instruction) bool, before ssa.Instruction) {
	released := map[ssa.Instruction]bool{}
	o.need(before, released)
	for _, l := range o.late {
		if !released[l] && goes(l) {
			released[l] = true
			o.need(l, released)
		}
	}
	o.late = slices.DeleteFunc(o.late, func(l ssa.Instruction) bool {
		if released[l] {
			o.out = append(o.out, l)
			delete(o.waiting, l)
		}
		return released[l]
	})
}

// need notes the late instructions that an instruction needs: its operands, and
// what fills a literal that it refers to.
func (o *orderer) need(in ssa.Instruction, needed map[ssa.Instruction]bool) {
	for _, x := range in.Operands(nil) {
		operand, ok := (*x).(ssa.Instruction)
		if !ok {
			continue
		}
		if o.waiting[operand] && !needed[operand] {
			needed[operand] = true
			o.need(operand, needed)
		}
		if v := variableOf(*x); v != nil {
			o.needFilled(v, in, needed)
		}
	}
}

// needFilled notes the stores that fill a variable.
func (o *orderer) needFilled(v *ssa.Alloc, by ssa.Instruction, needed map[ssa.Instruction]bool) {
	for _, l := range o.late {
		if l == by {
			return
		}
		if !needed[l] && o.filled(l) == v {
			needed[l] = true
			o.need(l, needed)
		}
	}
}

// belongs reports whether a late instruction is part of a statement, by its position
// or an operand's.
func (o *orderer) belongs(in ssa.Instruction, statement ast.Node) bool {
	if in.Pos().IsValid() {
		return o.statements.of(in.Pos()) == statement
	}
	switch in := in.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if variableOf(in.(ssa.Value)) != nil {
			return true
		}
	case *ssa.Store:
		return true
	}
	for _, x := range in.Operands(nil) {
		if operand, ok := (*x).(ssa.Instruction); ok && o.waiting[operand] {
			return o.belongs(operand, statement)
		}
	}
	return false
}

// filled returns the variable that an instruction gives a value, or a part of one, in
// the statement that makes the variable, where nothing else can see it; nil where
// it does no such thing.
func (o *orderer) filled(in ssa.Instruction) *ssa.Alloc {
	s, ok := in.(*ssa.Store)
	if !ok {
		return nil
	}
	v := variableOf(s.Addr)
	if v == nil || !v.Pos().IsValid() || !s.Pos().IsValid() {
		return v
	}
	if at := o.statements.of(s.Pos()); at == nil || at != o.statements.of(v.Pos()) {
		return nil
	}
	return v
}

// isCall reports whether an instruction can change what others read.
func isCall(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	}
	return false
}

// hasEffect reports whether an instruction ends a statement or a part of it that
// the compiler evaluates on its own.
func (o *orderer) hasEffect(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return o.filled(in) == nil
	case *ssa.MapUpdate:
		m, made := in.Map.(*ssa.MakeMap)
		return !made || o.statements.of(m.Pos()) != o.statements.of(in.Pos()) // else of a literal
	case *ssa.Send, *ssa.Defer, *ssa.Go, *ssa.RunDefers, *ssa.Select, *ssa.Range, *ssa.Next,
		*ssa.Jump, *ssa.If, *ssa.Return, *ssa.Panic:
		return true
	}
	return false
}

// isLate reports whether an instruction computes an operand that the compiler does
// not compute before the calls of the statement.
func (o *orderer) isLate(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return o.filled(in) != nil
	case *ssa.UnOp:
		if in.Op == token.ARROW || isBound(in) && !o.readsVariable(in) {
			return false
		}
		if in.Op == token.MUL && !isLiteral(in.X) {
			return !isKeyOfBytes(in)
		}
		return !o.copied(in)
	case *ssa.Lookup:
		return !in.CommaOk && !o.copied(in) && !fromBytes(in.Index)
	case *ssa.Convert:
		return !isBound(in) && (isSlice(in.X.Type()) || !isSlice(in.Type()))
	case *ssa.TypeAssert:
		return !in.CommaOk && isWord(in.AssertedType)
	case *ssa.Slice:
		return isLiteral(in.X)
	case *ssa.Call, *ssa.Phi, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.Select, *ssa.Range, *ssa.Next:
		return false
	case ssa.Value:
		return !o.copied(in)
	}
	return false
}

// isBound reports whether a value is a bound of a slice expression.
func isBound(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		s, ok := in.(*ssa.Slice)
		return ok && (s.Low == v || s.High == v || s.Max == v)
	})
}

// readsVariable reports whether a load is written as the name of a variable.
func (o *orderer) readsVariable(load *ssa.UnOp) bool {
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
		return !o.statements.dereferences(load.Pos())
	}
	return false
}

// copied reports whether the compiler copies an operand that is not a variable at its
// place: a bound of a slice expression, or an operand that goes by its address into an
// interface or to the key of a map.
func (o *orderer) copied(v ssa.Value) bool {
	if isBound(v) || isKeyOfBytes(v) {
		return true
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.MakeInterface:
			if byAddress(v.Type()) && o.sameStatement(v, r) {
				return true
			}
		case *ssa.Lookup:
			if r.Index == v && copiedKey(r.X.Type(), v.Type()) {
				return true
			}
		case *ssa.MapUpdate:
			if r.Key == v && copiedKey(r.Map.Type(), v.Type()) {
				return true
			}
		}
	}
	return false
}

// isKeyOfBytes reports whether a value is the key of a map that the compiler looks up as an integer of the same bytes,
// to which it copies the key, also one that is a variable.
func isKeyOfBytes(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Lookup:
			return in.Index == v && isIntegerOfBytes(in.X.Type(), v.Type())
		case *ssa.MapUpdate:
			return in.Key == v && isIntegerOfBytes(in.Map.Type(), v.Type())
		}
		return false
	})
}

// isIntegerOfBytes reports whether keys of a type are structs or arrays as long as an integer, and equal if their bytes
// are.
func isIntegerOfBytes(m, key types.Type) bool {
	size := layout.Sizeof(key)
	t, ok := m.Underlying().(*types.Map)
	return ok && layout.Sizeof(t.Elem()) <= largestElement && isComposite(key) && (size == 4 || size == 8) && isPlain(key)
}

// isPlain reports whether two values of a type are equal if their bytes are.
func isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		size := layout.Sizeof(t)
		for f := range u.Fields() {
			size -= layout.Sizeof(f.Type())
			if f.Name() == "_" || !isPlain(f.Type()) {
				return false
			}
		}
		return size == 0 // no padding
	}
	return false
}

// sameStatement reports whether the statement that computes a value contains an instruction that uses it.
func (o *orderer) sameStatement(v ssa.Value, user ssa.Instruction) bool {
	at, by := o.statements.of(v.Pos()), o.statements.of(positionIn(user))
	return at == nil || by == nil || at == by || o.statements.assignsInterface(v.Pos())
}

// positionIn returns the position of an instruction, or of the nearest one that its result goes to.
func positionIn(in ssa.Instruction) token.Pos {
	const enough = 32
	list := []ssa.Instruction{in}
	for i := 0; i < len(list) && i < enough; i++ {
		if list[i].Pos().IsValid() {
			return list[i].Pos()
		}
		switch x := list[i].(type) {
		case ssa.Value:
			list = append(list, *x.Referrers()...)
		case *ssa.Store:
			if v := variableOf(x.Addr); v != nil {
				list = append(list, *v.Referrers()...)
			}
		}
	}
	return token.NoPos
}

// byAddress reports whether the compiler makes an interface of the address of a
// value.
func byAddress(t types.Type) bool {
	switch u := soleComponent(t).Underlying().(type) {
	case *types.Slice, *types.Interface:
		return false
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return false
		}
	}
	size := layout.Sizeof(t)
	return hasPointers(t) || size != layout.Alignof(t) || size != 2 && size != 4 && size != 8
}

// soleComponent returns the type of the only part of a type.
func soleComponent(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 1 {
			return soleComponent(u.Field(0).Type())
		}
	case *types.Array:
		if u.Len() == 1 {
			return soleComponent(u.Elem())
		}
	}
	return t
}

func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	}
	return true
}

// largestElement is the number of bytes of the largest element in a map whose keys are passed by value.
const largestElement = 128

// copiedKey reports whether the compiler copies the key of a map.
func copiedKey(m, key types.Type) bool {
	t, ok := m.Underlying().(*types.Map)
	if !ok {
		return false
	}
	if layout.Sizeof(t.Elem()) > largestElement {
		return true
	}
	if isWord(key) {
		return false
	}
	basic, ok := key.Underlying().(*types.Basic)
	return !ok || basic.Info()&types.IsString == 0 && (basic.Info()&types.IsInteger == 0 || layout.Sizeof(basic) < 4)
}

// isWord reports whether an interface holds a value of a type itself.
func isWord(t types.Type) bool {
	switch u := soleComponent(t).Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

func isComposite(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// fromBytes reports whether a value is a string made of bytes, which the compiler
// looks up without a copy, and so at once.
func fromBytes(v ssa.Value) bool {
	c, ok := v.(*ssa.Convert)
	return ok && isSlice(c.X.Type())
}

// variableOf returns the variable that an address belongs to.
func variableOf(addr ssa.Value) *ssa.Alloc {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		return variableOf(x.X)
	case *ssa.IndexAddr:
		return variableOf(x.X)
	case *ssa.Alloc:
		return x
	}
	return nil
}

// isLiteral reports whether an address is of a composite literal, or of the
// arguments of a variadic call.
func isLiteral(addr ssa.Value) bool {
	v := variableOf(addr)
	return v != nil && (v.Comment == "complit" || v.Comment == "slicelit" || v.Comment == "varargs")
}
