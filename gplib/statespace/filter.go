package statespace

import (
	"fmt"
	"math"
	"slices"
)

// series are observations in the order of time.
type series struct {
	t, residual, noise []float64
	// order holds the rows of the data, nil if they are in order.
	order []int
}

// newSeries sorts observations, given by rows of the data. Those at equal times keep their order.
func newSeries(t, residual, noise []float64) *series {
	if slices.IsSorted(t) {
		return &series{t: t, residual: residual, noise: noise}
	}
	s := &series{order: make([]int, len(t))}
	for i := range s.order {
		s.order[i] = i
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		switch {
		case t[a] < t[b]:
			return -1
		case t[a] > t[b]:
			return 1
		}
		return 0
	})
	pick := func(v []float64) []float64 {
		picked := make([]float64, len(v))
		for i, row := range s.order {
			picked[i] = v[row]
		}
		return picked
	}
	s.t, s.residual, s.noise = pick(t), pick(residual), pick(noise)
	return s
}

// step returns the time from the observation before to observation i.
func (s *series) step(i int) float64 {
	if i == 0 {
		return 0
	}
	return s.t[i] - s.t[i-1]
}

// filter is the state given observations so far: its mean m, and the reduction S of its covariance, which is P∞ - S.
// The recursions of S are those of the Kalman filter; unlike those of the covariance itself, they need no covariance
// of the noise that drives the state, whose digits are lost over short times, and they are the Cholesky
// factorisation of the covariance matrix of the observations (Foreman-Mackey et al. 2017, section 5.1): so are their
// rounding errors.
type filter struct {
	*space
	s, m []float64
	// psi are the features at the last observation, w is the covariance of the state with the process there, and e
	// and v are the error of its prediction and its variance.
	psi, w []float64
	e, v   float64
}

func newFilter(s *space) *filter {
	return &filter{space: s, s: make([]float64, s.n*s.n), m: make([]float64, s.n), psi: make([]float64, s.q), w: make([]float64, s.n)}
}

// advance moves the state by dt.
func (f *filter) advance(dt float64) {
	if dt == 0 {
		return
	}
	for _, k := range f.blocks {
		if k.moves() {
			k.set(dt)
			k.left(f.s, f.n, k.a)
			k.right(f.s, f.n, k.a)
			k.vector(f.m, k.a)
		}
	}
}

// look sets psi and w for time t, and returns the mean and the variance of the process, and its variance before
// any observation.
func (f *filter) look(t float64) (mean, variance, prior float64) {
	f.features(f.psi, t)
	f.stationary(f.w, f.psi)
	for _, k := range f.blocks {
		for i, psi := range f.psi[k.first : k.first+k.q] {
			row := k.off + i
			addScaled(f.w, -psi, f.s[row*f.n:row*f.n+f.n])
		}
	}
	for _, k := range f.blocks {
		for i, psi := range f.psi[k.first : k.first+k.q] {
			mean += psi * f.m[k.off+i]
			variance += psi * f.w[k.off+i]
			prior += psi * psi
		}
	}
	return mean, variance, prior
}

// least is the part of the variance of an observation that must be left when those before are known: rounding errors
// are 2⁻⁵² of the whole.
const least = 1e-12

// observe takes an observation at time t, that of the state. It fails if the observations before determine it but for
// rounding.
func (f *filter) observe(t, residual, noise float64) error {
	mean, variance, prior := f.look(t)
	f.e, f.v = residual-mean, variance+noise
	if !(f.v > least*(prior+noise)) || math.IsInf(f.v, 1) {
		return determined(t, f.v, prior+noise)
	}
	f.add(f.w, f.e, f.v)
	return nil
}

// add adds wwᵀ/v to S and we/v to m.
func (f *filter) add(w []float64, e, v float64) {
	scale := 1 / v
	for i, x := range w {
		addScaled(f.s[i*f.n:i*f.n+f.n], scale*x, w)
	}
	addScaled(f.m, scale*e, w)
}

// cost returns minus the log density of the last observation given those before.
func (f *filter) cost() float64 { return (f.e*f.e/f.v + math.Log(f.v) + math.Log(2*math.Pi)) / 2 }

// determined is the error of an observation at t whose variance v, given those before, is too small a part of the
// whole.
func determined(t, v, whole float64) error {
	return fmt.Errorf("statespace: given the observations before, that at %v has the variance %.3g of %.3g, which rounding errors exceed; take a larger noise", t, v, whole)
}
