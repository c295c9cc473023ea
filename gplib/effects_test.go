package gplib_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// averaged returns the mean and the variance of the average of f over the rows of x with input j
// at v, from the joint distribution at these points.
func averaged(t *testing.T, p gplib.Posterior, x *cov.Matrix, j int, v float64) (mean, variance float64) {
	t.Helper()
	set := mat.DenseCopyOf(x)
	n, _ := set.Dims()
	for i := range n {
		set.Set(i, j, v)
	}
	means, c, err := p.Covariance(cov.Points(set).Like(x))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range means {
		mean += m / float64(n)
		for k := range means {
			variance += c.At(i, k) / float64(n*n)
		}
	}
	return mean, variance
}

// Effects are averages over the rows under every posterior.
func TestEffectsAreAverages(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(1), Cov: cov.Scale(2, cov.SE(1, 2, 1)), Noise: gplib.Gaussian(0.1)}
	d := sample(t, 40, 3)
	x := d.X.(*cov.Matrix)
	for i := range d.Y {
		d.Y[i] += x.At(i, 0) * x.At(i, 1)
	}
	all := resultsOf(t, m, d)
	for _, r := range all {
		effects, err := gplib.Effects(r.Posterior, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(effects) != 3 || len(effects[0].Values) != 41 || effects[0].Rows != 40 {
			t.Fatalf("the effects are %v", effects)
		}
		for j, e := range effects {
			for _, k := range []int{0, 17, 40} {
				mean, variance := averaged(t, r.Posterior, x, j, e.Values[k][0])
				// Conjugate gradients leave 1e-3 of a variance, which is at most 2.
				if math.Abs(mean-e.Mean[k]) > 1e-6 || math.Abs(variance-e.Var[k]) > 2e-3 {
					t.Errorf("%T: the effect of %s at %v is %v, %v, not %v, %v", r.Posterior, e.Inputs, e.Values[k], e.Mean[k], e.Var[k], mean, variance)
				}
			}
		}
	}
	// Without weights they come from the covariance; exact ones agree to rounding.
	exact := all["exact"].Posterior
	a, err := gplib.Effects(exact, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := gplib.Effects(opaque{exact}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for j := range a {
		if !floats.EqualApprox(a[j].Mean, b[j].Mean, 1e-10) || !floats.EqualApprox(a[j].Var, b[j].Var, 1e-10) {
			t.Errorf("input %d: %v and %v", j, a[j].Var, b[j].Var)
		}
	}
}

// The effect of an input of few values is at these, and the joint effect of all inputs is f.
func TestEffectsAtChosenValues(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(2, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	x := mat.NewDense(30, 2, nil)
	y := make([]float64, 30)
	for i := range y {
		x.SetRow(i, []float64{float64(i % 3), float64(i) / 10})
		y[i] = x.At(i, 0) + math.Sin(x.At(i, 1))
	}
	e, err := gplib.Condition(m, gplib.Data{X: cov.Points(x), Y: y})
	if err != nil {
		t.Fatal(err)
	}
	effects, err := gplib.Effects(e, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := effects[0].Values; len(v) != 3 || v[2][0] != 2 {
		t.Errorf("the values of three are %v", v)
	}
	at := [][]float64{{0.5, 1}, {1, 2.2}}
	joint, err := gplib.EffectAt(e, nil, []int{0, 1}, at)
	if err != nil {
		t.Fatal(err)
	}
	want, err := e.Predict(cov.Points(mat.NewDense(2, 2, []float64{0.5, 1, 1, 2.2})))
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(joint.Mean, want.Mean, 1e-10) || !floats.EqualApprox(joint.Var, want.Var, 1e-10) {
		t.Errorf("the joint effect of all inputs is %v, %v, not f: %v, %v", joint.Mean, joint.Var, want.Mean, want.Var)
	}
}

func TestEffectsRefuse(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(1, 1), Noise: gplib.Gaussian(0.1)}
	e, err := gplib.Condition(m, gplib.Data{X: cov.Points(mat.NewDense(2, 2, []float64{0, 1, 1, 0})), Y: []float64{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	of := func(p gplib.Posterior, x cov.Inputs, dims []int, values ...[]float64) error {
		_, err := gplib.EffectAt(p, x, dims, values)
		return err
	}
	_, none := gplib.Effects(nil, nil)
	_, third := gplib.Effects(e, nil, 3)
	_, text := gplib.Effects(e, cov.Strings{"a"})
	_, wide := gplib.Effects(e, cov.Line([]float64{1, 2}))
	for want, err := range map[string]error{
		"the posterior is nil":   none,
		"takes points":           text,
		"dimension":              wide,
		"there is no input 3":    third,
		"there is no input 2":    of(e, nil, []int{2}, []float64{1}),
		"has 1 numbers for 2":    of(e, nil, []int{0, 1}, []float64{1}),
		"0 inputs and 1 values":  of(e, nil, nil, []float64{}),
		"1 inputs and 0 values":  of(e, nil, []int{0}),
		"EffectAt: the posterio": of(nil, nil, []int{0}, []float64{1}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}
