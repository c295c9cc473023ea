package admm

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// largeData returns SE data in a unit of 1/100.
func largeData(t testing.TB) gplib.Data {
	d := seData(t, 1)
	for i := range d.Y {
		d.Y[i] *= 100
	}
	return d
}

func freeSE() gplib.Model {
	return gplib.Model{Cov: cov.Scale(1, cov.SE(0.9)), Noise: gplib.Gaussian(0.25)}
}

func TestFreeVariancesAreRescaledByTheTrainingPoints(t *testing.T) {
	d := largeData(t)
	r := mustFit(t, HoldOut{}, freeSE(), d, nil)
	l := lagrangianOf(t, r.Model, d, problem{})
	l.move(l.phiOf(l.start))
	if q := floats.Dot(l.yT, denseOf(l).z(t)) / float64(len(l.yT)); relative(q, 1) > 1e-4 {
		t.Errorf("yᵀC⁻¹y/n is %g after rescaling, want 1", q)
	}
	if f := denseOf(l).error(t); relative(f, r.Value) > 1e-5 {
		t.Errorf("F is %g at the result, which says %g", f, r.Value)
	}
	if noise := r.Model.Noise.Params()[0].Value; noise < 1000 || noise > 6000 {
		t.Errorf("noise variance %g, the truth is 2500", noise)
	}
}

func TestFreeVariancesAreRescaledByTheValidationPoints(t *testing.T) {
	d := largeData(t)
	for _, learner := range []gplib.Learner{
		HoldOut{Scale: ScaleByValidation, Split: LastBlock(20)},
		Adjoint{Scale: ScaleByValidation, Split: LastBlock(20)},
	} {
		r := mustFit(t, learner, freeSE(), d, nil)
		parts, _ := LastBlock(20).partition()(d.Len(), nil)
		train, valid := parts[0].train, parts[0].valid
		posterior, err := gplib.Condition(r.Model, d.Subset(train))
		if err != nil {
			t.Fatal(err)
		}
		held := d.Subset(valid)
		p, err := posterior.Predict(held.X)
		if err != nil {
			t.Fatal(err)
		}
		var mean float64
		for i, y := range held.Y {
			mean += math.Pow(y-p.Mean[i], 2) / p.VarY[i] / 20
		}
		if relative(mean, 1) > 1e-6 {
			t.Errorf("%s: mean square of standardised residuals %g, want 1", r.Method, mean)
		}
	}
}

// The steps are in the units of the result: the one with its value has its
// parameters.
func TestStepsHaveTheScaleOfTheResult(t *testing.T) {
	d := largeData(t)
	for name, l := range map[string]gplib.Learner{
		"hold-out": HoldOut{}, "adjoint": Adjoint{}, "stochastic": Stochastic{Batch: 5}, "consensus": KFold{},
		"naive": KFold{Scheme: Naive}, "continuation": Continuation{Smallest: 20, Growth: 2},
	} {
		r := mustFit(t, l, freeSE(), d, nil)
		for _, s := range r.Trace.Steps {
			if s.Value != r.Value {
				continue
			}
			for i, v := range r.Model.Theta() {
				if relative(s.Theta[i], v) > 1e-6 {
					t.Errorf("%s: %s is %g in step %d, whose value %g is the result's; there it is %g", name, s.Names[i], s.Theta[i], s.Iter, s.Value, v)
				}
			}
		}
	}
}

func TestAFixedVarianceKeepsTheScale(t *testing.T) {
	m := freeSE()
	m.Noise = gplib.FixedGaussian(0.25)
	r := mustFit(t, HoldOut{}, m, seData(t, 1), nil)
	if s := r.Model.Noise.Params()[0].Value; s != 0.25 {
		t.Errorf("the fixed noise is %g", s)
	}
	if v := r.Model.Cov.Params()[0].Value; v == 1 {
		t.Error("the signal variance was not learned")
	}
}

// A common factor that takes variances out of their bounds leaves them there, and
// the fit says so.
func TestRescaledVariancesStayInsideTheirBounds(t *testing.T) {
	d := draw(t, cov.SE(1), grid(40), 0.05, 1)
	for i := range d.Y {
		d.Y[i] *= 1e6
	}
	m := gplib.Model{Cov: cov.Bound(cov.Scale(1, cov.SE(1)), "variance", 1e-3, 1e3), Noise: gplib.Gaussian(0.1)}
	r, err := HoldOut{}.Fit(t.Context(), m, d, &gplib.Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Predict(d.X); err != nil {
		t.Error(err)
	}
	if told := r.Warnings.String(); !strings.Contains(told, "as variance reaches its bound") {
		t.Errorf("the warnings are %q", r.Warnings)
	}
}

// A common factor does not move means, however far it takes the variances of a sum.
func TestRescalingKeepsTheMean(t *testing.T) {
	d := draw(t, cov.SE(1), grid(40), 0.05, 1)
	m := gplib.Model{Cov: cov.Sum(cov.Scale(1, cov.SE(1)), cov.Scale(1e-3, cov.SE(0.2))), Noise: gplib.Gaussian(0.1)}
	f := begun(t, problem{}, m, d)
	at := func(c float64) gplib.Model {
		c, _ = f.allowed(m.Theta(), c)
		return f.inside(f.scaling.apply(m.Theta(), c))
	}
	near, far := at(1), at(1e12)
	want, got := predicted(t, near, d), predicted(t, far, d)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-6 {
			t.Errorf("mean %d is %g, at other variances %g", i, want[i], got[i])
		}
	}
}

func predicted(t *testing.T, m gplib.Model, d gplib.Data) []float64 {
	t.Helper()
	e, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	return p.Mean
}

func TestAParameterAtItsBoundIsNotSaidToBeRescaled(t *testing.T) {
	m := freeSE()
	m.Cov = cov.Scale(1, cov.Bound(cov.SE(0.7), "lengthscale", 0.1, 0.7))
	f := begun(t, problem{}, m, seData(t, 1))
	theta := m.Theta()
	theta[1] = math.Nextafter(0.7, 1)
	if got := f.inside(theta).Theta()[1]; got != 0.7 || len(f.unscaled) > 0 {
		t.Errorf("lengthscale %.17g, warning %q", got, f.unscaled)
	}
}
