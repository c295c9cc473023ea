package gplib

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/cov"
	"krigo/gplib/noise"
	"krigo/internal/words"
)

const (
	unevenRows   = 40   // from which noise that changes is looked for
	unevenInputs = 10   // up to which it may change with the inputs
	unevenLevel  = 5e-5 // the probability of an alarm, of each of two tests, where it does not change
	unevenFactor = 3    // of the standard deviation between a tenth of the rows and another, from which it matters
	unevenFloor  = 0.1  // standard deviations, added to an error before its logarithm
	noiseLeast   = 0.1  // of the variances of predictions, below which their errors are not noise
)

// unevenNoise warns of noise whose variance changes with the inputs or the predictions, which the model takes for
// constant: the logarithm of the size of standardised errors is compared with its regressions on the inputs and their
// squares, and on the predictions, by the F-test (a robust form of the test of Breusch and Pagan 1979).
func (c *checked) unevenNoise() Findings {
	if _, _, ok := noise.ProcessOf(c.m.Noise); ok {
		return nil
	}
	e := c.errors()
	if len(e.z) < unevenRows {
		return nil
	}
	size := make([]float64, len(e.z))
	for i, v := range e.z {
		size[i] = math.Log(math.Abs(v) + unevenFloor)
	}
	probability, fitted := 1.0, []float64(nil)
	with, do := "the inputs", ""
	if x, ok := c.d.Subset(e.from).X.(*cov.Matrix); ok && x.Dim() <= unevenInputs {
		probability, fitted = trendOf(size, squaresOf(x))
	}
	if p, byMean := trendOf(size, withPowers(nil, slices.Clone(e.mean), 1)); p < probability {
		probability, fitted, with = p, byMean, "the predictions"
		if slices.Min(c.d.Y) > 0 {
			do = "learn the logarithm of the observations (lik.LogNormal with laplace.Learner), or "
		}
	}
	if !(probability < unevenLevel) {
		return nil
	}
	slices.Sort(fitted)
	n := len(fitted)
	factor := math.Exp(fitted[n-1-n/10] - fitted[n/10])
	if !(factor >= unevenFactor) {
		return nil
	}
	warp := "where the function and not the noise changes faster, let the scale of the function vary (cov.Warp)"
	do += "learn the noise as a process (gplib.NoiseProcess with hetero.Learner), or one variance for each value of an input " +
		"that numbers groups, such as outputs (gplib.GroupNoise); " + warp
	if e.noise < noiseLeast {
		do = "the noise is too small to be the reason; " + warp
	}
	return Findings{{
		Code: "noise-uneven",
		Found: fmt.Sprintf("the scatter of the observations about the predictions changes with %s, in standard deviation by a factor of about %s",
			with, words.Number(factor, 2)),
		Means: "intervals are too wide where it is small, and too narrow where it is large",
		Do:    do,
	}}
}

// squaresOf returns the coordinates of x, standardised, each followed by its squares.
func squaresOf(x *cov.Matrix) [][]float64 {
	var columns [][]float64
	for k := range x.Dim() {
		columns = withPowers(columns, x.Column(k), 2)
	}
	return columns
}

// withPowers appends a column, which it standardises, and its powers up to the given one. One that does not
// change has none.
func withPowers(columns [][]float64, column []float64, most int) [][]float64 {
	spread := spreadOf(column)
	if spread == 0 {
		return columns
	}
	floats.AddConst(-stat.Mean(column, nil), column)
	floats.Scale(1/spread, column)
	power := column
	for range most {
		columns = append(columns, power)
		power = floats.MulTo(make([]float64, len(column)), power, column)
	}
	return columns
}

// trendOf returns the probability, if y does not depend on some columns, of a regression of y on them as good as the
// one found, and its values. The probability is 1 where there is no regression.
func trendOf(y []float64, columns [][]float64) (probability float64, fitted []float64) {
	n, p := len(y), len(columns)
	if p == 0 || n < 3*(p+1) {
		return 1, nil
	}
	basis := mat.NewDense(n, p+1, nil)
	for i := range n {
		basis.Set(i, 0, 1)
		for k, column := range columns {
			basis.Set(i, k+1, column[i])
		}
	}
	c, ok := leastSquares(mat.DenseCopyOf(basis), y)
	if !ok {
		return 1, nil
	}
	fitted = make([]float64, n)
	rest, total := 0.0, float64(n)*stat.PopVariance(y, nil)
	for i := range fitted {
		fitted[i] = floats.Dot(basis.RawRowView(i), c)
		rest += (y[i] - fitted[i]) * (y[i] - fitted[i])
	}
	if !(rest > 0 && total > rest) { // by rounding, where all of y is nearly the same
		return 1, nil
	}
	f := (total - rest) / float64(p) / (rest / float64(n-p-1))
	return distuv.F{D1: float64(p), D2: float64(n - p - 1)}.Survival(f), fitted
}
