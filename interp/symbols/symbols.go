// Package symbols is what a session knows of compiled packages without a Go
// toolchain: the interpreter's symbol tables, type export data and
// documentation of the standard library, gonum, plot, gplib and display.
//
// The tables (table_*.go), standard.zip and knowledge.zip are generated; go
// generate rewrites them, and a test fails when they are stale. The packages in
// library are the sources of what is generic in the standard library. Packages
// native and wrap are the compiled half of what lowered code calls.
//
//	world := symbols.NewWorld()
//	pkg, err := world.Import("gonum.org/v1/gonum/mat") // *types.Package
//	doc, ok := world.Doc("gonum.org/v1/gonum/mat", "Dense.Mul")
package symbols

//go:generate go run ./gen

import (
	"maps"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"

	"krigo/interp/symbols/native"
	"krigo/interp/symbols/wrap"
)

// Symbols holds the generated tables; their files fill it when the program
// starts.
var Symbols = interp.Exports{}

// Exports returns the interpreter's tables of all packages: yaegi's own of
// the standard library, the generated ones, and those of what lowered code
// calls. The caller may change the result's maps of packages, not those of
// symbols.
func Exports() interp.Exports {
	all := make(interp.Exports, len(stdlib.Symbols)+len(Symbols))
	maps.Copy(all, stdlib.Symbols)
	for key, table := range Symbols {
		merged := maps.Clone(table)
		maps.Copy(merged, all[key])
		all[key] = merged
	}
	wrap.Replace(all)
	lowered := native.Table()
	maps.Copy(lowered, wrap.Table())
	all[native.Path+"/native"] = lowered
	all[instancesPath+"/instances"] = instanceTable()
	return all
}
