package display

import (
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestParamsOfSeveralModelsStandSideBySide(t *testing.T) {
	a := fitOf("L-BFGS", posterior{l: 1})
	b := fitOf("ADMM", posterior{l: 2})
	lines := strings.Split(Params(a, b, 7).Names("", "consensus").Title("both").String(), "\n")[1:]
	if f := strings.Fields(lines[0]); strings.Join(f, " ") != "hyper-parameter L-BFGS, ML consensus int" {
		t.Errorf("header %q", f)
	}
	found := false
	for _, line := range lines[2:] {
		f := strings.Fields(line)
		found = found || strings.Contains(f[0], "lengthscale") && f[1] == "1" && f[2] == "2"
	}
	if !found || !strings.Contains(lines[len(lines)-1], "not a model") {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}

func TestTablesTellFitsOfOneMethodApart(t *testing.T) {
	a, b := fitOf("L-BFGS", posterior{l: 1}), fitOf("L-BFGS", posterior{l: 2})
	loo := fitOf("L-BFGS", posterior{l: 3})
	loo.Trace.Objective = gplib.LOO{}.Name()
	for what, text := range map[string]string{"Params": Params(a, b, loo).String(), "Results": Results(a, b, loo).String()} {
		for _, want := range []string{"L-BFGS, ML ", "L-BFGS, ML, 2", "L-BFGS, LOO log density"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", what, want, text)
			}
		}
	}
	if text := Results(a, b).Names("first").Title("two").Digits(2).String(); !strings.HasPrefix(text, "two\n") ||
		!strings.Contains(text, "first  ") || strings.Contains(text, "12.35") {
		t.Errorf("with a name:\n%s", text)
	}
}

func TestParamsTellPriorsTiesAndFixedValues(t *testing.T) {
	k := cov.Sum(cov.SE(1), cov.Matern32(1), cov.Fix(cov.Periodic(1, 2), "period"))
	k = cov.WithPrior(cov.Tie(k, "se.lengthscale", "matern32.lengthscale"), "periodic.lengthscale", cov.LogNormalPrior(0, 1))
	got := Params(gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}).String()
	for _, want := range []string{"fixed", "tied to ", "prior "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestResultsSaysHowEachFitWent(t *testing.T) {
	got := Results(fitOf("L-BFGS", posterior{l: 1}), nil).String()
	for _, want := range []string{"negative log marginal likelihood", "12.35", "29", "1.23 s", "converged", "no result"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// The standard bounds are not those of a learner, which go by the data: prices in
// millions have a variance far above them.
func TestParamsBoundedByTheDataAreNotAtStandardBounds(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1e12, cov.SE(1)), Noise: gplib.Gaussian(1)}
	if text := Params(m).String(); strings.Contains(text, "bound ") || strings.Contains(text, "at its") {
		t.Errorf("got\n%s", text)
	}
	bounded, err := m.Bound("variance", 1, 1e12)
	if err != nil {
		t.Fatal(err)
	}
	if text := Params(bounded).String(); !strings.Contains(text, "at its upper bound") {
		t.Errorf("got\n%s", text)
	}
}
