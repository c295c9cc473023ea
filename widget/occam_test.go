package widget

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mean"
)

// The data sets are L(l)z, of the covariance's own formula, and the data are the middle one; the evidence
// is the logarithm of the Gaussian density of each.
func TestOccamsEvidenceIsTheGaussianDensityOfItsDataSets(t *testing.T) {
	d := exploredData(t, lineOf(12), 1)
	m := gplib.Model{Mean: mean.Constant(0.5), Cov: cov.Scale(2, cov.SE(0.7)), Noise: gplib.Gaussian(0.1)}
	o, err := Occam(m, d).run()
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Values) != occamSets || o.Values[o.Own] != 0.7 || math.Abs(o.Values[0]-0.07) > 1e-12 || math.Abs(o.Values[occamSets-1]-7) > 1e-12 {
		t.Fatalf("the lengthscales are %v", o.Values)
	}
	x := d.X.(*cov.Matrix).Column(0)
	covariance := func(l float64) *mat.SymDense {
		c := mat.NewSymDense(12, nil)
		for i := range x {
			for j := range x {
				c.SetSym(i, j, 2*math.Exp(-(x[i]-x[j])*(x[i]-x[j])/(2*l*l)))
			}
			c.SetSym(i, i, 2.1)
		}
		return c
	}
	chol := func(l float64) (*mat.TriDense, *mat.Cholesky) {
		var c mat.Cholesky
		if !c.Factorize(covariance(l)) {
			t.Fatal("no Cholesky factor")
		}
		lower := mat.NewTriDense(12, mat.Lower, nil)
		c.LTo(lower)
		return lower, &c
	}
	own, _ := chol(0.7)
	r := mat.NewVecDense(12, nil)
	for i, y := range d.Y {
		r.SetVec(i, y-0.5)
	}
	var z mat.VecDense
	if err := z.SolveVec(own, r); err != nil {
		t.Fatal(err)
	}
	for _, set := range []int{0, 17, o.Own, 45, occamSets - 1} {
		half, _ := chol(o.Values[set])
		var y mat.VecDense
		y.MulVec(half, &z)
		for i := range x {
			if math.Abs(o.Sets[set][i]-y.AtVec(i)-0.5) > 1e-3 {
				t.Errorf("data set %d has y[%d] = %v, want %v", set, i, o.Sets[set][i], y.AtVec(i)+0.5)
			}
		}
		for k, l := range []float64{2.8, 0.7, 0.175} {
			_, c := chol(l)
			var s mat.VecDense
			if err := c.SolveVecTo(&s, &y); err != nil {
				t.Fatal(err)
			}
			want := -mat.Dot(&y, &s)/2 - c.LogDet()/2 - 6*math.Log(2*math.Pi)
			if got := o.Models[k].evidence(set); math.Abs(got-want) > 1e-4*math.Abs(want) {
				t.Errorf("model %s of data set %d: %v, want %v", o.Models[k].Name, set, got, want)
			}
		}
	}
	sum := 0.0
	for _, p := range o.probabilities(3) {
		sum += p
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the probabilities sum to %v", sum)
	}
}

// A model is the best of data sets of its own lengthscale: that is the razor.
func TestEachModelIsTheBestOfItsOwnDataSets(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(0.4)), Noise: gplib.Gaussian(0.01)}
	d := exploredData(t, cov.Grid(0, 12, 100), 1)
	half, err := halfOf(m, d)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range d.Y {
		d.Y[i] = rng.NormFloat64()
	}
	half.MulHalf(d.Y, d.Y)
	o, err := Occam(m, d).run()
	if err != nil {
		t.Fatal(err)
	}
	for k, l := range []float64{1.6, 0.4, 0.1} {
		set := 0
		for i, v := range o.Values {
			if math.Abs(math.Log(v/l)) < math.Abs(math.Log(o.Values[set]/l)) {
				set = i
			}
		}
		if p := o.probabilities(set); p[k] < 0.5 {
			t.Errorf("of data with the lengthscale %v the models have the probabilities %v", l, p)
		}
	}
}

