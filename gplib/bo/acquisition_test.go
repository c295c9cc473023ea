package bo

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
)

// bowl is a function of two dimensions with the minimum 0 at (0.3, 0.6).
func bowl(x []float64) float64 {
	return math.Pow(x[0]-0.3, 2) + 2*math.Pow(x[1]-0.6, 2) + 0.1*math.Sin(9*x[0])
}

func square(t *testing.T) *Space {
	t.Helper()
	s, err := NewSpace(Real("a", 0, 1), Real("b", 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// told returns a run on the space after n evaluations at points spread over it.
func told(t *testing.T, space *Space, s *Settings, n int, f func(x []float64) (y float64, constraints []float64)) *Optimiser {
	t.Helper()
	o, err := New(space, s)
	if err != nil {
		t.Fatal(err)
	}
	points, err := space.draw(n, generator(5, 5))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		x := space.natural(p)
		y, c := f(x)
		if err := o.Tell(x, y, c...); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func TestExpectedImprovementIsThatOfQuadrature(t *testing.T) {
	o := told(t, square(t), nil, 12, func(x []float64) (float64, []float64) { return bowl(x), nil })
	m, err := o.modelOfAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, best, err := o.incumbent(m)
	if err != nil {
		t.Fatal(err)
	}
	points := [][]float64{{0.1, 0.9}, {0.35, 0.55}, {0.8, 0.2}, {0.31, 0.61}}
	got, err := o.Acquisition(t.Context(), points)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := o.space.inputs(points)
	p, err := m.objective.post.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	for i, mean := range p.Mean {
		sd := math.Sqrt(p.Var[i])
		improvement := func(f float64) float64 {
			return (best - f) * math.Exp(-math.Pow((f-mean)/sd, 2)/2) / (sd * math.Sqrt(2*math.Pi))
		}
		lo, top := mean-12*sd, math.Inf(-1)
		if lo = min(lo, best-8*sd*sd); lo < best {
			top = math.Log(quad.Fixed(improvement, max(lo, best-30*sd), best, 2000, nil, 0))
		}
		if math.Abs(got[i]-top) > 1e-6*math.Max(1, math.Abs(top)) {
			t.Errorf("log EI at %v is %v, want %v", points[i], got[i], top)
		}
	}
}

func TestGradientsOfAcquisitionsAreThoseOfDifferences(t *testing.T) {
	space, err := NewSpace(Real("a", 0, 1), Log("b", 0.1, 10), Integer("n", 1, 4), Categorical("c", "x", "y", "z"))
	if err != nil {
		t.Fatal(err)
	}
	f := func(x []float64) (float64, []float64) {
		return bowl(x) + 0.1*x[2] + 0.2*x[3], []float64{x[0] + math.Log(x[1]) - 1}
	}
	for _, kind := range []Acquisition{LogEI, UCB, LogPI, Thompson} {
		o := told(t, space, &Settings{Acquisition: kind, Constraints: 1}, 14, f)
		if err := o.TellFailed([]float64{0.9, 9, 4, 2}); err != nil {
			t.Fatal(err)
		}
		o.pending = [][]float64{{0.5, 1, 2, 0}}
		s, err := o.search(t.Context(), o.trust())
		if err != nil {
			t.Fatal(err)
		}
		if len(s.terms) != 3 {
			t.Fatalf("%s: %d terms, want those of the objective, the constraint and the failures", kind, len(s.terms))
		}
		at := []float64{0.37, 0.62, 1.0 / 3, 0.5}
		grad := make([]float64, 4)
		value, err := s.gradient(grad, at)
		if err != nil {
			t.Fatal(err)
		}
		same, err := s.values([][]float64{at})
		if err != nil || math.Abs(same[0]-value) > 1e-9*math.Max(1, math.Abs(value)) {
			t.Errorf("%s: the value is %v with a gradient and %v without (%v)", kind, value, same, err)
		}
		for k := range at {
			const step = 1e-3
			shifted := func(by float64) float64 {
				p := slices.Clone(at)
				p[k] += by
				v, err := s.values([][]float64{p})
				if err != nil {
					t.Fatal(err)
				}
				return v[0]
			}
			want := (8*(shifted(step)-shifted(-step)) - (shifted(2*step) - shifted(-2*step))) / (12 * step)
			if math.Abs(grad[k]-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: the derivative by place %d is %v, want %v", kind, k, grad[k], want)
			}
			if k >= 2 && grad[k] != 0 {
				t.Errorf("%s: the derivative by the discrete place %d is %v", kind, k, grad[k])
			}
		}
	}
}

// TestPathsHaveTheMomentsOfThePosterior: the standard error of 400 draws is 5 % of the standard deviation, and the
// error of 1024 features is smaller.
func TestPathsHaveTheMomentsOfThePosterior(t *testing.T) {
	o := told(t, square(t), nil, 10, func(x []float64) (float64, []float64) { return bowl(x), nil })
	m, err := o.modelOfAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x, err := cov.Rows([][]float64{{0.2, 0.8}, {0.9, 0.1}, {0.5, 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.objective.post.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	const draws = 400
	values := [3][]float64{}
	for k := range draws {
		p, err := drawPath(m.objective, generator(uint64(k), 1))
		if err != nil {
			t.Fatal(err)
		}
		at := make([]float64, 3)
		if err := p.values(at, x); err != nil {
			t.Fatal(err)
		}
		for i, v := range at {
			values[i] = append(values[i], -v)
		}
	}
	for i := range values {
		mean, sd := stat.MeanStdDev(values[i], nil)
		truth := math.Sqrt(want.Var[i])
		if math.Abs(mean-want.Mean[i]) > 0.2*truth || math.Abs(sd/truth-1) > 0.15 {
			t.Errorf("paths at point %d have mean %v and sd %v, want %v and %v", i, mean, sd, want.Mean[i], truth)
		}
	}
}

// TestAcquisitionIsConstantBetweenIntegers and changes at their middles.
func TestAcquisitionIsConstantBetweenIntegers(t *testing.T) {
	space, err := NewSpace(Integer("n", 0, 5), Real("a", 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	o := told(t, space, nil, 10, func(x []float64) (float64, []float64) { return math.Abs(x[0]-3) + x[1], nil })
	v, err := o.Acquisition(t.Context(), [][]float64{{2, 0.1}, {2.4, 0.1}, {1.6, 0.1}, {2.6, 0.1}})
	if err != nil {
		t.Fatal(err)
	}
	if v[0] != v[1] || v[0] != v[2] || v[0] == v[3] {
		t.Errorf("acquisition %v at 2, 2.4, 1.6 and 2.6", v)
	}
}
