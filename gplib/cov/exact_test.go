package cov_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/internal/derivative"
)

// knowing has gradient known of at, and of nothing else.
func knowing(t *testing.T, at derivative.Kernel, gradient derivative.Gradient) {
	t.Helper()
	own := reflect.ValueOf(at).Pointer()
	derivative.From(func(k derivative.Kernel) derivative.Gradient {
		if reflect.ValueOf(k).Pointer() == own {
			return gradient
		}
		return nil
	})
	t.Cleanup(func() { derivative.From(func(derivative.Kernel) derivative.Gradient { return nil }) })
}

func laplace(x, y, theta []float64) float64 { return math.Exp(-math.Abs(x[0]-y[0]) / theta[0]) }

func laplaceGrad(grad, x, y, theta []float64) bool {
	r := math.Abs(x[0] - y[0])
	grad[0] = r / (theta[0] * theta[0]) * math.Exp(-r/theta[0])
	return true
}

// byLength returns the derivative of Σ_ij k(x_i, x_j) of a definition with one parameter of value v.
func byLength(t *testing.T, at derivative.Kernel, v float64, x *cov.Matrix) (sum float64, doubts []string) {
	t.Helper()
	k := cov.Custom(cov.Definition{Name: "mine", Params: []cov.Param{cov.Positive("l", v)}, At: at})
	if err := k.Check(x); err != nil {
		t.Fatal(err)
	}
	w := mat.NewDense(x.Len(), x.Len(), nil)
	for i := range x.Len() {
		for j := range x.Len() {
			w.Set(i, j, 1)
		}
	}
	grad := make([]float64, 1)
	cov.Scale(1, k).AddGrad(make([]float64, 2), w, x, x) // others ask, too
	k.AddGrad(grad, w, x, x)
	return grad[0], cov.Doubts(cov.Sum(cov.SE(1), cov.Scale(1, k)), x)
}

func TestKnownDerivativesAreUsed(t *testing.T) {
	x := cov.Grid(0, 3, 7)
	want, _ := byLength(t, laplace, 0.7, x)
	calls := 0
	knowing(t, laplace, func(grad, x, y, theta []float64) bool {
		calls++
		if x[0] == y[0] { // differences know it
			grad[0] = math.NaN()
			return false
		}
		return laplaceGrad(grad, x, y, theta)
	})
	got, doubts := byLength(t, laplace, 0.7, x)
	if math.Abs(got-want) > 1e-9*want || calls == 0 || len(doubts) > 0 {
		t.Errorf("the derivative is %v, want %v, of %d known ones; doubts %q", got, want, calls, doubts)
	}
}

func TestDerivativesThatDifferencesRefuteAreTold(t *testing.T) {
	x := cov.Grid(0, 3, 7)
	want, _ := byLength(t, laplace, 0.7, x)
	knowing(t, laplace, func(grad, x, y, theta []float64) bool {
		laplaceGrad(grad, x, y, theta)
		grad[0] *= 1.0001
		return true
	})
	got, doubts := byLength(t, laplace, 0.7, x)
	if got != want {
		t.Errorf("the derivative is %v, want %v by differences", got, want)
	}
	if len(doubts) != 1 || !strings.Contains(doubts[0], "the derivative of mine(0.7) with respect to l at x = [0], y = [3] is 0.084") {
		t.Errorf("the doubts are %q", doubts)
	}
}

// At a kink the derivative to either side is as good as any between, and no other is.
func TestKinksAreNoDoubt(t *testing.T) {
	x := cov.Grid(0, 3, 7)
	kink := func(_, _, theta []float64) float64 { return math.Max(theta[0], 1) + theta[0] }
	for _, c := range []struct {
		at, derivative float64
		doubted        bool
	}{
		{1, 1, false}, {1, 1.5, false}, {1, 2, false}, {1, 2.1, true}, {1, 0.9, true},
		{1.0003, 2, false}, {1.0007, 2, false}, {0.9997, 1, false}, {0.9, 1, false}, {0.9, 1.5, true}, {1.1, 1.5, true},
	} {
		knowing(t, kink, func(grad, _, _, _ []float64) bool { grad[0] = c.derivative; return true })
		if _, doubts := byLength(t, kink, c.at, x); (len(doubts) > 0) != c.doubted {
			t.Errorf("derivative %v at %v: doubts %q", c.derivative, c.at, doubts)
		}
	}
}

func TestCustomRefusesWhatIsNotSymmetric(t *testing.T) {
	k := cov.Custom(cov.Definition{Name: "mine", At: func(x, y, _ []float64) float64 { return x[0] - y[0] }})
	if err := k.Check(cov.Grid(0, 3, 7)); err == nil || !strings.Contains(err.Error(), "not symmetric") {
		t.Errorf("the error is %v", err)
	}
}
