package inducing_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// TestCSIRegressionIsRidgeRegressionOnCentredColumns solves the ridge
// regression by its normal equations.
func TestCSIRegressionIsRidgeRegressionOnCentredColumns(t *testing.T) {
	m, d := snelson(t, 40)
	floats.AddConst(5, d.Y) // far from a mean of 0
	r, err := inducing.CSIRegression{Size: 6}.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Trace.Steps) != 20 || r.Status != gplib.Converged {
		t.Errorf("%d steps, %v", len(r.Trace.Steps), r.Status)
	}
	p := r.Posterior.(*inducing.Posterior)
	z := p.Points()
	noise, err := r.Param("noise.variance")
	if err != nil {
		t.Fatal(err)
	}
	// The features are rows of K_Xz; the penalty is wᵀK_zz w.
	kzz := gram(r.Model.Cov, z)
	for a := range 6 {
		kzz.Set(a, a, kzz.At(a, a)*(1+1e-6))
	}
	x := cov.Line([]float64{-1, 0.3, 2, 8})
	train, test := mat.NewDense(40, 6, nil), mat.NewDense(4, 6, nil)
	r.Model.Cov.Gram(train, d.X, z)
	r.Model.Cov.Gram(test, x, z)
	means := make([]float64, 6)
	for a := range means {
		means[a] = stat.Mean(mat.Col(nil, a, train), nil)
		for i := range 40 {
			train.Set(i, a, train.At(i, a)-means[a])
		}
	}
	level := stat.Mean(d.Y, nil)
	y := mat.NewVecDense(40, nil)
	for i, v := range d.Y {
		y.SetVec(i, v-level)
	}
	var normal mat.Dense
	var right, w mat.VecDense
	normal.Mul(train.T(), train)
	kzz.Scale(noise.Value, kzz)
	normal.Add(&normal, kzz)
	right.MulVec(train.T(), y)
	if err := w.SolveVec(&normal, &right); err != nil {
		t.Fatal(err)
	}
	got, err := p.Mean(x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		row := test.RawRowView(i)
		floats.Sub(row, means)
		if want := level + floats.Dot(row, w.RawVector().Data); !close(got[i], want, 1e-5) {
			t.Errorf("at %d: %v, want %v", i, got[i], want)
		}
	}
}

func TestCSIRegressionTakesTheBestOfItsGrid(t *testing.T) {
	m, d := snelson(t, 60)
	far, err := m.Set("lengthscale", 4)
	if err != nil {
		t.Fatal(err)
	}
	r, err := inducing.CSIRegression{Size: 12}.Fit(context.Background(), far, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	least := math.Inf(1)
	for _, s := range r.Trace.Steps {
		least = math.Min(least, s.Value)
	}
	if r.Value != least || least > 0.6 {
		t.Errorf("value %v, the least of the grid is %v", r.Value, least)
	}
	if l, err := r.Param("lengthscale"); err != nil || l.Value != 1 && l.Value != 2 {
		t.Errorf("lengthscale %v (%v)", l.Value, err)
	}
}

func TestCSIRegressionEndsWhenToldAndNamesBadArguments(t *testing.T) {
	m, d := snelson(t, 30)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := inducing.CSIRegression{Size: 5}.Fit(cancelled, m, d, nil)
	if err != nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 1 {
		t.Errorf("cancelled: %v, %v", r, err)
	}
	failure := errors.New("enough")
	r, err = inducing.CSIRegression{Size: 5}.Fit(context.Background(), m, d, &gplib.Settings{Observe: func(gplib.Step) error { return failure }})
	if !errors.Is(err, failure) || r == nil || len(r.Trace.Steps) != 1 {
		t.Errorf("observer: %v, %v", r, err)
	}
	for want, l := range map[string]inducing.CSIRegression{
		"Size is 31":        {Size: 31},
		"factor":            {Ridges: []float64{1, -1}},
		"Trade:2":           {CSI: inducing.CSI{Trade: 2}},
		"it must be positi": {Lengthscales: []float64{math.NaN()}},
	} {
		if _, err := l.Fit(context.Background(), m, d, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := (inducing.CSIRegression{}).Fit(context.Background(), m, d.Subset([]int{0, 1, 2}), nil); err == nil {
		t.Error("no error for 3 data")
	}
}
