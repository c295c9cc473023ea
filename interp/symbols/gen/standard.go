package main

import (
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/traefik/yaegi/stdlib"
	"golang.org/x/tools/go/packages"
)

// withheld are the packages of the standard library that cells cannot import:
// they are not portable, need the compiler, or do nothing in an interpreter.
var withheld = []string{
	"crypto/mlkem/mlkemtest", "embed", "plugin", "runtime/cgo", "runtime/coverage", "runtime/race", "structs", "syscall",
	"testing/cryptotest", "time/tzdata", "unsafe",
}

// standardLibrary loads the standard library, less what is withheld.
func standardLibrary() ([]*packages.Package, error) {
	all, err := load([]string{"std"})
	return slices.DeleteFunc(all, func(p *packages.Package) bool {
		return slices.Contains(withheld, p.PkgPath) || strings.HasPrefix(p.PkgPath, "vendor/") || strings.HasPrefix(p.PkgPath, "internal/")
	}), err
}

// missing are the exported names of a package that yaegi's own table lacks:
// what the standard library got since, and what yaegi withholds. What is
// generic has no place in a table.
func missing(p *packages.Package) []string {
	table := stdlib.Symbols[path.Join(p.PkgPath, p.Name)]
	var names []string
	for _, name := range p.Types.Scope().Names() {
		o := p.Types.Scope().Lookup(name)
		if _, known := table[name]; o.Exported() && !known && typeParams(o) == nil && !isConstraint(o) {
			names = append(names, name)
		}
	}
	return names
}

// isConstraint tells whether o is a type that variables cannot have.
func isConstraint(o types.Object) bool {
	i, ok := o.Type().Underlying().(*types.Interface)
	_, isType := o.(*types.TypeName)
	return isType && ok && !i.IsMethodSet()
}

// including is the pattern that matches just these names.
func including(names []string) []string {
	patterns := make([]string, len(names))
	for i, name := range names {
		patterns[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return patterns
}

// writeStandard writes the tables of what yaegi's own lack, and the knowledge
// of all packages.
func writeStandard(all []*packages.Package) error {
	for _, p := range all {
		names := missing(p)
		if len(names) == 0 {
			continue
		}
		if err := writeTable(p.PkgPath, including(names)...); err != nil {
			return err
		}
	}
	return writeKnowledge("standard.zip", all)
}
