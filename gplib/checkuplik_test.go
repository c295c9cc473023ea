package gplib_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/ep"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
	"krigo/gplib/vi"
)

// sampled returns n rows on [0, 6] whose observations are of the likelihood at f.
func sampled(t *testing.T, n int, l lik.Func, f func(x float64) float64) gplib.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 6 * rng.Float64()
		y[i] = l.Sample(f(x[i]), rng)
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func wave(x float64) float64 { return 2 * math.Sin(2*x) }

// codes returns the codes of the findings of a fit from the automatic model of a likelihood.
func codes(t *testing.T, d gplib.Data, l lik.Func) []string {
	t.Helper()
	m, err := gplib.AutoLik(d, l)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := laplace.Learner{}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range slices.Concat(fit.Warnings, fit.Notes) {
		all = append(all, f.Code)
	}
	return all
}

func TestTheCheckUpAsksTheLikelihood(t *testing.T) {
	noise := func(float64) float64 { return 0.3 }
	rare := func(x float64) float64 { return 3*math.Sin(2*x) - 5 }
	for name, c := range map[string]struct {
		d    gplib.Data
		l    lik.Func
		want string // a code, or "" for none
	}{
		"healthy labels":   {sampled(t, 150, lik.Bernoulli(), wave), lik.Bernoulli(), "classifier"},
		"two levels":       {sampled(t, 150, lik.Bernoulli(), wave), lik.Ordinal(), "classifier"},
		"healthy levels":   {sampled(t, 150, lik.Ordinal(1, 1), wave), lik.Ordinal(1, 1), ""},
		"healthy shares":   {sampled(t, 150, lik.Beta(20), wave), lik.Beta(10), ""},
		"healthy positive": {sampled(t, 150, lik.LogNormal(0.1), wave), lik.LogNormal(1), ""},
		"labels as counts": {sampled(t, 60, lik.Bernoulli(), wave), lik.Poisson(), "labels"},
		"labels as noise":  {sampled(t, 60, lik.Bernoulli(), wave), lik.StudentT(1, 4), "labels"},
		"counts as noise":  {sampled(t, 60, lik.Poisson(), wave), lik.StudentT(1, 4), "counts"},
		"one observation":  {sampled(t, 1, lik.Bernoulli(), wave), lik.Bernoulli(), "nothing-to-learn"},
		"healthy counts":   {sampled(t, 150, lik.Poisson(), wave), lik.Poisson(), ""},
		"healthy outliers": {sampled(t, 150, lik.StudentT(0.2, 3), wave), lik.StudentT(1, 4), ""},
		"labels by chance": {sampled(t, 150, lik.Bernoulli(), noise), lik.Bernoulli(), "no-better-than-mean"},
		"counts by chance": {sampled(t, 150, lik.Poisson(), noise), lik.Poisson(), "no-better-than-mean"},
		"a rare label":     {sampled(t, 300, lik.Bernoulli(), rare), lik.Bernoulli(), "classes-rare"},
		"a threshold":      {sampled(t, 60, lik.Bernoulli(), func(x float64) float64 { return 1e3 * (x - 3) }), lik.Bernoulli(), "classes-separable"},
		"one label":        {sampled(t, 30, lik.Bernoulli(), func(float64) float64 { return 1e3 }), lik.Bernoulli(), "nothing-to-learn"},
		"normal errors":    {sampled(t, 150, lik.Gaussian(0.04), wave), lik.StudentT(1, 4), "at-data-bound"},
		"few of a label":   {sampled(t, 40, lik.Bernoulli(), func(float64) float64 { return -2.4 }), lik.Bernoulli(), "few-observations"},
	} {
		got := codes(t, c.d, c.l)
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) || c.want == "classifier" && len(got) > 1 {
			t.Errorf("%s: the findings are %q; %q should be among them", name, got, c.want)
		}
	}
}

// TestCountsThatScatterMoreAreReported: under a Poisson likelihood the function follows each count that scatters more,
// with a lengthscale below the distance of rows, and predicts nothing between them. A constant rate is no better, since
// it scatters too little.
func TestCountsThatScatterMoreAreReported(t *testing.T) {
	counts := func(size float64, seed uint64) gplib.Data {
		rng := rand.New(rand.NewPCG(seed, 7))
		x, y := make([]float64, 100), make([]float64, 100)
		for i := range x {
			x[i] = 10 * rng.Float64()
			if f := 2 + math.Sin(x[i]); size > 0 {
				y[i] = lik.NegativeBinomial(size).Sample(f, rng)
			} else {
				y[i] = lik.Poisson().Sample(f, rng)
			}
		}
		return gplib.Data{X: cov.Line(x), Y: y}
	}
	fit := func(d gplib.Data) gplib.Findings {
		m, err := gplib.AutoLik(d, lik.Poisson())
		if err != nil {
			t.Fatal(err)
		}
		r, err := laplace.Learner{}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Warnings
	}
	for seed := range uint64(5) {
		found := fit(counts(0.5, seed)).Of("no-better-than-mean")
		if len(found) != 1 || !strings.Contains(found[0].Do, "lik.NegativeBinomial") {
			t.Errorf("seed %d: the warnings are %q", seed, found)
		}
		if found := fit(counts(0, seed)); len(found) > 0 {
			t.Errorf("seed %d: counts of a Poisson distribution: the warnings are %q", seed, found)
		}
	}
}

