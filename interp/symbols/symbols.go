// Package symbols is what a session knows of compiled packages without a Go
// toolchain: the interpreter's symbol tables, type export data and
// documentation of the standard library, gonum, plot, gplib and display.
//
// The tables (table_*.go) and knowledge.zip are generated; go generate
// rewrites them, and a test fails when they are stale.
//
//	world := symbols.NewWorld()
//	pkg, err := world.Import("gonum.org/v1/gonum/mat") // *types.Package
//	doc, ok := world.Doc("gonum.org/v1/gonum/mat", "Dense.Mul")
package symbols

//go:generate go run ./gen

import (
	"maps"
	"reflect"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"
)

// Symbols holds the generated tables; their files fill it when the program
// starts.
var Symbols = interp.Exports{}

// Exports returns the interpreter's tables of all packages: yaegi's own of
// the standard library and the generated ones. The caller may change the
// result's maps of packages, not those of symbols.
func Exports() interp.Exports {
	all := make(interp.Exports, len(stdlib.Symbols)+len(Symbols))
	maps.Copy(all, stdlib.Symbols)
	maps.Copy(all, map[string]map[string]reflect.Value(Symbols))
	return all
}
