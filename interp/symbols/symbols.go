// Package symbols is what a session knows of compiled packages without a Go
// toolchain: the interpreter's symbol tables, type export data and
// documentation of the standard library, gonum, plot, gplib and display.
//
// The tables (table_*.go) and the folder types are generated, and generated.txt
// says from what: go generate rewrites what is stale, and make check-generated
// tells. Documentation is not generated: docs.go says where it is read. The
// packages in library are the sources of what is generic in the standard library.
//
//	world := symbols.NewWorld()
//	pkg, err := world.Import("gonum.org/v1/gonum/mat") // *types.Package
//	doc, ok := world.Doc("gonum.org/v1/gonum/mat", "Dense.Mul")
package symbols

//go:generate go run ./gen

import (
	"log"
	"maps"
	"reflect"
	"syscall"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"
)

// Symbols holds the generated tables; their files fill it when the program
// starts.
var Symbols = interp.Exports{}

// Exports returns the tables of all packages: yaegi's own of the standard
// library, the generated ones, and the compiled instances of what is generic. The caller may change the result's maps of packages, not those of
// symbols.
func Exports() interp.Exports {
	all := make(interp.Exports, len(stdlib.Symbols)+len(Symbols))
	maps.Copy(all, stdlib.Symbols)
	for key, table := range Symbols {
		merged := maps.Clone(table)
		maps.Copy(merged, all[key])
		all[key] = merged
	}
	all["log/log"] = maps.Clone(all["log/log"])
	maps.Copy(all["log/log"], loggers)
	all["syscall/syscall"] = systemTypes
	all[instancesPath+"/instances"] = instanceTable()
	return all
}

// systemTypes are the types of package syscall, which cannot be imported, that the
// methods of other packages' types have in their signatures.
var systemTypes = map[string]reflect.Value{
	"Conn":        reflect.ValueOf((*syscall.Conn)(nil)),
	"Errno":       reflect.ValueOf((*syscall.Errno)(nil)),
	"RawConn":     reflect.ValueOf((*syscall.RawConn)(nil)),
	"Signal":      reflect.ValueOf((*syscall.Signal)(nil)),
	"SysProcAttr": reflect.ValueOf((*syscall.SysProcAttr)(nil)),
}

// loggers are Go's own, in the place of those that the interpreter has, which
// lack methods.
var loggers = map[string]reflect.Value{
	"Logger": reflect.ValueOf((*log.Logger)(nil)),
	"New":    reflect.ValueOf(log.New),
}
