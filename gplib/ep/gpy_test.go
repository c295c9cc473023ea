package ep_test

import (
	"encoding/json"
	"os"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/ep"
	"krigo/gplib/lik"
)

// reference is one case of testdata/classifier.py.
type reference struct {
	Name                             string
	X                                [][]float64
	Y                                []float64
	Kernel                           string
	Variance                         float64
	Lengthscales                     []float64
	LML                              float64
	Gradient, Mean, Var, Probability []float64
}

func TestFiguresOfGPy(t *testing.T) {
	text, err := os.ReadFile("testdata/classifier.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []reference
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 5 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		c.agrees(t)
	}
}

func (c reference) agrees(t *testing.T) {
	t.Helper()
	const tol = 1e-5
	x, err := cov.Rows(c.X)
	if err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(x, c.Y)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]func(...float64) cov.Func{"SE": cov.SE, "Matern32": cov.Matern32, "Matern52": cov.Matern52}[c.Kernel]
	m := gplib.Model{Cov: cov.Scale(c.Variance, of(c.Lengthscales...)), Lik: lik.BernoulliProbit()}
	grad := make([]float64, len(m.Params()))
	near(t, c.Name+": the log marginal likelihood", -value(t, m, d, grad), c.LML, tol)
	for i, p := range m.Params() {
		near(t, c.Name+": the derivative by "+p.Name, -grad[i], c.Gradient[i], tol)
	}
	p, err := ep.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	moved := make([][]float64, len(c.Mean))
	for i := range moved {
		for _, v := range c.X[i] {
			moved[i] = append(moved[i], v+0.1)
		}
	}
	at, err := cov.Rows(moved)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Mean {
		near(t, c.Name+": the latent mean", q.Mean[i], c.Mean[i], tol)
		near(t, c.Name+": the latent variance", q.Var[i], c.Var[i], tol)
		near(t, c.Name+": the probability", q.MeanY()[i], c.Probability[i], tol)
	}
}
