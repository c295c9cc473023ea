package cov

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Tasks returns the covariance matrix of several outputs (tasks) as a covariance function of their
// number,
//
//	k(i, j) = B_ij,  B = WWᵀ + diag(v),
//
// where W has a row for each output and rank columns, and v holds the variance that each output has
// of its own (Bonilla, Chai and Williams 2008, equation 1; Álvarez, Rosasco and Lawrence 2012,
// section 4.2). Inputs are points of one dimension with whole numbers from 0 to outputs-1; [On]
// selects the column. The product with a function of the other inputs is the intrinsic model of
// coregionalisation (ICM), a sum of such products the linear one (LCM):
//
//	k := cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(3, 1), 1))
//
// The elements of W, in the unit of y, are the parameters "w[output,column]" and may be any number;
// W is zero above its diagonal, which does not restrict B and makes W unique up to the signs of its
// columns. The elements of v, in the square of that unit, are "v[output]". At first all outputs have
// the variance 1 and the correlation is 1/2 if rank is 1.
//
// Outputs need not be observed at the same points. For noise of each output see gplib.GroupNoise,
// for means gplib.GroupMean. Check returns an error unless 1 <= rank <= outputs.
func Tasks(outputs, rank int) Func {
	if rank < 1 || rank > outputs {
		return function{broken{fmt.Errorf("cov: Tasks has rank %d and %d outputs; the rank must be from 1 to the number of outputs", rank, outputs)}}
	}
	t := tasks{w: make([]float64, 0, outputs*rank), v: make([]float64, outputs), rank: rank}
	for i := range outputs {
		for range min(i+1, rank) {
			t.w = append(t.w, math.Sqrt(0.5/float64(min(i+1, rank))))
		}
		t.v[i] = 0.5
	}
	return function{t}
}

func init() {
	register("Tasks", needs{whole: 2}, func(w written) Func {
		k := Tasks(w.Whole[0], w.Whole[1])
		if n := len(k.Params()); n != len(w.Theta) {
			return function{broken{fmt.Errorf("cov: Tasks(%d, %d) has %d parameters, not %d", w.Whole[0], w.Whole[1], n, len(w.Theta))}}
		}
		return k.With(w.Theta)
	})
}

// tasks holds the elements of W up to its diagonal, by rows.
type tasks struct {
	w, v []float64
	rank int
}

func (t tasks) label() string { return "tasks" }

// params returns parameters of no dimension: none is named after the column of the outputs.
func (t tasks) params() []Param {
	var ps []Param
	for i := range t.v {
		for q := range t.row(i) {
			ps = append(ps, Real(fmt.Sprintf("w[%d,%d]", i, q), t.row(i)[q]).As(param.RoleAmplitude))
		}
	}
	for i, v := range t.v {
		ps = append(ps, Positive(fmt.Sprintf("v[%d]", i), v).As(param.RoleVariance))
	}
	for i := range ps {
		ps[i].Dims = []int{}
	}
	return ps
}

func (t tasks) with(theta []float64) body {
	theta = slices.Clone(theta)
	return tasks{theta[:len(t.w)], theta[len(t.w):], t.rank}
}

// start returns the position of row i in w.
func (t tasks) start(i int) int {
	full := max(i-t.rank, 0)
	i -= full
	return full*t.rank + i*(i+1)/2
}

// row returns row i of W without the zeros above the diagonal.
func (t tasks) row(i int) []float64 { return t.w[t.start(i):][:min(i+1, t.rank)] }

// at returns B_ij.
func (t tasks) at(i, j int) float64 {
	sum := 0.0
	for q, u := range t.row(min(i, j)) {
		sum += u * t.row(max(i, j))[q]
	}
	if i == j {
		sum += t.v[i]
	}
	return sum
}

func (t tasks) check(x Inputs) error {
	m, err := matrixOf("Tasks", x)
	if err != nil {
		return err
	}
	if m.d != 1 {
		return fmt.Errorf("cov: Tasks takes the number of the output alone, the inputs have dimension %d; "+
			"cov.On(cov.Tasks(%d, %d), dim) selects its column", m.d, len(t.v), t.rank)
	}
	if _, err := Groups(x, 0, len(t.v)); err != nil {
		return fmt.Errorf("cov: Tasks: %w", err)
	}
	return nil
}

func (t tasks) diag(dst []float64, a Inputs) {
	for i, v := range a.(*Matrix).col(0) {
		dst[i] = t.at(int(v), int(v))
	}
}

func (t tasks) String() string {
	return fmt.Sprintf("Tasks(%d, %d)", len(t.v), t.rank)
}

func (t tasks) Describe() (Spec, error) { return describeLeaf("Tasks", t.params(), len(t.v), t.rank) }

func (t tasks) rows(a, b Inputs) evaluator {
	e := &tasksRows{tasks: t, a: a.(*Matrix).col(0), b: b.(*Matrix).col(0), k: make([]float64, len(t.v)*len(t.v))}
	for i := range t.v {
		for j := range t.v {
			e.k[i*len(t.v)+j] = t.at(i, j)
		}
	}
	return e
}

type tasksRows struct {
	tasks
	a, b  []float64
	k     []float64 // B by rows
	i, lo int
}

func (e *tasksRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = int(e.a[i]), lo
	row := e.k[e.i*len(e.v):]
	for j, v := range e.b[lo:hi] {
		dst[j] = row[int(v)]
	}
}

// grad: ∂B_ij/∂w_iq = w_jq, and twice that for i = j.
func (e *tasksRows) grad(grad, w []float64) {
	i := e.i
	for j, wj := range w {
		j := int(e.b[e.lo+j])
		for q := range min(i, j, e.rank-1) + 1 {
			grad[e.start(i)+q] += wj * e.row(j)[q]
			grad[e.start(j)+q] += wj * e.row(i)[q]
		}
		if i == j {
			grad[len(e.w)+i] += wj
		}
	}
}

func (t tasks) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	for _, number := range []float64{x[0].Value(), y[0].Value()} {
		if number != math.Trunc(number) || !(number >= 0) || number >= float64(len(t.v)) {
			return r.Fail(fmt.Errorf("cov: Tasks: %v is not the number of one of the %d outputs; integrate along another coordinate", number, len(t.v)))
		}
	}
	i, j := int(x[0].Value()), int(y[0].Value())
	sum := r.Constant(0)
	for q := range min(i, j, t.rank-1) + 1 {
		sum = sum.Add(theta[t.start(i)+q].Mul(theta[t.start(j)+q]))
	}
	if i == j {
		sum = sum.Add(theta[len(t.w)+i])
	}
	return r.Step(sum, x[0], y[0])
}
