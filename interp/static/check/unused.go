package check

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"krigo/interp/static/syntax"
)

// unusedNote reports what a program declares or imports and does not use: cells may do
// that, but the Go compiler refuses the program.
func (k *checker) unusedNote() []syntax.Fault {
	if !k.IsProgram() {
		return nil
	}
	note := syntax.Fault{Cell: k.Cell, Offset: -1}
	var texts []string
	add := func(at int, text string) {
		texts = append(texts, text)
		if note.Offset < 0 || at < note.Offset {
			note.Offset = at
		}
	}
	for _, it := range k.Imports {
		it.Inspect(func(n ast.Node) bool {
			if spec, ok := n.(*ast.ImportSpec); ok && !k.usesImport(spec) {
				add(it.Offset(spec.Pos()), spec.Path.Value+" imported and not used")
			}
			return true
		})
	}
	for _, e := range k.unused {
		for _, it := range slices.Concat(k.Statements, k.Items) {
			if it.File != nil && !it.carried() && k.FileSet.File(e.Pos) == it.File {
				add(it.Offset(e.Pos), e.Msg)
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	slices.Sort(texts)
	note.Message = strings.Join(slices.Compact(texts), "; ") + ": it runs here, and the Go compiler refuses it"
	return []syntax.Fault{note}
}

// usesImport reports whether the program uses what an import names.
func (k *checker) usesImport(spec *ast.ImportSpec) bool {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil || spec.Name != nil && (spec.Name.Name == "_" || spec.Name.Name == ".") {
		return true
	}
	for _, o := range k.Info.Uses {
		if p, ok := o.(*types.PkgName); ok && p.Imported().Path() == path && (spec.Name == nil || spec.Name.Name == p.Name()) {
			return true
		}
	}
	return false
}
