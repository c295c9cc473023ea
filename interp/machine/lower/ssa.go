package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"runtime"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// short returns the text of a type for messages.
func short(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main" {
			return ""
		}
		return p.Name()
	})
}

// mirrored returns the comparison of operands in the other order.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// refusal describes an instruction to users.
func refusal(in ssa.Instruction) string {
	switch in.(type) {
	case *ssa.Defer, *ssa.RunDefers:
		return "it defers"
	case *ssa.Go:
		return "it starts a goroutine"
	case *ssa.Send, *ssa.Select, *ssa.MakeChan:
		return "it uses channels"
	case *ssa.SliceToArrayPointer:
		return "it converts a slice to an array"
	}
	return "it does something that compiled functions cannot do"
}

func isNil(x ssa.Value) bool {
	c, ok := x.(*ssa.Const)
	return ok && c.Value == nil
}

// isWithin reports whether the index of an array's element is a constant that the array has.
func isWithin(a *ssa.IndexAddr) bool {
	i, constant := a.Index.(*ssa.Const)
	n, array := arrayLength(a.X.Type())
	return constant && array && hasIndex(n, i)
}

func hasIndex(n int64, i *ssa.Const) bool {
	k, exact := constant.Uint64Val(constant.ToInt(i.Value))
	return exact && k < uint64(n)
}

// plain reports whether values of a type have no pointers.
func plain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString == 0 && u.Kind() != types.UnsafePointer
	case *types.Array:
		return plain(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !plain(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func arrayLength(t types.Type) (int64, bool) {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	a, ok := p.Elem().Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return a.Len(), true
}

// bits returns a constant number or boolean as a register has it.
func bits(c *ssa.Const) int64 {
	basic := c.Type().Underlying().(*types.Basic)
	switch {
	case basic.Info()&types.IsBoolean != 0:
		if constant.BoolVal(c.Value) {
			return 1
		}
		return 0
	case basic.Kind() == types.Float32:
		x, _ := constant.Float32Val(c.Value)
		return int64(math.Float32bits(x))
	case basic.Info()&types.IsFloat != 0:
		return int64(math.Float64bits(c.Float64()))
	case basic.Info()&types.IsUnsigned != 0:
		return int64(c.Uint64())
	}
	return c.Int64()
}

// isShortHead reports whether a block is the head of a loop and short, with a branch that needs no moves.
func isShortHead(b *ssa.BasicBlock) bool {
	if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); !ok || hasPhis(b.Succs[0]) || hasPhis(b.Succs[1]) {
		return false
	}
	n := 0
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Phi, *ssa.If, *ssa.DebugRef:
			continue
		case *ssa.BinOp:
		case *ssa.Call:
			if builtin, ok := in.Call.Value.(*ssa.Builtin); !ok || builtin.Name() != "len" {
				return false
			}
		default:
			return false
		}
		n++
	}
	return n <= 4
}

func hasPhis(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

func isBuiltin(v ssa.Value) bool {
	_, ok := v.(*ssa.Builtin)
	return ok
}

// signatureOf returns the type of a function whose receiver is its first parameter.
func signatureOf(f *ssa.Function) *types.Signature {
	s := f.Signature
	if s.Recv() == nil {
		return s
	}
	params := []*types.Var{s.Recv()}
	for v := range s.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), s.Results(), s.Variadic())
}

// onlyUser returns the only instruction that uses a value, or nil.
func onlyUser(v ssa.Value) ssa.Instruction {
	var user ssa.Instruction
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); debug {
			continue
		}
		if user != nil {
			return nil
		}
		user = r
	}
	return user
}

func indexOf(b *ssa.BasicBlock, in ssa.Instruction) int {
	for i, other := range b.Instrs {
		if other == in {
			return i
		}
	}
	return -1
}

func isFloat64(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Float64 || b.Kind() == types.UntypedFloat)
}

// isAccess reports whether an instruction reads or writes an address's target.
func isAccess(in ssa.Instruction, address ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.MUL
	case *ssa.Store:
		return in.Addr == address && in.Val != address
	}
	return false
}

