// Package cases has the corpus testdata/go: programs and sessions of cells with what the Go
// compiler's program prints. It reads and selects them, runs them through an engine, compares,
// and asks the Go toolchain what they print. testdata/go/README.md describes the files.
package cases