func TestGaussianNoiseOfLabelsAndCountsIsNoted(t *testing.T) {
	for want, d := range map[string]gplib.Data{
		"labels": sampled(t, 60, lik.Bernoulli(), wave), "counts": sampled(t, 60, lik.Poisson(), wave),
	} {
		m, err := gplib.Auto(d)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := gplib.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(fit.Notes.Of(want)) != 1 {
			t.Errorf("the notes are %v; one should be %q", fit.Notes, want)
		}
	}
}

// coded returns labels 0 and 1 as other numbers.
func coded(d gplib.Data, zero, one float64) gplib.Data {
	y := slices.Clone(d.Y)
	for i, v := range y {
		y[i] = zero + v*(one-zero)
	}
	d.Y = y
	return d
}

func TestLabelsOfOtherNumbersAreRefusedOrNoted(t *testing.T) {
	labels := sampled(t, 60, lik.Bernoulli(), wave)
	for _, c := range []struct {
		zero, one float64
		said      string
	}{{-1, 1, "-1 and 1"}, {1, 2, "1 and 2"}, {2.5, -3, "-3 and 2.5"}} {
		d := coded(labels, c.zero, c.one)
		for _, l := range []gplib.Learner{laplace.Learner{}, ep.Learner{}, vi.Learner{}} {
			if _, err := gplib.AutoFor(l, d); err == nil || !strings.Contains(err.Error(), "only the values "+c.said+"; code labels") {
				t.Errorf("%T of %s: %v", l, c.said, err)
			}
		}
		m, err := gplib.Auto(d)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := gplib.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if notes := fit.Notes.Of("labels"); len(notes) != 1 || notes[0].Found != "all observations are "+strings.Replace(c.said, "and", "or", 1) {
			t.Errorf("%s: %v", c.said, fit.Notes)
		}
		if got := codes(t, d, lik.StudentT(1, 4)); !slices.Contains(got, "labels") {
			t.Errorf("%s with a Student t likelihood: %q", c.said, got)
		}
	}
	// Two rows of two values, and one value that is alone, may be any observations.
	for _, y := range [][]float64{{1.5, 2}, {1, 1, 1, 2}, {3, 3, 3, 3}, {0, 1, 1, 0}, {0, 1, 2, 1}} {
		d := gplib.Data{X: cov.Grid(0, 1, len(y)), Y: y}
		if _, err := gplib.AutoFor(laplace.Learner{}, d); err != nil {
			t.Errorf("%v: %v", y, err)
		}
	}
}

