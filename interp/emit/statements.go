package emit

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// statements finds the statements of a unit and of the sources of packages.
type statements struct {
	unit    []*fileStatements
	sources []*fileStatements
}

// fileStatements are the statements of a file, by their beginning; they are found on
// demand.
type fileStatements struct {
	file *ast.File
	info *types.Info
	list []ast.Node
}

func statementsOf(files []*ast.File, info *types.Info) []*fileStatements {
	out := make([]*fileStatements, len(files))
	for i, f := range files {
		out[i] = &fileStatements{file: f, info: info}
	}
	return out
}

// assignsInterface reports whether an assignment converts the value at a position to the interface type of a variable.
func (s *statements) assignsInterface(pos token.Pos) bool {
	f := s.file(pos)
	if f == nil {
		return false
	}
	of := func(i int) types.Type { return nil }
	var values []ast.Expr
	switch n := f.of(pos).(type) {
	case *ast.AssignStmt:
		values, of = n.Rhs, func(i int) types.Type { return f.info.TypeOf(n.Lhs[i]) }
	case *ast.ValueSpec:
		values, of = n.Values, func(i int) types.Type { return f.info.TypeOf(n.Names[i]) }
	}
	for i, x := range values {
		if x.Pos() <= pos && pos < x.End() {
			t := of(i)
			return t != nil && types.IsInterface(t)
		}
	}
	return false
}

// file returns the statements of the file that has a position, or nil.
func (s *statements) file(pos token.Pos) *fileStatements {
	for _, files := range [][]*fileStatements{s.unit, s.sources} {
		for _, f := range files {
			if f.file.FileStart <= pos && pos < f.file.FileEnd {
				return f
			}
		}
	}
	return nil
}

// of returns the innermost statement, or part of one that the compiler evaluates on
// its own, at a position, or nil.
func (s *statements) of(pos token.Pos) ast.Node {
	if f := s.file(pos); f != nil {
		return f.of(pos)
	}
	return nil
}

// dereferences reports whether the star of a dereference is at a position.
func (s *statements) dereferences(pos token.Pos) (found bool) {
	statement := s.of(pos)
	if statement == nil {
		return false
	}
	ast.Inspect(statement, func(n ast.Node) bool {
		star, ok := n.(*ast.StarExpr)
		found = found || ok && star.Star == pos
		return !found
	})
	return found
}

func (f *fileStatements) of(pos token.Pos) ast.Node {
	if f.list == nil {
		ast.Inspect(f.file, func(n ast.Node) bool {
			f.list = append(f.list, evaluated(n)...)
			return true
		})
		f.list = append(f.list, f.assigned()...)
		slices.SortStableFunc(f.list, func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	}
	i, _ := slices.BinarySearchFunc(f.list, pos, func(n ast.Node, pos token.Pos) int { return cmp.Compare(n.Pos(), pos+1) })
	for i--; i >= 0; i-- {
		if pos < f.list[i].End() {
			return f.list[i]
		}
	}
	return nil
}

// evaluated returns the nodes within a node, or itself, that are evaluated as a whole.
func evaluated(n ast.Node) []ast.Node {
	some := func(list ...ast.Expr) []ast.Node {
		var out []ast.Node
		for _, x := range list {
			if x != nil {
				out = append(out, x)
			}
		}
		return out
	}
	switch n := n.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt, *ast.ValueSpec:
		return []ast.Node{n}
	case *ast.IfStmt:
		return some(n.Cond)
	case *ast.ForStmt:
		return some(n.Cond)
	case *ast.RangeStmt:
		return some(n.X)
	case *ast.SwitchStmt:
		return some(n.Tag)
	case *ast.CaseClause:
		return some(n.List...)
	}
	return nil
}

// assigned returns the parts of the initial values of the file's package-level variables that the
// compiler assigns one by one: the elements of literals, also of literals within them.
func (f *fileStatements) assigned() []ast.Node {
	var all []ast.Node
	for _, d := range f.file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, s := range d.Specs {
				for _, x := range s.(*ast.ValueSpec).Values {
					all = append(all, f.parts(x)...)
				}
			}
		}
	}
	return all
}

// parts returns the parts of an initial value. A map literal has none: it is filled in one piece.
func (f *fileStatements) parts(x ast.Expr) []ast.Node {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		if _, isMap := f.info.TypeOf(x).Underlying().(*types.Map); isMap {
			return nil
		}
		var all []ast.Node
		for _, e := range x.Elts {
			all = append(all, e)
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Value
			}
			all = append(all, f.parts(e)...)
		}
		return all
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return f.parts(x.X)
		}
	case *ast.CallExpr:
		if f.info.Types[x.Fun].IsType() {
			return f.parts(x.Args[0])
		}
	}
	return nil
}
