package symbols

import (
	_ "embed"
	"strings"
	"sync"
)

// InstancesPath is the import path of the compiled instances in the interpreter.
const InstancesPath = "krigo/interp/symbols/instances"

// The keys of the compiled instances, a line each: instances.txt has those of the
// standard library, embedded.txt those that structs of the project's packages embed.
var (
	//go:embed instances.txt
	standardInstances string
	//go:embed embedded.txt
	embeddedInstances string
)

// Instances is the set of the keys of all compiled instances, such as
// "slices.Index []int,int". Callers must not change it.
var Instances = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for key := range strings.Lines(standardInstances + embeddedInstances) {
		all[strings.TrimSuffix(key, "\n")] = true
	}
	return all
})

// Instance returns the package and the name under which the interpreter has
// the compiled instance of a generic function or type of the package at path.
// The type arguments are spelt as go/types does, with uint8 for byte and int32
// for rune. Only basic types, and slices of these where a constraint asks for
// them, have compiled instances; they are as fast as in any Go program.
func (w *World) Instance(path, name string, args []string) (pkg, symbol string, ok bool) {
	key := path + "." + name + " " + strings.Join(args, ",")
	return InstancesPath, InstanceSymbol(key), Instances()[key]
}

// InstanceSymbol returns the name that the interpreter has for a key of Instances.
func InstanceSymbol(key string) string {
	return "I_" + strings.Map(func(r rune) rune {
		if strings.ContainsRune("/. ,[]{}*", r) {
			return '_'
		}
		return r
	}, key)
}
