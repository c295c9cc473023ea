package display

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/category"
)

// coordinates returns inputs as points of a matrix.
func coordinates(x cov.Inputs) (*cov.Matrix, error) {
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("inputs of type %T are not numbers", x)
	}
	return m, nil
}

// targetName returns the name of what was observed.
func targetName(d gplib.Data) string { return orElse(d.Target, "y") }

// inputNamed returns the position of a name.
func inputNamed(names []string, name string) (int, error) {
	if k := slices.Index(names, name); k >= 0 {
		return k, nil
	}
	return 0, fmt.Errorf("there is no input %q; available: %q", name, names)
}

// evenly returns n numbers from lo to hi, both included.
func evenly(lo, hi float64, n int) []float64 {
	if n == 1 {
		return []float64{lo}
	}
	return floats.Span(make([]float64, n), lo, hi)
}

// median of at least one number.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// medians returns the median of each coordinate, and of a category the level of most rows.
func medians(x *cov.Matrix) []float64 {
	out := make([]float64, x.Dim())
	for k := range out {
		out[k] = median(x.Column(k))
	}
	for _, c := range category.Of(x) {
		usual := c.Codes[slices.Index(c.Rows, slices.Max(c.Rows))]
		for k, j := range c.Columns {
			out[j] = usual[k]
		}
	}
	return out
}

// alike returns points in the units and with the names of x, the inputs that a
// figure draws between.
func alike(points mat.Matrix, x cov.Inputs) *cov.Matrix { return cov.Points(points).Like(x) }
