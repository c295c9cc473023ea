package gplib

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Bounds of the baseline, and of clearly smaller errors.
const (
	baselineRows       = 800
	baselineIterations = 50
	baselineRatio      = 1.1  // of the root mean squared errors
	baselineErrors     = 2.5  // standard errors of the difference of the squared ones
	baselinePart       = 0.02 // of the spread of the observations, below which errors are small enough
)

// Baseline returns an exact Gaussian process that maximum likelihood fits, from the best of
// several starts about m, to at most 800 evenly spaced rows of d, which it returns too: what a
// method that approximates, or learns by something else, should not predict worse than.
func (f *Fitting) Baseline(m Model, d Data) (Model, Data, error) {
	some := d.Subset(Spaced(d.Len(), baselineRows))
	s := f.Within(baselineIterations)
	s.OwnStart = false
	fit, err := LBFGS{Condition: Unconditioned}.Fit(f.Ctx, m, some, s)
	if err != nil {
		return Model{}, Data{}, err
	}
	return fit.Model, some, nil
}

// ClearlyBetter reports whether the errors a are clearly smaller than b, at the same
// rows: by a tenth, and by more than chance explains. Where one is nil neither is
// better.
func ClearlyBetter(a, b []float64) bool {
	if a == nil || b == nil {
		return false
	}
	squares := make([]float64, len(a))
	for i := range squares {
		squares[i] = b[i]*b[i] - a[i]*a[i]
	}
	gap, sd := stat.MeanStdDev(squares, nil)
	return rootMeanSquare(b) > baselineRatio*rootMeanSquare(a) && gap > baselineErrors*sd/math.Sqrt(float64(len(squares)))
}

func rootMeanSquare(v []float64) float64 { return floats.Norm(v, 2) / math.Sqrt(float64(len(v))) }

// BelowBaseline warns if the parameters m predict left-out observations far worse than
// maximum likelihood does, and the errors are not small relative to the spread. It is
// for a method that learns an exact model by another objective.
func (f *Fitting) BelowBaseline(m Model) Findings {
	const far = 1.5
	theirs, some := f.baselineErrors()
	if theirs == nil {
		return nil
	}
	own, err := leftOutErrors(m, some)
	if err != nil || rootMeanSquare(own) <= max(far*rootMeanSquare(theirs), baselinePart*stat.PopStdDev(some.Y, nil)) {
		return nil
	}
	return Findings{{
		Code: "baseline-better",
		Found: fmt.Sprintf("maximum likelihood predicts rows left out one by one better (root mean squared error %.3g against %.3g)",
			rootMeanSquare(theirs), rootMeanSquare(own)),
		Do: "take gplib.LBFGS, or more restarts",
	}}
}

// outdone warns if an exact Gaussian process on some rows predicts each of them from
// the others clearly better than an approximate posterior, which has seen more.
func (f *Fitting) outdone(p Posterior) Findings {
	if _, exact := p.(*Exact); exact || f.Exact || f.Model.Lik != nil {
		return nil
	}
	approximate, ok := p.(LeaveOneOuter)
	if !ok {
		return nil
	}
	theirs, some := f.baselineErrors()
	if theirs == nil {
		return nil
	}
	left, err := approximate.LeaveOneOut()
	if err != nil {
		return nil
	}
	own := make([]float64, 0, len(theirs))
	for _, i := range Spaced(f.Data.Len(), baselineRows) {
		own = append(own, f.Data.Y[i]-left.Mean[i])
	}
	if !ClearlyBetter(theirs, own) || rootMeanSquare(own) <= baselinePart*stat.PopStdDev(some.Y, nil) {
		return nil
	}
	return Findings{{
		Code: "baseline-better",
		Found: fmt.Sprintf("an exact Gaussian process on %d rows predicts rows left out one by one better (root mean squared error %.3g against %.3g)",
			some.Len(), rootMeanSquare(theirs), rootMeanSquare(own)),
		Do: "take more inducing points, or gplib.LBFGS on some of the rows",
	}}
}

// baselineErrors returns the leave-one-out errors of the fit's baseline at its rows; nil where
// there are too few rows, for one thing for the number of parameters, or the baseline fails.
// Leaving out a row does not tell how well many parameters predict: they were learned with it.
func (f *Fitting) baselineErrors() ([]float64, Data) {
	const least = 10
	rows := min(f.Data.Len(), baselineRows)
	if _, stop := f.Interrupted(); stop || rows < least || tooFew(rows, freeOf(f.First())) {
		return nil, Data{}
	}
	m, some, err := f.Baseline(f.First(), f.Data)
	if err != nil {
		return nil, Data{}
	}
	theirs, err := leftOutErrors(m, some)
	if err != nil {
		return nil, Data{}
	}
	return theirs, some
}

// leftOutErrors returns the errors of [leftOutOneByOne].
func leftOutErrors(m Model, d Data) ([]float64, error) {
	left, err := leftOutOneByOne(m, d, nil)
	if err != nil {
		return nil, err
	}
	return floats.SubTo(make([]float64, d.Len()), d.Y, left.Mean), nil
}
