package emit

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

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

// unconvert makes an operand of a comparison what it was before it was converted.
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
