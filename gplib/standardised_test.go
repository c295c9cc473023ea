package gplib_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
	"krigo/gplib/posteriortest"
)

// far returns data in units far from 1.
func far(t *testing.T, n int) gplib.Data {
	t.Helper()
	d := sample(t, n, 3)
	x := d.X.(*cov.Matrix)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = []float64{1000 + 50*x.At(i, 0), 0.01 * x.At(i, 1)}
		d.Y[i] = 3e4 + 700*d.Y[i]
	}
	d.X = mustRows(t, rows)
	return d
}

func TestStandardisedKeepsTheContract(t *testing.T) {
	learntest.Check(t, gplib.Standardised(gplib.LBFGS{}), model(cov.Scale(1, cov.SE(1, 2))), far(t, 30))
}

func standardisedFit(t *testing.T, d gplib.Data) *gplib.Result {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(1.3, cov.SE(0.7, 1.1)), Noise: gplib.Gaussian(0.05)}
	fit, err := gplib.Standardised(gplib.LBFGS{}).Fit(context.Background(), m, d, &gplib.Settings{MaxIter: 3})
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

func TestRescaledKeepsTheContract(t *testing.T) {
	d, at := sample(t, 25, 2), mustRows(t, [][]float64{{0.4, 1.1}, {2.2, 0.3}, {3.6, -0.5}})
	for i := range d.Y {
		d.Y[i] = 30 + 7*d.Y[i]
	}
	posteriortest.Check(t, posteriortest.Case{
		Posterior: standardisedFit(t, d.Subset(indices(0, 18))).Posterior, At: at, More: d.Subset(indices(18, 25)),
	})
}

// TestStandardisedPredictsInTheUsersUnits compares with a Gaussian process whose
// variances and lengthscales are brought to the units of the data by hand.
func TestStandardisedPredictsInTheUsersUnits(t *testing.T) {
	d := far(t, 20)
	fit := standardisedFit(t, d)
	by, err := gplib.NewScaling(d)
	if err != nil {
		t.Fatal(err)
	}
	theta, square := fit.Model.Theta(), by.YStd*by.YStd
	own := gplib.Model{
		Mean:  gplib.ConstantMean(by.YMean),
		Cov:   cov.Scale(theta[0]*square, cov.SE(theta[1]*by.XStd[0], theta[2]*by.XStd[1])),
		Noise: gplib.Gaussian(theta[3] * square),
	}
	at := mustRows(t, [][]float64{{1020, 0.011}, {1110, 0.003}})
	want, err := condition(t, own, d).Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	got, err := fit.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Mean {
		for _, pair := range [][2]float64{{got.Mean[i], want.Mean[i]}, {got.Var[i], want.Var[i]}, {got.VarY[i], want.VarY[i]}} {
			if math.Abs(pair[0]-pair[1]) > 1e-8*square {
				t.Errorf("point %d: %v, want %v", i, pair[0], pair[1])
			}
		}
	}
}

func TestStandardisedRefusesWhatItCannotScale(t *testing.T) {
	words := gplib.Data{X: cov.Strings{"ab", "b"}, Y: []float64{1, 2}}
	m := gplib.Model{Cov: cov.Spectrum(2), Noise: gplib.Gaussian(0.1)}
	if _, err := gplib.Standardised(gplib.LBFGS{}).Fit(context.Background(), m, words, nil); err == nil || !strings.Contains(err.Error(), "cov.Strings") {
		t.Errorf("the error is %v", err)
	}
	if _, err := gplib.Standardised(nil).Fit(context.Background(), m, words, nil); err == nil || !strings.Contains(err.Error(), "learner is nil") {
		t.Errorf("the error is %v", err)
	}
}
