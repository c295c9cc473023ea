package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// Assumption is the inferred form of one declaration of a faulty cell.
type Assumption struct {
	Names  []string // its names; for a method, its type
	Source string   // Go that declares it, or empty where nothing is known
}

// Assume infers the declarations of a cell with faults: those that are valid as they are,
// functions by their signatures, variables by their types.
func Assume(s *Session, c *cell.Cell) []Assumption {
	k := newChecker(s, c)
	var out []Assumption
	pieces, _ := syntax.Split(c)
	for _, p := range pieces {
		syn, faults := syntax.Parse(k.FileSet, p)
		if len(faults) == 0 {
			k.sort(newItem(syn))
			continue
		}
		out = append(out, assumeBroken(syn, faults)...)
	}
	for k.tryPass() {
	}
	for _, it := range slices.Concat(k.Imports, k.Own, k.Statements) {
		out = append(out, k.assume(it)...)
	}
	return out
}

// assumeBroken infers the declarations of a piece with syntax errors.
func assumeBroken(syn *syntax.Parsed, faults []syntax.Fault) []Assumption {
	if fn, ok := syn.Decl.(*ast.FuncDecl); ok {
		if a, ok := assumeFunction(newItem(syn), fn, faults); ok {
			return []Assumption{a}
		}
	}
	return []Assumption{{Names: namesIn(syn.Text())}}
}

// assume infers the declarations of a piece that was checked.
func (k *checker) assume(it *Item) []Assumption {
	faults := slices.DeleteFunc(slices.Clone(k.Faults), func(f syntax.Fault) bool {
		return f.Cell != it.Cell || f.Offset < it.Start || it.End < f.Offset
	})
	names := assumedNames(it)
	switch it.Kind {
	case syntax.PackagePiece:
		return nil
	case syntax.FuncPiece:
		fn, _ := it.Decl.(*ast.FuncDecl)
		if a, ok := assumeFunction(it, fn, faults); ok && len(faults) > 0 {
			return []Assumption{a}
		}
	case syntax.ImportPiece, syntax.ConstPiece, syntax.TypePiece:
	default:
		return k.assumeVariables(it, len(faults) == 0)
	}
	if len(faults) > 0 {
		return []Assumption{{Names: names}}
	}
	return []Assumption{{Names: names, Source: it.Text()}}
}

// assumedNames lists what an item declares.
func assumedNames(it *Item) []string {
	if it.Recv != "" {
		return []string{it.Recv}
	}
	gen, ok := it.Decl.(*ast.GenDecl)
	if !ok || gen.Tok != token.IMPORT {
		return it.Names
	}
	var names []string
	for _, spec := range gen.Specs {
		spec := spec.(*ast.ImportSpec)
		if spec.Name != nil {
			names = append(names, spec.Name.Name)
		} else if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			names = append(names, path.Base(p))
		}
	}
	return names
}

// assumeFunction returns a function by its signature, if that has no fault.
func assumeFunction(it *Item, fn *ast.FuncDecl, faults []syntax.Fault) (Assumption, bool) {
	end := it.Offset(fn.Type.End())
	if end > it.End || slices.ContainsFunc(faults, func(f syntax.Fault) bool { return f.Offset < end }) {
		return Assumption{}, false
	}
	return Assumption{Names: assumedNames(it), Source: it.Cell.Source[it.Start:end] + " { panic(0) }"}, true
}

// assumeVariables returns the statements as they are if they and all types are valid, and
// else each variable by its type.
func (k *checker) assumeVariables(it *Item, sound bool) []Assumption {
	stmts := it.Stmts
	if it.Decl != nil {
		stmts = []ast.Stmt{&ast.DeclStmt{Decl: it.Decl}}
	}
	var out []Assumption
	var names []string
	for _, stmt := range stmts {
		for _, id := range syntax.TopLevel(stmt) {
			a := Assumption{Names: []string{id.Name}}
			if v, ok := k.Info.Defs[id].(*types.Var); ok && !strings.Contains(TypeText(v.Type()), "invalid type") {
				a.Source = "var " + id.Name + " " + TypeText(v.Type())
			} else {
				sound = false
			}
			out = append(out, a)
			names = append(names, id.Name)
		}
	}
	if sound && len(out) > 0 {
		return []Assumption{{Names: names, Source: it.Text()}}
	}
	return out
}

// namesIn lists the names that a text that is not valid Go seems to declare, at any
// depth.
func namesIn(text string) []string {
	lexemes, _ := syntax.Lex(&cell.Cell{Source: text})
	var names []string
	for i, l := range lexemes {
		switch l.Tok {
		case token.FUNC, token.TYPE, token.VAR, token.CONST:
			if next := lexemes[i+1]; next.Tok == token.IDENT {
				names = append(names, next.Lit)
			}
		case token.DEFINE:
			for j := i - 1; j >= 0 && (lexemes[j].Tok == token.IDENT || lexemes[j].Tok == token.COMMA); j-- {
				if lexemes[j].Tok == token.IDENT {
					names = append(names, lexemes[j].Lit)
				}
			}
		}
	}
	return names
}

// Declares lists the top-level names of the valid pieces of a source, with their places.
func Declares(c *cell.Cell) map[string]int {
	places := map[string]int{}
	pieces, _ := syntax.Split(c)
	for _, p := range pieces {
		syn, faults := syntax.Parse(token.NewFileSet(), p)
		if len(faults) > 0 {
			continue
		}
		if it := newItem(syn); it.Recv == "" && it.Kind != syntax.ImportPiece {
			for _, name := range it.Names {
				places[name] = p.Start
			}
		}
		for _, stmt := range syn.Stmts {
			for _, id := range syntax.TopLevel(stmt) {
				places[id.Name] = p.Start
			}
		}
	}
	return places
}
