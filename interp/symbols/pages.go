package symbols

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"krigo/interp/static/check"
)

// leftOut are patterns, of path.Match, of the packages that cells of web pages cannot import: what a page has no use
// for, such as sockets, and what no lesson imports and makes the module of pages large.
var leftOut = []string{
	"archive/*", "compress/bzip2", "compress/lzw", "crypto", "crypto/*", "crypto/*/*", "database/*", "database/*/*", "debug/*",
	"encoding/asn1", "encoding/ascii85", "encoding/gob", "encoding/pem", "encoding/xml", "expvar", "go/*", "go/*/*", "html/template",
	"image/gif", "image/jpeg", "index/*", "log/syslog", "mime", "mime/*", "net", "net/*", "net/*/*", "os/exec", "os/signal", "os/user",
	"runtime/metrics", "runtime/pprof", "runtime/trace", "testing", "testing/*", "text/scanner",
	"gonum.org/v1/gonum/blas", "gonum.org/v1/gonum/blas/*", "gonum.org/v1/gonum/cmplxs", "gonum.org/v1/gonum/dsp/*",
	"gonum.org/v1/gonum/graph", "gonum.org/v1/gonum/graph/*", "gonum.org/v1/gonum/graph/*/*",
	"gonum.org/v1/gonum/lapack", "gonum.org/v1/gonum/lapack/*", "gonum.org/v1/gonum/num/*", "gonum.org/v1/gonum/optimize/functions",
	"gonum.org/v1/gonum/spatial/*", "gonum.org/v1/plot/palette/*", "gonum.org/v1/plot/vg/vgpdf", "gonum.org/v1/plot/vg/vgsvg",
	"github.com/google/uuid",
	"krigo/cluster", "krigo/display/drawtest", "krigo/gplib/dataset/fetch", "krigo/gplib/dataset/parquet", "krigo/gplib/learntest",
	"krigo/gplib/lik/liktest", "krigo/gplib/posteriortest",
}

// InPages reports whether cells of web pages can import a package.
func InPages(importPath string) bool {
	return !slices.ContainsFunc(leftOut, func(pattern string) bool {
		ok, _ := path.Match(pattern, importPath)
		return ok
	})
}

// forPages returns the paths that cells of web pages can import.
func forPages(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !InPages(p) })
}

// errLeftOut is the error of an import that a web page lacks.
func errLeftOut(importPath string) error {
	err := fmt.Errorf("package %s is left out of web pages%s; run the notebook with krigo to import it", importPath, why(importPath))
	return &check.Unimportable{Err: err}
}

// why returns a reason, or "".
func why(importPath string) string {
	for _, needs := range []struct{ prefix, what string }{
		{"net", "which have no sockets"}, {"os/", "which have no processes"}, {"krigo/cluster", "which have no processes"},
		{"krigo/gplib/dataset/fetch", "which download nothing"},
	} {
		if importPath == needs.prefix || strings.HasPrefix(importPath, strings.TrimSuffix(needs.prefix, "/")+"/") {
			return ", " + needs.what
		}
	}
	return ""
}
