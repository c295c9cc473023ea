package admm

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// Scale is a rule that chooses the common scale c of all variances after a fit,
// since the hold-out error does not depend on c. It matters for predictive
// variances, not for means.
type Scale int

const (
	// ScaleByTraining is c = y_Tᵀ C⁻¹ y_T / n_T, the most likely scale of the
	// training points.
	ScaleByTraining Scale = iota
	// ScaleByValidation is c = mean(r_V²/v_V), which makes the standardised
	// residuals on V have mean square 1; v_V are the predictive variances of
	// y_V. For forecasts it is the honest one. It takes a posterior on T once:
	// O(n_T³), or conjugate gradients where the result has them. Steps of the
	// trace, and [gplib.Result.At] at a step, have the scale of ScaleByTraining.
	ScaleByValidation
)

// rescaled returns the model at the best point with all variances multiplied by
// c, where the hold-out error leaves the scale free.
func (f *fit) rescaled(r *recorder) (gplib.Model, error) {
	best := f.Model.With(f.space.theta(r.phi))
	if f.scaling == nil {
		return best, nil
	}
	c, err := f.commonScale(r, best)
	if err != nil {
		return best, err
	}
	if !(c > 0) || math.IsInf(c, 1) {
		f.unscaled = gplib.Findings{{Code: "rescaled-partly", Found: "the variances were not rescaled", Means: fmt.Sprintf("their common factor is %v", c)}}
		return best, nil
	}
	c, f.unscaled = f.allowed(best.Theta(), c)
	return f.inside(f.scaling.apply(best.Theta(), c)), nil
}

// told returns the parameters of a step at phi, where y_Tᵀ C⁻¹ y_T is quadratic:
// those of a result there with [ScaleByTraining], so that the steps are in the
// units of the result.
func (f *fit) told(phi []float64, quadratic float64) []float64 {
	theta := f.space.theta(phi)
	train, _ := f.points()
	c := quadratic / train
	if f.scaling == nil || !(c > 0) || math.IsInf(c, 1) {
		return theta
	}
	c, _ = f.allowed(theta, c)
	return f.inside(f.scaling.apply(theta, c)).Theta()
}

// allowed returns the factor nearest to c that keeps all parameters in the user's
// bounds, and a finding if it is not c. One factor multiplies all variances, and
// means do not depend on it. Bounds from the data are for the descent only.
func (f *fit) allowed(theta []float64, c float64) (factor float64, found gplib.Findings) {
	for i, p := range f.Model.Params() {
		w := f.scaling.w[i]
		if p.Fixed || !p.Bounded() || w == 0 {
			continue
		}
		least, most := math.Pow(p.Min/theta[i], 1/w), math.Pow(p.Max/theta[i], 1/w)
		if within := math.Min(math.Max(c, least), most); within != c {
			found = gplib.Findings{{
				Code: "rescaled-partly", Param: p.Name,
				Found: fmt.Sprintf("the variances are multiplied by %.4g where the data want %.4g, as %s reaches its bound", within, c, p.Name),
				Do:    "widen it (Model.Bound), or give the observations in another unit",
			}}
			c = within
		}
	}
	return c, found
}

// inside returns the model at theta, with parameters without a scale moved back to
// bounds that rounding made them leave.
func (f *fit) inside(theta []float64) gplib.Model {
	for i, p := range f.space.params {
		if !p.Fixed && f.scaling.w[i] == 0 {
			theta[i] = math.Min(math.Max(theta[i], p.Min), p.Max)
		}
	}
	return f.Model.With(theta)
}

// commonScale returns c at the best point, a mean over the points of all folds.
func (f *fit) commonScale(r *recorder, best gplib.Model) (float64, error) {
	train, valid := f.points()
	if f.scale == ScaleByTraining {
		return r.quadratic / train, nil
	}
	sums, errs := make([]float64, len(f.layout)), make([]error, len(f.layout))
	f.folds.each(func(k int, _ *lagrangian) { sums[k], errs[k] = f.squaredErrors(best, f.layout[k]) })
	return floats.Sum(sums) / valid, errors.Join(errs...)
}

// points returns the numbers of training and validation points over all folds.
func (f *fit) points() (train, valid float64) {
	for _, p := range f.layout {
		train, valid = train+float64(len(p.train)), valid+float64(len(p.valid))
	}
	return train, valid
}

// squaredErrors returns Σ r_V²/v_V over the validation points of a part.
func (f *fit) squaredErrors(m gplib.Model, p part) (float64, error) {
	posterior, _, err := condition(m, f.Data.Subset(p.train), f.storage, false)
	if err != nil {
		return 0, fmt.Errorf("admm: variances on V: %w", err)
	}
	held := f.Data.Subset(p.valid)
	q, err := posterior.Predict(held.X)
	if err != nil {
		return 0, fmt.Errorf("admm: variances on V: %w", err)
	}
	var sum float64
	for i, y := range held.Y {
		r := y - q.Mean[i]
		sum += r * r / q.VarY[i]
	}
	return sum, nil
}
