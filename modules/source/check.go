package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"runtime"
	"slices"
	"strings"
)

// Parse parses the files of the package.
func (p *Package) Parse(fset *token.FileSet) ([]*ast.File, error) {
	var files []*ast.File
	for _, f := range p.Files {
		file, err := parser.ParseFile(fset, f.Name, f.Text, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("the source of package %s: %w", p.Path, err)
		}
		files = append(files, file)
	}
	return files, nil
}

// Check checks the parsed files of the package by its language version. Without an info it checks
// declarations only, not the bodies of functions. The error is the first one of an import, or else of
// the source.
func (p *Package) Check(fset *token.FileSet, files []*ast.File, imports types.Importer, info *types.Info) (*types.Package, error) {
	var first error
	importing := &importer{Importer: imports}
	config := types.Config{
		Importer: importing, Sizes: types.SizesFor("gc", runtime.GOARCH), GoVersion: p.Language, IgnoreFuncBodies: info == nil,
		Error: func(err error) {
			if first == nil && !p.expected(err) {
				first = err
			}
		},
	}
	pkg := types.NewPackage(p.Path, p.Name)
	_ = types.NewChecker(&config, fset, pkg, info).Files(files)
	if importing.failure != nil {
		return nil, importing.failure
	}
	if first != nil {
		if r := p.refusal(first); r != nil {
			return nil, r
		}
		return nil, fmt.Errorf("the source of package %s: %w", p.Path, first)
	}
	pkg.MarkComplete()
	return pkg, nil
}

// importer keeps the first error of an import: that of the check would repeat the path to it.
type importer struct {
	types.Importer
	failure error
}

func (i *importer) Import(path string) (*types.Package, error) {
	pkg, err := i.Importer.Import(path)
	if i.failure == nil {
		i.failure = err
	}
	return pkg, err
}

// refusal returns an error that refuses the package if it uses more of a partial package than krigo has, or nil.
func (p *Package) refusal(err error) error {
	e, ok := errors.AsType[types.Error](err)
	name, undefined := strings.CutPrefix(e.Msg, "undefined: ")
	base, _, _ := strings.Cut(name, ".")
	for _, imported := range p.Imports {
		if ok && undefined && path.Base(imported) == base && slices.Contains(partial, imported) {
			return &Refusal{Package: p.Path, Reason: fmt.Sprintf("uses %s (%s)", name, e.Fset.Position(e.Pos))}
		}
	}
	return nil
}

// expected reports whether an error of the check is one of the package as its author wrote it: functions in
// assembly have no body, and a compiler only warns of what is soft.
func (p *Package) expected(err error) bool {
	e, ok := errors.AsType[types.Error](err)
	return ok && (e.Soft || len(p.Refused) > 0 && strings.Contains(e.Msg, "missing function body"))
}
