package gplib_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func withPriors(t testing.TB) gplib.Model {
	t.Helper()
	k := cov.Sum(cov.Scale(1.2, cov.SE(0.8)), cov.Scale(0.7, cov.Matern32(1.1)))
	k = cov.Tie(k, "lengthscale")
	k = cov.WithPrior(k, "lengthscale", cov.LogNormalPrior(0, 0.5))
	k = cov.WithPrior(k, "se.variance", cov.GammaPrior(2, 1))
	k = cov.WithTransform(k, "se.variance", cov.Softplus)
	m, err := model(k).WithPrior("noise", cov.HalfCauchyPrior(0.2))
	if err != nil {
		t.Fatal(err)
	}
	m, err = m.WithPrior("mean", cov.NormalPrior(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMAPIsTheObjectiveMinusTheLogPrior(t *testing.T) {
	d, m := sample(t, 25, 1), withPriors(t)
	for _, inner := range []gplib.Objective{nil, gplib.KFold{K: 3}} {
		o := gplib.MAP{Objective: inner}
		if inner == nil {
			inner = gplib.LML{}
		}
		got, err := o.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := inner.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		z := math.Log(0.8) / 0.5
		prior := -z*z/2 - math.Log(0.8*0.5*math.Sqrt(2*math.Pi)) // log-normal(0, ½) at 0.8
		prior += math.Log(1.2) - 1.2                             // gamma(2, 1) at 1.2
		prior += math.Log(2 / (math.Pi * 0.2 * (1 + 0.0625)))    // half-Cauchy(0.2) at 0.05
		prior += -0.7*0.7/8 - math.Log(2*math.Sqrt(2*math.Pi))   // normal(1, 2) at 0.3
		near(t, o.Name(), got, alone-prior, 1e-12)
		checkGradient(t, o, m, d)
	}
}

// A MAP of a MAP, as learners make it of the user's, counts the priors once.
func TestPriorsCountOnce(t *testing.T) {
	d, m := sample(t, 25, 1), withPriors(t)
	once, err := gplib.MAP{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	twice := gplib.MAP{Objective: gplib.MAP{Objective: gplib.LML{}}}
	got, err := twice.Eval(m, d, nil)
	if err != nil || got != once || twice.Name() != (gplib.MAP{}).Name() {
		t.Errorf("%s: %v, want %v; %v", twice.Name(), got, once, err)
	}
	fit, err := gplib.LBFGS{Objective: gplib.MAP{}}.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "negative log marginal likelihood plus priors"; fit.Trace.Objective != want {
		t.Errorf("objective %q, want %q", fit.Trace.Objective, want)
	}
}

func TestPriorsPullTheFit(t *testing.T) {
	d := sample(t, 30, 1)
	free, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1))), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := cov.WithPrior(cov.Scale(1, cov.SE(1)), "lengthscale", cov.NormalPrior(3, 0.01))
	held, err := gplib.Fit(bg, model(k), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := free.Param("lengthscale")
	after, _ := held.Param("lengthscale")
	if math.Abs(after.Value-3) > 0.1 || before.Value > 2 {
		t.Errorf("lengthscale %v without, %v with a prior about 3", before.Value, after.Value)
	}
	if !strings.HasSuffix(held.Trace.Objective, "plus priors") {
		t.Errorf("objective %q", held.Trace.Objective)
	}
	if text := fmt.Sprint(held); !strings.Contains(text, "prior Normal(3, 0.01)") {
		t.Errorf("no prior in\n%s", text)
	}
}

func TestTiedParametersMoveTogether(t *testing.T) {
	d := sample(t, 30, 3)
	k := cov.Tie(cov.Scale(1, cov.SE(1, 2, 3)), "lengthscale[0]", "lengthscale[2]")
	fit, err := gplib.Fit(bg, model(k), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(fit.Model.Params()); n != 5 {
		t.Errorf("%d parameters", n)
	}
	if text := fmt.Sprint(fit); !strings.Contains(text, "tied to lengthscale[2]") {
		t.Errorf("no tie in\n%s", text)
	}
	l, _ := fit.Param("lengthscale[0]")
	if want := fmt.Sprintf("SE(%.4g, ", l.Value); !strings.Contains(fmt.Sprint(fit.Model.Cov), want) {
		t.Errorf("%v has no %q", fit.Model.Cov, want)
	}
}

func TestModelsAdjustAllTheirParts(t *testing.T) {
	m, err := model(cov.SE(1)).Fix("mean", "noise")
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Bound("lengthscale", 0.5, 2); err != nil {
		t.Fatal(err)
	}
	if m, err = m.WithTransform("lengthscale", cov.Softplus); err != nil {
		t.Fatal(err)
	}
	m = m.With([]float64{1, 1.5, 2})
	ps := m.Params()
	if !ps[0].Fixed || !ps[2].Fixed || ps[1].Fixed || ps[1].Max != 2 || ps[1].Transform != cov.Softplus || ps[2].Value != 2 {
		t.Errorf("parameters %+v", ps)
	}
	if _, err := m.Fix("period"); err == nil || !strings.Contains(err.Error(), `no parameter "period"`) {
		t.Errorf("error %v", err)
	}
}
