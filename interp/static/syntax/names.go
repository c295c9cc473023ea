package syntax

import (
	"go/ast"
	"go/token"
	"unicode"
	"unicode/utf8"
)

// SpecNames lists the names of a constant, variable or type specification.
func SpecNames(spec ast.Spec) []string {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return []string{spec.Name.Name}
	case *ast.ValueSpec:
		var names []string
		for _, id := range spec.Names {
			if id.Name != "_" {
				names = append(names, id.Name)
			}
		}
		return names
	}
	return nil
}

// ReceiverBase strips pointers and parentheses off a receiver's type.
func ReceiverBase(e ast.Expr) ast.Expr {
	for {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		default:
			return e
		}
	}
}

// ReceiverName returns the name of the type that a method belongs to.
func ReceiverName(e ast.Expr) string {
	switch t := ReceiverBase(e).(type) {
	case *ast.Ident:
		return t.Name
	case *ast.IndexExpr:
		return ReceiverName(t.X)
	case *ast.IndexListExpr:
		return ReceiverName(t.X)
	}
	return "?"
}

// IsInit reports whether fn is an init function.
func IsInit(fn *ast.FuncDecl) bool { return fn.Recv == nil && fn.Name.Name == "init" }

// TopLevel lists the declarations of variables among the cell's statements:
// the identifiers that they define at the top level, in order.
func TopLevel(stmt ast.Stmt) []*ast.Ident {
	switch stmt := stmt.(type) {
	case *ast.LabeledStmt:
		return TopLevel(stmt.Stmt)
	case *ast.AssignStmt:
		if stmt.Tok != token.DEFINE {
			return nil
		}
		var ids []*ast.Ident
		for _, e := range stmt.Lhs {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
				ids = append(ids, id)
			}
		}
		return ids
	case *ast.DeclStmt:
		return VarIdents(stmt.Decl)
	}
	return nil
}

// VarIdents lists the names of a var declaration, blank ones excepted.
func VarIdents(d ast.Decl) []*ast.Ident {
	gen, ok := d.(*ast.GenDecl)
	if !ok || gen.Tok != token.VAR {
		return nil
	}
	var ids []*ast.Ident
	for _, spec := range gen.Specs {
		for _, id := range spec.(*ast.ValueSpec).Names {
			if id.Name != "_" {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// Returns returns the statements below a node that return from the cell, and not from a
// function literal.
func Returns(node ast.Node) []*ast.ReturnStmt {
	var found []*ast.ReturnStmt
	ast.Inspect(node, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			found = append(found, r)
		}
		_, literal := n.(*ast.FuncLit)
		return !literal
	})
	return found
}

// WordStart returns the start of the name that ends at the cursor.
func WordStart(source string, cursor int) int {
	start := cursor
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(source[:start])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		start -= n
	}
	return start
}

// WordEnd returns the end of the name at the cursor.
func WordEnd(source string, cursor int) int {
	end := cursor
	for end < len(source) && WordStart(source, end+1) <= cursor && WordStart(source, end+1) < end+1 {
		end++
	}
	return end
}
