// Package kind names saved values. The kind of a value is its type's import path and
// name, such as krigo/gplib/grief.Posterior. Kinds of this module begin with the
// module's first path, whatever its path is now, so that a module with another path can
// read them.
package kind

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
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

// Registry has the constructors of values V from their descriptions S, by kind. The zero value is ready to use; it is
// safe for concurrent use.
type Registry[S, V any] struct{ constructors sync.Map }

// Register registers the constructor of a kind.
func (r *Registry[S, V]) Register(kind string, construct func(S) (V, error)) {
	r.constructors.Store(kind, construct)
}

// Construct returns the value of a description of a kind. The error for an unknown kind names the package to import;
// what says what such values are.
func (r *Registry[S, V]) Construct(what, kind string, description S) (V, error) {
	if construct, ok := r.constructors.Load(kind); ok {
		return construct.(func(S) (V, error))(description)
	}
	var none V
	if path := Package(kind); path != "" {
		return none, fmt.Errorf("there is no %s %q; import _ %q to register it", what, kind, path)
	}
	return none, fmt.Errorf("there is no %s %q", what, kind)
}

// Kinds returns the registered kinds, in no order.
func (r *Registry[S, V]) Kinds() []string {
	var all []string
	r.constructors.Range(func(kind, _ any) bool {
		all = append(all, kind.(string))
		return true
	})
	return all
}
