// Package govet finds in cells what go vet finds in files: calls of fmt.Printf whose
// verbs do not fit, locks that are copied, tags of fields that no encoder reads, and
// the like. The analysers are those of golang.org/x/tools; they see a checked cell as
// a file of its declarations and of a function with its statements.
package govet

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/appends"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/defers"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/slog"
	"golang.org/x/tools/go/analysis/passes/sortslice"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/timeformat"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/waitgroup"
	"golang.org/x/tools/go/ast/inspector"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// analyzers are the analysers of go vet that need only syntax and types.
var analyzers = []*analysis.Analyzer{
	appends.Analyzer, assign.Analyzer, bools.Analyzer, copylock.Analyzer, defers.Analyzer, nilfunc.Analyzer, printf.Analyzer,
	shift.Analyzer, slog.Analyzer, sortslice.Analyzer, stdmethods.Analyzer, stringintconv.Analyzer, structtag.Analyzer,
	timeformat.Analyzer, unmarshal.Analyzer, waitgroup.Analyzer,
}

// Vet lists the findings in a cell without faults.
//
// A function of a cell that prints as fmt.Printf does is not known as one: that is
// found by the parameters in its body, and a cell is checked apart from the bodies.
func Vet(k *check.Checked) []syntax.Fault {
	file, info := fileOf(k)
	var found []syntax.Fault
	for _, a := range analyzers {
		run(a, k, file, info, func(d analysis.Diagnostic) {
			found = append(found, k.FaultAt(d.Pos, d.Message))
		})
	}
	slices.SortStableFunc(found, func(a, b syntax.Fault) int { return cmp.Compare(a.Offset, b.Offset) })
	return found
}

// run runs one analyser. What it cannot take, it finds nothing in.
func run(a *analysis.Analyzer, k *check.Checked, file *ast.File, info *types.Info, report func(analysis.Diagnostic)) {
	defer func() { _ = recover() }()
	_, _ = a.Run(&analysis.Pass{
		Analyzer: a, Fset: k.FileSet, Files: []*ast.File{file}, Pkg: k.Pkg, TypesInfo: info,
		TypesSizes:       types.SizesFor("gc", runtime.GOARCH),
		ResultOf:         map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New([]*ast.File{file})},
		Report:           report,
		ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact: func(types.Object, analysis.Fact) {},
	})
}

// fileOf returns a cell as a file, and its type information.
func fileOf(k *check.Checked) (*ast.File, *types.Info) {
	file := &ast.File{Name: ast.NewIdent(k.Pkg.Name())}
	for _, it := range k.Items {
		if it.Cell == k.Cell && it.Decl != nil {
			file.Decls = append(file.Decls, it.Decl)
		}
	}
	body := &ast.BlockStmt{}
	for _, it := range k.Statements {
		if it.Decl != nil {
			body.List = append(body.List, &ast.DeclStmt{Decl: it.Decl})
		}
		body.List = append(body.List, it.Stmts...)
	}
	info := *k.Info
	info.Scopes = maps.Clone(info.Scopes)
	info.Scopes[file] = types.NewScope(types.Universe, token.Pos(1), token.Pos(k.FileSet.Base()), "cell")
	if n := len(body.List); n > 0 {
		body.Lbrace, body.Rbrace = body.List[0].Pos(), body.List[n-1].End()
		name := ast.NewIdent("_")
		file.Decls = append(file.Decls, &ast.FuncDecl{Name: name, Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: body})
		info.Defs = maps.Clone(info.Defs)
		info.Defs[name] = types.NewFunc(body.Lbrace, k.Pkg, name.Name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	}
	return file, &info
}
