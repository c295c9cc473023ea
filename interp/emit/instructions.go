package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// instruction writes the statements of an instruction; what ends a block is
// written by block.
func (w *writer) instruction(in ssa.Instruction) {
	w.markLine(in)
	if v, ok := in.(ssa.Value); ok && (w.inlined[v] || w.places[v]) {
		return
	}
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Jump, *ssa.If, *ssa.Extract:
	case *ssa.Alloc:
		w.alloc(in)
	case *ssa.UnOp:
		w.unOp(in)
	case *ssa.Convert:
		w.line("%s = %s", w.names[in], w.conversion(in))
	case *ssa.ChangeType:
		w.changeType(in)
	case *ssa.MultiConvert:
		w.refuse(in.Pos(), "a conversion of a type parameter's value is not available here")
	case *ssa.ChangeInterface:
		w.line("%s = %s", w.names[in], w.value(in.X))
	case *ssa.MakeInterface:
		w.makeInterface(in)
	case *ssa.TypeAssert:
		w.typeAssert(in)
	case *ssa.BinOp:
		w.binOp(in)
	case *ssa.FieldAddr:
		w.line("%s = &%s", w.names[in], w.place(in))
	case *ssa.IndexAddr:
		w.indexAddr(in)
	case *ssa.Field:
		w.line("%s = %s.%s", w.names[in], w.primary(in.X), w.field(in.X.Type(), in.Field))
	case *ssa.Index:
		w.line("%s = %s[%s]", w.names[in], w.primary(in.X), w.indexText(in.X, in.Index))
	case *ssa.Lookup:
		w.lookup(in)
	case *ssa.Slice:
		w.slice(in)
	case *ssa.SliceToArrayPointer:
		w.line("%s = (%s)(%s)", w.names[in], w.work(in.Type()), w.value(in.X))
	case *ssa.MakeMap:
		w.line("%s = make(%s)", w.names[in], w.work(in.Type()))
	case *ssa.MakeSlice:
		w.line("%s = make(%s, %s, %s)", w.names[in], w.work(in.Type()), w.value(in.Len), w.value(in.Cap))
	case *ssa.MakeChan:
		both := types.NewChan(types.SendRecv, in.Type().Underlying().(*types.Chan).Elem())
		w.line("%s = make(%s, %s)", w.names[in], w.work(both), w.value(in.Size))
	case *ssa.MakeClosure:
		w.line("%s = %s(%s)", w.names[in], w.functionText(in.Fn.(*ssa.Function)), list(w.values(in.Bindings)))
	case *ssa.Range:
		w.rangeOver(in)
	case *ssa.Next:
		w.next(in)
	default:
		w.effect(in)
	}
}

// effect writes an instruction that has no value, and calls.
func (w *writer) effect(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if !isBlankField(in.Addr) && !w.inlined[in.Addr] {
			w.line("%s = %s", w.pointed(in.Addr), w.value(in.Val))
		}
	case *ssa.MapUpdate:
		w.line("%s[%s] = %s", w.primary(in.Map), w.value(in.Key), w.value(in.Value))
	case *ssa.Send:
		w.line("%s <- %s", w.channel(in.Chan), w.value(in.X))
	case *ssa.Call:
		w.call(in)
	case *ssa.Go:
		w.goes(in)
	case *ssa.Defer:
		w.defers(in)
	case *ssa.RunDefers:
		w.runDefers()
	case *ssa.Select:
		w.selects(in)
	case *ssa.Panic:
		w.panics(in)
		if !w.framed {
			w.line("panic(nil)") // a statement that ends the function
		}
	case *ssa.Return:
		w.returns(in)
	default:
		w.refuse(in.Pos(), "the instruction %s (%T) is not available here", in, in)
	}
}

// isBlankField tells whether an address is that of a field without a name, which
// keeps nothing.
func isBlankField(x ssa.Value) bool {
	f, ok := x.(*ssa.FieldAddr)
	return ok && deref(f.X.Type()).Underlying().(*types.Struct).Field(f.Field).Name() == "_"
}

// channel is the text of a channel. The interpreter sends to no channel of a type
// that has a name.
func (w *writer) channel(x ssa.Value) string {
	n, ok := types.Unalias(x.Type()).(*types.Named)
	if !ok || w.erased(n) {
		return w.value(x)
	}
	plain := w.register("c", w.work(n.Underlying()))
	w.line("%s = %s", plain, w.value(x))
	return plain
}

func (w *writer) returns(in *ssa.Return) {
	if w.framed {
		w.setResults(in)
		w.line("return")
		return
	}
	w.line("return %s", list(w.values(in.Results)))
}

// alloc writes a new variable. One that is a register is set to zero where it
// may have been used before.
func (w *writer) alloc(in *ssa.Alloc) {
	t := deref(in.Type())
	if !w.locals[in] {
		w.line("%s = new(%s)", w.names[in], w.work(t))
		return
	}
	if b := in.Block(); b.Index > 0 || len(b.Preds) > 0 {
		w.line("%s = %s", w.names[in], w.zero(t))
	}
}

func (w *writer) unOp(in *ssa.UnOp) {
	name := w.names[in]
	switch {
	case in.Op == token.MUL:
		w.line("%s = %s", name, w.pointed(in.X))
	case in.Op == token.ARROW && in.CommaOk:
		w.line("%s_0, %s_1 = <-%s", name, name, w.channel(in.X))
	case in.Op == token.ARROW:
		w.line("%s = <-%s", name, w.channel(in.X))
	default:
		w.line("%s = %s", name, w.signed(in))
	}
}

