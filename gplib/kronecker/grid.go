package kronecker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// errIncomplete is wrapped by the error of data that lack a point of an output, or have one twice.
var errIncomplete = errors.New("not every output is observed once at every point")

// grid says which rows of the data belong to which output and point.
type grid struct {
	outputs []int   // the dimensions of the inputs that say which output
	rows    [][]int // rows[j][i] is the row of output j at point i
}

func (g *grid) size() (t, n int) { return len(g.rows), len(g.rows[0]) }

// cost is proportional to the time of a factorisation: one of n × n for each output, and eigenvalues of t × t.
func (g *grid) cost() float64 {
	t, n := g.size()
	return float64(t) * (math.Pow(float64(n), 3) + 20*math.Pow(float64(t), 2))
}

// Check returns an error that says why a model cannot be learned from inputs x here, or nil: the model has Gaussian
// noise that is the same at all points of an output, its covariance function is a product of functions of different
// inputs, and x has a row for each output at each point.
func Check(m gplib.Model, x cov.Inputs) error {
	_, err := gridOf(m, x)
	return err
}

// gridOf returns the grid that the rows of x are; of several, that which takes the least time.
func gridOf(m gplib.Model, x cov.Inputs) (*grid, error) {
	if err := m.Check(x); err != nil {
		return nil, err
	}
	points, err := pointsOf(x)
	if err != nil {
		return nil, err
	}
	blocks, err := blocksOf(m.Cov, points.Dim())
	if err != nil {
		return nil, err
	}
	if len(blocks) < 2 {
		return nil, fmt.Errorf("kronecker: %v is not a product of a function of the points and one of the outputs, such as "+
			"cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(outputs, rank), 1)); gplib.Fit takes all functions", m.Cov)
	}
	var best *grid
	for k, outputs := range blocks {
		g, fault := newGrid(points, outputs, others(blocks, k))
		if fault == nil {
			fault = checkNoise(m.Noise, g, x)
		}
		switch {
		case fault != nil && best == nil && (err == nil || !errors.Is(fault, errIncomplete)):
			err = fault
		case fault == nil && (best == nil || g.cost() < best.cost()):
			best = g
		}
	}
	if best == nil {
		return nil, err
	}
	return best, nil
}

// pointsOf returns x as points of a matrix, or an error that says what takes other inputs.
func pointsOf(x cov.Inputs) (*cov.Matrix, error) {
	points, ok := x.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("kronecker: the inputs are %T, and outputs are observed and predicted at points of a matrix; "+
			"gplib.Condition takes other inputs, such as functionals", x)
	}
	return points, nil
}

// others returns the dimensions of all blocks but the k-th.
func others(blocks [][]int, k int) (dims []int) {
	for i, block := range blocks {
		if i != k {
			dims = append(dims, block...)
		}
	}
	return dims
}

// newGrid returns the grid of outputs that differ in some dimensions and points that differ in others.
func newGrid(x *cov.Matrix, outputs, points []int) (*grid, error) {
	output, t := numbered(x, outputs)
	point, n := numbered(x, points)
	found := make(map[[2]int]int, x.Len())
	for row := range x.Len() {
		at := [2]int{output[row], point[row]}
		if earlier, ok := found[at]; ok {
			return nil, fmt.Errorf("kronecker: %w: rows %d and %d have the same output and point; gplib.Fit takes repeated observations", errIncomplete, earlier, row)
		}
		found[at] = row
	}
	g := &grid{outputs: outputs}
	for j := range t {
		var rows []int
		for i := range n {
			row, ok := found[[2]int{j, i}]
			if !ok {
				return nil, fmt.Errorf("kronecker: %w: there is no row of inputs%v like row %d and inputs%v like row %d; gplib.Fit takes such data, "+
					"and folds leave out whole points", errIncomplete, outputs, slices.Index(output, j), points, slices.Index(point, i))
			}
			rows = append(rows, row)
		}
		g.rows = append(g.rows, rows)
	}
	return g, nil
}

// numbered returns a number from 0 to count-1 for each row of x, equal where rows have equal coordinates in dims.
func numbered(x *cov.Matrix, dims []int) (number []int, count int) {
	number = make([]int, x.Len())
	known, key := map[string]int{}, make([]byte, 0, 8*len(dims))
	for row := range number {
		key = key[:0]
		for _, d := range dims {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(x.At(row, d)+0)) // -0 is 0
		}
		n, ok := known[string(key)]
		if !ok {
			n = len(known)
			known[string(key)] = n
		}
		number[row] = n
	}
	return number, len(known)
}

// checkNoise returns an error if the noise may differ between points of an output, at some values of its parameters.
func checkNoise(noise gplib.Noise, g *grid, x cov.Inputs) error {
	theta := make([]float64, len(noise.Params()))
	for p := range theta {
		theta[p] = float64(p + 1)
	}
	v := make([]float64, x.Len())
	noise.With(theta).Var(v, x)
	for _, rows := range g.rows {
		for _, row := range rows {
			if v[row] != v[rows[0]] {
				return fmt.Errorf("kronecker: the noise %v differs between rows %d and %d, two points of one output; gplib.Fit takes such noise", noise, rows[0], row)
			}
		}
	}
	return nil
}
