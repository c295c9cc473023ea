package grief

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// Grid is a full grid of inducing points U = U_1 × ... × U_d. It is made from
// training inputs only: an input with few distinct values has these as its
// grid points, another one evenly spaced points over its range. The product
// is never formed.
type Grid struct {
	axes []axis
}

// axis is the grid of one input.
type axis struct {
	points []float64 // ascending
	even   bool      // evenly spaced over a range, at the distance spacing
	space  float64
}

// NewGrid returns the grid of points x, a matrix: at most points values an
// input, at least 2. pad extends evenly spaced axes by that many spacings
// beyond the data at either end, without more points; 0 is none.
func NewGrid(x cov.Inputs, points int, pad float64) (*Grid, error) {
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("grief: NewGrid: the inputs are %T; they must be *cov.Matrix", x)
	}
	rows, err := dataset.Rows(gplib.Data{X: m, Y: make([]float64, m.Len())})
	if err != nil {
		return nil, fmt.Errorf("grief: NewGrid: %w", err)
	}
	return GridOf(rows, points, pad)
}

// GridOf is [NewGrid] of the rows that r hands out, in one pass.
func GridOf(r dataset.RowReader, points int, pad float64) (*Grid, error) {
	if r == nil {
		return nil, errors.New("grief: GridOf: the reader is nil")
	}
	if err := checkGrid(points, pad); err != nil {
		return nil, err
	}
	s := newSurvey(r.Dim(), points)
	if err := eachBlock(r, s.Add); err != nil {
		return nil, err
	}
	return s.Grid(pad)
}

func checkGrid(points int, pad float64) error {
	if points < 2 {
		return optionError("Points", float64(points), "it must be at least 2")
	}
	if !(pad >= 0) || math.IsInf(pad, 1) {
		return optionError("Pad", pad, "it must not be negative")
	}
	return nil
}

func optionError(name string, value float64, why string) error {
	return fmt.Errorf("grief: %s is %v; %s", name, value, why)
}

// evenAxis returns n points from lo to hi, or from pad spacings below to pad
// spacings above.
func evenAxis(lo, hi float64, n int, pad float64) axis {
	beyond := pad * (hi - lo) / float64(n-1)
	points := cov.Grid(lo-beyond, hi+beyond, n).Column(0)
	return axis{points: points, even: true, space: points[1] - points[0]}
}

// with returns n points over the range of a.
func (a axis) with(n int) axis { return evenAxis(a.points[0], a.points[len(a.points)-1], n, 0) }

// width returns the range of a.
func (a axis) width() float64 { return a.points[len(a.points)-1] - a.points[0] }

// Dim returns the number of inputs, d.
func (g *Grid) Dim() int { return len(g.axes) }

// Points returns the grid points of input l, ascending. A constant input has
// one point, and the basis leaves it out.
func (g *Grid) Points(l int) []float64 { return slices.Clone(g.axes[l].points) }

// Spacing returns the distance between evenly spaced grid points of input l,
// and 0 where they are the input's distinct values. Lengthscales below it lose
// prior variance between the points: 6 % at three quarters of it, 34 % at half.
func (g *Grid) Spacing(l int) float64 { return g.axes[l].space }

// LogSize returns the decimal logarithm of the number of grid points, m.
func (g *Grid) LogSize() float64 {
	sum := 0.0
	for _, a := range g.axes {
		sum += math.Log10(float64(len(a.points)))
	}
	return sum
}

// String returns the size in words.
func (g *Grid) String() string {
	size := fmt.Sprintf("10^%.1f", g.LogSize())
	if g.LogSize() < 6 {
		size = fmt.Sprint(math.Round(math.Pow(10, g.LogSize())))
	}
	if g.Dim() == 1 {
		return "grid of " + size + " points in 1 dimension"
	}
	return fmt.Sprintf("grid of %s points in %d dimensions", size, g.Dim())
}

// blockRows is the number of rows that a pass holds at once.
const blockRows = 2048

// eachBlock is [dataset.EachBlock] in blocks of blockRows.
func eachBlock(r dataset.RowReader, use func(x *mat.Dense, y []float64) error) error {
	return dataset.EachBlock(r, blockRows, use)
}
