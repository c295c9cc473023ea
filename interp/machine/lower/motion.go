package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// motion decides which instructions are not executed in place: a fused one is part of the instruction that uses
// its value, a hoisted one is loop-invariant and executed before the loop.
type motion struct {
	subject *subject
	places  *places

	fused   map[ssa.Value]bool
	hoisted map[ssa.Instruction]bool
	hoists  map[*ssa.BasicBlock]bool // blocks that have hoisted instructions
}

// fuse finds the values that the instruction which uses them computes itself: comparisons of branches, products
// that are added, addresses that are only read or written, and values that are only copied.
func (mo *motion) fuse() {
	for _, b := range mo.subject.f.Blocks {
		for i, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || v.Referrers() == nil {
				continue
			}
			user := onlyUser(v)
			if _, phi := user.(*ssa.Phi); phi || user == nil || user.Block() != b {
				continue
			}
			at := indexOf(b, user)
			if at <= i { // it has been moved to another block
				continue
			}
			between := b.Instrs[i+1 : at]
			switch v := v.(type) {
			case *ssa.BinOp:
				switch u := user.(type) {
				case *ssa.If:
					mo.fused[v] = comparable(v) && user == b.Instrs[len(b.Instrs)-1]
				case *ssa.BinOp:
					mo.fused[v] = mo.isProductIn(v, u)
				}
			case *ssa.Convert:
				if u, ok := user.(*ssa.BinOp); ok {
					mo.fused[v] = isFactor(v, u) && !(u.Y == v && mo.fused[u.X])
				}
			case *ssa.IndexAddr:
				if _, plain := mo.plainElement(v); plain && isAccess(user, v) {
					mo.fused[v] = !disturbs(between)
				}
			case *ssa.FieldAddr:
				if isAccess(user, v) && !mo.places.isLocal(v.X) {
					mo.fused[v] = !disturbs(between)
				}
			case *ssa.UnOp:
				if mo.isCopied(v, user) {
					mo.fused[v] = !disturbs(between)
				}
			}
		}
	}
}

// isCopied reports whether user stores what v loads, and that is copied as a whole.
func (mo *motion) isCopied(v *ssa.UnOp, user ssa.Instruction) bool {
	store, ok := user.(*ssa.Store)
	return ok && v.Op == token.MUL && store.Val == v && !mo.places.isLocal(v.X) && !mo.places.isLocal(store.Addr) &&
		mo.places.admission.fits(v.Type()) && mo.places.admission.holds(v.Type())
}

