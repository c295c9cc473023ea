package learntest_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/ep"
	"krigo/gplib/grief"
	"krigo/gplib/hetero"
	"krigo/gplib/inducing"
	"krigo/gplib/kronecker"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
	"krigo/gplib/metric"
	"krigo/gplib/rkhs"
	"krigo/gplib/softmax"
	"krigo/gplib/statespace"
	"krigo/gplib/vi"
)

// learnersOfUsers are all learners at their defaults, but for the number of draws.
var learnersOfUsers = map[string]gplib.Learner{
	"LBFGS": gplib.LBFGS{}, "LBFGS of LOO": gplib.LBFGS{Objective: gplib.LOO{}},
	"Standardised": gplib.Standardised(gplib.LBFGS{}), "Standardised grief": gplib.Standardised(grief.TypeII{}),
	"Standardised rkhs": gplib.Standardised(rkhs.SCGD{}),
	"mcmc":              mcmc.Learner{Chains: 1, Warmup: 50, Draws: 50},
	"admm.HoldOut":      admm.HoldOut{}, "admm.KFold": admm.KFold{}, "admm.Adjoint": admm.Adjoint{},
	"admm.Stochastic": admm.Stochastic{}, "admm.Continuation": admm.Continuation{}, "admm.GradientDescent": admm.GradientDescent{},
	"grief.TypeII": grief.TypeII{}, "grief.TypeI": grief.TypeI{}, "grief.Quadrature": grief.Quadrature{},
	"cholqr.Hybrid":      cholqr.Hybrid{},
	"statespace.Learner": statespace.Learner{},
	"laplace.Learner":    laplace.Learner{}, "ep.Learner": ep.Learner{}, "vi.Learner": vi.Learner{}, "hetero.Learner": hetero.Learner{},
	"inducing.Subset": inducing.Subset{}, "inducing.SubsetOfData": inducing.SubsetOfData{}, "inducing.Continuous": inducing.Continuous{},
	"inducing.CSIRegression": inducing.CSIRegression{}, "inducing.SVGP": inducing.SVGP{},
	"rkhs.SCGD": rkhs.SCGD{}, "rkhs.VariableProjection": rkhs.VariableProjection{}, "rkhs.MINIMAX": rkhs.MINIMAX{},
	"rkhs.BSGD": rkhs.BSGD{}, "rkhs.NOLD": rkhs.NOLD{}, "rkhs.MinMin": rkhs.MinMin{}, "rkhs.SVGP": rkhs.SVGP{},
}

// learnersOfClasses learn classes only.
var learnersOfClasses = map[string]gplib.Learner{"softmax.Learner": softmax.Learner{}}

// learnersOfOutputs learn several outputs, by a model that says which input is the output.
var learnersOfOutputs = map[string]gplib.Learner{"kronecker.Learner": kronecker.Learner{}}

// slowLearners take seconds on 80 rows; quickOnes, of each package, take that on 2000.
var (
	slowLearners = []string{"mcmc", "hetero.Learner", "ep.Learner", "vi.Learner", "rkhs.MINIMAX", "rkhs.MinMin", "rkhs.SVGP", "inducing.SVGP"}
	quickOnes    = []string{"LBFGS", "admm.HoldOut", "grief.TypeII", "cholqr.Hybrid", "inducing.Subset", "rkhs.NOLD"}
)

// table is a regression set in raw units: temperatures about 300 with a standard
// deviation near 10, inputs in units of their own.
type table struct {
	inputs, rows int
	twice, fixed bool // each row twice, a last column that is constant
}

var tables = map[string]table{
	"1 input": {inputs: 1, rows: 80}, "8 inputs": {inputs: 8, rows: 120}, "duplicates": {inputs: 2, rows: 80, twice: true},
	"a constant column": {inputs: 2, rows: 80, fixed: true}, "2000 rows": {inputs: 2, rows: 2000},
}

