package emit

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// instructions.go: the statements of instructions that have no file of their own.

// setResults gives the result variables of a function that defers their
// values.
func (w *writer) setResults(r *ssa.Return) {
	for i, x := range r.Results {
		w.body.line("r%d = %s", i, w.text.value(x))
	}
}

// instruction writes the statements of an instruction; what ends a block is
// written by block.
func (w *writer) instruction(in ssa.Instruction) {
	w.marks.before(in)
	if v, ok := in.(ssa.Value); ok && (w.fusion.inlined[v] || w.fusion.places[v]) {
		return
	}
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Jump, *ssa.If, *ssa.Extract:
	case *ssa.Alloc:
		w.alloc(in)
	case *ssa.UnOp:
		w.unOp(in)
	case *ssa.Convert:
		w.body.line("%s = %s", w.text.names[in], w.text.conversion(in))
	case *ssa.ChangeType:
		w.changeType(in)
	case *ssa.MultiConvert:
		refuse(in.Pos(), "a conversion of a type parameter's value is not available here")
	case *ssa.ChangeInterface:
		w.body.line("%s = %s", w.text.names[in], w.text.value(in.X))
	case *ssa.MakeInterface:
		w.makeInterface(in)
	case *ssa.TypeAssert:
		w.typeAssert(in)
	case *ssa.BinOp:
		w.binOp(in)
	case *ssa.FieldAddr:
		w.body.line("%s = &%s", w.text.names[in], w.text.place(in))
	case *ssa.IndexAddr:
		w.indexAddr(in)
	case *ssa.Field:
		w.body.line("%s = %s.%s", w.text.names[in], w.text.primary(in.X), w.views.field(in.X.Type(), in.Field))
	case *ssa.Index:
		w.body.line("%s = %s[%s]", w.text.names[in], w.text.primary(in.X), w.text.indexText(in.X, in.Index))
	case *ssa.Lookup:
		w.lookup(in)
	case *ssa.Slice:
		w.slice(in)
	case *ssa.SliceToArrayPointer:
		w.body.line("%s = (%s)(%s)", w.text.names[in], w.types.work(in.Type()), w.text.value(in.X))
	case *ssa.MakeMap:
		w.body.line("%s = make(%s)", w.text.names[in], w.types.work(in.Type()))
	case *ssa.MakeSlice:
		w.body.line("%s = make(%s, %s, %s)", w.text.names[in], w.types.work(in.Type()), w.text.value(in.Len), w.text.value(in.Cap))
	case *ssa.MakeChan:
		both := types.NewChan(types.SendRecv, in.Type().Underlying().(*types.Chan).Elem())
		w.body.line("%s = make(%s, %s)", w.text.names[in], w.types.work(both), w.text.value(in.Size))
	case *ssa.MakeClosure:
		w.body.line("%s = %s(%s)", w.text.names[in], w.refs.call(in.Fn.(*ssa.Function)), list(w.text.values(in.Bindings)))
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
		if !w.fusion.inlined[in.Addr] {
			text, folded := w.arrays.text(in)
			if !folded {
				text = w.text.value(in.Val)
			}
			w.body.line("%s = %s", w.text.pointed(in.Addr), text)
		}
	case *ssa.MapUpdate:
		w.body.line("%s[%s] = %s", w.text.primary(in.Map), w.text.value(in.Key), w.text.value(in.Value))
	case *ssa.Send:
		w.body.line("%s <- %s", w.channel(in.Chan), w.text.value(in.X))
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
			w.body.line("panic(nil)") // a statement that ends the function
		}
	case *ssa.Return:
		w.returns(in)
	default:
		refuse(in.Pos(), "the instruction %s (%T) is not available here", in, in)
	}
}

// channel returns the text of a channel. The interpreter sends to no channel of a type
// that has a name.
func (w *writer) channel(x ssa.Value) string {
	n, ok := types.Unalias(x.Type()).(*types.Named)
	if !ok || w.views.erased(n) {
		return w.text.value(x)
	}
	plain := w.body.register("c", w.types.work(n.Underlying()))
	w.body.line("%s = %s", plain, w.text.value(x))
	return plain
}

func (w *writer) returns(in *ssa.Return) {
	if w.framed {
		w.setResults(in)
		w.body.line("return")
		return
	}
	w.body.line("return %s", list(w.text.values(in.Results)))
}

