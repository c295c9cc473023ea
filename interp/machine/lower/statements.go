package lower

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// statements.go: the order in which assignments read elements. Go leaves it open, and it shows when reading fails. SSA
// follows the text; the Go compiler has another order.

// Reorder puts the reads of assignments into the order of the Go compiler. [Function] does so for the function that it
// lowers; a function that may be inlined before it is lowered itself needs it first. Where it fails, it leaves the
// function as it was, and returns the fault.
func Reorder(f *ssa.Function) (fault *Refusal) {
	before := make([][]ssa.Instruction, len(f.Blocks))
	for i, b := range f.Blocks {
		before[i] = slices.Clone(b.Instrs)
	}
	defer func() {
		if fault = refusalIn(f, recover()); fault != nil {
			for i, b := range f.Blocks {
				b.Instrs = before[i]
			}
		}
	}()
	all := assignments(f)
	parallel, operations := kindsOf(all)
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			switch in := b.Instrs[i].(type) {
			case *ssa.BinOp:
				readLeftFirst(b, in, operations)
			case *ssa.Store:
				readFirstLast(b, i, parallel)
				addressLast(b, in, all)
			}
		}
	}
	return nil
}

// readLeftFirst has `a[i] op= x` read a[i] before x is computed, where computing x calls nothing.
func readLeftFirst(b *ssa.BasicBlock, v *ssa.BinOp, operations []*ast.AssignStmt) {
	at := elementRead(b, v.X)
	statement := slices.IndexFunc(operations, func(s *ast.AssignStmt) bool { return s.Pos() <= v.Pos() && v.Pos() <= s.End() })
	if at < 0 || statement < 0 {
		return
	}
	from := operations[statement].Pos()
	to := at
	tree, own := treeOf(v.Y), treeOf(v.X)
	isLater := func(pos token.Pos) bool { return !pos.IsValid() || pos >= from }
	for to > 0 && tree[b.Instrs[to-1]] && isLater(b.Instrs[to-1].Pos()) && !own[b.Instrs[to-1]] && !isCallOrStore(b.Instrs[to-1]) {
		to--
	}
	read := slices.Clone(b.Instrs[at : at+2])
	b.Instrs = slices.Insert(slices.Delete(b.Instrs, at, at+2), to, read...)
}

// elementRead returns the index where the address of an element or a field and then v are read, -1 if v is not such a
// read.
func elementRead(b *ssa.BasicBlock, v ssa.Value) int {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || load.Block() != b {
		return -1
	}
	switch load.X.(type) {
	case *ssa.IndexAddr, *ssa.FieldAddr:
		if at := indexOf(b, load); at > 0 && b.Instrs[at-1] == load.X.(ssa.Instruction) {
			return at - 1
		}
	}
	return -1
}

// treeOf returns the instructions that compute a value, without passing phis.
func treeOf(v ssa.Value) map[ssa.Instruction]bool {
	tree := map[ssa.Instruction]bool{}
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		in, ok := v.(ssa.Instruction)
		if _, phi := v.(*ssa.Phi); !ok || phi || tree[in] {
			return
		}
		tree[in] = true
		for _, op := range in.Operands(nil) {
			if *op != nil {
				add(*op)
			}
		}
	}
	add(v)
	return tree
}

func isCallOrStore(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.Call, *ssa.Store, *ssa.MapUpdate:
		return true
	}
	return false
}

func assignments(f *ssa.Function) (all []*ast.AssignStmt) {
	if f.Syntax() == nil {
		return nil
	}
	ast.Inspect(f.Syntax(), func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok {
			all = append(all, s)
		}
		return true
	})
	return all
}

// kindsOf returns the assignments of several values, and those with an operator.
func kindsOf(all []*ast.AssignStmt) (parallel, operations []*ast.AssignStmt) {
	for _, s := range all {
		switch {
		case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
			operations = append(operations, s)
		case len(s.Lhs) > 1 && len(s.Rhs) == len(s.Lhs):
			parallel = append(parallel, s)
		}
	}
	return parallel, operations
}

// addressLast has `a[i].x = y` compute the address on the left behind y.
func addressLast(b *ssa.BasicBlock, store *ssa.Store, all []*ast.AssignStmt) {
	var chain []ssa.Instruction
	user := ssa.Instruction(store)
	for x := store.Addr; ; {
		in, ok := x.(ssa.Instruction)
		if !ok || in.Block() != b || onlyUser(x) != user {
			break
		}
		operand, ok := addressed(x)
		if !ok {
			break
		}
		chain = append(chain, in)
		x, user = operand, in
	}
	stays := func(in ssa.Instruction) bool { return !inOneOf(all, in.Pos(), store.Pos()) || !canSink(b, in, store) }
	if fixed := slices.IndexFunc(chain, stays); fixed >= 0 {
		chain = chain[:fixed]
	}
	for _, in := range slices.Backward(chain) {
		at := indexOf(b, in)
		b.Instrs = slices.Delete(b.Instrs, at, at+1)
		b.Instrs = slices.Insert(b.Instrs, indexOf(b, store), in)
	}
}

// inOneOf reports whether two places are in one statement.
func inOneOf(all []*ast.AssignStmt, a, b token.Pos) bool {
	return slices.ContainsFunc(all, func(s *ast.AssignStmt) bool { return s.Pos() <= min(a, b) && max(a, b) <= s.End() })
}

// addressed returns the operand from which an address is computed, one step back.
func addressed(x ssa.Value) (ssa.Value, bool) {
	switch x := x.(type) {
	case *ssa.FieldAddr:
		return x.X, true
	case *ssa.IndexAddr:
		return x.X, true
	case *ssa.UnOp:
		return x.X, x.Op == token.MUL
	}
	return nil, false
}

// canSink reports whether an instruction may stand before a store: one that reads memory only where nothing between
// changes any.
func canSink(b *ssa.BasicBlock, in ssa.Instruction, store *ssa.Store) bool {
	if _, reads := in.(*ssa.UnOp); !reads {
		return true
	}
	return !slices.ContainsFunc(b.Instrs[indexOf(b, in):indexOf(b, store)], isCallOrStore)
}

// readFirstLast has `a[i], a[j] = a[j], a[i]` read the first element on the right behind the others: the compiler reads
// early what an assignment before it may change. The store at i is the first of the assignment.
func readFirstLast(b *ssa.BasicBlock, i int, parallel []*ast.AssignStmt) {
	store := b.Instrs[i].(*ssa.Store)
	first := elementRead(b, store.Val)
	if address, ok := store.Addr.(*ssa.IndexAddr); first < 0 || !ok || b.Instrs[i-1] != ssa.Instruction(address) {
		return
	}
	end := i - 1 // of the reads
	n := (end - first) / 2
	if n < 2 || (end-first)%2 != 0 || !slices.ContainsFunc(parallel, func(s *ast.AssignStmt) bool {
		return len(s.Lhs) == n && s.Pos() <= b.Instrs[first].Pos() && b.Instrs[first].Pos() < s.End()
	}) {
		return
	}
	for k := range n {
		load, ok := b.Instrs[first+2*k+1].(*ssa.UnOp)
		if !ok || elementRead(b, load) != first+2*k {
			return
		}
	}
	read := slices.Clone(b.Instrs[first : first+2])
	b.Instrs = slices.Insert(slices.Delete(b.Instrs, first, first+2), end-2, read...)
}
