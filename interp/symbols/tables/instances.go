package tables

import (
	"maps"
	"reflect"
	"strings"
	"sync"

	"krigo/interp/symbols"
)

// instanceTable returns the interpreter's table of the compiled instances: the generated
// ones, and those that compiled structs embed.
func instanceTable() map[string]reflect.Value {
	all := allInstances()
	table := make(map[string]reflect.Value, len(all))
	for key, v := range all {
		table[symbols.InstanceSymbol(key)] = v
	}
	return table
}

// allInstances are the compiled instances by path, name and type arguments.
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
