package admm

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// Scale says how the common scale c of all variances is chosen after a fit,
// since the hold-out error does not depend on it. It matters for predictive
// variances, not for means.
type Scale int

const (
	// ScaleByTraining is c = y_Tᵀ C⁻¹ y_T / n_T, the most likely scale of the
	// training points: one solve by conjugate gradients.
	ScaleByTraining Scale = iota
	// ScaleByValidation is c = mean(r_V²/v_V), which makes the standardised
	// residuals on V have mean square 1; v_V are the predictive variances of
	// y_V. For forecasts it is the honest one. It takes an exact posterior on
	// T, O(n_T³), once.
	ScaleByValidation
)

// rescaled returns the natural parameters at phi with all variances
// multiplied by c, where the hold-out error leaves the scale free.
func (f *fit) rescaled(phi []float64) ([]float64, error) {
	theta := f.space.theta(phi)
	if f.scaling == nil {
		return theta, nil
	}
	for _, l := range f.folds {
		l.cg.stop = nil
		l.move(phi)
	}
	c, err := f.commonScale()
	if err != nil {
		return nil, err
	}
	if !(c > 0) || math.IsInf(c, 1) {
		f.warnings = append(f.warnings, fmt.Sprintf("the variances were not rescaled: their common factor is %v", c))
		return theta, nil
	}
	return f.scaling.apply(theta, c), nil
}

// commonScale is c at the present point, a mean over the points of all
// folds.
func (f *fit) commonScale() (float64, error) {
	sums, errs := make([]float64, len(f.folds)), make([]error, len(f.folds))
	var points int
	for _, l := range f.folds {
		points += len(f.scale.points(l))
	}
	f.folds.each(func(k int, l *lagrangian) { sums[k], errs[k] = f.scale.sum(l) })
	return floats.Sum(sums) / float64(points), errors.Join(errs...)
}

// points are the observations over which c is a mean.
func (s Scale) points(l *lagrangian) []float64 {
	if s == ScaleByTraining {
		return l.yT
	}
	return l.yV
}

// sum is the fold's part of the mean: y_Tᵀ C⁻¹ y_T or Σ r_V²/v_V.
func (s Scale) sum(l *lagrangian) (float64, error) {
	if s == ScaleByTraining {
		l.solveZ(zTol)
		return floats.Dot(l.yT, l.z), nil
	}
	posterior, err := gplib.Condition(l.at, gplib.Data{X: l.op.xT, Y: l.rawT})
	if err != nil {
		return 0, fmt.Errorf("admm: variances on V: %w", err)
	}
	p, err := posterior.Predict(l.op.xV)
	if err != nil {
		return 0, fmt.Errorf("admm: variances on V: %w", err)
	}
	var sum float64
	for i, y := range l.rawV {
		r := y - p.Mean[i]
		sum += r * r / p.VarY[i]
	}
	return sum, nil
}
