package symbols

import (
	"embed"
	"strings"

	"krigo/modules/source"
)

// library has our own sources of generic packages, which are packages of this
// module too: package slices in library/slices/slices.go, and so on.
//
//go:embed library/cmp/cmp.go library/crypto/hkdf/hkdf.go library/crypto/pbkdf2/pbkdf2.go
//go:embed library/errors/errors.go library/hash/maphash/maphash.go library/iter/iter.go library/maps/maps.go
//go:embed library/math/rand/v2/rand.go library/reflect/reflect.go library/slices/slices.go
//go:embed library/sync/atomic/atomic.go library/sync/sync.go library/unique/unique.go library/weak/weak.go
var library embed.FS

// Source returns the source of the generic part of the package at path. Code for
// type arguments that a compiled package was not compiled with is made from
// this source.
func (w *World) Source(path string) (string, bool) {
	name := strings.TrimSuffix(path, "/v2")
	data, err := library.ReadFile("library/" + path + "/" + name[strings.LastIndexByte(name, '/')+1:] + ".go")
	return string(data), err == nil
}

// Whole returns nil: all packages are compiled.
func (w *World) Whole(string) (*source.Package, error) { return nil, nil }
