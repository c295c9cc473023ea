package vi_test

import (
	"encoding/json"
	"os"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/vi"
)

// reference is one case of testdata/vgp.py.
type reference struct {
	Name                       string
	X                          [][]float64
	Y                          []float64
	Lik                        string
	Params                     []float64
	Kernel                     string
	Mean, Variance             float64
	Lengthscales               []float64
	ELBO, Sparse               float64
	Gradient, F, Var, Observed []float64
	SparseF                    []float64 `json:"sparse_f"`
	SparseVar                  []float64 `json:"sparse_var"`
}

func (c reference) model() gplib.Model {
	of := map[string]func(...float64) cov.Func{"SE": cov.SE, "Matern32": cov.Matern32, "Matern52": cov.Matern52}[c.Kernel]
	m := gplib.Model{Mean: gplib.ConstantMean(c.Mean), Cov: cov.Scale(c.Variance, of(c.Lengthscales...))}
	switch c.Lik {
	case "logit":
		m.Lik = lik.Bernoulli()
	case "probit":
		m.Lik = lik.BernoulliProbit()
	case "poisson":
		m.Lik = lik.Poisson()
	case "student-t":
		m.Lik = lik.StudentT(c.Params[0], c.Params[1])
	case "beta":
		m.Lik = lik.Beta(c.Params[0])
	}
	return m
}

// moved are the first points plus 0.1.
func (c reference) moved(t *testing.T) cov.Inputs {
	t.Helper()
	rows := make([][]float64, len(c.F))
	for i := range rows {
		for _, v := range c.X[i] {
			rows[i] = append(rows[i], v+0.1)
		}
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func (c reference) data(t *testing.T) gplib.Data {
	t.Helper()
	x, err := cov.Rows(c.X)
	if err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(x, c.Y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func references(t *testing.T) []reference {
	t.Helper()
	text, err := os.ReadFile("testdata/vgp.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []reference
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 6 {
		t.Fatalf("%d cases", len(cases))
	}
	return cases
}

// The bound, its gradient and predictions are those of GPflow's VGP. Its jitter moves them by up to some
// 1e-6.
func TestFiguresOfGPflow(t *testing.T) {
	const tol = 2e-5
	for _, c := range references(t) {
		m, d := c.model(), c.data(t)
		grad := make([]float64, len(m.Params()))
		near(t, c.Name+": the evidence lower bound", -value(t, m, d, grad), c.ELBO, tol)
		for i, g := range c.Gradient { // GPflow does not learn the degrees of freedom
			near(t, c.Name+": the derivative by "+m.Params()[i].Name, -grad[i], g, tol)
		}
		p, err := vi.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Predict(c.moved(t))
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.F {
			near(t, c.Name+": the latent mean", q.Mean[i], c.F[i], tol)
			near(t, c.Name+": the latent variance", q.Var[i], c.Var[i], tol)
			near(t, c.Name+": the mean of an observation", q.MeanY()[i], c.Observed[i], tol)
		}
	}
}