func (s table) draw(t *testing.T, n int, seed uint64) gplib.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var x [][]float64
	var y []float64
	for range n {
		row, v := make([]float64, s.inputs), 300.0
		for k := range row {
			u := 4*rng.Float64() - 2
			row[k] = math.Pow(10, float64(k%4)) * (5 + u)
			if k < 2 {
				v += 10 * math.Sin(u)
			}
		}
		if s.fixed {
			row = append(row, 7)
		}
		x, y = append(x, row), append(y, v+rng.NormFloat64())
	}
	if s.twice {
		x, y = append(x, x...), append(y, y...)
	}
	points, err := cov.Rows(x)
	if err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(points, y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// smse returns the mean squared error of a first fit by l, relative to the variance of y.
func smse(t *testing.T, l gplib.Learner, train, test gplib.Data) float64 {
	t.Helper()
	m, err := gplib.AutoFor(l, train)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := l.Fit(t.Context(), m, train, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := fit.Predict(test.X)
	if err != nil {
		t.Fatal(err)
	}
	score, err := metric.SMSE(test.Y, p.Mean)
	if err != nil {
		t.Fatal(err)
	}
	return score
}

// TestEveryLearnerLearnsFromTheModelOfAutoFor, from one table, and one learner of each
// package from the others: its errors are a fifth of the variance of
// y at most, where the noise is a fiftieth.
func TestEveryLearnerLearnsFromTheModelOfAutoFor(t *testing.T) {
	for of, table := range tables {
		train, test := table.draw(t, table.rows, 1), table.draw(t, 200, 2)
		for name, l := range learnersOfUsers {
			first := of == "1 input"
			if !first && !slices.Contains(quickOnes, name) || testing.Short() && (!first || slices.Contains(slowLearners, name)) {
				continue
			}
			t.Run(of+"/"+name, func(t *testing.T) {
				if got := smse(t, l, train, test); !(got < 0.2) {
					t.Errorf("the mean squared error is %.3g of the variance", got)
				}
			})
		}
	}
}

func TestCompareTakesTheModelOfEachLearner(t *testing.T) {
	folds, err := dataset.KFold(tables["1 input"].draw(t, 60, 1), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := gplib.Compare(t.Context(), folds, gplib.Contender{Name: "exact"},
		gplib.Contender{Name: "grief", Learner: grief.TypeII{}}, gplib.Contender{Name: "network", Learner: rkhs.NOLD{}})
	if err != nil {
		t.Fatal(err)
	}
	for i, outcomes := range c.Outcomes {
		for k, o := range outcomes {
			if o.Err != nil || !(o.Scores.SMSE < 0.2) {
				t.Errorf("%s, fold %d: SMSE %v (%v)", c.Names[i], k, o.Scores.SMSE, o.Err)
			}
		}
	}
}

// Each learner for Gaussian noise refuses a likelihood and names one that takes it.
func TestEveryLearnerRefusesALikelihoodOrTakesIt(t *testing.T) {
	d := tables["1 input"].draw(t, 30, 1)
	for i, y := range d.Y {
		d.Y[i] = math.Round(math.Max(y-300, 0))
	}
	for name, l := range learnersOfUsers {
		m, err := gplib.AutoFor(l, d)
		if err != nil {
			t.Fatal(err)
		}
		m.Noise, m.Lik = nil, lik.Poisson()
		_, err = l.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 2})
		if slices.Contains([]string{"laplace.Learner", "ep.Learner", "vi.Learner", "inducing.SVGP", "statespace.Learner"}, name) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), "Poisson") || !strings.Contains(err.Error(), "laplace.Learner") && !strings.HasPrefix(name, "Standardised") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// A learner of classes learns from the model of AutoFor, and refuses noise and other likelihoods, of numbers and of
// counts.
func TestEveryLearnerOfClassesTakesClassesOnly(t *testing.T) {
	d := tables["8 inputs"].draw(t, 60, 1)
	numbers := gplib.Data{X: d.X, Y: slices.Clone(d.Y)}
	for i, y := range d.Y {
		d.Y[i] = float64(slices.Index([]bool{y < 296, y < 304, true}, true))
	}
	for name, l := range learnersOfClasses {
		if _, err := gplib.AutoFor(l, numbers); err == nil || !strings.Contains(err.Error(), "y[0] is ") {
			t.Errorf("%s, numbers: the error is %v", name, err)
		}
		m, err := gplib.AutoFor(l, d)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := l.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := softmax.Classify(fit, d.X)
		if err != nil {
			t.Fatal(err)
		}
		if right, err := metric.ClassAccuracy(d.Y, p.Prob); err != nil || !(right > 0.8) {
			t.Errorf("%s: the accuracy is %v (%v)", name, right, err)
		}
		m.Lik = lik.Poisson()
		if _, err := l.Fit(t.Context(), m, d, nil); err == nil || !strings.Contains(err.Error(), "Poisson") || !strings.Contains(err.Error(), "laplace.Learner") {
			t.Errorf("%s, counts: the error is %v", name, err)
		}
		m.Noise, m.Lik = gplib.Gaussian(1), nil
		if _, err := l.Fit(t.Context(), m, d, nil); err == nil || !strings.Contains(err.Error(), "gplib.Fit") {
			t.Errorf("%s, noise: the error is %v", name, err)
		}
	}
}

// TestRefusalsSayWhatToWrite, in words of the user's.
func TestRefusalsSayWhatToWrite(t *testing.T) {
	d := tables["8 inputs"].draw(t, 20, 1)
	general, err := gplib.Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	words := gplib.Data{X: cov.Strings{"ab", "ba"}, Y: []float64{1, 2}}
	for name, c := range map[string]struct {
		refuse func() error
		want   []string
	}{
		"grief": {func() error { _, err := grief.TypeII{}.Fit(t.Context(), general, d, nil); return err },
			[]string{"of 8 inputs is not a product", "cov.SE is (of one lengthscale, or of 8)", "gplib.AutoFor(grief.TypeII{}, data)"}},
		"rkhs": {func() error { _, err := rkhs.SCGD{}.Fit(t.Context(), general, d, nil); return err },
			[]string{"Matern52(", "rkhs.Linear(feature.MLP{Inputs: 8, ", "gplib.AutoFor(rkhs.SCGD{}, data)"}},
		"Auto of nothing":    {func() error { _, err := gplib.Auto(gplib.Data{}); return err }, []string{"gplib: Auto: d.X is nil; gplib.NewData("}},
		"AutoFor of nothing": {func() error { _, err := gplib.AutoFor(rkhs.SCGD{}, gplib.Data{}); return err }, []string{"d.X is nil; gplib.NewData("}},
		"Auto of strings":    {func() error { _, err := gplib.AutoFor(grief.TypeII{}, words); return err }, []string{"d.X is cov.Strings", "cov.Spectrum(3)"}},
	} {
		err := c.refuse()
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "cov.function") {
				t.Errorf("%s: %v, want %q in it", name, err, want)
			}
		}
	}
}

// TestAModelOfAnyUnitsIsLearned by networks: the noise and the features of the model of
// AutoFor have the units of y, also where these are far from 1.
func TestAModelOfAnyUnitsIsLearned(t *testing.T) {
	d := tables["1 input"].draw(t, 80, 1)
	test := tables["1 input"].draw(t, 200, 2)
	for _, unit := range []float64{1e-6, 1e9} {
		scaled := func(d gplib.Data) gplib.Data {
			d.Y = slices.Clone(d.Y)
			floats.Scale(unit, d.Y)
			return d
		}
		if got := smse(t, rkhs.SCGD{}, scaled(d), scaled(test)); !(got < 0.2) {
			t.Errorf("unit %v: the mean squared error is %.3g of the variance", unit, got)
		}
	}
}

// Data do not say which input is the output: AutoFor says what to write, and the learner takes it.
func TestLearnersOfOutputsSayWhatToWrite(t *testing.T) {
	d := tables["8 inputs"].draw(t, 30, 1)
	for name, l := range learnersOfOutputs {
		if _, err := gplib.AutoFor(l, d); err == nil || !strings.Contains(err.Error(), "cov.On(cov.Tasks(outputs, 1), 1)") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
