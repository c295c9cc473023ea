package static

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"
)

// Generic functions and types of compiled packages are compiled for none of a
// cell's type arguments, unless these are plain (symbols.Instance). So
// their instances are made as those of cells are, from the packages' sources.

// library is the source of what is generic in a compiled package.
type library struct {
	decls   map[string]*decl // of functions and types, by name
	methods map[*decl][]*decl
}

// library returns the source of a package, or nil where there is none.
func (s *Session) library(path string) *library {
	lib, known := s.libraries[path]
	if known {
		return lib
	}
	s.libraries[path] = nil
	text, ok := s.world.Source(path)
	if !ok {
		return nil
	}
	lib, err := readLibrary(s.world, path, text)
	if err != nil {
		panic(fmt.Sprintf("the source of package %s: %v", path, err))
	}
	s.libraries[path] = lib
	return lib
}

// readLibrary parses and checks the source of a package.
func readLibrary(world World, path, text string) (*library, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := newInfo()
	config := types.Config{Importer: world, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	if _, err := config.Check(path, fset, []*ast.File{f}, info); err != nil {
		return nil, err
	}
	lib := &library{decls: map[string]*decl{}, methods: map[*decl][]*decl{}}
	l := libraryReader{lib, &Cell{Label: path, Source: text}, fset.File(f.FileStart), info}
	l.read(f)
	return lib, nil
}

// newInfo is what the lowering wants to know of a check.
func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
}

// libraryReader makes declarations of a file.
type libraryReader struct {
	*library
	cell *Cell
	file *token.File
	info *types.Info
}

func (l libraryReader) read(f *ast.File) {
	var methods []*ast.FuncDecl
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				methods = append(methods, d)
				continue
			}
			l.decls[d.Name.Name] = l.decl(d, d.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if spec, ok := s.(*ast.TypeSpec); ok {
					l.decls[spec.Name.Name] = l.decl(d, spec.Name)
				}
			}
		}
	}
	for _, m := range methods {
		if t := l.decls[receiverName(m.Recv.List[0].Type)]; t != nil {
			l.methods[t] = append(l.methods[t], l.decl(m, m.Name))
		}
	}
}

// decl is the declaration of a name. No session holds it: what it declares
// never changes.
func (l libraryReader) decl(d ast.Decl, id *ast.Ident) *decl {
	start, end := l.file.Offset(d.Pos()), l.file.Offset(d.End())
	p := piece{l.cell, libraryPiece, start, end}
	return &decl{
		piece: p, names: []string{id.Name}, label: l.cell.Label, info: l.info,
		objects: map[string]types.Object{id.Name: l.info.Defs[id]},
		emitted: map[string]string{id.Name: l.cell.Label + "." + id.Name},
		syntax:  &syntax{piece: p, prefix: start, file: l.file, decl: d},
	}
}

// genericDecl is the declaration that instances of o are made from, or nil.
func (k *check) genericDecl(o types.Object) *decl {
	if d := k.owners[o]; d != nil {
		return d
	}
	if o.Pkg() == nil || o.Pkg().Path() == "main" || o.Parent() != o.Pkg().Scope() {
		return nil
	}
	lib := k.s.library(o.Pkg().Path())
	if lib == nil {
		return nil
	}
	return lib.decls[o.Name()]
}

// unexported lowers a name within a library that no other package can name: a
// helper, which the interpreter gets as it gets instances.
func (w *rewriter) unexported(id *ast.Ident, o types.Object) bool {
	if o.Exported() || w.owner == nil || w.owner.generic == nil || w.owner.generic.kind != libraryPiece {
		return false
	}
	d := w.check.instance(o, nil)
	if d == nil {
		return false
	}
	w.owner.use(d)
	w.replace(id, d.emitted[instanceName])
	return true
}

// iterates tells whether t is a type of package iter: a function without
// methods, which the interpreter knows by its signature.
func iterates(t *types.Named) bool {
	return t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == "iter" && t.NumMethods() == 0
}

// compiled is the interpreter's name of the compiled instance of a generic
// function or type of another package, where there is one.
func (k *check) compiled(o types.Object, args []types.Type) (string, bool) {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return "", false
	}
	texts := make([]string, len(args))
	for i, t := range args {
		texts[i] = plainText(t)
	}
	pkg, symbol, ok := k.s.world.Instance(o.Pkg().Path(), o.Name(), texts)
	if !ok {
		return "", false
	}
	return k.alias(pkg, "instances") + "." + symbol, true
}

// plainText spells a basic type or a slice of one, each by one name only.
func plainText(t types.Type) string {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Basic:
		return types.Typ[u.Kind()].Name()
	case *types.Slice:
		return "[]" + plainText(u.Elem())
	case *types.Interface:
		if u.Empty() {
			return "any"
		}
	}
	return types.TypeString(t, nil)
}

// unavailable refuses what is generic in a compiled package and has neither a
// compiled instance nor a source.
func (w *rewriter) unavailable(id *ast.Ident, o types.Object) bool {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return false
	}
	w.check.faultAt(id, "the generic "+o.Pkg().Name()+"."+o.Name()+" is not available for these type arguments in a cell")
	return true
}
