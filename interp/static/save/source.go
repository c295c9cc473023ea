// Package save writes a session as a program that the Go toolchain compiles.
package save

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Source returns a session as a file of package main, which the Go toolchain compiles:
// what it declares, and main, which runs the cells that ran to their end, with explicit
// handling of the errors that end a cell. Names that only a session has (ctx, input and
// must) are declared if used. The notes list differences between the file and the
// session.
func Source(world check.World, now *check.State, ran []*Cell) (text string, notes []string, err error) {
	f := &sourceFile{world: world, now: now, ran: ran, imports: map[string]string{}, names: map[string]string{}, written: map[string]bool{}}
	if err := f.declarations(); err != nil {
		return "", nil, err
	}
	if err := f.settle(); err != nil {
		return "", nil, err
	}
	formatted, err := format.Source([]byte(f.text()))
	if err != nil {
		return "", nil, fmt.Errorf("format the session's declarations: %w", err)
	}
	return string(formatted), f.notes, nil
}

// declarations writes the body, and imports all that it may mean.
func (f *sourceFile) declarations() error {
	now := f.now
	for name, d := range now.Names {
		if p, ok := d.Objects[name].(*types.PkgName); ok {
			f.imports[name] = p.Imported().Path()
		}
	}
	var b strings.Builder
	for _, d := range now.Live {
		if d.Kind == syntax.ImportPiece || !now.Current(d) || d.IsMethod() && !now.Current(d.Recv) {
			continue
		}
		text, err := f.declaration(d)
		if err != nil {
			return err
		}
		b.WriteString("\n" + text + "\n")
	}
	cells, err := f.cells()
	if err != nil {
		return err
	}
	f.body = b.String() + cells
	return f.resolve()
}

// standIns declare in a file what a session predeclares.
var standIns = map[string]struct {
	text    string
	imports []string
}{
	"ctx": {"\n// ctx stands for the context of the running cell.\nvar ctx = context.Background()\n", []string{"context"}},
	"input": {`
// input asks for a line of text.
func input(prompt string) string {
	fmt.Print(prompt)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		panic(err)
	}
	return strings.TrimRight(line, "\r\n")
}
`, []string{"bufio", "fmt", "os", "strings"}},
	"must": {`
// must returns the value of a call, and panics with its error if that is not
// nil.
func must[A any](a A, err error) A {
	must0(err)
	return a
}
`, nil},
	"must0": {`
// must0 panics with an error that is not nil.
func must0(err error) {
	if err != nil {
		panic(err)
	}
}
`, nil},
	"must2": {`
// must2 is must for two values.
func must2[A, B any](a A, b B, err error) (A, B) {
	must0(err)
	return a, b
}
`, nil},
	"must3": {`
// must3 is must for three values.
func must3[A, B, C any](a A, b B, c C, err error) (A, B, C) {
	must0(err)
	return a, b, c
}
`, nil},
	"password": {"\n// password asks for a line of text, which is seen while it is typed.\nfunc password(prompt string) string { return input(prompt) }\n", nil},
}

// resolve imports the packages that need no import in a session, and declares the
// predeclared names of sessions.
func (f *sourceFile) resolve() error {
	file, err := parser.ParseFile(token.NewFileSet(), "", f.text(), parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("read the session's declarations: %w", err)
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	used["input"] = used["input"] || used["password"]
	used["must0"] = used["must0"] || used["must"] || used["must2"] || used["must3"]
	for _, name := range []string{"ctx", "input", "password", "must", "must0", "must2", "must3"} {
		if stand := standIns[name]; used[name] && f.now.Names[name] == nil {
			f.body += stand.text
			for _, path := range stand.imports {
				used[path] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if f.now.Names[name] != nil || f.imports[name] != "" {
			continue
		}
		if path, _ := f.world.Resolve(name); path != "" {
			f.imports[name] = path
		}
	}
	return nil
}

// settle removes what the compiler refuses and a notebook permits: imports
// that are not used, and variables and labels of functions.
func (f *sourceFile) settle() error {
	for {
		fset := token.NewFileSet()
		text := f.text()
		file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("read the session's declarations: %w", err)
		}
		var first error
		again := false
		head := len(text) - len(f.body)
		config := types.Config{Importer: f.world, Error: func(err error) {
			e, ok := errors.AsType[types.Error](err)
			switch {
			case again:
			case ok && check.Permitted(e.Msg) && f.permit(file, fset, e, head):
				again = true
			case first == nil:
				first = err
			}
		}}
		_, _ = config.Check("main", fset, []*ast.File{file}, nil)
		if !again {
			return f.failure(first, fset)
		}
	}
}

// failure names the declaration that the compiler would refuse.
func (f *sourceFile) failure(err error, fset *token.FileSet) error {
	e, ok := errors.AsType[types.Error](err)
	if !ok {
		return err
	}
	line := fset.Position(e.Pos).Line
	source, _, _ := strings.Cut(strings.Join(strings.Split(f.text(), "\n")[line-1:], "\n"), "\n")
	return fmt.Errorf("%s, in %q", e.Msg, strings.TrimSpace(source))
}

// permit changes the file so that it no longer has the error.
func (f *sourceFile) permit(file *ast.File, fset *token.FileSet, e types.Error, head int) bool {
	for _, spec := range file.Imports {
		if spec.Pos() <= e.Pos && e.Pos <= spec.End() {
			path, err := strconv.Unquote(spec.Path.Value)
			before := len(f.imports)
			maps.DeleteFunc(f.imports, func(name, p string) bool {
				return p == path && (strings.HasPrefix(name, check.DotPrefix) == (spec.Name != nil && spec.Name.Name == "."))
			})
			return err == nil && len(f.imports) < before
		}
	}
	at, drop, text := use(file, e.Pos)
	if !at.IsValid() {
		return false
	}
	offset := fset.Position(at).Offset - head
	f.body = f.body[:offset] + text + f.body[offset+drop:]
	return true
}

// use finds how to make a function use the variable or label declared at pos: text
// replaces drop bytes. It returns no position if it knows no way.
func use(file *ast.File, pos token.Pos) (at token.Pos, drop int, text string) {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	if len(path) == 0 {
		return token.NoPos, 0, ""
	}
	id, ok := path[0].(*ast.Ident)
	if !ok {
		return token.NoPos, 0, ""
	}
	for i, n := range path[1:] {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			if n.Label == id {
				return id.Pos(), int(n.Colon - id.Pos() + 1), ""
			}
		case *ast.TypeSwitchStmt:
			return id.Pos(), int(n.Assign.(*ast.AssignStmt).Rhs[0].Pos() - id.Pos()), ""
		case *ast.ForStmt:
			return n.Body.Lbrace + 1, 0, " _ = " + id.Name + "; "
		case *ast.RangeStmt:
			return n.Body.Lbrace + 1, 0, " _ = " + id.Name + "; "
		case *ast.IfStmt:
			return n.Body.Lbrace + 1, 0, " _ = " + id.Name + "; "
		case *ast.CommClause:
			return n.Colon + 1, 0, " _ = " + id.Name + "; "
		case *ast.BlockStmt, *ast.CaseClause:
			return path[i].End(), 0, "; _ = " + id.Name
		}
	}
	return token.NoPos, 0, ""
}