// alloc writes a new variable. One that is a register is set to zero where it
// may have been used before.
func (w *writer) alloc(in *ssa.Alloc) {
	t := deref(in.Type())
	if !w.fusion.locals[in] {
		w.body.line("%s = new(%s)", w.text.names[in], w.types.work(t))
		return
	}
	if b := in.Block(); b.Index > 0 || len(b.Preds) > 0 {
		w.body.line("%s = %s", w.text.names[in], w.globals.zero(t))
	}
}

func (w *writer) unOp(in *ssa.UnOp) {
	name := w.text.names[in]
	switch {
	case in.Op == token.MUL:
		w.body.line("%s = %s", name, w.text.pointed(in.X))
	case in.Op == token.ARROW && in.CommaOk:
		w.body.line("%s_0, %s_1 = <-%s", name, name, w.channel(in.X))
	case in.Op == token.ARROW:
		w.body.line("%s = <-%s", name, w.channel(in.X))
	default:
		w.body.line("%s = %s", name, w.text.signed(in))
	}
}

// binOp writes an operation on two operands. The interpreter takes a negative
// count of a shift for a large one.
func (w *writer) binOp(in *ssa.BinOp) {
	if signedShift(in) {
		w.body.line("if %s < 0 {", w.text.value(in.Y))
		w.body.line("q.NegativeShift()")
		w.body.line("}")
	}
	w.body.line("%s = %s", w.text.names[in], w.text.binary(in))
}

// changeType writes a conversion between types that are made of the same.
func (w *writer) changeType(in *ssa.ChangeType) {
	from, to := w.types.work(in.X.Type()), w.types.work(in.Type())
	text := w.text.value(in.X)
	switch _, ok := in.Type().Underlying().(*types.Signature); {
	case ok || from == to || isNil(in.X):
	case w.views.hides(in.X.Type()) != w.views.hides(in.Type()) && !w.views.erasedTo(in.X.Type(), in.Type()):
		text = w.text.viewed(text, in.X.Type(), in.Type())
	default:
		text = parenthesised(to) + "(" + text + ")"
	}
	w.body.line("%s = %s", w.text.names[in], text)
}

// indexAddr writes the address of an element. The interpreter takes none of an
// array's through a pointer without a star.
func (w *writer) indexAddr(in *ssa.IndexAddr) {
	place := w.text.place(in)
	if _, pointer := in.X.Type().Underlying().(*types.Pointer); pointer {
		if name := w.text.names[in.X]; name != "" && !w.fusion.locals[in.X] {
			place = "(*" + name + ")[" + w.text.indexText(in.X, in.Index) + "]"
		}
	}
	w.body.line("%s = &%s", w.text.names[in], place)
}

// lookup writes the read of a map or a string. With both results at once the
// interpreter leaves the value as it was where the key is missing.
func (w *writer) lookup(in *ssa.Lookup) {
	name, x, key := w.text.names[in], w.text.primary(in.X), w.text.indexText(in.X, in.Index)
	if updatesEntry(in) {
		w.body.line("q.Hash(%s)", key)
	}
	if !in.CommaOk {
		w.body.line("%s = %s[%s]", name, x, key)
		return
	}
	w.body.line("%s_0 = %s[%s]", name, x, key)
	w.body.line("_, %s_1 = %s[%s]", name, x, key)
}

// updatesEntry reports whether an entry is read to be changed, as by m[k]++, and its
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

// mayHaveNoHash reports whether values of a type that can be compared may hold what
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
	x := w.text.primary(in.X)
	if _, ok := in.X.Type().Underlying().(*types.Pointer); ok {
		x = strings.TrimPrefix(w.text.pointed(in.X), "&")
		if x[0] == '*' {
			x = "(" + x + ")"
		}
	}
	if makesTooLong(in) {
		w.body.line("q.BadMake(%s)", w.text.held(in.High.(*ssa.Const)))
	}
	text := x + "["
	if in.Low != nil {
		text += w.text.bound(in, in.Low)
	}
	text += ":"
	if in.High != nil {
		text += w.text.bound(in, in.High)
	}
	if in.Max != nil {
		if in.High == nil {
			refuse(in.Pos(), "a slice with a capacity and no length")
		}
		text += ":" + w.text.bound(in, in.Max)
	}
	w.body.line("%s = %s]", w.text.names[in], text)
}
