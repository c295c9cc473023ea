package gplib_test

import (
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/ep"
	"krigo/gplib/inducing"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
	"krigo/gplib/vi"
)

// What knows one latent value at a row refuses classes, and names what takes them.
func TestClassesAreRefusedByWhatKnowsOneLatentValue(t *testing.T) {
	d, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4, 5}), []float64{0, 1, 2, 0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Lik: lik.Categorical("a", "b", "c")}
	ctx := t.Context()
	for what, refuse := range map[string]func() error{
		"gplib.Fit":            func() error { _, err := gplib.Fit(ctx, m, d, nil); return err },
		"laplace.Learner":      func() error { _, err := laplace.Learner{}.Fit(ctx, m, d, nil); return err },
		"ep.Learner":           func() error { _, err := ep.Learner{}.Fit(ctx, m, d, nil); return err },
		"vi.Learner":           func() error { _, err := vi.Learner{}.Fit(ctx, m, d, nil); return err },
		"inducing.SVGP":        func() error { _, err := inducing.SVGP{Size: 3}.Fit(ctx, m, d, nil); return err },
		"gplib.Condition":      func() error { _, err := gplib.Condition(m, d); return err },
		"laplace.Condition":    func() error { _, err := laplace.Condition(m, d); return err },
		"ep.Condition":         func() error { _, err := ep.Condition(m, d); return err },
		"vi.Condition":         func() error { _, err := vi.Condition(m, d); return err },
		"gplib.LML":            func() error { _, err := gplib.LML{}.Eval(m, d, nil); return err },
		"laplace.LML":          func() error { _, err := laplace.LML{}.Eval(m, d, nil); return err },
		"ep.LML":               func() error { _, err := ep.LML{}.Eval(m, d, nil); return err },
		"vi.ELBO":              func() error { _, err := vi.ELBO{}.Eval(m, d, nil); return err },
		"mcmc.Latent":          func() error { _, err := mcmc.Latent{}.Sample(ctx, m, d); return err },
		"mcmc.Learner":         func() error { _, err := mcmc.Learner{}.Fit(ctx, m, d, nil); return err },
		"dataset.Draw":         func() error { _, _, err := dataset.Draw(m, d.X, 1); return err },
		"Model.CheckAt":        func() error { return m.CheckAt(d.X, d.X) },
		"Standardised learner": func() error { _, err := gplib.Standardised(gplib.LBFGS{}).Fit(ctx, m, d, nil); return err },
	} {
		err := refuse()
		if err == nil || !strings.Contains(err.Error(), "Categorical") || !strings.Contains(err.Error(), "softmax.") && what != "Standardised learner" {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}
