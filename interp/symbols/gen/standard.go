package main

import (
	"fmt"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/traefik/yaegi/stdlib"
	"golang.org/x/tools/go/packages"
)

// unwanted are packages of the standard library that cells cannot import: they
// are not portable, need the compiler, or do nothing in an interpreter.
var unwanted = []string{
	"crypto/mlkem/mlkemtest", "embed", "plugin", "runtime/cgo", "runtime/coverage", "runtime/race", "structs", "syscall",
	"testing/cryptotest", "time/tzdata", "unsafe",
}

// withheld reports whether cells cannot import a package of the standard library.
func withheld(path string) bool {
	return slices.Contains(unwanted, path) || strings.HasPrefix(path, "vendor/") || strings.HasPrefix(path, "internal/")
}

// missing returns the exported names of a package that yaegi's own table lacks:
// what the standard library got since, and what yaegi withholds. What is
// generic has no place in a table.
func missing(p *types.Package) []string {
	table := stdlib.Symbols[path.Join(p.Path(), p.Name())]
	var names []string
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if _, known := table[name]; o.Exported() && !known && typeParams(o) == nil && !isConstraint(o) {
			names = append(names, name)
		}
	}
	return names
}

// isConstraint reports whether o is a type that variables cannot have.
func isConstraint(o types.Object) bool {
	i, ok := o.Type().Underlying().(*types.Interface)
	_, isType := o.(*types.TypeName)
	return isType && ok && !i.IsMethodSet()
}

// including returns the pattern that matches just these names.
func including(names []string) []string {
	patterns := make([]string, len(names))
	for i, name := range names {
		patterns[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return patterns
}

// writeStandard writes the tables of what yaegi's own lack, the compiled
// instances, and the types of all packages.
func writeStandard() error {
	all, err := load(packages.NeedExportFile, "std")
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(p *packages.Package) bool { return withheld(p.PkgPath) })
	if err := removeAll("tables/table_std_*.go"); err != nil {
		return err
	}
	for _, p := range all {
		e, err := exportData(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		if names := missing(e.pkg); len(names) > 0 {
			if err := writeTable(p.PkgPath, including(names)...); err != nil {
				return err
			}
		}
	}
	if err := writeInstances(); err != nil {
		return err
	}
	return writeTypes("types/standard.zip", all)
}
