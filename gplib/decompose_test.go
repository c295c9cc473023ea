package gplib_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
)

// seasonal returns 60 rows of a line, a season and a little noise, and a model of them.
func seasonal(t *testing.T) (gplib.Model, gplib.Data) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 7))
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = 2*x[i] + 3*math.Sin(2*math.Pi*x[i]) + 0.3*rng.NormFloat64()
	}
	m := gplib.Model{
		Mean:  gplib.ConstantMean(8),
		Cov:   cov.Sum(cov.Scale(50, cov.SE(5)), cov.Scale(4, cov.Product(cov.SE(20), cov.Periodic(1, 1))), cov.Scale(0.1, cov.SE(0.3))),
		Noise: gplib.Gaussian(0.1),
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	return m, d
}

// resultsOf conditions m on d exactly and by several approximations.
func resultsOf(t *testing.T, m gplib.Model, d gplib.Data) map[string]*gplib.Result {
	t.Helper()
	must := func(p gplib.Posterior, err error) *gplib.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return &gplib.Result{Model: m, Posterior: p}
	}
	exact, err := gplib.Condition(m, d)
	all := map[string]*gplib.Result{"exact": must(exact, err)}
	sparse, err := inducing.Sparse{Points: d.X.Subset(gplib.Spaced(d.Len(), 25))}.Condition(m, d)
	all["inducing"] = must(sparse, err)
	counts := m
	counts.Noise, counts.Lik = nil, lik.StudentT(0.3, 4)
	robust, err := laplace.Condition(counts, d)
	all["laplace"] = must(robust, err)
	all["laplace"].Model = counts
	fitted := func(l gplib.Learner, m gplib.Model, s gplib.Settings) *gplib.Result {
		t.Helper()
		fit, err := l.Fit(context.Background(), m, d, &s)
		if err != nil {
			t.Fatal(err)
		}
		return fit
	}
	all["conjugate gradients"] = fitted(admm.HoldOut{Storage: admm.MatrixFree}, m, gplib.Settings{MaxIter: 2})
	all["standardised"] = fitted(gplib.Standardised(gplib.LBFGS{}), m, gplib.Settings{MaxIter: 5})
	held := m
	held.Cov = cov.Fix(m.Cov) // chains of mean and noise are short
	all["mixture"] = fitted(mcmc.Learner{Chains: 1, Warmup: 10, Draws: 10}, held, gplib.Settings{})
	return all
}

// The parts of an exact posterior are those of the joint normal distribution of the three
// processes and y.
func TestPartsAreTheJointDistribution(t *testing.T) {
	m, d := seasonal(t)
	e, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	x := cov.Grid(-1, 11, 7)
	parts, err := (&gplib.Result{Model: m, Posterior: e}).Parts(x)
	if err != nil || len(parts) != 4 {
		t.Fatalf("%d parts (%v)", len(parts), err)
	}
	n := d.Len()
	c := mat.NewDense(n, n, nil)
	m.Cov.Gram(c, d.X, d.X)
	for i := range n {
		c.Set(i, i, c.At(i, i)+0.1)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(c); err != nil {
		t.Fatal(err)
	}
	r := make([]float64, n)
	for i, y := range d.Y {
		r[i] = y - 8
	}
	terms := []cov.Func{cov.Scale(50, cov.SE(5)), cov.Scale(4, cov.Product(cov.SE(20), cov.Periodic(1, 1))), cov.Scale(0.1, cov.SE(0.3))}
	for k, name := range []string{"se1", "se·periodic", "se2"} {
		part := parts[k+1]
		if part.Name != name {
			t.Errorf("part %d is %q, not %q", k+1, part.Name, name)
		}
		cross, prior := mat.NewDense(x.Len(), n, nil), make([]float64, x.Len())
		terms[k].Gram(cross, x, d.X)
		terms[k].Diag(prior, x)
		var half, reduced mat.Dense
		half.Mul(cross, &inverse)
		reduced.Mul(&half, cross.T())
		for i := range x.Len() {
			mean := mat.Dot(half.RowView(i), mat.NewVecDense(n, r))
			// The condition number of C is about 3e4, numbers are up to 50: 3e4·50·2⁻⁵² is 3e-10.
			if math.Abs(part.Mean[i]-mean) > 1e-8 || math.Abs(part.Var[i]-prior[i]+reduced.At(i, i)) > 1e-8 {
				t.Errorf("%s at %v: %v and %v, not %v and %v", name, x.At(i, 0), part.Mean[i], part.Var[i], mean, prior[i]-reduced.At(i, i))
			}
		}
	}
	if parts[0].Name != "mean" || parts[0].Mean[3] != 8 || parts[0].Var[3] != 0 {
		t.Errorf("the mean function is %v", parts[0])
	}
}

// The means of parts add up to the posterior's mean, and the shares to 1, under every posterior.
func TestPartsAddUpToThePosterior(t *testing.T) {
	m, d := seasonal(t)
	x := cov.Grid(-1, 11, 30)
	for name, r := range resultsOf(t, m, d) {
		parts, err := r.Parts(x)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		q, err := r.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		sum, share := make([]float64, x.Len()), 0.0
		for _, part := range parts {
			floats.Add(sum, part.Mean)
			share += part.Share
		}
		// Numbers are up to 50, and sums of weights of both signs about 1e3 times as large.
		if gap := floats.Distance(sum, q.Mean, math.Inf(1)); !(gap <= 1e-10*50) {
			t.Errorf("%s: the parts' means differ from the posterior's by %g", name, gap)
		}
		if math.Abs(share-1) > 1e-10 {
			t.Errorf("%s: the shares add up to %v", name, share)
		}
	}
}

// Of one term there is one part with the variance of f, under posteriors without weights too.
func TestPartOfOneTermIsThePosterior(t *testing.T) {
	_, d := seasonal(t)
	m := gplib.Model{Cov: cov.Scale(50, cov.SE(0.5)), Noise: gplib.Gaussian(0.1)}
	all := resultsOf(t, m, d)
	all["without weights"] = &gplib.Result{Model: m, Posterior: opaque{all["exact"].Posterior}}
	x := cov.Grid(0, 10, 12)
	for name, r := range all {
		parts, err := r.Parts(x)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		q, err := r.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		last := parts[len(parts)-1]
		tol := 1e-8 * 50
		if name == "conjugate gradients" {
			tol = 1e-3 * 50 // of its variances
		}
		if gap := floats.Distance(last.Var, q.Var, math.Inf(1)); !(gap <= tol) {
			t.Errorf("%s: the part's variances differ by %g", name, gap)
		}
		if name == "standardised" != (len(parts) == 2) {
			t.Errorf("%s: %d parts", name, len(parts))
		}
	}
}

// opaque is a posterior that has the methods of the interface only.
type opaque struct{ gplib.Posterior }

func TestPartsRefuse(t *testing.T) {
	m, d := seasonal(t)
	e, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	other := m
	other.Cov = cov.Sum(cov.SE(1), cov.SE(2))
	for want, c := range map[string]struct {
		r *gplib.Result
		x cov.Inputs
	}{
		"the result has no posterior":             {nil, nil},
		"the result has no model":                 {&gplib.Result{Posterior: e}, nil},
		"approximates the sum":                    {&gplib.Result{Model: m, Posterior: opaque{e}}, nil},
		"dimension":                               {&gplib.Result{Model: m, Posterior: e}, cov.Points(mat.NewDense(2, 2, nil))},
		"the posterior has 3 terms, the result's": {&gplib.Result{Model: other, Posterior: e}, nil},
	} {
		if _, err := c.r.Parts(c.x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}
