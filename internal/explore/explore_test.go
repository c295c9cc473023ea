package explore

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mean"
)

// waves are n noisy observations of a wave.
func waves(t testing.TB, n int) gplib.Data {
	t.Helper()
	xs, ys, rng := make([]float64, n), make([]float64, n), rand.New(rand.NewPCG(1, 2))
	for i := range xs {
		xs[i] = 10 * float64(i) / float64(n)
		ys[i] = math.Sin(xs[i]) + 0.2*rng.NormFloat64()
	}
	d, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func waveState(t testing.TB, n int, names ...string) *State {
	t.Helper()
	s, err := New(gplib.Model{Cov: cov.Scale(1.3, cov.SE(0.9)), Noise: gplib.Gaussian(0.05)}, waves(t, n), names...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask returns the answer to a question, read into answer.
func ask(t *testing.T, q Question, answer any) {
	t.Helper()
	raw, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	text := Answer(raw)
	var failed struct{ Error string }
	if err := json.Unmarshal(text, &failed); err != nil || failed.Error != "" {
		t.Fatalf("%s: %v %s", q.Ask, err, failed.Error)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		t.Fatal(err)
	}
}

// The posterior and the terms are those of the textbook's formulas with a dense inverse (Rasmussen and
// Williams 2006, equations 2.25, 2.26 and 5.8).
func TestThePosteriorIsTheTextbooks(t *testing.T) {
	s := waveState(t, 12)
	var got Posterior
	ask(t, Question{Ask: "posterior", State: *s, From: -1, To: 11, Count: 7}, &got)
	const variance, length, noise = 1.3, 0.9, 0.05
	k := func(a, b float64) float64 { return variance * math.Exp(-(a-b)*(a-b)/(2*length*length)) }
	n := len(s.X)
	c := mat.NewDense(n, n, nil)
	for i, a := range s.X {
		for j, b := range s.X {
			c.Set(i, j, k(a, b))
		}
		c.Set(i, i, variance+noise)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(c); err != nil {
		t.Fatal(err)
	}
	y := mat.NewVecDense(n, s.Y)
	var alpha mat.VecDense
	alpha.MulVec(&inverse, y)
	for q, at := range got.At {
		cross := mat.NewVecDense(n, nil)
		for i, x := range s.X {
			cross.SetVec(i, k(x, at))
		}
		mean, variance := mat.Dot(cross, &alpha), variance-mat.Inner(cross, &inverse, cross)
		near(t, "mean", got.Mean[q], mean)
		near(t, "sd", got.SD[q], math.Sqrt(variance))
		near(t, "sd of y", got.SDOfY[q], math.Sqrt(variance+noise))
	}
	near(t, "data fit", got.Terms.DataFit, -mat.Dot(y, &alpha)/2)
	near(t, "complexity penalty", got.Terms.Complexity, -math.Log(mat.Det(c))/2)
	near(t, "constant", got.Terms.Constant, -float64(n)/2*math.Log(2*math.Pi))
	near(t, "sum", got.Terms.Sum, got.Terms.DataFit+got.Terms.Complexity+got.Terms.Constant)
}

// near compares numbers whose difference a matrix of condition 1e3 leaves.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The gradient is that of differences of the landscape, which has the values of the posterior.
func TestTheLandscapeAndTheGradientAgree(t *testing.T) {
	s := waveState(t, 15)
	var at Posterior
	ask(t, Question{Ask: "posterior", State: *s, To: 1, Count: 2, Gradient: true}, &at)
	x, y := s.Params[s.Over[0]].Value, s.Params[s.Over[1]].Value
	const h = 1e-5
	var l Landscape
	ask(t, Question{Ask: "landscape", State: *s, Points: [][]float64{{x, y}, {x + h, y}, {x - h, y}, {x, y + h}, {x, y - h}, {-1, y}}}, &l)
	near(t, "the value", l.Values[0], at.Terms.Sum)
	for k, i := range s.Over {
		got, want := at.Gradient[i], (l.Values[1+2*k]-l.Values[2+2*k])/(2*h)
		if math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("the derivative by %s is %v, by differences %v", s.Params[i].Name, got, want)
		}
	}
	if !math.IsNaN(l.Values[5]) {
		t.Errorf("at a lengthscale of -1 the value is %v, want none", l.Values[5])
	}
}

// A fit climbs from where the parameters are to where the gradient is 0, and leaves those without a
// slider alone.
func TestAFitClimbs(t *testing.T) {
	s := waveState(t, 30, "lengthscale", "noise")
	var p Path
	ask(t, Question{Ask: "fit", State: *s, Steps: 100}, &p)
	first, last := p.Steps[0], p.Steps[len(p.Steps)-1]
	for i, q := range s.Params {
		if first.Theta[i] != q.Value {
			t.Errorf("the path begins at %s %v, want %v", q.Name, first.Theta[i], q.Value)
		}
		if !q.Free && last.Theta[i] != q.Value {
			t.Errorf("%s has no slider, and went from %v to %v", q.Name, q.Value, last.Theta[i])
		}
		s.Params[i].Value = last.Theta[i]
	}
	if last.Value <= first.Value || p.Status != "converged" {
		t.Errorf("the fit went from %v to %v: %s", first.Value, last.Value, p.Status)
	}
	var at Posterior
	ask(t, Question{Ask: "posterior", State: *s, To: 1, Count: 2, Gradient: true}, &at)
	near(t, "the value at the end", at.Terms.Sum, last.Value)
	for i, q := range s.Params {
		if slope := at.Gradient[i] * q.Value; q.Free && math.Abs(slope) > 1e-3*math.Abs(last.Value) {
			t.Errorf("at the end the derivative by log %s is %v", q.Name, slope)
		}
	}
}

// Each covariance function of the menu takes the data, keeps the noise and all else, and all its
// parameters have sliders that hold their values.
func TestTheMenuHasModelsOfTheData(t *testing.T) {
	s := waveState(t, 20)
	s.Params[2].Value = 0.07
	for _, k := range Kinds {
		var chosen State
		ask(t, Question{Ask: "choose", State: *s, Kind: k.Name}, &chosen)
		m, d, err := chosen.Get()
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		if noise, err := m.Param("noise.variance"); err != nil || noise.Value != 0.07 || d.Len() != 20 || chosen.Kind != k.Name {
			t.Errorf("%s: the noise is %v (%v), the data have %d rows, the kind is %q", k.Name, noise.Value, err, d.Len(), chosen.Kind)
		}
		for _, p := range chosen.Params {
			if !p.Free || !(p.Low <= p.Value && p.Value <= p.High) {
				t.Errorf("%s: %+v", k.Name, p)
			}
		}
		if len(chosen.Over) != 2 {
			t.Errorf("%s: the landscape is over %v", k.Name, chosen.Over)
		}
	}
}

// Parameters have units of the axes, and a figure keeps the names of its data.
func TestParametersHaveUnitsOfTheAxes(t *testing.T) {
	x := must(cov.Line([]float64{1, 2, 3}).Named("age (years)"))
	d := gplib.Data{X: x, Y: []float64{1, 3, 2}, Target: "height"}
	m := gplib.Model{Mean: gplib.ConstantMean(2), Cov: cov.Scale(1, cov.LocallyPeriodic(2, 1)), Noise: gplib.Gaussian(0.1)}
	s, err := New(m, d)
	if err != nil {
		t.Fatal(err)
	}
	var units []string
	for _, p := range s.Params {
		units = append(units, p.Name+": "+p.Unit)
	}
	if got, want := strings.Join(units, ", "), "mean: height, variance: height², lengthscale: years, period: years, noise.variance: height²"; got != want {
		t.Errorf("units are %s, want %s", got, want)
	}
	_, data, err := s.Get()
	if err != nil || data.Target != "height" || data.X.(*cov.Matrix).Names()[0] != "age (years)" {
		t.Errorf("the data are of %q, %v", data.Target, err)
	}
}

// The landscape of a periodic function is over its period and the noise.
func TestTheLandscapeIsOverThePeriod(t *testing.T) {
	s, err := waveState(t, 10).Choose("Periodic")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Params[s.Over[0]].Name + " " + s.Params[s.Over[1]].Name; got != "period noise.variance" {
		t.Errorf("the landscape is over %s", got)
	}
}

// What a figure cannot have is refused with the reason.
func TestWhatAFigureCannotHaveIsRefused(t *testing.T) {
	m, d := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, waves(t, 5)
	plane := gplib.Data{X: must(cov.Rows([][]float64{{1, 2}, {2, 3}})), Y: []float64{1, 2}}
	scaled := gplib.Data{X: must(d.X.(*cov.Matrix).Standardised([]float64{1}, []float64{2})), Y: d.Y}
	for _, c := range []struct {
		model gplib.Model
		data  gplib.Data
		names []string
		want  string
	}{
		{m, plane, nil, "one input"},
		{m, scaled, nil, "standardised"},
		{m, waves(t, MostRows+1), nil, "at most 300"},
		{m, gplib.Data{}, nil, "x is nil"},
		{gplib.Model{Cov: cov.SE(1)}, d, nil, "no noise"},
		{m, d, []string{"lengthscale", "se.lengthscale"}, ""},
		{m, d, []string{"nugget"}, "no parameter"},
		{m, d, []string{"lengthscale", "lengthscale"}, "named twice"},
	} {
		if _, err := New(c.model, c.data, c.names...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v of %v: %v, want an error with %q", c.names, c.model, err, c.want)
		}
	}
	good := waveState(t, 5)
	bad := func(change func(s *State)) State {
		s := *good
		s.Params, s.X = append([]Param(nil), s.Params...), append(Numbers(nil), s.X...)
		change(&s)
		return s
	}
	for want, q := range map[string]Question{
		"ask for posterior":     {Ask: "prior", State: *good},
		"count is 0":            {Ask: "posterior", State: *good},
		"samples is 21":         {Ask: "posterior", State: *good, Count: 2, Samples: 21},
		"must not be below":     {Ask: "posterior", State: *good, Count: 2, From: 1},
		"point 0 has 1 values":  {Ask: "landscape", State: *good, Points: [][]float64{{1}}},
		"steps is 0":            {Ask: "fit", State: *good},
		`"cosine"`:              {Ask: "choose", State: *good, Kind: "cosine"},
		"it must be positive":   {Ask: "posterior", Count: 2, State: bad(func(s *State) { s.Params[0].Value = 0 })},
		"parameter 0 is \"l\"":  {Ask: "posterior", Count: 2, State: bad(func(s *State) { s.Params[0].Name = "l" })},
		"2 values for the 3":    {Ask: "posterior", Count: 2, State: bad(func(s *State) { s.Params = s.Params[:2] })},
		"4 inputs but 5":        {Ask: "posterior", Count: 2, State: bad(func(s *State) { s.X = s.X[:4] })},
		"cov: x[2, 0] is NaN":   {Ask: "posterior", Count: 2, State: bad(func(s *State) { s.X[2] = math.NaN() })},
		"over parameter 7 of 3": {Ask: "landscape", Points: [][]float64{{1}}, State: bad(func(s *State) { s.Over = []int{7} })},
		"5001 points":           {Ask: "landscape", Points: make([][]float64, 5001), State: *good},
		"at most 300":           {Ask: "posterior", Count: 2, State: bad(func(s *State) { s.X = make(Numbers, 301) })},
	} {
		raw, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if text := string(Answer(raw)); !strings.HasPrefix(text, `{"error":`) || !strings.Contains(text, strings.ReplaceAll(want, `"`, `\"`)) {
			t.Errorf("%s: %.200s, want an error with %s", q.Ask, text, want)
		}
	}
	if text := string(Answer([]byte("nonsense"))); !strings.Contains(text, "invalid character") {
		t.Errorf("nonsense is answered by %s", text)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A model without names of inputs has those of the data, and its parameters are free under these.
func TestAFigureOfANamedInputHasItsSliders(t *testing.T) {
	d := waves(t, 12)
	x, err := d.X.(*cov.Matrix).Named("age")
	if err != nil {
		t.Fatal(err)
	}
	d.X = x
	m := gplib.Model{Cov: cov.On(cov.SE(1), 0), Noise: gplib.Gaussian(0.1)}
	for _, names := range [][]string{nil, {"lengthscale", "noise"}, {"lengthscale[age]", "noise"}} {
		s, err := New(m, d, names...)
		if err != nil {
			t.Fatalf("%q: %v", names, err)
		}
		if p := s.Params[0]; p.Name != "lengthscale[age]" || !p.Free || s.Input != "age" {
			t.Errorf("%q: the first parameter is %+v, of %s", names, p, s.Input)
		}
	}
}

// A fit climbs to the top of the landscape, which does not have the model's priors; each of its values is the
// log marginal likelihood there.
func TestAFitClimbsTheLandscapeWithoutPriors(t *testing.T) {
	plain := gplib.Model{Mean: mean.Constant(0), Cov: cov.Scale(1.3, cov.SE(0.9)), Noise: gplib.Gaussian(0.05)}
	m, err := plain.WithPrior("lengthscale", cov.LogNormalPrior(-3, 0.05))
	if err != nil {
		t.Fatal(err)
	}
	for _, likelihood := range []string{gaussian, "StudentT"} {
		s, err := New(m, waves(t, 30))
		if err != nil {
			t.Fatal(err)
		}
		s = with(t, s, likelihood)
		var path Path
		ask(t, Question{Ask: "fit", State: *s, Steps: 100}, &path)
		last := path.Steps[len(path.Steps)-1]
		for i := range s.Params {
			s.Params[i].Value = last.Theta[i]
		}
		var at Posterior
		ask(t, Question{Ask: "posterior", State: *s, From: 0, To: 1, Count: 2, Gradient: true}, &at)
		if math.Abs(at.Terms.Sum-last.Value) > 1e-6*math.Abs(last.Value) {
			t.Errorf("%s: the fit ends with %v, where the log marginal likelihood is %v", likelihood, last.Value, at.Terms.Sum)
		}
		for i, p := range s.Params {
			// The prior would leave a slope of the order of its curvature, 1/0.05² per unit of the logarithm.
			if slope := at.Gradient[i] * p.Value; p.Log && p.Free && math.Abs(slope) > 0.1 {
				t.Errorf("%s: at the end %s is %v, where the slope is %v", likelihood, p.Name, p.Value, slope)
			}
		}
	}
}
