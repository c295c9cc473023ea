package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// dependencies are the packages of other modules whose symbol tables are generated.
var dependencies = []string{
	"gonum.org/v1/gonum/blas", "gonum.org/v1/gonum/blas/blas64", "gonum.org/v1/gonum/cmplxs",
	"gonum.org/v1/gonum/diff/fd", "gonum.org/v1/gonum/dsp/fourier", "gonum.org/v1/gonum/dsp/window",
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/floats/scalar",
	"gonum.org/v1/gonum/graph", "gonum.org/v1/gonum/graph/coloring", "gonum.org/v1/gonum/graph/community",
	"gonum.org/v1/gonum/graph/encoding", "gonum.org/v1/gonum/graph/encoding/dot", "gonum.org/v1/gonum/graph/flow",
	"gonum.org/v1/gonum/graph/graphs/gen", "gonum.org/v1/gonum/graph/iterator", "gonum.org/v1/gonum/graph/layout",
	"gonum.org/v1/gonum/graph/multi", "gonum.org/v1/gonum/graph/network", "gonum.org/v1/gonum/graph/path",
	"gonum.org/v1/gonum/graph/product", "gonum.org/v1/gonum/graph/simple", "gonum.org/v1/gonum/graph/spectral",
	"gonum.org/v1/gonum/graph/topo", "gonum.org/v1/gonum/graph/traverse",
	"gonum.org/v1/gonum/integrate", "gonum.org/v1/gonum/integrate/quad", "gonum.org/v1/gonum/interp",
	"gonum.org/v1/gonum/lapack", "gonum.org/v1/gonum/lapack/lapack64", "gonum.org/v1/gonum/mat",
	"gonum.org/v1/gonum/mathext", "gonum.org/v1/gonum/num/dual", "gonum.org/v1/gonum/num/dualcmplx",
	"gonum.org/v1/gonum/num/dualquat", "gonum.org/v1/gonum/num/hyperdual", "gonum.org/v1/gonum/num/quat",
	"gonum.org/v1/gonum/optimize", "gonum.org/v1/gonum/optimize/functions",
	"gonum.org/v1/gonum/spatial/r1", "gonum.org/v1/gonum/spatial/r2", "gonum.org/v1/gonum/spatial/r3",
	"gonum.org/v1/gonum/stat", "gonum.org/v1/gonum/stat/combin", "gonum.org/v1/gonum/stat/distmv",
	"gonum.org/v1/gonum/stat/distuv", "gonum.org/v1/gonum/stat/samplemv", "gonum.org/v1/gonum/stat/sampleuv",
	"gonum.org/v1/plot", "gonum.org/v1/plot/font", "gonum.org/v1/plot/palette", "gonum.org/v1/plot/palette/brewer",
	"gonum.org/v1/plot/palette/moreland", "gonum.org/v1/plot/plotter", "gonum.org/v1/plot/plotutil",
	"gonum.org/v1/plot/text", "gonum.org/v1/plot/vg", "gonum.org/v1/plot/vg/draw", "gonum.org/v1/plot/vg/vgimg",
	"gonum.org/v1/plot/vg/vgpdf", "gonum.org/v1/plot/vg/vgsvg",
	"github.com/google/uuid",
}

// own are the project's packages, and with /... trees of packages, that cells
// may import. Internal packages are left out.
var own = []string{modulePath + "cell", modulePath + "gplib/...", modulePath + "display/...", modulePath + "widget", modulePath + "course", modulePath + "cluster"}

// modulePath is the prefix of the import paths of the project's own packages.
const modulePath = "krigo/"

// load finds the packages that patterns match, less those that cells do not
// import.
func load(mode packages.LoadMode, patterns ...string) ([]*packages.Package, error) {
	mode |= packages.NeedName | packages.NeedFiles
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
			len(p.GoFiles) == 0
	}), nil
}
