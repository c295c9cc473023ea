package explore

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
)

// labelState has labels and counts, which all likelihoods take.
func labelState(t testing.TB) *State {
	t.Helper()
	xs, ys := make([]float64, 24), make([]float64, 24)
	for i := range xs {
		xs[i] = float64(i) / 3
		if math.Sin(xs[i]) > 0.2*math.Cos(float64(7*i)) {
			ys[i] = 1
		}
	}
	d, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(gplib.Model{Cov: cov.Scale(1.3, cov.SE(0.9)), Noise: gplib.Gaussian(0.04)}, d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// with returns the state with a likelihood of the menu.
func with(t testing.TB, s *State, likelihood string) *State {
	t.Helper()
	var next State
	raw, err := json.Marshal(Question{Ask: "likelihood", State: *s, Likelihood: likelihood})
	if err != nil {
		t.Fatal(err)
	}
	if text := Answer(raw); json.Unmarshal(text, &next) != nil || len(next.Params) == 0 {
		t.Fatalf("%s: %s", likelihood, text)
	}
	return &next
}

// Labels have Laplace's approximation by the textbook's formulas with dense matrices (Rasmussen and
// Williams 2006, equations 3.21, 3.24 and 3.32): bands of the probability, and terms of the evidence.
func TestLabelsHaveTheTextbooksApproximation(t *testing.T) {
	s := with(t, labelState(t), "Bernoulli")
	var got Posterior
	ask(t, Question{Ask: "posterior", State: *s, From: -1, To: 9, Count: 5, Samples: 2}, &got)
	const variance, length = 1.3, 0.9
	k := func(a, b float64) float64 { return variance * math.Exp(-(a-b)*(a-b)/(2*length*length)) }
	p := func(f float64) float64 { return 1 / (1 + math.Exp(-f)) }
	n := len(s.X)
	gram := mat.NewDense(n, n, nil)
	for i, a := range s.X {
		for j, b := range s.X {
			gram.Set(i, j, k(a, b))
		}
	}
	// Newton's method with a dense inverse of B = I + KW, until it rests.
	f, a := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	var inverse mat.Dense
	b, w := mat.NewDense(n, n, nil), make([]float64, n)
	for range 50 {
		rhs := mat.NewVecDense(n, nil)
		for i := range w {
			q := p(f.AtVec(i))
			w[i] = q * (1 - q)
			rhs.SetVec(i, w[i]*f.AtVec(i)+s.Y[i]-q)
		}
		for i := range n {
			for j := range n {
				b.Set(i, j, w[i]*gram.At(i, j))
			}
			b.Set(i, i, b.At(i, i)+1)
		}
		if err := inverse.Inverse(b); err != nil {
			t.Fatal(err)
		}
		a.MulVec(&inverse, rhs) // (I + WK)⁻¹ (Wf + ∇log p(y|f)) = K⁻¹f
		f.MulVec(gram, a)
	}
	fit := 0.0
	for i, y := range s.Y {
		fit += math.Log(p((2*y - 1) * f.AtVec(i)))
	}
	complexity := -mat.Dot(a, f)/2 - math.Log(mat.Det(b))/2
	if math.Abs(got.Terms.DataFit-fit) > 1e-6 || math.Abs(got.Terms.Complexity-complexity) > 1e-6 || got.Terms.Constant != 0 || !got.Terms.Approximate {
		t.Errorf("the terms are %+v, want %v and %v", got.Terms, fit, complexity)
	}
	for q, x := range got.At {
		row, scaled := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		for i, v := range s.X {
			row.SetVec(i, k(x, v))
		}
		// v = k - kᵀ(K + W⁻¹)⁻¹k, where (K + W⁻¹)⁻¹ = (I + WK)⁻¹W.
		for i := range w {
			scaled.SetVec(i, w[i]*row.AtVec(i))
		}
		var solved mat.VecDense
		solved.MulVec(&inverse, scaled)
		m, sd := mat.Dot(row, a), math.Sqrt(variance-mat.Dot(row, &solved))
		for what, pair := range map[string][2]float64{
			"the median": {got.Mean[q], p(m)}, "the lower end of 95 %": {got.Bands.Low95[q], p(m - 1.959963984540054*sd)},
			"the upper end of 50 %": {got.Bands.High50[q], p(m + 0.6744897501960817*sd)},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-6 {
				t.Errorf("at %v %s is %v, want %v", x, what, pair[0], pair[1])
			}
		}
		for _, drawn := range got.Samples {
			if !(drawn[q] > 0 && drawn[q] < 1) {
				t.Errorf("a function drawn has the probability %v", drawn[q])
			}
		}
	}
	at := []float64{s.Params[s.Over[0]].Value, s.Params[s.Over[1]].Value}
	var l Landscape
	ask(t, Question{Ask: "landscape", State: *s, Points: [][]float64{at}}, &l)
	if math.Abs(l.Values[0]-got.Terms.Sum) > 1e-9 {
		t.Errorf("the landscape has %v at the model, whose terms sum to %v", l.Values[0], got.Terms.Sum)
	}
}

// Student's t with many degrees of freedom is Gaussian noise: the posterior, the terms and the limits are
// nearly the same. With few an outlier moves the mean less.
func TestStudentsTIsNearlyGaussianOrRobust(t *testing.T) {
	s := waveState(t, 20)
	heavy := with(t, s, "StudentT")
	if p := heavy.Params[len(heavy.Params)-2]; p.Name != "studentt.scale" || math.Abs(p.Value-math.Sqrt(0.05)) > 1e-3 || !p.Free {
		t.Errorf("the scale is %+v", p)
	}
	normal := *heavy
	normal.Params = append([]Param{}, heavy.Params...)
	normal.Params[len(normal.Params)-1].Value = 999
	q := Question{Ask: "posterior", From: 0, To: 9, Count: 9}
	answer := func(s *State) (p Posterior) {
		q.State = *s
		ask(t, q, &p)
		return p
	}
	want, got := answer(s), answer(&normal)
	if math.Abs(got.Terms.Sum-want.Terms.Sum) > 0.05 {
		t.Errorf("the evidence is %v, of Gaussian noise %v", got.Terms.Sum, want.Terms.Sum)
	}
	for i := range want.At {
		if math.Abs(got.Mean[i]-want.Mean[i]) > 0.01 || math.Abs(got.Bands.HighY[i]-want.Mean[i]-1.96*want.SDOfY[i]) > 0.02 {
			t.Errorf("at %v the mean is %v and the limit %v, of Gaussian noise %v and %v", want.At[i], got.Mean[i], got.Bands.HighY[i], want.Mean[i], want.Mean[i]+1.96*want.SDOfY[i])
		}
	}
	spoilt, robust := *s, *heavy
	spoilt.Y = append(Numbers{}, s.Y...)
	spoilt.Y[10] += 5
	robust.Y = spoilt.Y
	moved := func(before, after Posterior) (most float64) {
		for i := range before.Mean {
			most = max(most, math.Abs(after.Mean[i]-before.Mean[i]))
		}
		return most
	}
	if a, b := moved(want, answer(&spoilt)), moved(answer(heavy), answer(&robust)); a < 4*b {
		t.Errorf("an outlier moves the mean by %v with Gaussian noise, by %v with Student's t", a, b)
	}
}

// A fit of each likelihood climbs, a covariance function can be chosen with it, and Gaussian noise comes back.
func TestEachLikelihoodIsExplored(t *testing.T) {
	for _, l := range Likelihoods {
		s := with(t, labelState(t), l.Name)
		var path Path
		ask(t, Question{Ask: "fit", State: *s, Steps: 20}, &path)
		if first, last := path.Steps[0].Value, path.Steps[len(path.Steps)-1].Value; !(last > first) {
			t.Errorf("%s: a fit goes from %v to %v", l.Name, first, last)
		}
		var chosen State
		ask(t, Question{Ask: "choose", State: *s, Kind: "Matern32"}, &chosen)
		if chosen.Likelihood != l.Name || (chosen.Model.Lik == nil) != (l.Name == gaussian) {
			t.Errorf("%s: with another covariance function the likelihood is %q, %v", l.Name, chosen.Likelihood, chosen.Model.Lik)
		}
		if back := with(t, &chosen, gaussian); back.Model.Lik != nil || back.Model.Noise == nil || !strings.Contains(back.Model.String(), "Matern32") {
			t.Errorf("%s: back from it the model is %v", l.Name, back.Model)
		}
	}
}

// Functions of labels are logits, those of counts log rates: neither has the unit of the observations, which
// those of Student's t have.
func TestParametersOfALinkedLikelihoodHaveNoUnitOfObservations(t *testing.T) {
	d := waves(t, 10)
	for i, y := range d.Y {
		d.Y[i] = math.Round(min(math.Abs(y), 1)) // 0 or 1
	}
	s, err := New(gplib.Model{Mean: mean.Constant(0.5), Cov: cov.Scale(1.3, cov.SE(0.9)), Noise: gplib.Gaussian(0.05)}, d)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		gaussian: {"y", "y²", "x", "y²"}, "StudentT": {"y", "y²", "x", "y", ""}, "Bernoulli": {"", "", "x"}, "Poisson": {"", "", "x"},
	} {
		var units []string
		for _, p := range with(t, s, name).Params {
			units = append(units, p.Unit)
		}
		if !slices.Equal(units, want) {
			t.Errorf("%s: the units are %q, want %q", name, units, want)
		}
	}
}

// Interpolated limits of observations of Student's t are nearly the quantiles of their distribution.
func TestLimitsOfStudentsTAreItsQuantiles(t *testing.T) {
	for _, l := range []lik.Func{lik.StudentT(0.2, 2.5), lik.StudentT(1, 4), lik.StudentT(3, 900)} {
		for _, variances := range [][]float64{{0, 1e-8, 0.03, 0.3, 1.1, 4}, {0.7, 0.7}, {2}, {1e-6, 1e4, 30}} {
			p := gplib.Prediction{Mean: make([]float64, len(variances)), Var: variances, Lik: l}
			for i := range p.Mean {
				p.Mean[i] = float64(i) - 2
			}
			low, high := limitsOf(p)
			for i, v := range variances {
				o := lik.Observed{Lik: l, Mean: p.Mean[i], Var: v}
				a, b := o.Quantile(0.025), o.Quantile(0.975)
				if tolerance := 0.01 * (b - a); !(math.Abs(low[i]-a) < tolerance && math.Abs(high[i]-b) < tolerance) {
					t.Errorf("%v of the variance %v: the limits are %v and %v, want %v and %v", l, v, low[i], high[i], a, b)
				}
			}
		}
	}
}

// Gaussian noise that comes back is the one that was given: fixed, with its bounds, with its prior.
func TestGaussianNoiseComesBackAsItWasGiven(t *testing.T) {
	bounded := gplib.Model{Cov: cov.SE(1), Noise: noise.BoundedGaussian(0.04, 0.03, 0.05)}
	prior, err := bounded.WithPrior("noise", cov.LogNormalPrior(-3, 1))
	if err != nil {
		t.Fatal(err)
	}
	fixed := gplib.Model{Cov: cov.SE(1), Noise: noise.FixedGaussian(0.3)}
	for _, c := range []struct {
		m     gplib.Model
		names []string
		scale float64 // of Student's t, 0 for labels
		want  float64
		free  bool
	}{
		{fixed, nil, 0.2, 0.3, false}, {fixed, nil, 0, 0.3, false}, {bounded, nil, 0, 0.04, true},
		{prior, nil, 0.21, 0.0441, true}, {prior, nil, 7, 0.05, true}, {prior, []string{"lengthscale"}, 0.21, 0.0441, false},
	} {
		d := waves(t, 10)
		for i, y := range d.Y {
			d.Y[i] = math.Round(min(math.Abs(y), 1))
		}
		start, err := New(c.m, d, c.names...)
		if err != nil {
			t.Fatal(err)
		}
		other := "Bernoulli"
		if c.scale > 0 {
			other = "StudentT"
		}
		s := with(t, start, other)
		if c.scale > 0 {
			s.Params[1].Value = c.scale
		}
		var back State
		ask(t, Question{Ask: "likelihood", State: *s, Likelihood: gaussian, Start: start}, &back)
		m, _, err := back.Get()
		if err != nil {
			t.Fatal(err)
		}
		got, given := m.Params()[1], c.m.Params()[1]
		if got.Value != c.want || back.Params[1].Free != c.free {
			t.Errorf("%v after %s of scale %v: the noise is %v, free %v; want %v, %v", c.m, other, c.scale, got.Value, back.Params[1].Free, c.want, c.free)
		}
		if got.Value = given.Value; !reflect.DeepEqual(got, given) {
			t.Errorf("%v after %s: the noise is %+v, was %+v", c.m, other, got, given)
		}
	}
}

func TestALikelihoodRefusesOtherObservations(t *testing.T) {
	s := waveState(t, 5)
	for name, want := range map[string]string{"Bernoulli": "y[0] is", "Poisson": "y[0] is", "Cauchy": `no likelihood \"Cauchy\" in the menu`} {
		raw, err := json.Marshal(Question{Ask: "likelihood", State: *s, Likelihood: name})
		if err != nil {
			t.Fatal(err)
		}
		if text := string(Answer(raw)); !strings.Contains(text, `"error"`) || !strings.Contains(text, want) {
			t.Errorf("%s: the answer is %s", name, text)
		}
	}
}
