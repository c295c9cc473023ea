package ask

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Info describes a name.
type Info struct {
	// Signature is the declaration in short, such as
	// "func Contains(s, substr string) bool".
	Signature string
	// Doc is the documentation, or empty.
	Doc string
	// Package is the import path of the package that declares it; of what a
	// cell declared, the cell's label.
	Package string
	// Source is the source of what a cell declared, where more detail was
	// asked for.
	Source string
	// Expr reads a variable of the session in the interpreter.
	Expr string
	// Value is what a variable holds, in short, where that was asked for.
	Value string
}

// Inspect describes the name at the cursor, a byte offset, or else the
// function in whose arguments the cursor is. With detail 1 what cells
// declared comes with its source.
func Inspect(s *check.Session, source string, cursor, detail int) (Info, bool) {
	cursor = min(max(cursor, 0), len(source))
	for at := cursor; at >= 0; {
		if info, ok := inspectAt(s, source, at, detail); ok {
			return info, true
		}
		at = callStart(source[:at])
	}
	return Info{}, false
}

// callStart is the offset of the innermost bracket that is open at the end of
// the source, spaces before it skipped, or -1.
func callStart(source string) int {
	lexemes, _ := syntax.Lex(&cell.Cell{Source: source})
	var open []int
	for _, l := range lexemes {
		switch l.Tok {
		case token.LPAREN:
			open = append(open, l.Offset)
		case token.RPAREN:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) == 0 {
		return -1
	}
	return len(strings.TrimRight(source[:open[len(open)-1]], " \t"))
}

// inspectAt describes the name at an offset. Where the whole source tells
// nothing, the part up to the name is looked at.
func inspectAt(s *check.Session, source string, at, detail int) (Info, bool) {
	end := syntax.WordEnd(source, at)
	if syntax.WordStart(source, end) == end {
		return Info{}, false
	}
	for _, text := range []string{source, syntax.Closed(source[:end])} {
		k := check.Broken(s, text)
		id := identAt(k, end)
		if id == nil {
			continue
		}
		if o := k.Object(id); o != nil {
			return describe(k, id, o, detail), true
		}
	}
	return Info{}, false
}

func describe(k *check.Checked, id *ast.Ident, o types.Object, detail int) Info {
	info := Info{Signature: check.Declaration(o)}
	if p, ok := o.(*types.PkgName); ok {
		info.Doc, _ = k.World.Doc(p.Imported().Path(), "")
		info.Package = p.Imported().Path()
		return info
	}
	if o.Pkg() == nil {
		info.Doc, _ = k.World.Doc("builtin", o.Name())
		return info
	}
	if o.Pkg().Path() != "main" {
		info.Package = o.Pkg().Path()
		info.Doc, _ = k.World.Doc(o.Pkg().Path(), symbol(k, id, o))
		return info
	}
	if d := k.Before.Owners[o]; d != nil {
		info.Package = d.Label
		info.Doc = d.Comment()
		if d.Kind == syntax.VarPiece {
			info.Expr = emit.Variable(d.Emitted[o.Name()])
		}
		if detail > 0 && d.Kind != syntax.VarPiece {
			info.Source = d.Text()
		}
	}
	return info
}

// symbol is the name under which an object is documented.
func symbol(k *check.Checked, id *ast.Ident, o types.Object) string {
	var owner types.Type
	switch o := o.(type) {
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			owner = recv.Type()
		}
	case *types.Var:
		if o.IsField() {
			owner = structOf(k, id)
		}
	}
	if owner == nil {
		return o.Name()
	}
	if p, ok := types.Unalias(owner).(*types.Pointer); ok {
		owner = p.Elem()
	}
	if named, ok := types.Unalias(owner).(*types.Named); ok {
		return named.Obj().Name() + "." + o.Name()
	}
	return o.Name()
}

// structOf is the type whose field id selects or sets.
func structOf(k *check.Checked, id *ast.Ident) types.Type {
	for sel, s := range k.Info.Selections {
		if sel.Sel == id {
			return s.Recv()
		}
	}
	for e, tv := range k.Info.Types {
		lit, ok := e.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && kv.Key == id {
				return tv.Type
			}
		}
	}
	return nil
}
