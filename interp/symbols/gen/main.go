// Command gen writes what package symbols embeds: the interpreter's symbol
// tables of the compiled packages that cells may import (of the standard
// library, what yaegi's own tables lack), the compiled instances of the standard
// library's generic packages, and knowledge.zip and standard.zip with the type
// export data and the documentation of all of them.
//
// It runs in interp/symbols, by go generate, and needs the Go toolchain.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/traefik/yaegi/extract"
	"golang.org/x/tools/go/packages"
)

// tables are the packages, and with /... the trees of packages, whose symbol
// tables are generated. Internal packages and test helpers are left out.
var tables = []string{
	"gonum.org/v1/gonum/blas", "gonum.org/v1/gonum/blas/blas64", "gonum.org/v1/gonum/cmplxs",
	"gonum.org/v1/gonum/diff/fd", "gonum.org/v1/gonum/dsp/fourier", "gonum.org/v1/gonum/dsp/window",
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/floats/scalar",
	"gonum.org/v1/gonum/integrate", "gonum.org/v1/gonum/integrate/quad", "gonum.org/v1/gonum/interp",
	"gonum.org/v1/gonum/lapack", "gonum.org/v1/gonum/lapack/lapack64", "gonum.org/v1/gonum/mat",
	"gonum.org/v1/gonum/mathext", "gonum.org/v1/gonum/optimize", "gonum.org/v1/gonum/optimize/functions",
	"gonum.org/v1/gonum/spatial/r1", "gonum.org/v1/gonum/spatial/r2", "gonum.org/v1/gonum/spatial/r3",
	"gonum.org/v1/gonum/stat", "gonum.org/v1/gonum/stat/combin", "gonum.org/v1/gonum/stat/distmv",
	"gonum.org/v1/gonum/stat/distuv", "gonum.org/v1/gonum/stat/samplemv", "gonum.org/v1/gonum/stat/sampleuv",
	"gonum.org/v1/plot", "gonum.org/v1/plot/font", "gonum.org/v1/plot/palette", "gonum.org/v1/plot/palette/brewer",
	"gonum.org/v1/plot/palette/moreland", "gonum.org/v1/plot/plotter", "gonum.org/v1/plot/plotutil",
	"gonum.org/v1/plot/text", "gonum.org/v1/plot/vg", "gonum.org/v1/plot/vg/draw", "gonum.org/v1/plot/vg/vgimg",
	"gonum.org/v1/plot/vg/vgpdf", "gonum.org/v1/plot/vg/vgsvg",
	"krigo/cell", "krigo/gplib/...", "krigo/display",
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	own, err := load(tables)
	if err != nil {
		return err
	}
	standard, err := standardLibrary()
	if err != nil {
		return err
	}
	if err := removeTables(); err != nil {
		return err
	}
	for _, p := range own {
		if err := writeTable(p.PkgPath); err != nil {
			return err
		}
	}
	if err := writeStandard(standard); err != nil {
		return err
	}
	if err := writeInstances(); err != nil {
		return err
	}
	if err := writeKnowledge("knowledge.zip", own); err != nil {
		return err
	}
	sum, err := inputs("../..")
	if err != nil {
		return err
	}
	return os.WriteFile(inputsFile, []byte(sum+"\n"), 0o644)
}

// load finds the packages that patterns match, less those that notebooks do
// not import.
func load(patterns []string) ([]*packages.Package, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedExportFile | packages.NeedModule
	// Without cgo all files are Go files.
	found, err := packages.Load(&packages.Config{Mode: mode, Env: append(os.Environ(), "CGO_ENABLED=0")}, patterns...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(found) > 0 {
		return nil, fmt.Errorf("some packages do not load")
	}
	return slices.DeleteFunc(found, func(p *packages.Package) bool {
		return p.Name == "main" || strings.Contains(p.PkgPath, "/internal/") || strings.HasSuffix(p.PkgPath, "/internal") ||
			strings.HasSuffix(p.PkgPath, "covtest") || len(p.Syntax) == 0
	}), nil
}

// writeTable writes the symbol table of one package, of the names that match
// one of the patterns where there are any.
func writeTable(path string, include ...string) error {
	log.Print("table of ", path)
	var source bytes.Buffer
	e := extract.Extractor{
		Dest: "symbols", License: "//lint:file-ignore SA1019 the table holds all that is exported", Include: include,
	}
	if _, err := e.Extract(path, "", &source); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(tableFile(path), source.Bytes(), 0o644)
}

// tableFile is the file of a package's table, such as table_gonum_mat.go.
func tableFile(path string) string {
	short, own := strings.CutPrefix(path, "krigo/")
	if gonum, ok := strings.CutPrefix(path, "gonum.org/v1/"); ok {
		short, own = gonum, true
	}
	if !own {
		short = "std_" + short
	}
	return "table_" + strings.NewReplacer("/", "_", ".", "_").Replace(short) + ".go"
}

// removeTables removes the tables of the last run.
func removeTables() error {
	tables, err := filepath.Glob("table_*.go")
	if err != nil {
		return err
	}
	for _, file := range tables {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}
