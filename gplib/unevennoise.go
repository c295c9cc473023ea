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
	unevenRows   = 60   // from which noise that changes with the inputs is looked for
	unevenInputs = 10   // up to which
	unevenLevel  = 1e-6 // the probability of an alarm where it does not change
	unevenFactor = 3    // of the standard deviation between a tenth of the rows and another, from which it matters
	unevenFloor  = 0.1  // standard deviations, added to an error before its logarithm
)

// unevenNoise warns of noise whose variance changes with the inputs, which the model takes for constant: the logarithm
// of the size of standardised errors is compared with its regression on the inputs and their squares by the F-test
// (a robust form of the test of Breusch and Pagan 1979).
func (c *checked) unevenNoise() Findings {
	if _, _, ok := noise.ProcessOf(c.m.Noise); ok {
		return nil
	}
	z, from, _ := c.errors()
	if len(z) < unevenRows {
		return nil
	}
	x, ok := c.d.Subset(from).X.(*cov.Matrix)
	if !ok || x.Dim() > unevenInputs {
		return nil
	}
	size := make([]float64, len(z))
	for i, v := range z {
		size[i] = math.Log(math.Abs(v) + unevenFloor)
	}
	probability, fitted := trendOf(size, x)
	if !(probability < unevenLevel) {
		return nil
	}
	slices.Sort(fitted)
	n := len(fitted)
	factor := math.Exp(fitted[n-1-n/10] - fitted[n/10])
	if !(factor >= unevenFactor) {
		return nil
	}
	return Findings{{
		Code: "noise-uneven",
		Found: fmt.Sprintf("the scatter of the observations about the predictions changes with the inputs, in standard deviation by a factor of about %s",
			words.Number(factor, 2)),
		Means: "intervals are too wide where it is small, and too narrow where it is large",
		Do: "learn the noise as a process (gplib.NoiseProcess with hetero.Learner), or one variance for each value of an input " +
			"that numbers groups, such as outputs (gplib.GroupNoise); where the function and not the noise changes faster, " +
			"let the scale of the function vary (cov.Warp)",
	}}
}

// trendOf returns the probability, if y does not depend on x, of a regression of y on the coordinates of x and their
// squares as good as the one found, and its values. The probability is 1 where there is no regression.
func trendOf(y []float64, x *cov.Matrix) (probability float64, fitted []float64) {
	n := x.Len()
	var columns [][]float64
	for k := range x.Dim() {
		column := x.Column(k)
		spread := spreadOf(column)
		if spread == 0 {
			continue
		}
		floats.AddConst(-stat.Mean(column, nil), column)
		floats.Scale(1/spread, column)
		columns = append(columns, column, floats.MulTo(make([]float64, n), column, column))
	}
	p := len(columns)
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
	if !(rest > 0) {
		return 1, nil
	}
	f := (total - rest) / float64(p) / (rest / float64(n-p-1))
	return distuv.F{D1: float64(p), D2: float64(n - p - 1)}.Survival(f), fitted
}
