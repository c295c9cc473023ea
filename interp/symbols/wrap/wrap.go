// Package wrap is how values of cells' types look to compiled code. A value has
// methods in the interpreter only: where it becomes an interface of a compiled
// package, it is put into a struct with that interface's methods. The structs
// here have more than the interpreter's own, and the functions here see the
// values in them.
//
//	interpreter := interp.New(options)
//	err := wrap.Complete(interpreter)
//	err = interpreter.Use(symbols.Exports()) // which wrap.Replace has changed
package wrap

import (
	"encoding"
	"encoding/json"
	"fmt"
	"log"
	"log/slog"
	"maps"
	"reflect"

	yaegi "github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"
)

// Replace puts this package's functions and wrappers in the place of others in
// the interpreter's tables, which it copies before it changes them.
func Replace(tables yaegi.Exports) {
	for key, symbols := range map[string]map[string]reflect.Value{
		"errors/errors":      {"As": reflect.ValueOf(As), "Is": reflect.ValueOf(Is)},
		"encoding/json/json": {"Unmarshal": reflect.ValueOf(Unmarshal)},
		"fmt/fmt":            {"_Stringer": wrapper[Stringer](), "_GoStringer": wrapper[GoStringer]()},
		".":                  {"MapTypes": reflect.ValueOf(mapTypes())},
	} {
		changed := maps.Clone(tables[key])
		if changed == nil {
			changed = map[string]reflect.Value{}
		}
		maps.Copy(changed, symbols)
		tables[key] = changed
	}
}

// Table are the functions for lowered code: they join package native's.
func Table() map[string]reflect.Value {
	return map[string]reflect.Value{
		"NewError":      reflect.ValueOf(NewError),
		"NewStringer":   reflect.ValueOf(NewStringer),
		"NewGoStringer": reflect.ValueOf(NewGoStringer),
	}
}

// Complete gives a new interpreter, before it uses any table, the wrappers of
// errors, which no table holds.
func Complete(i *yaegi.Interpreter) error {
	i.Symbols("")[""]["_error"] = wrapper[Error]()
	return i.Use(yaegi.Exports{".": {"MapTypes": reflect.ValueOf(map[reflect.Value][]reflect.Type{wrapper[Error](): errorTypes})}})
}

// wrapper is the entry of a wrapper in a table.
func wrapper[T any]() reflect.Value { return reflect.ValueOf((*T)(nil)) }

// mapTypes tells the interpreter which interfaces the arguments of functions
// that take anything are tried for, and which wrappers have more methods than
// their interface.
func mapTypes() map[reflect.Value][]reflect.Type {
	all := maps.Clone(stdlib.MapTypes)
	all[wrapper[Stringer]()] = stringerTypes
	shown := []reflect.Type{
		reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[error](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[fmt.GoStringer](),
	}
	for _, f := range []any{
		fmt.Append, fmt.Appendf, fmt.Appendln, fmt.Errorf, fmt.Fprint, fmt.Fprintf, fmt.Fprintln, fmt.Print, fmt.Printf,
		fmt.Println, fmt.Sprint, fmt.Sprintf, fmt.Sprintln,
		log.Fatal, log.Fatalf, log.Fatalln, log.Panic, log.Panicf, log.Panicln, log.Print, log.Printf, log.Println,
		slog.Any, slog.Debug, slog.Error, slog.Info, slog.Warn,
	} {
		all[reflect.ValueOf(f)] = shown
	}
	all[reflect.ValueOf(json.MarshalIndent)] = all[reflect.ValueOf(json.Marshal)]
	all[reflect.ValueOf(Unmarshal)] = []reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()}
	return all
}