// disturbs reports whether one of the instructions writes memory, calls or can panic, so that an address that is
// computed behind it may be another or panic too late.
func disturbs(list []ssa.Instruction) bool {
	for _, in := range list {
		switch in := in.(type) {
		case *ssa.BinOp:
			b, ok := in.X.Type().Underlying().(*types.Basic)
			if !ok || (in.Op == token.QUO || in.Op == token.REM) && b.Info()&types.IsInteger != 0 || in.Op == token.SHL || in.Op == token.SHR {
				return true
			}
		case *ssa.Convert, *ssa.ChangeType, *ssa.Phi, *ssa.Extract, *ssa.Field, *ssa.DebugRef:
		case *ssa.UnOp:
			if in.Op == token.MUL {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// isSetNext reports whether the first that happens to a variable is that it is set.
func isSetNext(a *ssa.Alloc) bool {
	b := a.Block()
	for _, in := range b.Instrs[indexOf(b, a)+1:] {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.Alloc:
			continue
		case *ssa.Store:
			return in.Addr == a
		}
		return false
	}
	return false
}

func isUnsigned(t types.Type) bool {
	return t.Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
}

// constantOf returns the value of an operand that is a constant number or boolean.
func constantOf(x ssa.Value) (int64, bool) {
	c, ok := x.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	if basic, ok := c.Type().Underlying().(*types.Basic); !ok || basic.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 {
		return 0, false
	}
	return bits(c), true
}

func onlyPanics(in *ssa.MakeInterface) bool {
	user := onlyUser(in)
	p, ok := user.(*ssa.Panic)
	return ok && p.Block() == in.Block()
}

// ConstantBytes returns the number of bytes that a conversion of a constant string to bytes makes, and whether it is
// one. The compiler makes an array of them, so that they have no further capacity, as those of other strings have.
func ConstantBytes(in *ssa.Convert) (n int64, ok bool) {
	k, isConst := in.X.(*ssa.Const)
	if !isConst || !isText(k.Type()) || !isByteSlice(in.Type()) || !isWrittenConstant(in) {
		return 0, false
	}
	return int64(len(constant.StringVal(k.Value))), true
}

// isWrittenConstant reports whether the operand of a conversion is constant in the source: SSA also replaces a variable
// by the constant that it holds.
func isWrittenConstant(in *ssa.Convert) bool {
	f := in.Parent()
	if f.Syntax() == nil { // the values of package variables, among which there are no local ones
		return true
	}
	pkg := sourceOf(f)
	found := false
	ast.Inspect(f.Syntax(), func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == in.Pos() && len(call.Args) == 1 {
			found = pkg != nil && namesConstantsOnly(call.Args[0], pkg.Scope())
		}
		return !found
	})
	return found
}

// sourceOf returns the package in whose source a function is, also of instances and of literals in them.
func sourceOf(f *ssa.Function) *types.Package {
	for f.Pkg == nil {
		switch {
		case f.Origin() != nil && f.Origin() != f:
			f = f.Origin()
		case f.Parent() != nil:
			f = f.Parent()
		default:
			return nil
		}
	}
	return f.Pkg.Pkg
}

// namesConstantsOnly reports whether the names in an expression are of constants, types and packages.
func namesConstantsOnly(e ast.Expr, of *types.Scope) bool {
	only := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			only = only && isConstantOf(n, of)
			return false
		case *ast.Ident:
			switch lookUp(n, of).(type) {
			case *types.Const, *types.TypeName:
			default:
				only = false
			}
		}
		return only
	})
	return only
}

// isConstantOf reports whether a selector is a constant or a type of a package.
func isConstantOf(s *ast.SelectorExpr, of *types.Scope) bool {
	id, ok := s.X.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := lookUp(id, of).(*types.PkgName)
	if !ok {
		return false
	}
	switch pkg.Imported().Scope().Lookup(s.Sel.Name).(type) {
	case *types.Const, *types.TypeName:
		return true
	}
	return false
}

// lookUp returns what an identifier of a package's function names; nil where that is unknown.
func lookUp(id *ast.Ident, of *types.Scope) types.Object {
	inner := of.Innermost(id.Pos())
	if inner == nil {
		return nil
	}
	_, object := inner.LookupParent(id.Name, id.Pos())
	return object
}

// isOnlyCompared reports whether a string made of bytes is compared, or looked up in a map, before anything can change
// the bytes: then they need no copy.
func isOnlyCompared(in *ssa.Convert) bool {
	if !isByteSlice(in.X.Type()) || !isText(in.Type()) {
		return false
	}
	uses := *in.Referrers()
	b := in.Block()
	for _, next := range b.Instrs[indexOf(b, in)+1:] {
		if slices.Contains(uses, next) && comparesText(next, in) {
			uses = slices.DeleteFunc(slices.Clone(uses), func(r ssa.Instruction) bool { return r == next })
		}
		if len(uses) == 0 {
			return true
		}
		switch next.(type) {
		case *ssa.BinOp, *ssa.Convert, *ssa.UnOp, *ssa.Lookup, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Extract, *ssa.DebugRef:
		default:
			return false
		}
	}
	return false
}

// comparesText reports whether an instruction does nothing with a string but compare it.
func comparesText(user ssa.Instruction, v ssa.Value) bool {
	switch user := user.(type) {
	case *ssa.BinOp:
		return user.Op != token.ADD
	case *ssa.Lookup:
		return user.Index == v
	}
	return false
}

func isByteSlice(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	elem, ok := slice.Elem().Underlying().(*types.Basic)
	return ok && elem.Kind() == types.Uint8
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isLiteral reports whether a closure is of a function literal, which captures variables by their addresses: a call may
// pass these, while a method value keeps its receiver from when it is made.
func isLiteral(in *ssa.MakeClosure) bool { return in.Fn.(*ssa.Function).Parent() != nil }

// onlyCalled reports whether a function value is only called: it need not be made.
func onlyCalled(in *ssa.MakeClosure) bool {
	return isLiteral(in) && !slices.ContainsFunc(*in.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(ssa.CallInstruction)
		if _, debug := r.(*ssa.DebugRef); debug {
			return false
		}
		if _, starts := r.(*ssa.Go); starts || !ok {
			return true
		}
		return call.Common().Value != in || slices.Contains(call.Common().Args, ssa.Value(in))
	})
}

var sizes = types.SizesFor("gc", runtime.GOARCH)

// hasInterface reports whether values of a type have an interface in them.
func hasInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return hasInterface(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}

func fieldsOf(s *types.Struct) []*types.Var {
	fields := make([]*types.Var, s.NumFields())
	for i := range fields {
		fields[i] = s.Field(i)
	}
	return fields
}

func values[V ssa.Value](list []V) []ssa.Value {
	out := make([]ssa.Value, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// readOnly reports whether an address is only read from.
func readOnly(a *ssa.IndexAddr) bool {
	_, ok := onlyUser(a).(*ssa.UnOp)
	return ok
}

// madeSlice returns the array from which SSA makes a slice with a constant capacity.
func madeSlice(x ssa.Value) (*types.Array, bool) {
	a, ok := x.(*ssa.Alloc)
	if !ok || a.Comment != "makeslice" {
		return nil, false
	}
	array, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	return array, ok
}
