package normal

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// depth is the number of earlier places whose differences extrapolate steps.
const depth = 8

// history extrapolates the steps of a fixed-point iteration (Anderson 1965, Journal of the ACM 12, 547-560): the
// combination of the last places whose steps nearly cancel replaces the place, and its step is taken.
type history struct {
	at, step [][]float64 // the last one is the newest
}

// add adds a place with the step from it.
func (h *history) add(at, step []float64) {
	h.at, h.step = append(h.at, at), append(h.step, step)
	if len(h.at) > depth+1 {
		h.at, h.step = h.at[1:], h.step[1:]
	}
}

// next returns the extrapolated place after a step, nil where there are too few. The sizes of its elements are
// compared in units.
func (h *history) next(units []float64) []float64 {
	k := len(h.at) - 1
	if k < 1 {
		return nil
	}
	newest := floats.MulTo(make([]float64, len(units)), h.step[k], units)
	change := make([][]float64, k)
	for j := range change {
		change[j] = floats.SubTo(make([]float64, len(units)), h.step[j+1], h.step[j])
		floats.Mul(change[j], units)
	}
	share := leastSquares(change, newest)
	if share == nil {
		return nil
	}
	to := floats.AddTo(make([]float64, len(units)), h.at[k], h.step[k])
	for j, c := range share {
		for i := range to {
			to[i] -= c * (h.at[j+1][i] - h.at[j][i] + h.step[j+1][i] - h.step[j][i])
		}
	}
	return to
}

// leastSquares returns the c with the smallest |Σ c_j a_j - b|, with a little of |c| added for columns that nearly
// depend on each other. It returns nil where there is none.
func leastSquares(columns [][]float64, b []float64) []float64 {
	const little = 1e-14
	k := len(columns)
	gram, right, size := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil), make([]float64, k)
	for i, a := range columns {
		size[i] = floats.Norm(a, 2)
		if !(size[i] > 0) || math.IsInf(size[i], 1) {
			return nil
		}
		for j := range i + 1 {
			gram.SetSym(i, j, floats.Dot(a, columns[j])/(size[i]*size[j]))
		}
		gram.SetSym(i, i, 1+little)
		right.SetVec(i, floats.Dot(a, b)/size[i])
	}
	var chol mat.Cholesky
	if !chol.Factorize(gram) {
		return nil
	}
	c := mat.NewVecDense(k, nil)
	if err := chol.SolveVecTo(c, right); err != nil {
		return nil
	}
	return floats.DivTo(size, c.RawVector().Data, size)
}
