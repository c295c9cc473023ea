// Package kind names saved values. The kind of a value is its type's import path and
// name, such as krigo/gplib/grief.Posterior. Kinds of this module begin with the
// module's first path, whatever its path is now, so that a module with another path can
// read them.
package kind

import (
	"reflect"
	"strings"
)

// first is the module's first path.
const first = "krigo"

type here struct{}

// module is the module's path now.
var module = strings.TrimSuffix(reflect.TypeFor[here]().PkgPath(), "/gplib/internal/kind")

// Of returns the kind of a value, or of what it points to.
func Of(v any) string {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return moved(t.PkgPath(), module, first) + "." + t.Name()
}

// Own returns the kind of that name in this module, such as gplib/grief.Posterior.
func Own(name string) string { return first + "/" + name }

// Package returns the import path of the package that a kind is in, or "" where the
// kind has none.
func Package(kind string) string {
	return moved(kind[:max(0, strings.LastIndexByte(kind, '.'))], first, module)
}

// moved returns an import path in the module to instead of from, where it is in from.
func moved(path, from, to string) string {
	if rest, ok := strings.CutPrefix(path, from+"/"); ok {
		return to + "/" + rest
	}
	return path
}
