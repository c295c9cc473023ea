package dataset

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// GeneratedRows returns n rows of dim inputs by calls of row, which writes the
// inputs of row i into x, of length dim, and returns the observation. No row is
// kept; row must return the same for the same i.
func GeneratedRows(n, dim int, row func(i int, x []float64) (y float64)) (RowReader, error) {
	if n < 1 || dim < 1 || row == nil {
		return nil, fmt.Errorf("dataset: GeneratedRows: n is %d, dim %d, row is nil: %t", n, dim, row == nil)
	}
	return &generatedRows{n: n, x: make([]float64, dim), row: row}, nil
}

type generatedRows struct {
	n, next int
	x       []float64
	row     func(i int, x []float64) float64
}

func (g *generatedRows) Dim() int { return len(g.x) }

func (g *generatedRows) Read(x *mat.Dense, y []float64) (int, error) {
	n := min(len(y), g.n-g.next)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n {
		y[i] = g.row(g.next+i, g.x)
		x.SetRow(i, g.x)
	}
	g.next += n
	return n, nil
}

func (g *generatedRows) Reset() error {
	g.next = 0
	return nil
}

// ElectricLike returns a set of the shape of the household electricity set of
// the UCI collection, which has 2,049,280 rows of 11 inputs: y is a piecewise
// smooth function of a clock, a season and nine loads, three of them relevant,
// with two jumps, plus normal noise of standard deviation 0.1. Inputs are
// uniform on [-√3, √3], of mean 0 and variance 1. The same seed gives the same
// rows.
func ElectricLike(n int, seed uint64) (RowReader, error) {
	src := rand.NewPCG(seed, 0)
	rng := rand.New(src)
	return GeneratedRows(n, 11, func(i int, x []float64) float64 {
		src.Seed(seed, uint64(i))
		for k := range x {
			x[k] = math.Sqrt(3) * (2*rng.Float64() - 1)
		}
		return electricLoad(x) + 0.1*rng.NormFloat64()
	})
}

// electricLoad is [ElectricLike] without the noise.
func electricLoad(x []float64) float64 {
	clock, season := x[0], x[1]
	y := math.Sin(1.5*clock) + 0.5*math.Cos(season) + 0.3*clock*season + 0.4*math.Tanh(x[2]) + 0.2*x[3]*x[4]
	if clock > 0.8 {
		y += 0.5
	}
	if season < -1 {
		y -= 0.4 * x[2]
	}
	return y
}
