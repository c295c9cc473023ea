package symbols

import (
	"embed"
	"reflect"
	"strings"
)

// library has the sources of generic packages, by path with _ in the place of
// slashes. They come from the Go distribution, whose licence is beside them,
// less what is beyond an interpreter.
//
//go:embed library
var library embed.FS

// Source returns the source of what is generic in the package at path. A
// compiled package has no code for type arguments that it was not compiled
// with: that is made from this.
func (w *World) Source(path string) (string, bool) {
	data, err := library.ReadFile("library/" + strings.ReplaceAll(path, "/", "_") + ".src")
	return string(data), err == nil
}

// instancesPath is the import path of the compiled instances in the
// interpreter.
const instancesPath = "krigo/interp/symbols/instances"

// Instance returns the package and the name under which the interpreter has
// the compiled instance of a generic function or type of the package at path.
// The type arguments are spelt as go/types does, with uint8 for byte and int32
// for rune. Only those that are basic types, and slices of these where a
// constraint asks for them, have compiled instances; they are as fast as in
// any Go program.
func (w *World) Instance(path, name string, args []string) (pkg, symbol string, ok bool) {
	key := path + "." + name + " " + strings.Join(args, ",")
	_, ok = instances[key]
	return instancesPath, instanceSymbol(key), ok
}

// instanceTable is the interpreter's table of the compiled instances.
func instanceTable() map[string]reflect.Value {
	table := make(map[string]reflect.Value, len(instances))
	for key, v := range instances {
		table[instanceSymbol(key)] = v
	}
	return table
}

// instanceSymbol makes a name of a key of instances.
func instanceSymbol(key string) string {
	return "I_" + strings.Map(func(r rune) rune {
		if strings.ContainsRune("/. ,[]{}", r) {
			return '_'
		}
		return r
	}, key)
}
