package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"krigo/interp/emit"
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

// inspect describes the name at the cursor, a byte offset, or else the
// function in whose arguments the cursor is. With detail 1 what cells
// declared comes with its source.
func inspect(g *ground, source string, cursor, detail int) (Info, bool) {
	cursor = min(max(cursor, 0), len(source))
	for at := cursor; at >= 0; {
		if info, ok := inspectAt(g, source, at, detail); ok {
			return info, true
		}
		at = callStart(source[:at])
	}
	return Info{}, false
}

// callStart is the offset of the innermost bracket that is open at the end of
// the source, spaces before it skipped, or -1.
func callStart(source string) int {
	lexemes, _ := lex(&Cell{Source: source})
	var open []int
	for _, l := range lexemes {
		switch l.tok {
		case token.LPAREN:
			open = append(open, l.offset)
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
func inspectAt(g *ground, source string, at, detail int) (Info, bool) {
	end := wordEnd(source, at)
	if wordStart(source, end) == end {
		return Info{}, false
	}
	for _, text := range []string{source, closed(source[:end])} {
		k := checkBroken(g, text)
		id := identAt(k, end)
		if id == nil {
			continue
		}
		if o := k.object(id); o != nil {
			return describe(k, id, o, detail), true
		}
	}
	return Info{}, false
}

func describe(k *checked, id *ast.Ident, o types.Object, detail int) Info {
	info := Info{Signature: declaration(o)}
	if p, ok := o.(*types.PkgName); ok {
		info.Doc, _ = k.world.Doc(p.Imported().Path(), "")
		info.Package = p.Imported().Path()
		return info
	}
	if o.Pkg() == nil {
		info.Doc, _ = k.world.Doc("builtin", o.Name())
		return info
	}
	if o.Pkg().Path() != "main" {
		info.Package = o.Pkg().Path()
		info.Doc, _ = k.world.Doc(o.Pkg().Path(), symbol(k, id, o))
		return info
	}
	if d := k.before.owners[o]; d != nil {
		info.Package = d.label
		info.Doc = d.comment()
		if d.kind == varPiece {
			info.Expr = emit.Variable(d.emitted[o.Name()])
		}
		if detail > 0 && d.kind != varPiece {
			info.Source = d.text()
		}
	}
	return info
}

// symbol is the name under which an object is documented.
func symbol(k *checked, id *ast.Ident, o types.Object) string {
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
func structOf(k *checked, id *ast.Ident) types.Type {
	for sel, s := range k.info.Selections {
		if sel.Sel == id {
			return s.Recv()
		}
	}
	for e, tv := range k.info.Types {
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
