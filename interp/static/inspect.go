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

// Inspect describes the name at the cursor, a byte offset, or else the
// function in whose arguments the cursor is. With detail 1 what cells
// declared comes with its source.
func (s *Session) Inspect(source string, cursor, detail int) (Info, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cursor = min(max(cursor, 0), len(source))
	for at := cursor; at >= 0; {
		if info, ok := s.inspectAt(source, at, detail); ok {
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
func (s *Session) inspectAt(source string, at, detail int) (Info, bool) {
	end := wordEnd(source, at)
	if wordStart(source, end) == end {
		return Info{}, false
	}
	for _, text := range []string{source, closed(source[:end])} {
		k := s.loose(text)
		id := k.identAt(end)
		if id == nil {
			continue
		}
		if o := k.object(id); o != nil {
			return k.describe(id, o, detail), true
		}
	}
	return Info{}, false
}

// wordEnd is where the name at the cursor ends.
func wordEnd(source string, cursor int) int {
	end := cursor
	for end < len(source) && wordStart(source, end+1) <= cursor && wordStart(source, end+1) < end+1 {
		end++
	}
	return end
}

func (k *check) describe(id *ast.Ident, o types.Object, detail int) Info {
	info := Info{Signature: declaration(o)}
	if p, ok := o.(*types.PkgName); ok {
		info.Doc, _ = k.s.world.Doc(p.Imported().Path(), "")
		info.Package = p.Imported().Path()
		return info
	}
	if o.Pkg() == nil {
		info.Doc, _ = k.s.world.Doc("builtin", o.Name())
		return info
	}
	if o.Pkg().Path() != "main" {
		info.Package = o.Pkg().Path()
		info.Doc, _ = k.s.world.Doc(o.Pkg().Path(), k.symbol(id, o))
		return info
	}
	if d := k.s.now.owners[o]; d != nil {
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

// declaration writes what an object is in the form of its declaration.
func declaration(o types.Object) string {
	switch o := o.(type) {
	case *types.PkgName:
		return "package " + o.Imported().Name()
	case *types.Builtin:
		return "func " + o.Name()
	case *types.Var:
		if o.IsField() {
			return "field " + o.Name() + " " + typeText(o.Type())
		}
	case *types.Const:
		return "const " + o.Name() + " " + typeText(o.Type()) + " = " + o.Val().String()
	}
	// A package's own names need not be qualified.
	return types.ObjectString(o, func(p *types.Package) string {
		if p == o.Pkg() {
			return ""
		}
		return qualifier(p)
	})
}

// symbol is the name under which an object is documented.
func (k *check) symbol(id *ast.Ident, o types.Object) string {
	var owner types.Type
	switch o := o.(type) {
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			owner = recv.Type()
		}
	case *types.Var:
		if o.IsField() {
			owner = k.structOf(id)
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
func (k *check) structOf(id *ast.Ident) types.Type {
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

// comment is the comment that stands right before a declaration in its cell.
func (d *decl) comment() string {
	if d.cell == nil {
		return ""
	}
	lines := strings.Split(strings.TrimSuffix(d.cell.Source[:d.start], "\n"), "\n")
	var doc []string
	for i := len(lines) - 1; i >= 0; i-- {
		text, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "//")
		if !ok {
			break
		}
		doc = append([]string{strings.TrimPrefix(text, " ")}, doc...)
	}
	return strings.Join(doc, "\n")
}
