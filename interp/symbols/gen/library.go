package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"slices"
	"strconv"
	"strings"
)

// whole are the packages whose generic functions are taken from the Go
// distribution's own source.
var whole = []string{"cmp", "maps", "slices"}

// plainFolder has, by import path, plain code in the place of what the
// distribution has in terms of unsafe, linkname and internal packages: a
// declaration there goes before the distribution's.
const plainFolder = "gen/_plain"

// libraryFolder is where the sources go.
const libraryFolder = "library"

// source is the source of a package on its way into the library.
type source struct {
	name    string
	imports map[string]string // paths by name
	names   []string          // of declarations, in order
	decls   map[string]string
	uses    map[string][]string // the names that declarations mention
}

// writeLibrary writes the source of all generic packages, and the licence of
// the Go distribution beside them.
func writeLibrary() error {
	if err := os.RemoveAll(libraryFolder); err != nil {
		return err
	}
	if err := os.Mkdir(libraryFolder, 0o755); err != nil {
		return err
	}
	plain, err := plainFiles()
	if err != nil {
		return err
	}
	for path, file := range plain {
		if !slices.Contains(whole, path) {
			if err := writeSource(path, file); err != nil {
				return err
			}
		}
	}
	for _, path := range whole {
		files, err := distributionFiles(path)
		if err != nil {
			return err
		}
		if file := plain[path]; file != "" {
			files = append([]string{file}, files...)
		}
		if err := writeSource(path, files...); err != nil {
			return err
		}
	}
	licence, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "LICENSE"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(libraryFolder, "LICENSE"), licence, 0o644)
}

// plainFiles finds the plain sources by import path.
func plainFiles() (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(plainFolder, func(file string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(file, ".go") {
			rel, _ := filepath.Rel(plainFolder, file)
			files[strings.TrimSuffix(filepath.ToSlash(rel), ".go")] = file
		}
		return err
	})
	return files, err
}

// distributionFiles lists the files of a package of the distribution.
func distributionFiles(path string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", path, "*.go"))
	return slices.DeleteFunc(all, func(f string) bool { return strings.HasSuffix(f, "_test.go") }), err
}

// writeSource joins files of one package, of which the first to declare a
// name counts, and writes what the exported names need.
func writeSource(path string, files ...string) error {
	s := &source{imports: map[string]string{}, decls: map[string]string{}, uses: map[string][]string{}}
	for _, file := range files {
		if err := s.read(file); err != nil {
			return err
		}
	}
	text, err := format.Source(s.text())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(filepath.Join(libraryFolder, strings.ReplaceAll(path, "/", "_")+".src"), text, 0o644)
}

// read adds the declarations of a file.
func (s *source) read(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s.name = f.Name.Name
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		parts := strings.Split(strings.TrimSuffix(p, "/v2"), "/")
		s.imports[parts[len(parts)-1]] = p
	}
	known := slices.Clone(s.names)
	for _, d := range f.Decls {
		for _, name := range declared(d) {
			if !slices.Contains(known, name) {
				at := func(p token.Pos) int { return fset.Position(p).Offset }
				s.add(name, string(data[at(d.Pos()):at(d.End())]), d)
			}
		}
	}
	return nil
}

// add adds one declaration, or another method of a type.
func (s *source) add(name, text string, d ast.Decl) {
	if s.decls[name] == "" {
		s.names = append(s.names, name)
	}
	s.decls[name] += text + "\n\n"
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			s.uses[name] = append(s.uses[name], id.Name)
		}
		return true
	})
}

// declared lists the names that a declaration belongs to: of a method, its
// type.
func declared(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		base := d.Recv.List[0].Type
		if star, ok := base.(*ast.StarExpr); ok {
			base = star.X
		}
		if index, ok := base.(*ast.IndexExpr); ok {
			base = index.X
		}
		return []string{base.(*ast.Ident).Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				return []string{spec.Name.Name}
			case *ast.ValueSpec:
				return []string{spec.Names[0].Name}
			}
		}
	}
	return nil
}

// text is the file: what the exported names need, in order.
func (s *source) text() []byte {
	needed := map[string]bool{}
	var need func(name string)
	need = func(name string) {
		if needed[name] {
			return
		}
		needed[name] = true
		for _, used := range s.uses[name] {
			need(used)
		}
	}
	for _, name := range s.names {
		if ast.IsExported(name) {
			need(name)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Generated from the Go distribution's package %s, under the licence beside it.\n\npackage %[1]s\n\n", s.name)
	for _, name := range slices.Sorted(maps.Keys(s.imports)) {
		if needed[name] {
			fmt.Fprintf(&b, "import %q\n", s.imports[name])
		}
	}
	for _, name := range s.names {
		if needed[name] {
			b.WriteString("\n" + s.decls[name])
		}
	}
	return b.Bytes()
}
