package emit

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// corrections.go: SSA evaluates, and converts, what Go does not.

// compareUnconverted has interfaces compared as they are. SSA converts the second one to
// the type of the first, which it need not implement: it may have fewer methods.
func compareUnconverted(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range slices.Clone(b.Instrs) {
			if c, ok := in.(*ssa.BinOp); ok && (c.Op == token.EQL || c.Op == token.NEQ) {
				unconvert(&c.X, c)
				unconvert(&c.Y, c)
			}
		}
	}
}

// unconvert undoes the conversion of an operand of a comparison.
func unconvert(operand *ssa.Value, c *ssa.BinOp) {
	for {
		converted, ok := (*operand).(*ssa.ChangeInterface)
		if !ok {
			return
		}
		*operand = converted.X
		users := converted.Referrers()
		*users = slices.DeleteFunc(*users, func(in ssa.Instruction) bool { return in == c })
		if from := converted.X.Referrers(); from != nil {
			*from = append(*from, c)
		}
		if isUnused(converted) {
			drop(converted.Block(), converted)
		}
	}
}

// dropUnevaluated removes what SSA evaluates and Go does not: arrays, and pointers to them, that are ranged over for
// their length only, which a constant is.
func dropUnevaluated(f *ssa.Function) {
	var ranged []ast.Expr
	if f.Syntax() == nil {
		return
	}
	ast.Inspect(f.Syntax(), func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok && (r.Value == nil || isBlank(r.Value)) && !callsOrReceives(r.X) {
			ranged = append(ranged, r.X)
		}
		return true
	})
	for _, b := range f.Blocks {
		for _, in := range slices.Backward(slices.Clone(b.Instrs)) {
			v, ok := in.(ssa.Value)
			if ok && isUnused(v) && isReadOf(v, ranged) {
				drop(b, in)
			}
		}
	}
}

// dropBlankStores removes the assignments that SSA makes to fields named _ of composite literals: Go evaluates the
// values and keeps none of them.
func dropBlankStores(f *ssa.Function) {
	for _, b := range f.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool {
			s, ok := in.(*ssa.Store)
			if !ok || !isInBlankField(s.Addr) {
				return false
			}
			for _, x := range []ssa.Value{s.Addr, s.Val} {
				if users := x.Referrers(); users != nil {
					*users = slices.DeleteFunc(*users, func(user ssa.Instruction) bool { return user == in })
				}
			}
			return true
		})
	}
}

// isInBlankField reports whether an address is of a field named _, or of a part of one.
func isInBlankField(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return deref(a.X.Type()).Underlying().(*types.Struct).Field(a.Field).Name() == "_" || isInBlankField(a.X)
	case *ssa.IndexAddr:
		return isInBlankField(a.X)
	}
	return false
}

// foldSizes makes the sizes and alignments of type parameters constants, as they are in each instance. Go does not
// evaluate the operands, which SSA does.
func foldSizes(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range slices.Clone(b.Instrs) {
			measure := layout.Sizeof
			switch builtin(in) {
			case "Sizeof":
			case "Alignof":
				measure = layout.Alignof
			default:
				continue
			}
			c := in.(*ssa.Call)
			replace(c, ssa.NewConst(constant.MakeInt64(measure(c.Call.Args[0].Type())), c.Type()))
			drop(b, c)
			dropOperand(f, c)
		}
	}
}

// replace makes the users of v use by instead.
func replace(v, by ssa.Value) {
	for _, user := range *v.Referrers() {
		for _, operand := range user.Operands(nil) {
			if *operand == v {
				*operand = by
			}
		}
	}
	*v.Referrers() = nil
}

// dropOperand removes what computes the operand of a dropped call of package unsafe.
func dropOperand(f *ssa.Function, dropped *ssa.Call) {
	var operand ast.Expr
	if f.Syntax() == nil {
		return
	}
	ast.Inspect(f.Syntax(), func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == dropped.Pos() {
			operand = call.Args[0]
		}
		return operand == nil
	})
	if operand == nil {
		return
	}
	for _, b := range slices.Backward(f.Blocks) {
		for _, in := range slices.Backward(slices.Clone(b.Instrs)) {
			if in.Pos() < operand.Pos() || in.Pos() >= operand.End() || !slices.Contains(b.Instrs, in) {
				continue
			}
			if v, ok := in.(ssa.Value); ok && !isUnused(v) {
				refuse(in.Pos(), "this operand of unsafe.%s is not available here; use a variable of its type", dropped.Call.Value.Name())
			}
			drop(b, in)
		}
	}
}

func isBlank(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "_"
}

// callsOrReceives reports whether an expression is evaluated in any case.
func callsOrReceives(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

func isUnused(v ssa.Value) bool {
	return v.Referrers() != nil && !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		_, debug := r.(*ssa.DebugRef)
		return !debug
	})
}

// isReadOf reports whether v reads an array, or a pointer to one, for its length in one of the expressions.
func isReadOf(v ssa.Value, ranged []ast.Expr) bool {
	t := v.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if _, array := t.(*types.Array); !array || !isRead(v) {
		return false
	}
	return slices.ContainsFunc(ranged, func(x ast.Expr) bool { return x.Pos() <= v.Pos() && v.Pos() <= x.End() })
}

func isRead(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field:
		return true
	}
	return false
}

// drop removes an instruction whose value is unused, and the reads that only it used.
func drop(b *ssa.BasicBlock, in ssa.Instruction) {
	b.Instrs = slices.DeleteFunc(b.Instrs, func(other ssa.Instruction) bool { return other == in })
	for _, op := range in.Operands(nil) {
		x := *op
		if x.Referrers() == nil {
			continue
		}
		*x.Referrers() = slices.DeleteFunc(*x.Referrers(), func(r ssa.Instruction) bool { return r == in })
		if def, ok := x.(ssa.Instruction); ok && isUnused(x) && isRead(x) {
			drop(def.Block(), def)
		}
	}
}
