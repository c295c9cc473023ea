package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The rows of the sample that are predicted, and in how many folds.
const (
	baselineRows = defaultExact
	rivalFolds   = 5
)

// belowBaseline warns where the exact start predicts the rows of the sample clearly
// better than the posterior, in a cross-validation at its learned parameters. The
// posterior's errors are leave-one-out errors: a row's error divided by 1 - φᵀSφ/σ²
// (Rasmussen and Williams 2006, (5.12)). As it has learned from more rows than the
// exact start has, the comparison favours it. Errors below the floor of the noise are
// expected.
func (p *problem) belowBaseline(posterior *Posterior) gplib.Findings {
	if _, stop := p.Interrupted(); stop || p.rival == nil {
		return nil
	}
	own, floor := posterior.leftOutErrors(p.compared()), p.model.Noise.Params()[0].Min
	if !gplib.ClearlyBetter(p.rival, own) || rootMeanSquare(own) < math.Sqrt(floor) {
		return nil
	}
	return gplib.Findings{{
		Code:  "baseline-better",
		Found: fmt.Sprintf("an exact Gaussian process on %d rows predicts better", len(own)*(rivalFolds-1)/rivalFolds),
		Means: fmt.Sprintf("root mean squared error %.3g against %.3g", rootMeanSquare(p.rival), rootMeanSquare(own)),
		Do:    "use more Points or Functions, or gplib.LBFGS on some of the rows",
	}}
}

// rootMeanSquare returns the root mean square of v.
func rootMeanSquare(v []float64) float64 { return floats.Norm(v, 2) / math.Sqrt(float64(len(v))) }

// compared returns the rows of the sample that are predicted.
func (p *problem) compared() gplib.Data {
	n := min(baselineRows, p.sample.Len())
	return p.sample.Subset(gplib.Spaced(n, n))
}

// errorsOf returns the errors of an exact model at the compared rows, predicted
// from the other folds; nil if there are too few rows or the prediction fails.
func (p *problem) errorsOf(m gplib.Model) []float64 {
	if p.Ctx.Err() != nil || p.sample.Len() < 2*rivalFolds {
		return nil
	}
	errs, err := foldErrors(m, p.compared())
	if err != nil {
		return nil
	}
	return errs
}

// foldErrors returns the errors at each row of predictions from the other folds.
func foldErrors(m gplib.Model, d gplib.Data) ([]float64, error) {
	n := d.Len()
	errs := make([]float64, n)
	for _, out := range gplib.Deal(gplib.Spaced(n, n), rivalFolds) {
		e, err := gplib.Condition(m, d.Subset(gplib.Rest(out, n)))
		if err != nil {
			return nil, err
		}
		q, err := e.Predict(d.X.Subset(out))
		if err != nil {
			return nil, err
		}
		for j, i := range out {
			errs[i] = d.Y[i] - q.Mean[j]
		}
	}
	return errs, nil
}

// leftOutErrors returns the leave-one-out errors at rows of the posterior's own
// data.
func (p *Posterior) leftOutErrors(d gplib.Data) []float64 {
	const mostLeverage = 0.99
	n := d.Len()
	mean, variance, lacking := make([]float64, n), make([]float64, n), make([]float64, n)
	(&prediction{Posterior: p, products: newProducts(p.basis)}).at(mean, variance, lacking, d.X.(*cov.Matrix))
	errs := gplib.Model{Mean: p.mean}.Residuals(d)
	for i := range errs {
		errs[i] = (errs[i] - mean[i]) / (1 - math.Min(variance[i]/p.noise, mostLeverage))
	}
	return errs
}