// Pages get the numbers, others a picture with the same words.
func TestOccamIsDrawnByPages(t *testing.T) {
	f := startPage(t)
	d := exploredData(t, lineOf(12), 1)
	figure := Occam(gplib.Model{Cov: cov.SE(0.7), Noise: gplib.Gaussian(0.1)}, d).Names("simple", "own", "flexible")
	data := mime.Of(figure).Data
	view, ok := data[cell.ExploreType].(map[string]any)
	if !ok || data["image/png"] == nil {
		t.Fatalf("the output has %v", data)
	}
	for _, m := range f.comms {
		if m.Kind != "open" || m.ID != view["model_id"] {
			continue
		}
		state := m.Data["state"].(map[string]any)
		if state["_krigo"] != "occam" || len(state["sets"].([]any)) != occamSets || len(state["models"].([]any)) != 3 {
			t.Errorf("the model has %v", state["_krigo"])
		}
	}
	for _, want := range []string{"3 models for your data, whose lengthscale is 0.7", "simple: log evidence", "flexible: log evidence", "probability"} {
		if text := data[mime.TypePlain].(string); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestWhatOccamRefuses(t *testing.T) {
	d := exploredData(t, lineOf(12), 1)
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	places, err := cov.Rows([][]float64{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	scaled, err := lineOf(12).(*cov.Matrix).Standardised([]float64{1}, []float64{2})
	if err != nil {
		t.Fatal(err)
	}
	two := gplib.Model{Cov: cov.Sum(cov.SE(1), cov.SE(3)), Noise: gplib.Gaussian(0.1)}
	for want, f := range map[string]*OccamFigure{
		"there is one model: pass two to six":                                Occam(m, d, m),
		"there are 7 models: pass at most 6":                                 Occam(m, d, m, m, m, m, m, m, m),
		"data: gplib: x is nil":                                              Occam(m, gplib.Data{}),
		"the figure needs one input that is a number":                        Occam(m, exploredData(t, places, 1)),
		"the inputs are standardised, and the figure needs them":             Occam(m, exploredData(t, scaled, 1)),
		"2 to 150: pass a part, such as data.Subset(gplib.Spaced(151, 150))": Occam(m, exploredData(t, lineOf(151), 1)),
		"the data have 1 row, and the figure needs 2":                        Occam(m, exploredData(t, lineOf(1), 1)),
		"the model has 2 lengthscales: choose":                               Occam(two, d),
		"the model has 0 lengthscales: choose":                               Occam(gplib.Model{Cov: cov.Constant(1), Noise: gplib.Gaussian(1)}, d),
		`no parameter "period"`:                                              Occam(m, d).Over("period"),
		"mean is not a positive parameter":                                   Occam(gplib.Model{Mean: mean.Constant(1), Cov: cov.SE(1), Noise: gplib.Gaussian(1)}, d).Over("mean"),
		"Names has 2 names for 3 models":                                     Occam(m, d).Names("a", "b"),
	} {
		_, err := mime.Check(f)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "widget: Occam: ") {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
}

// Models that differ by their noise have names apart.
func TestOccamNamesItsModelsApart(t *testing.T) {
	d := exploredData(t, lineOf(12), 1)
	m, noisy := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}
	for _, c := range []struct {
		f    *OccamFigure
		want []string
	}{
		{Occam(m, d, m, noisy), []string{"SE(1)", "SE(1) (2)"}}, {Occam(m, d, m, noisy).Names("a", "a"), []string{"a", "a (2)"}},
	} {
		o, err := c.f.run()
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range o.Models {
			if m.Name != c.want[i] {
				t.Errorf("model %d is %q, want %q", i, m.Name, c.want[i])
			}
		}
	}
}

// One row is not too many: there is no part of it to pass.
func TestOccamDoesNotAdviseAPartOfOneRow(t *testing.T) {
	_, err := Occam(gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, exploredData(t, lineOf(1), 1)).run()
	if err == nil || strings.Contains(err.Error(), "pass a part") {
		t.Errorf("the error is %v", err)
	}
}

// The parameter by which data sets differ can be named by the input.
func TestOccamOfANamedInput(t *testing.T) {
	x, err := lineOf(12).(*cov.Matrix).Named("age")
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.On(cov.SE(1), 0), Noise: gplib.Gaussian(0.1)}
	o, err := Occam(m, exploredData(t, x, 1)).Over("lengthscale[age]").run()
	if err != nil || o.Param != "lengthscale[age]" || o.Input != "age" {
		t.Errorf("the data sets are %v: %v", o, err)
	}
}
