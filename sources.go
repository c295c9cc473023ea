// Package krigo carries the sources of the packages that cells import, from
// which a session reads their documentation, and the course. The program is
// krigo/cmd/krigo, the library krigo/gplib.
package krigo

import "embed"

// Sources are the Go files of the packages, by their folders below the module, without tests: a file
// ends in another letter than t, or in t but not st; the others in st are named.
//
//go:embed cell/*[^t].go display/*[^t].go display/*/*[^t].go gplib/*[^t].go gplib/*/*[^t].go gplib/*/*/*[^t].go
//go:embed widget/*[^t].go course/[^l]*[^t].go cluster/*[^t].go
//go:embed cell/*[^s]t.go display/*[^s]t.go display/*/*[^s]t.go gplib/*[^s]t.go gplib/*/*[^s]t.go gplib/*/*/*[^s]t.go
//go:embed widget/*[^s]t.go course/[^l]*[^s]t.go cluster/*[^s]t.go
//go:embed display/*/*[^_]test.go gplib/*/*[^_]test.go gplib/*/*/*[^_]test.go gplib/cov/adjust.go course/list.go cluster/manifest.go cluster/selftest.go
var Sources embed.FS

// Course are the notebooks of the course and the small data that they read, by their folders
// below the module. Students have this program: solutions, and the source of what judges their
// answers (course/lessonNN.go), are not in it. Releases carry the notebooks without outputs
// (scripts/release).
//
//go:embed notebooks testdata/co2/*.csv
var Course embed.FS

// Requirements are the go.mod and go.sum of this module, for programs that are built with its packages.
//
//go:embed go.mod go.sum
var Requirements embed.FS
