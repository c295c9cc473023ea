package main

import (
	"go/ast"
	"go/token"
	"strings"

	"krigo/interp/internal/cases"
)

// cellSize is the minimal number of declarations in a cell.
const cellSize = 4

// inCells returns the cells of a session that runs a program three times: as it is, with
// some of its functions redeclared so that the interpreter runs them, and with the
// original ones again. The other program does the same in Go.
func inCells(source string) (cells []string, program string) {
	source = cases.MainFunc.ReplaceAllString(source, "func once()")
	fset, file := parse(source)
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	var cell, other, same []string
	missing := map[string]bool{} // what is used and not declared yet, if it is the program's
	declared := map[string]bool{}
	for i, d := range file.Decls {
		text := source[offset(d.Pos()):offset(d.End())]
		cell = append(cell, text)
		note(d, declared, missing)
		if f, ok := d.(*ast.FuncDecl); ok && i%3 == 0 && mayChange(f) {
			body := offset(f.Body.Lbrace) + 1 - offset(f.Pos())
			other, same = append(other, text[:body]+interpreted+text[body:]), append(same, text)
		}
		if len(cell) >= cellSize && !anyDeclared(file.Decls[i+1:], missing) {
			cells, cell = append(cells, strings.Join(cell, "\n\n")), nil
		}
	}
	cells = append(cells, strings.Join(cell, "\n\n"), "once()", strings.Join(other, "\n\n"), "once()", strings.Join(same, "\n\n"), "once()")
	return cells, source + "\nfunc main() {\n\tonce()\n\tonce()\n\tonce()\n}\n"
}

// note notes what a declaration declares, and what it uses that none has declared.
func note(d ast.Decl, declared, missing map[string]bool) {
	for _, name := range declaredBy(d) {
		declared[name] = true
		delete(missing, name)
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !declared[id.Name] {
			missing[id.Name] = true
		}
		return true
	})
}

// interpreted keeps a function off the machine, and changes nothing else.
const interpreted = "\n\tdefer func() {}()\n"

// declaredBy returns the names that a declaration declares at top level.
func declaredBy(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// anyDeclared reports whether declarations declare one of the names.
func anyDeclared(decls []ast.Decl, names map[string]bool) bool {
	for _, d := range decls {
		for _, name := range declaredBy(d) {
			if names[name] {
				return true
			}
		}
	}
	return false
}

// mayChange reports whether a function can be redeclared: a recover has to be called
// by the deferred function.
func mayChange(f *ast.FuncDecl) bool {
	recovers := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "recover" {
			recovers = true
		}
		return true
	})
	return !recovers
}
