package save

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// sourceFile writes a session's declarations into a file.
type sourceFile struct {
	world   check.World
	now     *check.State
	ran     []*Cell           // the cells, in order
	imports map[string]string // paths by the name in the file; dot imports begin with dotPrefix
	names   map[string]string // of variables in the file, by what composed files call them
	written map[string]bool   // declarations of a program's variables
	body    string
	notes   []string
}

// text returns the whole file.
func (f *sourceFile) text() string {
	var b strings.Builder
	b.WriteString("package main\n")
	for _, name := range slices.Sorted(maps.Keys(f.imports)) {
		path := f.imports[name]
		switch {
		case strings.HasPrefix(name, check.DotPrefix):
			name = "."
		case strings.HasSuffix("/"+path, "/"+name):
			name = ""
		}
		fmt.Fprintf(&b, "import %s %q\n", name, path)
	}
	b.WriteString(f.body)
	return b.String()
}

// declaration writes one declaration with the comment before it.
func (f *sourceFile) declaration(d *check.Decl) (string, error) {
	if d.Kind == syntax.VarPiece {
		return f.variable(d)
	}
	text := f.withoutForgotten(d)
	if comment := d.Comment(); comment != "" {
		text = "// " + strings.ReplaceAll(comment, "\n", "\n// ") + "\n" + text
	}
	return text, nil
}

func (f *sourceFile) variable(d *check.Decl) (string, error) {
	name := d.Names[0]
	if values, ok := f.programValues(d); ok {
		return values, nil
	}
	return f.variableNamed(name, d.Objects[name].Type())
}

// variableNamed declares a variable under a name of the file.
func (f *sourceFile) variableNamed(name string, t types.Type) (string, error) {
	text, err := check.Spell(t, f.typeName)
	if err != nil {
		return "", fmt.Errorf("variable %s: %w", name, err)
	}
	return "var " + name + " " + text, nil
}

// typeName spells a type's name in the file, which imports its package.
func (f *sourceFile) typeName(o *types.TypeName) (string, bool) {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return o.Name(), true
	}
	return f.importName(o.Pkg()) + "." + o.Name(), o.Exported()
}

// importName returns the name of a package in the file: its own, unless that means
// something else in the session.
func (f *sourceFile) importName(p *types.Package) string {
	for name, path := range f.imports {
		if path == p.Path() && !strings.HasPrefix(name, check.DotPrefix) {
			return name
		}
	}
	name := p.Name()
	for f.now.Names[name] != nil || f.imports[name] != "" {
		name += "pkg"
	}
	f.imports[name] = p.Path()
	return name
}

// withoutForgotten returns the text of a declaration without the types, and with the
// blank name for the constants, that a later cell has replaced.
func (f *sourceFile) withoutForgotten(d *check.Decl) string {
	syn, faults := syntax.Parse(token.NewFileSet(), d.Piece)
	gen, ok := syn.Decl.(*ast.GenDecl)
	if len(faults) > 0 || !ok {
		return syntax.Apply(d.Cell.Source, d.Start, d.End, plainMusts(d))
	}
	at := func(pos token.Pos) int { return syn.Offset(pos) - d.Start }
	text := d.Text()
	var kept []string
	for _, spec := range slices.Backward(gen.Specs) {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if f.now.Names[spec.Name.Name] == d {
				kept = append(kept, "type "+text[at(spec.Pos()):at(spec.End())])
			}
		case *ast.ValueSpec:
			for _, id := range slices.Backward(spec.Names) {
				if f.now.Names[id.Name] != d && id.Name != "_" {
					text = text[:at(id.Pos())] + "_" + text[at(id.End()):]
				}
			}
		}
	}
	if gen.Tok == token.TYPE {
		slices.Reverse(kept)
		return strings.Join(kept, "\n\n")
	}
	return text
}

// programValues returns the declaration of a program's variable, with its value.
// Variables that are declared together have it at the first of them only.
func (f *sourceFile) programValues(d *check.Decl) (string, bool) {
	for _, ran := range slices.Backward(f.ran) {
		text, ok := ran.values[d.Names[0]]
		if !ok || f.now.Names[d.Names[0]] != d {
			continue
		}
		if f.written[text] {
			return "", true
		}
		f.written[text] = true
		return text, true
	}
	return "", false
}

// packageName returns the name of a package of the standard library in the file.
func (f *sourceFile) packageName(path string) string {
	pkg, err := f.world.Import(path)
	if err != nil {
		return path
	}
	return f.importName(pkg)
}
