package display

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
	"krigo/gplib/grief"
)

func TestWhatAStepShows(t *testing.T) {
	fitted := func(l gplib.Learner, d gplib.Data) *gplib.Result {
		fit, err := l.Fit(context.Background(), sineModel(), d, &gplib.Settings{MaxIter: 5})
		if err != nil {
			t.Fatal(err)
		}
		return fit
	}
	for name, c := range map[string]struct {
		fit  *gplib.Result
		want []string // in the words
		keys []string
	}{
		"L-BFGS":      {fitted(gplib.LBFGS{}, sineData(30)), []string{"L-BFGS, ML at step 1 has variance "}, []string{"95 % of y", "noise.variance "}},
		"ADMM":        {fitted(admm.HoldOut{}, sineData(30)), []string{"primal residual at "}, []string{"dual residual"}},
		"GRIEF":       {fitted(grief.TypeII{Functions: 8}, sineData(30)), []string{" basis functions at the step"}, nil},
		"weights":     {fitted(grief.TypeI{Functions: 8}, sineData(30)), []string{"weights, from "}, nil},
		"CholQR":      {swapped(), []string{"6 inducing points", "exchange"}, []string{"exchanged for another", "exchanged at this step"}},
		"network":     {deep(), []string{"6 of 8 features at the step"}, []string{"1 of 129 parameters"}},
		"four inputs": {sparseHouses(), []string{"8 inducing points", "Predicted against observed", "5 of 7 parameters"}, []string{"predicted = observed", "5 of 7 parameters"}},
		"a plane":     {fittedPlane(t), []string{"lengthscale[1] "}, []string{"training data"}},
		"groups":      {fittedGroups(t, 0, 1), []string{"Predicted against observed"}, []string{"noise.variance[1] "}},
		"one group":   {fittedGroups(t, 0, 0), []string{"Predicted against observed"}, []string{"noise.variance[1] "}},
	} {
		last, at := len(c.fit.Trace.Steps)-1, 1
		if name == "GRIEF" { // its first steps are those of the exact start
			at = last
		}
		f := Step(c.fit, at)
		panels, err := f.panels()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		keys := ""
		for _, p := range panels {
			for _, k := range p.Keys {
				keys += k.Name + "\n"
			}
		}
		if alt := f.Alt(); !strings.HasPrefix(alt, fmt.Sprintf("Step %d of %d: ", at, last)) {
			t.Errorf("%s: the words are %s", name, alt)
		}
		for _, want := range c.want {
			if !strings.Contains(f.Alt(), want) {
				t.Errorf("%s: %q is not in %s", name, want, f.Alt())
			}
		}
		for _, want := range c.keys {
			if !strings.Contains(keys, want) {
				t.Errorf("%s: %q is not in the legend\n%s", name, want, keys)
			}
		}
	}
}

func fittedPlane(t *testing.T) *gplib.Result {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.04)}
	fit, err := gplib.Fit(context.Background(), m, planeData(25), &gplib.Settings{MaxIter: 3})
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// fittedGroups returns a fit of observations of two instruments, whose numbers are the second
// input.
func fittedGroups(t *testing.T, numbers ...float64) *gplib.Result {
	t.Helper()
	x, y := mat.NewDense(24, 2, nil), make([]float64, 24)
	for i := range y {
		x.SetRow(i, []float64{float64(i) / 4, numbers[i%2]})
		y[i] = math.Sin(float64(i)/4) + 0.1*math.Cos(float64(7*i))
	}
	m := gplib.Model{Cov: cov.On(cov.SE(1), 0), Noise: gplib.GroupNoise(1, 0.1, 0.3)}
	fit, err := gplib.Fit(context.Background(), m, gplib.Data{X: cov.Points(x), Y: y}, &gplib.Settings{MaxIter: 3})
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

func TestWhatStepRefuses(t *testing.T) {
	fit := fittedPlane(t)
	for want, f := range map[string]*StepFigure{
		"display: Step: the result is nil":                         Step(nil, 0),
		"display: Step: gplib: At(99): the trace has steps 0 to 3": Step(fit, 99),
		"display: Step: gplib: At(-1): the trace has steps 0 to 3": Step(fit, -1),
		"At(0): the result does not come from a fit":               Step(&gplib.Result{Trace: fit.Trace}, 0),
		"display: Step: the fit has no posterior":                  Step(unconditioned(t), 0),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
}

func unconditioned(t *testing.T) *gplib.Result {
	t.Helper()
	fit, err := gplib.LBFGS{Condition: gplib.Unconditioned}.Fit(context.Background(), sineModel(), sineData(10), nil)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}
