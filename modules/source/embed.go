package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// edit inserts text into a file.
type edit struct {
	at   int // the offset
	text string
}

// embed returns the text of a file whose variables of go:embed have their values.
func (r *reader) embed(fset *token.FileSet, f *ast.File, text []byte, imports map[string]string, allowed bool) (string, error) {
	var edits []edit
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for _, s := range d.Specs {
			s := s.(*ast.ValueSpec)
			doc := s.Doc
			if len(d.Specs) == 1 && !d.Lparen.IsValid() {
				doc = d.Doc
			}
			patterns, err := patternsOf(doc)
			if err == nil && len(patterns) > 0 && !allowed {
				err = errors.New(`go:embed needs an import of "embed"`)
			}
			if err == nil && len(patterns) > 0 {
				var value string
				value, err = r.value(s, patterns, imports)
				edits = append(edits, edit{fset.Position(s.End()).Offset, " = " + value})
			}
			if err != nil {
				return "", fmt.Errorf("%s: %w", fset.Position(s.Pos()), err)
			}
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.at - a.at })
	for _, e := range edits {
		text = slices.Insert(text, e.at, []byte(e.text)...)
	}
	return string(text), nil
}

// patternsOf returns the patterns of the go:embed directives of a variable, without quotes.
func patternsOf(doc *ast.CommentGroup) ([]string, error) {
	if doc == nil {
		return nil, nil
	}
	var all []string
	for _, c := range doc.List {
		rest, ok := strings.CutPrefix(c.Text, "//go:embed")
		if !ok || rest == strings.TrimLeft(rest, " \t") {
			continue
		}
		for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil { // a plain word
				word := strings.Fields(rest)[0]
				all, rest = append(all, word), rest[len(word):]
				continue
			}
			pattern, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			all, rest = append(all, pattern), rest[len(quoted):]
		}
	}
	return all, nil
}

// value returns the value of a variable of go:embed as Go.
func (r *reader) value(s *ast.ValueSpec, patterns []string, imports map[string]string) (string, error) {
	if len(s.Names) != 1 || len(s.Values) > 0 || s.Type == nil {
		return "", fmt.Errorf("go:embed is for one variable with a type and without a value")
	}
	files, err := r.files(patterns)
	if err != nil {
		return "", err
	}
	if t, ok := s.Type.(*ast.SelectorExpr); ok {
		if x, ok := t.X.(*ast.Ident); ok && imports[x.Name] == "embed" && t.Sel.Name == "FS" {
			return x.Name + ".Krigo(" + pairs(files) + ")", nil
		}
	}
	if len(files) != 1 {
		return "", fmt.Errorf("go:embed has %d files for %s, which takes one", len(files), s.Names[0].Name)
	}
	for _, content := range files {
		return typed(s.Type, strconv.Quote(content))
	}
	panic("unreachable")
}

// typed returns a conversion of a string to a type of strings or bytes.
func typed(t ast.Expr, literal string) (string, error) {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name + "(" + literal + ")", nil
	case *ast.ArrayType:
		if elem, ok := t.Elt.(*ast.Ident); ok && t.Len == nil && (elem.Name == "byte" || elem.Name == "uint8") {
			return "[]byte(" + literal + ")", nil
		}
	}
	return "", fmt.Errorf("go:embed cannot give a value to a variable of this type")
}

// pairs returns names and contents as the arguments of a call.
func pairs(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%q, %q, ", name, files[name])
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// files returns the contents of the files that patterns match, by their slash-separated paths.
func (r *reader) files(patterns []string) (map[string]string, error) {
	all := map[string]string{}
	root, err := os.OpenRoot(r.dir) // symbolic links do not lead out of the package
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, pattern := range patterns {
		glob, hidden := strings.CutPrefix(pattern, "all:")
		if !fs.ValidPath(glob) {
			return nil, fmt.Errorf("go:embed has the invalid pattern %q", pattern)
		}
		matches, err := fs.Glob(root.FS(), glob)
		if err != nil {
			return nil, fmt.Errorf("go:embed %s: %w", pattern, err)
		}
		found := map[string]string{}
		for _, m := range matches {
			if err := collect(root.FS(), m, hidden, found); err != nil {
				return nil, fmt.Errorf("go:embed %s: %w", pattern, err)
			}
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("go:embed %s: no files match", pattern)
		}
		maps.Copy(all, found)
	}
	return all, nil
}

// collect reads a file, or the files of a folder. Those below a folder whose names begin with a dot or an
// underscore are left out unless hidden, and so are modules of their own.
func collect(in fs.FS, root string, hidden bool, all map[string]string) error {
	return fs.WalkDir(in, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if name != root && !hidden && (base[0] == '.' || base[0] == '_') {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			if _, err := fs.Stat(in, path.Join(name, "go.mod")); err == nil && name != "." {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is not a regular file", name)
		}
		data, err := fs.ReadFile(in, name)
		all[name] = string(data)
		return err
	})
}