// The exact posterior, the objectives and others refuse a likelihood; package learntest checks the
// learners.
func TestALikelihoodIsRefusedByWhatNeedsGaussianNoise(t *testing.T) {
	d := sampled(t, 30, lik.Bernoulli(), wave)
	m, err := gplib.AutoLik(d, lik.Bernoulli())
	if err != nil {
		t.Fatal(err)
	}
	refusals := map[string]error{}
	_, refusals["mcmc"] = mcmc.Hyper(gplib.LML{}, m, d)
	_, refusals["Condition"] = gplib.Condition(m, d)
	_, refusals["LML"] = gplib.LML{}.Eval(m, d, nil)
	_, _, refusals["Draw"] = dataset.Draw(m, d.X, 1)
	for name, err := range refusals {
		if err == nil || !strings.Contains(err.Error(), "Bernoulli") || !strings.Contains(err.Error(), "laplace.Learner") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	if _, err := gplib.Standardised(laplace.Learner{}).Fit(t.Context(), m, d, nil); err == nil || !strings.Contains(err.Error(), "Scaling.Inputs") {
		t.Errorf("Standardised: the error is %v", err)
	}
}

func TestBadTargetsOfALikelihoodAreNamed(t *testing.T) {
	for want, c := range map[string]struct {
		y []float64
		l lik.Func
	}{
		"gplib: y[2] is 2: a Bernoulli": {[]float64{0, 1, 2}, lik.Bernoulli()},
		"gplib: y[1] is -1: a Poisson":  {[]float64{3, -1, 2}, lik.Poisson()},
		"y[0] is NaN":                   {[]float64{math.NaN(), 1, 1}, lik.Bernoulli()},
		"studentt.dof is 1, outside":    {[]float64{0, 1, 2}, lik.StudentT(1, 1)},
		"y[2] is 4: an ordinal":         {[]float64{0, 1, 4}, lik.Ordinal(1, 1)},
		"y[0] is 0: a beta":             {[]float64{0, 0.2, 0.4}, lik.Beta(5)},
		"y[1] is -2: a log-normal":      {[]float64{1, -2, 0.4}, lik.LogNormal(1)},
		"beta.precision is 0":           {[]float64{0.1, 0.2, 0.4}, lik.Beta(0)},
		"ordinal.gap[1] is NaN":         {[]float64{0, 1, 2}, lik.Ordinal(math.NaN())},
	} {
		d := gplib.Data{X: cov.Line([]float64{0, 1, 2}), Y: c.y}
		m := gplib.Model{Cov: cov.SE(1), Lik: c.l}
		if _, err := (laplace.Learner{}).Fit(t.Context(), m, d, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
	both := gplib.Model{Cov: cov.SE(1), Lik: lik.Poisson(), Noise: gplib.Gaussian(1)}
	d := gplib.Data{X: cov.Line([]float64{0, 1, 2}), Y: []float64{0, 1, 2}}
	if _, err := (laplace.Learner{}).Fit(t.Context(), both, d, nil); err == nil || !strings.Contains(err.Error(), "both noise") {
		t.Errorf("the error is %v", err)
	}
	neither := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}
	if _, err := (laplace.Learner{}).Fit(t.Context(), neither, d, nil); err == nil || !strings.Contains(err.Error(), "no likelihood") {
		t.Errorf("the error is %v", err)
	}
}

// The probabilities of a model of one class or of one row are finite, and a test row of an unknown class has
// no score.
func TestOneClassAndClassesThatAreUnseen(t *testing.T) {
	for name, d := range map[string]gplib.Data{
		"all 3 rows have the label 0": {X: cov.Line([]float64{0, 1, 2}), Y: []float64{0, 0, 0}},
		"there is one observation":    {X: cov.Line([]float64{1}), Y: []float64{1}},
	} {
		m, err := gplib.AutoFor(laplace.Learner{}, d)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := laplace.Learner{}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if found := fit.Warnings.Of("nothing-to-learn"); len(found) != 1 || !strings.Contains(found[0].Found, name) {
			t.Errorf("the warnings are %v; one should hold %q", fit.Warnings, name)
		}
		q, err := fit.Predict(cov.Line([]float64{0.5, 40}))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range q.MeanY() {
			if !(p > 0 && p < 1) {
				t.Errorf("%s: the probabilities are %v", name, q.MeanY())
			}
		}
		if _, err := q.Score([]float64{1, 2}); err == nil || !strings.Contains(err.Error(), "y[1] is 2: a Bernoulli likelihood takes the labels 0 and 1") {
			t.Errorf("the score of a label 2: %v", err)
		}
	}
}

func TestAModelWithALikelihoodIsWrittenAndRead(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(1), Cov: cov.SE(2), Lik: lik.StudentT(0.3, 5)}
	m, err := m.Fix("studentt.dof")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("noise")) || !bytes.Contains(text, []byte(`"likelihood":{"kind":"student-t"`)) {
		t.Errorf("the model is written as %s", text)
	}
	var read gplib.Model
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if read.String() != m.String() || !slices.EqualFunc(read.Params(), m.Params(), func(a, b cov.Param) bool { return a.Name == b.Name && a.Value == b.Value && a.Fixed == b.Fixed }) {
		t.Errorf("%v is read as %v", m, read)
	}
}

// Compare scores probabilities by the likelihood.
func TestCompareScoresByTheLikelihood(t *testing.T) {
	d := sampled(t, 120, lik.Bernoulli(), wave)
	folds, err := dataset.KFold(d, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := gplib.Compare(t.Context(), folds, gplib.Contender{Learner: laplace.Learner{}}, gplib.Contender{})
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Notes(), "\n"); !strings.Contains(notes, "NLPD is of probabilities") {
		t.Errorf("the notes are %s", notes)
	}
	for _, o := range c.Outcomes[0] {
		if o.Err != nil || !(o.Scores.NLPD > 0.2 && o.Scores.NLPD < math.Ln2) || !math.IsNaN(o.Scores.CRPS) || !(o.Scores.RMSE < 0.5) {
			t.Errorf("the scores are %+v (%v)", o.Scores, o.Err)
		}
	}
}
