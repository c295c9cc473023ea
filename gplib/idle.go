package gplib

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
	"krigo/internal/category"
)

// idleRows is the number of rows from which functions are followed along an input.
const idleRows = 8

// irrelevant notes inputs that do not matter.
func (m Model) irrelevant(idle []int) Findings {
	if len(idle) == 0 {
		return nil
	}
	them := "them"
	if len(idle) == 1 {
		them = "it"
	}
	means := "along " + them + " the function changes by less than 3 % of the spread of the observations"
	if m.Lik == nil {
		means += ", and by less than the noise or a thousandth of that spread"
	}
	return Findings{{
		Code: "input-irrelevant", Inputs: m.labels(idle), Found: m.inputs(idle, "does not matter", "do not matter"),
		Means: means, Do: "leave " + them + " out for a simpler model",
	}}
}

// idleInputs returns the inputs with a learned lengthscale along which the function changes by
// less than idlePart of the standard deviation of the observations: the prior standard deviation
// of its change from a row to points with another value of the input, anywhere in the range of
// the data. A long lengthscale alone does not say so: a large variance with it is a straight line.
func (m Model) idleInputs(d Data) []int {
	const idlePart = 0.03
	x, ok := d.X.(*cov.Matrix)
	if !ok || x.Len() < 2 {
		return nil
	}
	most := idlePart * stat.PopStdDev(m.latent(d).Y, nil)
	var idle []int
	for _, k := range m.scaledInputs() {
		if k < x.Dim() && spreadOf(x.Column(k)) > 0 && m.change(x, Spaced(x.Len(), idleRows), k) < most {
			idle = append(idle, k)
		}
	}
	return idle
}

// scaledInputs returns the inputs with a free lengthscale of their own, ascending.
func (m Model) scaledInputs() []int {
	var inputs []int
	for _, p := range m.Params() {
		if p.Role == param.RoleLengthscale && !p.Fixed {
			inputs = append(inputs, p.Dims...)
		}
	}
	slices.Sort(inputs)
	return slices.Compact(inputs)
}

// change returns the largest prior standard deviation of f(x') - f(x), x being one of the rows
// and x' a point that differs from it in input k only.
func (m Model) change(x *cov.Matrix, rows []int, k int) float64 {
	largest := 0.0
	for _, i := range rows {
		at := cov.Points(pointsAlong(x, i, k))
		gram := mat.NewDense(at.Len(), at.Len(), nil)
		m.Cov.Gram(gram, at, at)
		for j := range at.Len() {
			largest = max(largest, gram.At(0, 0)+gram.At(j, j)-2*gram.At(0, j))
		}
	}
	return math.Sqrt(largest)
}

// pointsAlong returns row i of x, and after it points that differ from it in input k only, over the range of
// the data.
func pointsAlong(x *cov.Matrix, i, k int) *mat.Dense {
	parts := []float64{0, 0.13, 0.29, 0.41, 0.59, 0.73, 0.87, 1} // of the range; no common period
	column := x.Column(k)
	lo, width := slices.Min(column), slices.Max(column)-slices.Min(column)
	points := mat.NewDense(1+len(parts), x.Dim(), nil)
	for j := range 1 + len(parts) {
		points.SetRow(j, x.Row(i))
		if j > 0 {
			points.Set(j, k, lo+parts[j-1]*width)
		}
	}
	return points
}

// withoutEffect returns those of the inputs idle along which the posterior mean changes by less than the
// standard deviation of the noise, or than leastEffect of that of the observations. The prior alone does not
// tell: next to a large effect of another input, 3 % of the spread are many standard deviations of the noise.
// A likelihood has no noise to compare with.
func withoutEffect(p Posterior, idle []int) []int {
	const leastEffect = 1e-3
	d := p.Data()
	x, ok := d.X.(*cov.Matrix)
	if !ok || len(idle) == 0 {
		return idle
	}
	return slices.DeleteFunc(slices.Clone(idle), func(k int) bool {
		change, noise, err := meanChange(p, x, k)
		return err == nil && change > max(noise, leastEffect*stat.PopStdDev(d.Y, nil))
	})
}

// meanChange returns the largest change of the posterior mean along input k from one of some rows, and the standard
// deviation of the noise. The noise of a likelihood is infinite.
func meanChange(p Posterior, x *cov.Matrix, k int) (change, noise float64, err error) {
	rows := Spaced(x.Len(), idleRows)
	var all mat.Dense
	for _, i := range rows {
		points := pointsAlong(x, i, k)
		if all.IsEmpty() {
			all.CloneFrom(points)
			continue
		}
		var stacked mat.Dense
		stacked.Stack(&all, points)
		all = stacked
	}
	at, err := p.Predict(cov.Points(&all))
	if err != nil {
		return 0, 0, err
	}
	if at.Lik != nil {
		return 0, math.Inf(1), nil
	}
	each := len(at.Mean) / len(rows)
	for i, mean := range at.Mean {
		change = max(change, math.Abs(mean-at.Mean[i-i%each]))
		noise += max(at.VarY[i]-at.Var[i], 0) / float64(len(at.Mean))
	}
	return change, math.Sqrt(noise), nil
}

// wholeCodes returns inputs without the levels of categories that have another level that matters: what can be left
// out is the column that was coded.
func (m Model) wholeCodes(d Data, idle []int) []int {
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return idle
	}
	scaled := m.scaledInputs()
	for _, c := range category.Of(x) {
		matters := slices.ContainsFunc(c.Columns, func(k int) bool {
			return slices.Contains(scaled, k) && spreadOf(x.Column(k)) > 0 && !slices.Contains(idle, k)
		})
		if matters {
			idle = slices.DeleteFunc(slices.Clone(idle), func(k int) bool { return slices.Contains(c.Columns, k) })
		}
	}
	return idle
}
