package emit_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"krigo/interp/emit/emittest"
	"krigo/interp/internal/cases"
)

// TestEmittedFormsAreTheInterpretersOwn emits the programs of testdata/go/constructs and
// looks for forms at which the interpreter stops silently, loops, or
// computes something else.
func TestEmittedFormsAreTheInterpretersOwn(t *testing.T) {
	for _, c := range cases.ForTest(t, "^constructs/") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			unit, _ := emittest.Unit(t, c.Name, c.Program)
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, "", "package main\n"+unit.Source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults(f) {
				t.Errorf("line %d: %s", fset.Position(fault.pos).Line, fault.text)
			}
		})
	}
}

type fault struct {
	pos  token.Pos
	text string
}

// faults returns the forms of a file that must not be there.
func faults(f *ast.File) []fault {
	var c checker
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.function(d.Type, d.Body)
		case *ast.GenDecl:
			if d.Tok == token.TYPE || d.Tok == token.CONST {
				c.add(d, "a declaration of a %s", d.Tok)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		c.node(n)
		return true
	})
	return c.faults
}

type checker struct{ faults []fault }

func (c *checker) add(n ast.Node, format string, args ...any) {
	c.faults = append(c.faults, fault{n.Pos(), fmt.Sprintf(format, args...)})
}

// function checks what holds of each function and literal on its own: registers
// are declared once, before anything else, and each goto has a label and each
// label a goto.
func (c *checker) function(t *ast.FuncType, body *ast.BlockStmt) {
	declared, labels, jumps := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, list := range []*ast.FieldList{t.Params} {
		for _, p := range list.List {
			for _, name := range p.Names {
				declared[name.Name] = true
			}
		}
	}
	statements := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			c.function(n.Type, n.Body)
			return false
		case *ast.LabeledStmt:
			labels[n.Label.Name] = true
			if _, ok := n.Stmt.(*ast.ReturnStmt); ok {
				c.add(n, "label %s stands before a return", n.Label.Name)
			}
			if _, ok := n.Stmt.(*ast.EmptyStmt); ok {
				c.add(n, "label %s stands before nothing", n.Label.Name)
			}
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				jumps[n.Label.Name] = true
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				if declared[name.Name] {
					c.add(n, "register %s is declared twice", name.Name)
				}
				declared[name.Name] = true
			}
			if statements {
				c.add(n, "a declaration behind statements")
			}
		case *ast.AssignStmt, *ast.IfStmt:
			statements = true
		}
		return true
	})
	for label := range jumps {
		if !labels[label] {
			c.add(body, "there is no label %s", label)
		}
	}
}

// node checks forms that are wrong wherever they are.
func (c *checker) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.DeferStmt:
		c.add(n, "a defer of the interpreter's own")
	case *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		c.add(n, "a statement that SSA has resolved")
	case *ast.ParenExpr:
		switch n.X.(type) {
		case *ast.Ident, *ast.BasicLit, *ast.ParenExpr, *ast.SelectorExpr:
			c.add(n, "parentheses without need")
		}
	case *ast.CallExpr:
		for _, a := range n.Args {
			if call, ok := a.(*ast.CallExpr); ok && emitted(call.Fun) {
				c.add(a, "a call as an argument")
			}
		}
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN {
			c.add(n, "a definition")
		}
	}
}

// emitted reports whether an expression is the name of an emitted function.
func emitted(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && len(id.Name) > 1 && id.Name[0] == 'N' && id.Name[1] >= '0' && id.Name[1] <= '9'
}
