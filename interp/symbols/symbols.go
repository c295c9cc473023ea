// Package symbols has the types and the documentation of the packages that cells
// may import: of the standard library, gonum, plot and the project's own. It reads
// them without a Go toolchain and links none of the packages; their symbol tables
// for the interpreter are in package tables.
//
// The tables, the folder types and the lists of instances are generated, and
// generated.txt says from what: go generate rewrites what is stale, and make
// check-generated tells. Documentation is not generated: docs.go says where it is
// read. The packages in library are the sources of the generic part of the standard
// library.
//
//	world := symbols.NewWorld()
//	pkg, err := world.Import("gonum.org/v1/gonum/mat") // *types.Package
//	doc, ok := world.Doc("gonum.org/v1/gonum/mat", "Dense.Mul")
package symbols

//go:generate go run ./gen
