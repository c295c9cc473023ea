// Package krigo carries the sources of the packages that cells import, from
// which a session reads their documentation, and the course. The program is
// krigo/cmd/krigo, the library krigo/gplib.
package krigo

import "embed"

// Sources are the Go files of the packages, by their folders below the module.
//
//go:embed cell/*.go display/*.go display/*/*.go gplib/*.go gplib/*/*.go gplib/*/*/*.go widget/*.go course/*.go cluster/*.go
var Sources embed.FS

// Course are the notebooks of the course and the small data that they read, and the
// solutions of exercises, by their folders below the module.
//
//go:embed notebooks testdata/co2/*.csv course/solutions
var Course embed.FS
