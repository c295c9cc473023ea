package lower

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// indexes.go: elements of rows, and products with elements, are one instruction.

// fuseIndexes finds rows of which only an element is read, and elements that are only a factor of a product that is added.
func (l *lowering) fuseIndexes() {
	for _, b := range l.f.Blocks {
		for i, in := range b.Instrs {
			load, ok := in.(*ssa.UnOp)
			if !ok || l.fused[load] || l.hoisted[load] || l.elementOf(load) == nil {
				continue
			}
			user := onlyUser(load)
			if user == nil || user.Block() != b {
				continue
			}
			switch user := user.(type) {
			case *ssa.IndexAddr:
				if l.isElementOfRow(user, load) && !l.disturbed(b.Instrs[i+1:indexOf(b, onlyUser(user))]) {
					l.fused[load] = true
				}
			case *ssa.BinOp:
				if l.isElementOfProduct(user, load) && !l.disturbed(b.Instrs[i+1:indexOf(b, onlyUser(user))]) {
					l.fused[load] = true
				}
			}
		}
	}
}

// disturbed tells whether something disturbs between, apart from what is done later.
func (l *lowering) disturbed(between []ssa.Instruction) bool {
	return disturbs(slices.DeleteFunc(slices.Clone(between), func(in ssa.Instruction) bool {
		v, ok := in.(ssa.Value)
		return ok && l.fused[v] || l.hoisted[in]
	}))
}

// elementOf is the address of which a load reads, where that is computed by the load.
func (l *lowering) elementOf(load *ssa.UnOp) *ssa.IndexAddr {
	if load.Op != token.MUL || l.isLocal(load.X) {
		return nil
	}
	a, ok := load.X.(*ssa.IndexAddr)
	if !ok || !l.fused[a] {
		return nil
	}
	return a
}

// isElementOfRow tells whether a is the address of an element, of 8 bytes, of a row that is loaded, and only read.
func (l *lowering) isElementOfRow(a *ssa.IndexAddr, row *ssa.UnOp) bool {
	if a.X != row || !l.fused[a] || !isSlice(row.Type()) || isUnsigned(a.Index.Type()) || isUnsigned(row.X.(*ssa.IndexAddr).Index.Type()) {
		return false
	}
	kind, ok := l.plainElement(a)
	load, reads := onlyUser(a).(*ssa.UnOp)
	return ok && kind == machine.Word && reads && !l.hoisted[load] && load.Block() == row.Block()
}

// isElementOfProduct tells whether a load of a float64 is a factor of a product that is fused into a sum.
func (l *lowering) isElementOfProduct(product *ssa.BinOp, load *ssa.UnOp) bool {
	a := load.X.(*ssa.IndexAddr)
	if !l.fused[product] || l.hoisted[product] || product.Op != token.MUL || product.X == product.Y || isUnsigned(a.Index.Type()) {
		return false
	}
	sum, ok := onlyUser(product).(*ssa.BinOp)
	if !ok || sum.Op != token.ADD || sum.Block() != load.Block() {
		return false
	}
	_, _, integer := l.factors(product)
	other := product.X
	if other == load {
		other = product.Y
	}
	return !integer && !l.fused[other] && isFloat64(load.Type())
}

// element reads an element of a row, if the row is fused.
func (l *lowering) element(to uint16, a *ssa.IndexAddr) bool {
	row, ok := a.X.(*ssa.UnOp)
	if !ok || !l.fused[row] {
		return false
	}
	outer := row.X.(*ssa.IndexAddr)
	i, j := l.wordOf(outer.Index), l.wordOf(a.Index)
	base, length := l.indexed(outer)
	l.atValue(outer)
	l.emit(machine.Index2, to, base, i, int64(length)|int64(j)<<16)
	return true
}

// addElementProduct adds a product with an element, if that is fused.
func (l *lowering) addElementProduct(to uint16, other ssa.Value, product *ssa.BinOp) bool {
	load, factor := l.fusedElement(product)
	if load == nil {
		return false
	}
	a := load.X.(*ssa.IndexAddr)
	addend, x, i := l.wordOf(other), l.wordOf(factor), l.wordOf(a.Index)
	if row, ok := a.X.(*ssa.UnOp); ok && l.fused[row] {
		outer := row.X.(*ssa.IndexAddr)
		at := l.wordOf(outer.Index)
		base, length := l.indexed(outer)
		l.atValue(outer)
		l.emit(machine.MulAddIndex2, to, addend, x, int64(length)|int64(i)<<16|int64(base)<<32|int64(at)<<48)
		return true
	}
	base, length := l.indexed(a)
	l.atValue(a)
	l.emit(machine.MulAddIndex, to, addend, x, int64(length)|int64(i)<<16|int64(base)<<32)
	return true
}

// fusedElement is the factor of a product that is read where that is computed, and the other factor.
func (l *lowering) fusedElement(product *ssa.BinOp) (load *ssa.UnOp, factor ssa.Value) {
	if load, ok := product.Y.(*ssa.UnOp); ok && l.fused[load] {
		return load, product.X
	}
	if load, ok := product.X.(*ssa.UnOp); ok && l.fused[load] {
		return load, product.Y
	}
	return nil, nil
}