// binOp writes an operation on two operands. The interpreter takes a negative
// count of a shift for a large one.
func (w *writer) binOp(in *ssa.BinOp) {
	if signedShift(in) {
		w.line("if %s < 0 {", w.value(in.Y))
		w.line("q.NegativeShift()")
		w.line("}")
	}
	w.line("%s = %s", w.names[in], w.binary(in))
}

// signedShift tells whether an operation is a shift by what may be negative.
func signedShift(b *ssa.BinOp) bool {
	basic, ok := b.Y.Type().Underlying().(*types.Basic)
	return ok && (b.Op == token.SHL || b.Op == token.SHR) && basic.Info()&types.IsUnsigned == 0 && !isConst(b.Y)
}

// changeType writes a conversion between types that are made of the same.
func (w *writer) changeType(in *ssa.ChangeType) {
	from, to := w.work(in.X.Type()), w.work(in.Type())
	text := w.value(in.X)
	switch _, ok := in.Type().Underlying().(*types.Signature); {
	case ok || from == to || isNil(in.X):
	case w.hides(in.X.Type()) != w.hides(in.Type()) && !w.erasedTo(in.X.Type(), in.Type()):
		text = w.viewed(text, in.X.Type(), in.Type())
	default:
		text = parenthesised(to) + "(" + text + ")"
	}
	w.line("%s = %s", w.names[in], text)
}

// viewed is the text of a value of a type as one of another that is made of the
// same, where the interpreter takes them for different structs.
func (w *writer) viewed(text string, from, to types.Type) string {
	a, b := w.workID(from), w.workID(to)
	return w.symbol(fmt.Sprintf("view %d %d", a, b), "view", Symbol{Kind: BoxSymbol, Type: b, Signature: a}) + "(" + text + ")"
}

// erasedTo tells whether one of two types is handled as what it is made of.
func (w *writer) erasedTo(a, b types.Type) bool {
	for _, t := range []types.Type{a, b} {
		if n, ok := types.Unalias(t).(*types.Named); ok && w.erased(n) {
			return true
		}
	}
	return false
}

// indexAddr writes the address of an element. The interpreter takes none of an
// array's through a pointer without a star.
func (w *writer) indexAddr(in *ssa.IndexAddr) {
	place := w.place(in)
	if _, pointer := in.X.Type().Underlying().(*types.Pointer); pointer {
		if name := w.names[in.X]; name != "" && !w.locals[in.X] {
			place = "(*" + name + ")[" + w.indexText(in.X, in.Index) + "]"
		}
	}
	w.line("%s = &%s", w.names[in], place)
}

// lookup writes the read of a map or a string. With both results at once the
// interpreter leaves the value as it was where the key is missing.
func (w *writer) lookup(in *ssa.Lookup) {
	name, x, key := w.names[in], w.primary(in.X), w.indexText(in.X, in.Index)
	if updatesEntry(in) {
		w.line("q.Hash(%s)", key)
	}
	if !in.CommaOk {
		w.line("%s = %s[%s]", name, x, key)
		return
	}
	w.line("%s_0 = %s[%s]", name, x, key)
	w.line("_, %s_1 = %s[%s]", name, x, key)
}

// updatesEntry tells whether an entry is read to be changed, as by m[k]++, and its
// key may have no hash: then it is the change that panics, and not the read, which
// says it in other words where the map is empty.
func updatesEntry(in *ssa.Lookup) bool {
	m, ok := in.X.Type().Underlying().(*types.Map)
	if !ok || in.CommaOk || !mayHaveNoHash(m.Key()) {
		return false
	}
	if in.Index.Referrers() == nil {
		return false
	}
	for _, r := range *in.Index.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok && u.Map == in.X && u.Key == in.Index {
			return true
		}
	}
	return false
}

// mayHaveNoHash tells whether values of a type that can be compared may hold what
// cannot.
func mayHaveNoHash(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return mayHaveNoHash(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if mayHaveNoHash(f.Type()) {
				return true
			}
		}
	}
	return false
}

func (w *writer) slice(in *ssa.Slice) {
	x := w.primary(in.X)
	if _, ok := in.X.Type().Underlying().(*types.Pointer); ok {
		x = strings.TrimPrefix(w.pointed(in.X), "&")
		if x[0] == '*' {
			x = "(" + x + ")"
		}
	}
	if makesTooLong(in) {
		w.line("q.BadMake(%s)", w.held(in.High.(*ssa.Const)))
	}
	text := x + "["
	if in.Low != nil {
		text += w.bound(in, in.Low)
	}
	text += ":"
	if in.High != nil {
		text += w.bound(in, in.High)
	}
	if in.Max != nil {
		if in.High == nil {
			w.refuse(in.Pos(), "a slice with a capacity and no length")
		}
		text += ":" + w.bound(in, in.Max)
	}
	w.line("%s = %s]", w.names[in], text)
}

// bound is the text of a bound of a slice. Constant ones the interpreter would
// compare before it runs.
func (w *writer) bound(in *ssa.Slice, x ssa.Value) string {
	k, ok := x.(*ssa.Const)
	if ok && beyond(in, k) {
		return w.held(k)
	}
	if !ok || in.Low == nil || in.High == nil && in.Max == nil {
		return w.value(x)
	}
	return w.held(k)
}
