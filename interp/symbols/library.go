package symbols

import (
	"embed"
	"maps"
	"reflect"
	"strings"
	"sync"
)

// library has our own sources of generic packages, which are packages of this
// module too: package slices in library/slices/slices.go, and so on.
//
//go:embed library/cmp/cmp.go library/crypto/hkdf/hkdf.go library/crypto/pbkdf2/pbkdf2.go
//go:embed library/errors/errors.go library/hash/maphash/maphash.go library/iter/iter.go library/maps/maps.go
//go:embed library/math/rand/v2/rand.go library/reflect/reflect.go library/slices/slices.go
//go:embed library/sync/atomic/atomic.go library/sync/sync.go library/unique/unique.go library/weak/weak.go
var library embed.FS

// Source returns the source of what is generic in the package at path. A
// compiled package has no code for type arguments that it was not compiled
// with: that is made from this.
func (w *World) Source(path string) (string, bool) {
	name := strings.TrimSuffix(path, "/v2")
	data, err := library.ReadFile("library/" + path + "/" + name[strings.LastIndexByte(name, '/')+1:] + ".go")
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
	_, ok = allInstances()[key]
	return instancesPath, instanceSymbol(key), ok
}

// allInstances are the generated instances and those that compiled structs
// embed, by the same keys.
var allInstances = sync.OnceValue(func() map[string]reflect.Value {
	all := maps.Clone(instances)
	for _, table := range Symbols {
		for _, v := range table {
			if t := v.Type(); v.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
				addEmbedded(all, t.Elem())
			}
		}
	}
	return all
})

// addEmbedded adds the instances of generic types that a struct embeds: the
// methods that they give it have them as receivers.
func addEmbedded(all map[string]reflect.Value, s reflect.Type) {
	for i := range s.NumField() {
		t := s.Field(i).Type
		name, args, generic := strings.Cut(strings.TrimSuffix(t.Name(), "]"), "[")
		if s.Field(i).Anonymous && generic {
			all[t.PkgPath()+"."+name+" "+args] = reflect.Zero(reflect.PointerTo(t))
		}
	}
}

// instanceTable is the interpreter's table of the compiled instances.
func instanceTable() map[string]reflect.Value {
	table := make(map[string]reflect.Value, len(allInstances()))
	for key, v := range allInstances() {
		table[instanceSymbol(key)] = v
	}
	return table
}

// instanceSymbol makes a name of a key of instances.
func instanceSymbol(key string) string {
	return "I_" + strings.Map(func(r rune) rune {
		if strings.ContainsRune("/. ,[]{}*", r) {
			return '_'
		}
		return r
	}, key)
}
