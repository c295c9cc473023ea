package laplace_test

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/internal/peer"
)

// reference is one case of testdata/classifier.py.
type reference struct {
	Name                string
	X                   [][]float64
	Y                   []float64
	Kernel              string
	Variance            float64
	Lengthscales        []float64
	LML, Best           float64
	Gradient, Mean, Var []float64
}

func references(t *testing.T, text []byte) []reference {
	t.Helper()
	var cases []reference
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 5 {
		t.Fatalf("%d cases", len(cases))
	}
	return cases
}

func stored(t *testing.T) []reference {
	t.Helper()
	text, err := os.ReadFile("testdata/classifier.json")
	if err != nil {
		t.Fatal(err)
	}
	return references(t, text)
}

func (c reference) problem(t *testing.T) (gplib.Model, gplib.Data) {
	t.Helper()
	x, err := cov.Rows(c.X)
	if err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(x, c.Y)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]func(...float64) cov.Func{"SE": cov.SE, "Matern32": cov.Matern32, "Matern52": cov.Matern52}[c.Kernel]
	return gplib.Model{Cov: cov.Scale(c.Variance, of(c.Lengthscales...)), Lik: lik.Bernoulli()}, d
}

// agrees compares with scikit-learn, whose mode has an error: its Newton's method ends where a step
// raises the log marginal likelihood by less than 1e-10.
func agrees(t *testing.T, c reference) {
	t.Helper()
	const tol = 1e-6
	m, d := c.problem(t)
	grad := make([]float64, len(m.Params()))
	near(t, c.Name+": the log marginal likelihood", -value(t, m, d, grad), c.LML, tol)
	for i, p := range m.Params() {
		near(t, c.Name+": the derivative by log "+p.Name, -grad[i]*p.Value, c.Gradient[i], 1e-4)
	}
	p, err := laplace.Condition(m, d)
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
		near(t, c.Name+": the latent mean", q.Mean[i], c.Mean[i], 1e-4)
		near(t, c.Name+": the latent variance", q.Var[i], c.Var[i], 1e-4)
	}
}

func TestFiguresOfScikitLearn(t *testing.T) {
	for _, c := range stored(t) {
		agrees(t, c)
	}
}

// Fits reach the optimum of scikit-learn, which starts six times.
func TestFitsReachTheOptimumOfScikitLearn(t *testing.T) {
	for _, c := range stored(t) {
		m, d := c.problem(t)
		m, err := m.Bound("variance", 1e-3, 1e4)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Params()[1:] {
			if m, err = m.Bound(p.Name, 1e-5, 1e5); err != nil {
				t.Fatal(err)
			}
		}
		fit, err := laplace.Learner{}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if -fit.Value < c.Best-1e-3*math.Max(1, math.Abs(c.Best)) {
			t.Errorf("%s: the log marginal likelihood is %v, that of scikit-learn %v\n%v", c.Name, -fit.Value, c.Best, fit)
		}
	}
}

func TestScikitLearnInThisRunAgrees(t *testing.T) {
	c := exec.Command(peer.Python(t, "sklearn"), "testdata/classifier.py")
	c.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1") // small matrices: more threads wait for each other
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range references(t, text) {
		agrees(t, c)
	}
}
