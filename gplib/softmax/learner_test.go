package softmax_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/softmax"
)

func fitted(t testing.TB, m gplib.Model, d gplib.Data, s *gplib.Settings) *gplib.Result {
	t.Helper()
	fit, err := softmax.Learner{}.Fit(t.Context(), m, d, s)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// A fit is as good as the best of a grid of parameters.
func TestAFitReachesTheBestOfAGrid(t *testing.T) {
	d := drawn(t, 60, 3, 12)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Lik: named(3)}
	best := math.Inf(1)
	for i := range 9 {
		for j := range 9 {
			best = min(best, value(t, m.With([]float64{math.Pow(2, float64(i)-3), math.Pow(1.5, float64(j)-4)}), d, nil))
		}
	}
	fit := fitted(t, m, d, nil)
	if fit.Status != gplib.Converged || fit.Value > best+1e-6 {
		t.Errorf("the fit has the value %v (%v), the grid %v", fit.Value, fit.Status, best)
	}
	if at, err := fit.At(0); err != nil || at.Model.Theta()[0] == fit.Model.Theta()[0] {
		t.Errorf("the first step has the model %v (%v)", at, err)
	}
}

// The order of the classes does not change a fit.
func TestTheOrderOfTheClassesDoesNotMatter(t *testing.T) {
	d := drawn(t, 50, 3, 13)
	other := gplib.Data{X: d.X, Y: make([]float64, d.Len())}
	for i, y := range d.Y {
		other.Y[i] = math.Mod(y+1, 3)
	}
	a, b := fitted(t, modelOf(3), d, nil), fitted(t, modelOf(3), other, nil)
	near(t, "the value", a.Value, b.Value, 1e-7)
	p, err := softmax.Classify(a, somewhere)
	if err != nil {
		t.Fatal(err)
	}
	q, err := softmax.Classify(b, somewhere)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		for c := range 3 {
			near(t, "a probability", p.Prob.At(i, c), q.Prob.At(i, (c+1)%3), 1e-3)
		}
	}
}

// A prior moves the parameters, and a fixed one stays.
func TestPriorsAndFixedParametersCount(t *testing.T) {
	d := drawn(t, 50, 3, 14)
	m, err := modelOf(3).WithPrior("variance", cov.LogNormalPrior(0, 0.01))
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Fix("lengthscale[1]"); err != nil {
		t.Fatal(err)
	}
	fit := fitted(t, m, d, nil)
	if theta := fit.Model.Theta(); math.Abs(theta[0]-1) > 0.1 || theta[2] != 1.6 {
		t.Errorf("the parameters are %v", theta)
	}
}

func TestAutoTakesWholeNumbers(t *testing.T) {
	d := drawn(t, 50, 3, 15)
	m, err := gplib.AutoFor(softmax.Learner{}, d)
	if err != nil {
		t.Fatal(err)
	}
	if names := lik.Classes(m.Lik); !slices.Equal(names, []string{"0", "1", "2"}) || m.Mean != nil {
		t.Errorf("the model is %v", m)
	}
	for _, y := range []float64{-1, 0.5, 1e6, math.NaN()} {
		d.Y[3] = y
		if _, err := gplib.AutoFor(softmax.Learner{}, d); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("y[3] is %v", y)) {
			t.Errorf("a label %v: %v", y, err)
		}
	}
}

// What the labels or the fit leave in doubt is reported by name.
func TestDoubtfulClassesAreReported(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	x := make([]float64, 40)
	for i := range x {
		x[i] = 10 * rng.Float64()
	}
	labels := func(of func(i int) int) []float64 {
		y := make([]float64, len(x))
		for i := range y {
			y[i] = float64(of(i))
		}
		return y
	}
	third := func(i int) int { return min(int(x[i]*3/10), 2) }
	for what, c := range map[string]struct {
		y    []float64
		code string
		text string
	}{
		"one class":      {labels(func(int) int { return 1 }), "nothing-to-learn", `all rows are of the class "class 1"`},
		"an unseen one":  {labels(func(i int) int { return 2 * (third(i) % 2) }), "classes-unseen", `["class 1"]`},
		"one row":        {labels(func(i int) int { return min(i, 2)%2 + 2*max(0, 1-i) }), "classes-rare", `1 of "class 2"`},
		"far thresholds": {labels(third), "classes-separable", "of all 40 rows"},
		"chance":         {labels(func(int) int { return rng.IntN(3) }), "no-better-than-mean", "left out one by one"},
	} {
		d, err := gplib.NewData(cov.Line(x), c.y)
		if err != nil {
			t.Fatal(err)
		}
		fit := fitted(t, gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Lik: named(3)}, d, nil)
		if found := append(fit.Warnings.Of(c.code), fit.Notes.Of(c.code)...); len(found) != 1 || !strings.Contains(found[0].Found, c.text) {
			t.Errorf("%s: the warnings are %v, the notes %v", what, fit.Warnings, fit.Notes)
		}
	}
	if fit := fitted(t, modelOf(3), drawn(t, 80, 3, 2), nil); len(fit.Warnings) > 0 {
		t.Errorf("a healthy fit has the warnings %v", fit.Warnings)
	}
}

// Example learns which of three classes is likeliest where.
func Example() {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = 9 * rng.Float64()
		y[i] = label([]float64{8 - 2*x[i], 2, 2*x[i] - 10}, rng)
	}
	data, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		panic(err)
	}
	model, err := gplib.AutoLik(data, lik.Categorical("low", "middle", "high"))
	if err != nil {
		panic(err)
	}
	fit, err := softmax.Learner{}.Fit(context.Background(), model, data, nil)
	if err != nil {
		panic(err)
	}
	p, err := softmax.Classify(fit, cov.Line([]float64{0.5, 4.5, 8.5}))
	if err != nil {
		panic(err)
	}
	for i, answer := range p.Answers() {
		fmt.Printf("%s %.2f\n", p.Classes[int(answer)], mat.Max(p.Prob.Slice(i, i+1, 0, 3)))
	}
	// Output:
	// low 0.84
	// middle 0.76
	// high 0.92
}

// A covariance function may be 0 at a row, where the latent values are certain: such a row is like any other.
func TestARowWithoutVarianceIsLearned(t *testing.T) {
	model := gplib.Model{Cov: cov.Scale(1, cov.Linear()), Lik: lik.Categorical("a", "b", "c")}
	data := gplib.Data{
		X: cov.Line([]float64{-3, -2, -1, 0, 1, 2, 3, 4, -4, 5, 0.5, -0.5}),
		Y: []float64{0, 0, 0, 1, 1, 2, 2, 2, 0, 2, 1, 1},
	}
	fit, err := softmax.Learner{}.Fit(t.Context(), model, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	left, err := fit.Posterior.(*softmax.Posterior).LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		if got := left.Prob.At(3, c); math.Abs(got-1.0/3) > 1e-12 {
			t.Errorf("the probability of class %d at 0 is %v, want 1/3", c, got)
		}
	}
}