// comparable reports whether a branch instruction can do the comparison.
func comparable(b *ssa.BinOp) bool {
	basic, ok := b.X.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 {
		return false
	}
	switch b.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// isFactor reports whether v makes a factor of product u of an integer.
func isFactor(v *ssa.Convert, u *ssa.BinOp) bool {
	from, ok := v.X.Type().Underlying().(*types.Basic)
	if !ok || from.Info()&types.IsInteger == 0 || isUnsigned(from) && kindOf(from) == machine.Word {
		return false
	}
	return u.Op == token.MUL && isFloat64(v.Type()) && u.X != u.Y
}

// isProductIn reports whether v is a product of float64s that u adds to something else or takes from it.
func (mo *motion) isProductIn(v, u *ssa.BinOp) bool {
	if v.Op != token.MUL || !isFloat64(v.Type()) || u.X == u.Y {
		return false
	}
	_, constX := v.X.(*ssa.Const)
	_, constY := v.Y.(*ssa.Const)
	if (constX || constY) && !mo.subject.loops[v.Block()] {
		return false
	}
	other := u.X
	if other == v {
		other = u.Y
	}
	if _, isConst := other.(*ssa.Const); isConst {
		return false
	}
	if p, ok := other.(*ssa.BinOp); ok && p.Op == token.MUL && other == u.X && u.Y == v {
		// of two products the second is fused
		return u.Op == token.ADD || u.Op == token.SUB
	}
	if p, ok := other.(*ssa.BinOp); ok && p.Op == token.MUL && u.X == v && onlyUser(p) == u && p.Block() == v.Block() {
		return false
	}
	return u.Op == token.ADD || u.Op == token.SUB && u.Y == v
}

// fuseIndexes finds rows used for a single element only, and elements that are only a factor of a product that is
// added.
func (mo *motion) fuseIndexes() {
	for _, b := range mo.subject.f.Blocks {
		for i, in := range b.Instrs {
			load, ok := in.(*ssa.UnOp)
			if !ok || mo.fused[load] || mo.hoisted[load] || mo.elementOf(load) == nil {
				continue
			}
			user := onlyUser(load)
			if user == nil || user.Block() != b {
				continue
			}
			switch user := user.(type) {
			case *ssa.IndexAddr:
				if mo.isElementOfRow(user, load) && mo.undisturbed(b, i, onlyUser(user)) {
					mo.fused[load] = true
				}
			case *ssa.BinOp:
				if mo.isElementOfProduct(user, load) && mo.undisturbed(b, i, onlyUser(user)) {
					mo.fused[load] = true
				}
			}
		}
	}
}

// undisturbed reports whether no instruction disturbs between the one at i and a later one of the block.
func (mo *motion) undisturbed(b *ssa.BasicBlock, i int, later ssa.Instruction) bool {
	at := indexOf(b, later)
	return at > i && !mo.disturbed(b.Instrs[i+1:at])
}

// disturbed reports whether one of the instructions disturbs, apart from those that are moved.
func (mo *motion) disturbed(between []ssa.Instruction) bool {
	return disturbs(slices.DeleteFunc(slices.Clone(between), func(in ssa.Instruction) bool {
		v, ok := in.(ssa.Value)
		return ok && mo.fused[v] || mo.hoisted[in]
	}))
}

// elementOf returns the address that a load reads, if the load computes it.
func (mo *motion) elementOf(load *ssa.UnOp) *ssa.IndexAddr {
	if load.Op != token.MUL || mo.places.isLocal(load.X) {
		return nil
	}
	a, ok := load.X.(*ssa.IndexAddr)
	if !ok || !mo.fused[a] {
		return nil
	}
	return a
}

// isElementOfRow reports whether a is the address of an element, of 8 bytes, of a row that is loaded, and only read.
func (mo *motion) isElementOfRow(a *ssa.IndexAddr, row *ssa.UnOp) bool {
	if a.X != row || !mo.fused[a] || !isSlice(row.Type()) || isUnsigned(a.Index.Type()) || isUnsigned(row.X.(*ssa.IndexAddr).Index.Type()) {
		return false
	}
	kind, ok := mo.plainElement(a)
	load, reads := onlyUser(a).(*ssa.UnOp)
	return ok && kind == machine.Word && reads && !mo.hoisted[load] && load.Block() == row.Block()
}

// isElementOfProduct reports whether a load of a float64 is a factor of a product that is fused into a sum.
func (mo *motion) isElementOfProduct(product *ssa.BinOp, load *ssa.UnOp) bool {
	a := load.X.(*ssa.IndexAddr)
	if !mo.fused[product] || mo.hoisted[product] || product.Op != token.MUL || product.X == product.Y || isUnsigned(a.Index.Type()) {
		return false
	}
	sum, ok := onlyUser(product).(*ssa.BinOp)
	if !ok || sum.Op != token.ADD || sum.Block() != load.Block() {
		return false
	}
	_, _, integer := mo.factors(product)
	other := product.X
	if other == load {
		other = product.Y
	}
	return !integer && !mo.fused[other] && isFloat64(load.Type())
}

// fusedElement returns the factor of a product that is read where that is computed, and the other factor.
func (mo *motion) fusedElement(product *ssa.BinOp) (load *ssa.UnOp, factor ssa.Value) {
	if load, ok := product.Y.(*ssa.UnOp); ok && mo.fused[load] {
		return load, product.X
	}
	if load, ok := product.X.(*ssa.UnOp); ok && mo.fused[load] {
		return load, product.Y
	}
	return nil, nil
}

// factors returns the integer n and the number x of a product that converts n itself.
func (mo *motion) factors(product *ssa.BinOp) (n, x ssa.Value, ok bool) {
	if product.Op != token.MUL {
		return nil, nil, false
	}
	if c, isConvert := product.X.(*ssa.Convert); isConvert && mo.fused[c] {
		return c.X, product.Y, true
	}
	if c, isConvert := product.Y.(*ssa.Convert); isConvert && mo.fused[c] {
		return c.X, product.X, true
	}
	return nil, nil, false
}

// plainElement reports whether the elements behind an address are numbers, and their representation in memory.
func (mo *motion) plainElement(a *ssa.IndexAddr) (machine.SlotKind, bool) {
	t := a.Type().Underlying().(*types.Pointer).Elem()
	if mo.places.isLocal(a) {
		return 0, false
	}
	if s, ok := t.Underlying().(*types.Slice); ok && isSlice(a.X.Type()) {
		return machine.Pointer, s != nil && readOnly(a)
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 {
		return 0, false
	}
	return kindOf(b), true
}
