package explore

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Kind is an entry of the menu of covariance functions.
type Kind struct {
	// Name is its name in package cov, Title what the menu says.
	Name  string `json:"name"`
	Title string `json:"title"`

	make func(variance, lengthscale, period float64) cov.Func
}

// Kinds are the entries of the menu of covariance functions.
var Kinds = []Kind{
	{"SE", "squared exponential", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.SE(l)) }},
	{"Matern12", "Matérn 1/2 (exponential)", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.Matern12(l)) }},
	{"Matern32", "Matérn 3/2", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.Matern32(l)) }},
	{"Matern52", "Matérn 5/2", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.Matern52(l)) }},
	{"RationalQuadratic", "rational quadratic", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.RationalQuadratic(1, l)) }},
	{"GammaExponential", "γ-exponential", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.GammaExponential(1.5, l)) }},
	{"Periodic", "periodic", func(v, _, p float64) cov.Func { return cov.Scale(v, cov.Periodic(1, p)) }},
	{"LocallyPeriodic", "locally periodic", func(v, l, p float64) cov.Func { return cov.Scale(v, cov.LocallyPeriodic(3*l, p)) }},
	{"Linear", "linear, with a constant", func(v, l, _ float64) cov.Func {
		return cov.Sum(cov.Constant(v), cov.Linear(l/math.Sqrt(v)))
	}},
	{"SE+Linear", "squared exponential + linear", func(v, l, _ float64) cov.Func {
		return cov.Sum(cov.Scale(v, cov.SE(l)), cov.Linear(l/math.Sqrt(v)))
	}},
	{"ArcCosine", "arc-cosine (neural network)", func(v, l, _ float64) cov.Func { return cov.Scale(v, cov.ArcCosine(0, 1, l)) }},
}

// Choose returns the state with the covariance function of an entry of [Kinds] in place of its own. The
// variance and the lengthscale of the new one are those of the old one if it has them, else of the
// data; mean, noise and observations stay.
func (s *State) Choose(kind string) (*State, error) {
	at := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == kind })
	if at < 0 {
		return nil, fmt.Errorf("explore: there is no covariance function %q in the menu", kind)
	}
	m, d, err := s.Get()
	if err != nil {
		return nil, err
	}
	free := map[string]bool{}
	for i, p := range m.Params() {
		free[p.Name] = s.Params[i].Free || p.Role == param.RoleNoise && !p.Fixed
	}
	variance, lengthscale := s.scales(m, d)
	m.Cov = Kinds[at].make(variance, lengthscale, extent(d)/3)
	if err := m.CheckLik(d.X); err != nil {
		return nil, err
	}
	for _, p := range m.Cov.Params() {
		free[p.Name] = !p.Fixed
	}
	chosen := &State{Model: m, X: s.X, Y: s.Y, Input: s.Input, Target: s.Target, Kind: kind, Likelihood: s.Likelihood}
	chosen.describe(d, free)
	return chosen, nil
}

// scales returns the variance and a lengthscale of the functions of m, in three digits.
func (s *State) scales(m gplib.Model, d gplib.Data) (variance, lengthscale float64) {
	diag := make([]float64, d.Len())
	m.Cov.Diag(diag, d.X)
	variance = stat.Mean(diag, nil)
	for _, p := range m.Cov.Params() {
		if p.Role == param.RoleLengthscale && lengthscale == 0 {
			lengthscale = p.Value
		}
	}
	// Those of linear and periodic functions are in other units.
	if e := extent(d); !(lengthscale > e/1000 && lengthscale < 3*e) {
		lengthscale = e / 6
	}
	if !(variance > 0) || math.IsInf(variance, 1) {
		variance = 1
	}
	return threeDigits(variance), threeDigits(lengthscale)
}

// extent returns the range of the inputs, 1 if they are all the same.
func extent(d gplib.Data) float64 {
	low, high := ends(d.X.(*cov.Matrix).Column(0))
	if high > low {
		return high - low
	}
	return 1
}

// ends returns the smallest and the largest of some numbers.
func ends(v []float64) (low, high float64) { return floats.Min(v), floats.Max(v) }
