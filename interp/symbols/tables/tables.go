// Package tables has yaegi's symbol tables of the packages that cells may import.
// It links all of them, so only the process that runs cells imports it; types and
// documentation of the same packages are in package symbols, which links none.
package tables

import (
	"log"
	"maps"
	"reflect"
	"syscall"

	"github.com/traefik/yaegi/interp"

	"krigo/interp/symbols"
)

// Symbols holds the generated tables; their files fill it when the program
// starts.
var Symbols = interp.Exports{}

// Exports returns the tables of all packages: yaegi's own of the standard
// library, the generated ones, and the compiled instances of generic functions and types.
// The caller may change the result's maps of packages, but not the maps of symbols.
func Exports() interp.Exports {
	all := make(interp.Exports, len(standard)+len(Symbols))
	maps.Copy(all, standard)
	for key, table := range Symbols {
		merged := maps.Clone(table)
		maps.Copy(merged, all[key])
		all[key] = merged
	}
	all["log/log"] = maps.Clone(all["log/log"])
	maps.Copy(all["log/log"], loggers)
	all["syscall/syscall"] = systemTypes
	all[symbols.InstancesPath+"/instances"] = instanceTable()
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

// loggers are Go's own, instead of the interpreter's, which
// lack methods.
var loggers = map[string]reflect.Value{
	"Logger": reflect.ValueOf((*log.Logger)(nil)),
	"New":    reflect.ValueOf(log.New),
}
