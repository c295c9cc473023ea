package gplib

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// someInputs returns n points of 8 coordinates in the unit cube. y depends on three of them:
// on the first by a sine, on the second by a square and on the third linearly.
func someInputs(t *testing.T, n int) Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	x, y := mat.NewDense(n, 8, nil), make([]float64, n)
	for i := range n {
		row := x.RawRowView(i)
		for k := range row {
			row[k] = rng.Float64()
		}
		y[i] = math.Sin(6*row[0]) + 3*row[1]*row[1] + 0.5*row[2] + 0.3*rng.NormFloat64()
	}
	d, err := NewData(cov.Points(x), y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestHessianIsThatOfTheValues compares with second differences of values.
func TestHessianIsThatOfTheValues(t *testing.T) {
	const h = 1e-3
	d := someInputs(t, 30)
	m := Model{Mean: ConstantMean(1), Cov: cov.Scale(1, cov.SE(0.5)), Noise: Gaussian(0.2)}
	s, err := FirstStart(context.Background(), LBFGS{}.Method(), m, d, &Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	space, err := s.Space()
	if err != nil {
		t.Fatal(err)
	}
	u := space.Start()
	got, ok := newDescent(s, LML{}, space).hessian(u)
	if !ok {
		t.Fatal("there is no Hessian")
	}
	value := func(i, j int, a, b float64) float64 {
		at := append([]float64(nil), u...)
		at[i] += a
		at[j] += b
		v, err := LML{}.Eval(m.With(space.Natural(at)), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for i := range u {
		for j := range u {
			want := (value(i, j, h, h) - value(i, j, h, -h) - value(i, j, -h, h) + value(i, j, -h, -h)) / (4 * h * h)
			if v := got.At(i, j); !(math.Abs(v-want) <= 1e-2*(1+math.Abs(want))) {
				t.Errorf("the second derivative by %d and %d is %v, want %v", i, j, v, want)
			}
		}
	}
}

// ofWhole is the marginal likelihood without its type, so that no descent evaluates it
// on some rows; it counts the evaluations.
type ofWhole struct {
	LML
	calls *int
}

func (o ofWhole) Eval(m Model, d Data, grad []float64) (float64, error) {
	*o.calls++
	return o.LML.Eval(m, d, grad)
}

// byRows counts the Gram matrices of cov.Func, and its gradients, by their rows.
type byRows struct {
	cov.Func
	calls, grads map[int]int
}

func (c byRows) With(theta []float64) cov.Func { return byRows{c.Func.With(theta), c.calls, c.grads} }

func (c byRows) AddGrad(grad []float64, w *mat.Dense, a, b cov.Inputs) {
	c.grads[a.Len()]++
	c.Func.AddGrad(grad, w, a, b)
}

func (c byRows) Gram(dst *mat.Dense, a, b cov.Inputs) {
	c.calls[a.Len()]++
	c.Func.Gram(dst, a, b)
}

// TestLookingAroundSavesEvaluations: where most inputs do not matter, and the valley is
// flat, three quarters of the evaluations of all rows suffice, and those of some rows are as cheap as
// promised.
func TestLookingAroundSavesEvaluations(t *testing.T) {
	d := someInputs(t, 400)
	k := cov.Scale(1, cov.SE(1, 1, 1, 1, 1, 1, 1, 1))
	s := &Settings{OwnStart: true}
	plain := 0
	want, err := LBFGS{Objective: ofWhole{calls: &plain}, Condition: Unconditioned}.Fit(context.Background(),
		Model{Mean: ConstantMean(0), Cov: k, Noise: Gaussian(0.1)}, d, s)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[int]int{}
	got, err := LBFGS{Condition: Unconditioned}.Fit(context.Background(),
		Model{Mean: ConstantMean(0), Cov: byRows{k, calls, map[int]int{}}, Noise: Gaussian(0.1)}, d, s)
	if err != nil {
		t.Fatal(err)
	}
	if got.Value > want.Value+1e-4 {
		t.Errorf("the value is %v, without the curvature of some rows %v", got.Value, want.Value)
	}
	whole, beside := calls[d.Len()], 0.0
	delete(calls, d.Len())
	for rows, times := range calls {
		beside += float64(times) * math.Pow(float64(rows)/float64(d.Len()), 3)
	}
	if whole > plain*3/4 {
		t.Errorf("%d evaluations of all rows, %d without the curvature of some rows", whole, plain)
	}
	if most := 1.2 * lookCost; !(beside > 0 && beside < most) {
		t.Errorf("the curvature costs %.2f evaluations of all rows, want at most %v", beside, most)
	}
}

// TestPositionsAreOfAllRows: what names rows by their positions is not asked of some.
func TestPositionsAreOfAllRows(t *testing.T) {
	for _, c := range []struct {
		o    Objective
		want bool
	}{
		{LML{}, true}, {MAP{}, true}, {LOO{}, true}, {KFold{K: 4}, true},
		{KFold{Folds: [][]int{{0}, {1}}}, false}, {MAP{HoldOut{Held: []int{0}}}, false}, {HoldOut{Held: []int{0}}, false},
	} {
		if got := ofAnyRows(c.o); got != c.want {
			t.Errorf("%s: of any rows is %v, want %v", c.o.Name(), got, c.want)
		}
	}
}
