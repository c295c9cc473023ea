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
	// Synopsis is the first sentence of the documentation; of a variable it is
	// empty, and the documentation is its type's.
	Synopsis string
	// Signature is the declaration: of a function such as "func Contains(s,
	// substr string) bool", of a struct with its fields and their comments.
	Signature string
	// Doc is the documentation, after Synopsis, or empty.
	Doc string
	// Package is the import path of the package, or the label of the cell, that declares
	// it.
	Package string
	// Symbol names a function or a type that a cell declared, and Runs describes how the
	// function or the type's methods run, if that was asked for.
	Symbol, Runs string
	// Type declares the type of a variable or a field.
	Type string
	// Members declares the members of a type or a package.
	Members string
	// Source is a cell's source of the declaration, if more detail was asked for.
	Source string
	// Expr reads a variable of the session in the interpreter.
	Expr string
	// Value is a variable's value, shortened, if it was asked for.
	Value string
}

// Inspect describes the name at the cursor, a byte offset, or else the function in whose
// arguments the cursor is. With detail 1 declarations of cells come with their sources,
// and a package with all its names.
func Inspect(s *check.Session, uses Uses, source string, cursor, detail int) (Info, bool) {
	cursor = min(max(cursor, 0), len(source))
	for at := cursor; at >= 0; {
		if info, ok := inspectAt(s, uses, source, at, detail); ok {
			return info, true
		}
		at = callStart(source[:at])
	}
	return Info{}, false
}

// callStart returns the offset of the innermost bracket that is open at the end of the
// source, spaces before it skipped, or -1.
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

// inspectAt describes the name at an offset. If the whole source gives no answer, it
// examines the part up to the name.
func inspectAt(s *check.Session, uses Uses, source string, at, detail int) (Info, bool) {
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
		i := inspector{documented{k, uses}, detail}
		if o := k.Object(id); o != nil {
			return i.describe(o, fieldOwner(k, id)), true
		}
		if o, owner := member(k, id, end); o != nil {
			return i.describe(o, owner), true
		}
	}
	return Info{}, false
}

// inspector describes objects of a source.
type inspector struct {
	documented
	detail int
}

// describe describes an object, a field with the type that declares it.
func (i inspector) describe(o types.Object, owner *types.Named) Info {
	switch o := o.(type) {
	case *types.PkgName:
		return i.describePackage(o.Imported())
	case *types.Var:
		if o.IsField() {
			return i.describeField(o, owner)
		}
		return i.describeVariable(o)
	}
	info := Info{Signature: i.declaration(o)}
	info.Synopsis, info.Doc = firstSentence(i.of(o, Symbol(o)))
	if t, ok := o.(*types.TypeName); ok {
		info.Members = i.members(t)
		if target := namedOf(t.Type()); t.IsAlias() && target != nil {
			info.Doc = joined(info.Doc, i.of(target.Obj(), target.Obj().Name()))
		}
	}
	i.locate(&info, o)
	return info
}

// joined puts a blank line between two texts, where there are two.
func joined(a, b string) string { return strings.TrimSpace(a + "\n\n" + b) }

// locate adds where an object is declared, and its source if a cell declared it.
func (i inspector) locate(info *Info, o types.Object) {
	if o.Pkg() == nil {
		return
	}
	if o.Pkg().Path() != "main" {
		info.Package = o.Pkg().Path()
		return
	}
	d := i.k.Before.Owners[o]
	if d == nil {
		return
	}
	info.Package = d.Label
	if d.Kind == syntax.FuncPiece || d.Kind == syntax.TypePiece {
		info.Symbol = Symbol(o)
	}
	if d.Kind == syntax.VarPiece {
		info.Expr = emit.Variable(d.Emitted[o.Name()])
	} else if i.detail > 0 {
		info.Source = d.Text()
	}
}

func (i inspector) describePackage(p *types.Package) Info {
	info := Info{Signature: "package " + p.Name(), Package: p.Path()}
	text, _ := i.k.World.Doc(p.Path(), "")
	info.Synopsis, info.Doc = firstSentence(unlinked(text))
	if i.detail > 0 {
		info.Members = i.contents(p)
	}
	return info
}

// describeField describes a field and what it takes. Its owner may be unknown.
func (i inspector) describeField(f *types.Var, owner *types.Named) Info {
	info := Info{Signature: check.Declaration(f)}
	if owner != nil {
		info.Synopsis, info.Doc = firstSentence(i.of(owner.Obj(), owner.Obj().Name()+"."+f.Name()))
		i.locate(&info, owner.Obj())
		info.Package = strings.TrimSpace(info.Package + " " + owner.Obj().Name())
		info.Source = ""
	}
	i.describeType(&info, f.Type())
	return info
}

// describeVariable describes a variable, and the type of what it holds.
func (i inspector) describeVariable(v *types.Var) Info {
	info := Info{Signature: check.Declaration(v)}
	i.locate(&info, v)
	if v.Pkg() != nil {
		info.Doc = i.of(v, v.Name())
	}
	i.describeType(&info, v.Type())
	return info
}

// describeType adds the documentation of the type of a variable or field. An alias keeps
// the name that the declaration uses.
func (i inspector) describeType(info *Info, t types.Type) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	var o *types.TypeName
	switch t := t.(type) {
	case *types.Alias:
		o = t.Obj()
	case *types.Named:
		o = t.Obj()
	}
	if o == nil || o.Pkg() == nil {
		return
	}
	if info.Synopsis == "" && info.Doc == "" {
		info.Doc = i.of(o, o.Name())
	}
	info.Type, info.Members = i.declaration(o), i.members(o)
}

// fieldOwner returns the type that declares the field which id selects or sets, also
// where another embeds it.
func fieldOwner(k *check.Checked, id *ast.Ident) *types.Named {
	for sel, s := range k.Info.Selections {
		if sel.Sel != id {
			continue
		}
		return declaring(s.Recv(), s.Index())
	}
	for e, tv := range k.Info.Types {
		lit, ok := e.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && kv.Key == id {
				return namedOf(tv.Type)
			}
		}
	}
	return nil
}

// declaring returns the type that declares the member of t at an index, as package types
// has it: t or one that it embeds.
func declaring(t types.Type, index []int) *types.Named {
	for _, at := range index[:len(index)-1] {
		u, ok := structOf(t)
		if !ok {
			return nil
		}
		t = u.Field(at).Type()
	}
	return namedOf(t)
}

// structOf returns the struct that t is or points to.
func structOf(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	u, ok := t.Underlying().(*types.Struct)
	return u, ok
}
