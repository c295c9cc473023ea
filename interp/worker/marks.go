package worker

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"sync"
)

// The interpreter knows at a panic which functions it leaves, but not where in
// them it was. marks adds that: in every function of more than one line, a
// statement that can panic is preceded, on its own line, by an assignment of
// its line to a variable of the function. The variables are package-level, so
// that a call costs no more; where one function runs in several goroutines,
// the line is that of one of them.
type marks struct {
	mu     sync.Mutex
	count  int
	lines  map[entry]reflect.Value // the variable of the latest function that begins there
	latest []entry                 // oldest first
}

// entry is how the interpreter names a function: by its first line.
type entry struct {
	cell     string
	line     int
	function string
}

// keptMarks is the number of functions whose variables are remembered.
const keptMarks = 1 << 14

// function is one function of a source with the marks to put into it.
type function struct {
	entry
	marks []insertion
}

// insertion is a mark: the line to note, and the offset to note it at.
type insertion struct{ offset, line int }

// add returns source with marks, and the declaration of their variables,
// which is to be evaluated before; it is empty where there are none. Then
// variables names them, in the order of functions.
func (m *marks) add(source string) (marked, declaration string, functions []function, variables []string) {
	for _, f := range findFunctions(source) {
		if f.severalLines() {
			functions = append(functions, f)
		}
	}
	if len(functions) == 0 {
		return source, "", nil, nil
	}
	insert := map[int]string{}
	for _, f := range functions {
		name := m.newVariable()
		variables = append(variables, name)
		for _, i := range f.marks {
			insert[i.offset] = fmt.Sprintf("%s = %d; ", name, i.line)
		}
	}
	return insertAll(source, insert), "package main\n\nvar " + strings.Join(variables, ", ") + " int\n", functions, variables
}

// newVariable names a variable. The letter ˑ is one that no keyboard types.
func (m *marks) newVariable() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	return fmt.Sprintf("lineˑ%d", m.count)
}

func insertAll(source string, insert map[int]string) string {
	var b strings.Builder
	for i := range len(source) {
		b.WriteString(insert[i])
		b.WriteByte(source[i])
	}
	return b.String()
}

// remember notes where a function's variable is.
func (m *marks) remember(e entry, variable reflect.Value) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lines == nil {
		m.lines = map[entry]reflect.Value{}
	}
	m.lines[e] = variable
	m.latest = append(m.latest, e)
	if len(m.latest) > keptMarks {
		delete(m.lines, m.latest[0])
		m.latest = m.latest[1:]
	}
}

// line returns the line at which the function that begins at e was last, and
// e's own where that is not known.
func (m *marks) line(e entry) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if variable, ok := m.lines[e]; ok && variable.Int() > 0 {
		return int(variable.Int())
	}
	return e.line
}

// severalLines tells whether marks tell more than the function's first line.
func (f function) severalLines() bool {
	for _, i := range f.marks {
		if i.line != f.line {
			return true
		}
	}
	return false
}

// findFunctions finds the functions of a source and what can panic in them. A
// source that cannot be parsed has none; the interpreter reports it.
func findFunctions(source string) []function {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	v := &finder{fset: fset}
	for _, d := range file.Decls {
		v.name = "main"
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			v.function("main."+f.Name.Name, f.Body)
			continue
		}
		ast.Inspect(d, v.literal)
	}
	return v.found
}

// finder collects functions.
type finder struct {
	fset  *token.FileSet
	name  string // of the function around
	marks []insertion
	found []function
}

// function collects a function and those inside it.
func (v *finder) function(name string, body *ast.BlockStmt) {
	outerName, outerMarks := v.name, v.marks
	v.name, v.marks = name, nil
	v.statements(body.List)
	if len(v.marks) > 0 {
		first := v.fset.Position(body.List[0].Pos())
		v.found = append(v.found, function{entry{first.Filename, first.Line, name}, v.marks})
	}
	v.name, v.marks = outerName, outerMarks
}

// literal is for ast.Inspect: it collects function literals.
func (v *finder) literal(n ast.Node) bool {
	if f, ok := n.(*ast.FuncLit); ok {
		v.function(v.name+".func", f.Body)
		return false
	}
	return true
}

// statements marks a list of statements, whose first is always marked where
// it begins a function.
func (v *finder) statements(list []ast.Stmt) {
	for i, s := range list {
		if canPanic(s) || (i == 0 && len(v.marks) == 0) {
			v.marks = append(v.marks, insertion{v.fset.PositionFor(s.Pos(), false).Offset, v.fset.Position(s.Pos()).Line})
		}
		ast.Inspect(s, v.inside)
	}
}

// inside is for ast.Inspect: it marks the statement lists in a statement.
func (v *finder) inside(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		v.statements(n.List)
		return false
	case *ast.CaseClause:
		v.statements(n.Body)
		return false
	case *ast.CommClause:
		v.statements(n.Body)
		return false
	}
	return v.literal(n)
}

// canPanic tells whether a statement can panic itself, apart from the
// statements inside it.
func canPanic(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.FuncLit:
			return false
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.SelectorExpr, *ast.TypeAssertExpr, *ast.SendStmt:
			found = true
		case *ast.CallExpr:
			found = found || !harmless(n)
		case *ast.BinaryExpr:
			found = found || n.Op == token.QUO || n.Op == token.REM
		case *ast.AssignStmt:
			found = found || n.Tok == token.QUO_ASSIGN || n.Tok == token.REM_ASSIGN
		}
		return !found
	})
	return found
}

// harmless tells whether a call is of a built-in function that cannot panic.
func harmless(c *ast.CallExpr) bool {
	name, ok := c.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	switch name.Name {
	case "len", "cap", "append", "min", "max", "new":
		return true
	}
	return false
}
