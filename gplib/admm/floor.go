package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
)

// The noise floor. If V is inside T, or if a covariance function can imitate noise, F
// hardly depends on a learned noise variance, which may then run to zero. A fit starts
// with a floor of firstFloor units. If that floor binds, the polish lowers it, but
// never below the part errorPart of the mean squared error on V: the noise of data is a
// part of that error, so that noisy data keep a noise, while that of noiseless data
// falls with the error.
const (
	firstFloor = 1e-3
	errorPart  = 1e-3
	leastFloor = 1e-9 // in units; C is too ill-conditioned below
	// worth is the part of F that a floor must cost, to first order, for each e
	// by which it could be lower.
	worth = 1e-2
)

// noiseUnit returns the unit of a noise floor: the observations' variance or,
// if the scale is free, the kernel's.
func (f *fit) noiseUnit() float64 {
	if f.scaling == nil {
		return stat.Variance(f.Data.Y, nil)
	}
	diag := make([]float64, f.Data.X.Len())
	f.Model.Cov.Diag(diag, f.Data.X)
	return stat.Mean(diag, nil)
}

// lowerFloor lowers the floors that hold up b, and reports whether there were any.
func (f *fit) lowerFloor(b *descent) bool {
	if f.floor > 0 {
		return false
	}
	lowered := false
	for _, j := range f.space.noise {
		least := f.space.kind[j].Free(f.leastNoise(f.space.params[f.space.free[j]], b.Value))
		if f.space.floorCosts(j, b.Lo[j], b.X, b.Grad, b.Value) && least < b.Lo[j] {
			b.Lo[j], lowered = least, true
		}
	}
	return lowered
}

// leastNoise returns the least floor of p at the present point, where the error is
// value: one that stays well above p's own bound when all variances are rescaled.
func (f *fit) leastNoise(p cov.Param, value float64) float64 {
	train, valid := f.points()
	least := math.Max(errorPart*value/valid, 10*p.Min)
	if f.scaling != nil {
		least /= f.folds.sum((*lagrangian).quadratic) / train
	}
	return math.Max(least, leastFloor*f.noiseUnit())
}

// floorCosts reports whether at phi a floor lo of coordinate j holds up a descent.
func (s *space) floorCosts(j int, lo float64, phi, slope []float64, value float64) bool {
	toLog := s.kind[j].Natural(phi[j]) / s.kind[j].Slope(phi[j])
	return phi[j] <= lo && slope[j]*toLog > worth*value
}

// floorBinds reports whether a floor that nothing lowered costs something at the
// best point.
func (f *fit) floorBinds(r *recorder) bool {
	return f.floor == 0 && slices.ContainsFunc(f.space.noise, func(j int) bool {
		own := f.space.kind[j].Free(f.space.params[f.space.free[j]].Min)
		return r.phi[j] == f.space.lo[j] && r.phi[j] > own && f.space.floorCosts(j, f.space.lo[j], r.phi, r.slope, r.value)
	})
}
