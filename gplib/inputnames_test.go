package gplib_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

func namedModel(t *testing.T, k cov.Func, m gplib.Mean, names ...string) gplib.Model {
	t.Helper()
	model, err := gplib.Model{Mean: m, Cov: k, Noise: gplib.Gaussian(0.1)}.Named(names...)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestParametersBearTheNamesOfTheirInputs(t *testing.T) {
	for _, c := range []struct {
		name string
		k    cov.Func
		mean gplib.Mean
		want string
	}{
		{"one for each", cov.Scale(1, cov.SE(1, 2, 3)), nil, "variance lengthscale[area] lengthscale[rooms] lengthscale[year]"},
		{"one for all", cov.SE(1), nil, "lengthscale"},
		{"of some, in another order", cov.On(cov.SE(1, 2), 2, 0), nil, "lengthscale[year] lengthscale[area]"},
		{"of one", cov.On(cov.SE(1), 1), nil, "lengthscale[rooms]"},
		{"of two together", cov.On(cov.SE(1), 0, 1), nil, "lengthscale"},
		{"a sum of parts", cov.Sum(cov.On(cov.SE(1), 2), cov.On(cov.SE(1), 0)), nil, "se1.lengthscale[year] se2.lengthscale[area]"},
		{"a product of parts", cov.Product(cov.On(cov.SE(1), 1), cov.On(cov.Periodic(1, 2), 2)), nil,
			"se.lengthscale[rooms] periodic.lengthscale[year] periodic.period[year]"},
		{"on on on", cov.On(cov.On(cov.SE(1, 2), 1, 0), 2, 1), nil, "lengthscale[rooms] lengthscale[year]"},
		{"fixed", cov.Fix(cov.SE(1, 2, 3), "lengthscale[1]"), nil, "lengthscale[area] lengthscale[rooms] lengthscale[year]"},
		{"of each, and of one again", cov.Sum(cov.SE(1, 2, 3), cov.On(cov.SE(4), 0)), nil,
			"lengthscale[area] lengthscale[rooms] lengthscale[year] lengthscale"},
		{"a linear kernel", cov.Linear(1, 2, 3), nil, "lengthscale[area] lengthscale[rooms] lengthscale[year]"},
		{"periods", cov.PeriodicARD([]float64{1, 2, 3}, []float64{1, 2, 3}), nil, "lengthscale[area] lengthscale[rooms] lengthscale[year] " +
			"period[area] period[rooms] period[year]"},
		{"a linear mean", cov.SE(1), gplib.LinearMean(0, 1, 2, 3), "mean[0] mean[area] mean[rooms] mean[year] lengthscale"},
		{"a polynomial mean", cov.SE(1), gplib.PolynomialMean(2, 0, 1, 2, 3, 4, 5, 6), "mean[0] mean[1] mean[2] mean[3] mean[4] mean[5] mean[6] lengthscale"},
	} {
		m := namedModel(t, c.k, c.mean, "area", "rooms", "year")
		if got := strings.Join(param.Names(m.Params()), " "); got != c.want+" noise.variance" {
			t.Errorf("%s: the names are %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSeveralParametersOfOneInputKeepTheirNumbers(t *testing.T) {
	k := cov.On(cov.Custom(cov.Definition{
		Name: "two", Params: []cov.Param{cov.Positive("rate[0]", 1), cov.Positive("rate[1]", 2)},
		At: func(_, _, _ []float64) float64 { return 1 },
	}), 1)
	m := namedModel(t, k, nil, "area", "rooms")
	names := param.Names(m.Params())
	for i, p := range k.Params() {
		if names[i] != p.Name {
			t.Errorf("%s is called %s", p.Name, names[i])
		}
	}
}

func TestTiedParametersBearTheNamesOfTheirInputs(t *testing.T) {
	m := namedModel(t, cov.Tie(cov.SE(1, 2, 3), "lengthscale[0]", "lengthscale[2]"), nil, "area", "rooms", "year")
	p := m.Params()
	if p[0].Name != "lengthscale[area]" || p[0].Tied != "lengthscale[year]" || p[1].Name != "lengthscale[rooms]" {
		t.Errorf("%s is tied to %s, beside %s", p[0].Name, p[0].Tied, p[1].Name)
	}
}

func TestBothNamesSelectAParameter(t *testing.T) {
	m := namedModel(t, cov.Sum(cov.SE(1, 2, 3), cov.SE(4, 5, 6)), nil, "area", "living rooms", "Fläche")
	for name, want := range map[string]float64{
		"se1.lengthscale[area]": 1, "se1.lengthscale[1]": 2, "se2.lengthscale[area]": 4, "se2.lengthscale[1]": 5,
		"se1.lengthscale[living rooms]": 2, "se2.lengthscale[Fläche]": 6,
	} {
		if p, err := m.Param(name); err != nil || p.Value != want {
			t.Errorf("%s is %v (%v), want %v", name, p.Value, err, want)
		}
	}
	for _, name := range []string{"lengthscale[3]", "lengthscale[rooms]", "[area]", "area", "scale[area]", "lengthscale", "lengthscale[area]"} {
		if p, err := m.Param(name); err == nil {
			t.Errorf("%q selects %s", name, p.Name)
		}
	}
	fixed, err := m.Fix("lengthscale[area]", "se1.lengthscale[2]")
	if err != nil {
		t.Fatal(err)
	}
	fixed, err = fixed.Bound("se1.lengthscale[living rooms]", 0.5, 5)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err = fixed.Set("se1.lengthscale[living rooms]", 4)
	if err != nil {
		t.Fatal(err)
	}
	ps := fixed.Params()
	if !ps[0].Fixed || !ps[3].Fixed || ps[4].Fixed || ps[1].Fixed || !ps[2].Fixed || ps[1].Max != 5 || ps[1].Value != 4 {
		t.Errorf("the lengthscales are %+v", ps)
	}
	if own := fixed.Cov.Params()[0].Name; own != "se1.lengthscale[0]" {
		t.Errorf("the covariance function calls its own %s", own)
	}
	if _, err := m.Fix("lengthscale[garden]"); err == nil || !strings.Contains(err.Error(), "se1.lengthscale[area]") {
		t.Errorf("the error is %v", err)
	}
}

func TestOddNamesDoNotConfuse(t *testing.T) {
	odd := []string{"2", "a.lengthscale", "x, y", "b]", "c[0]", " d", `e"f`, "0"}
	lengths := make([]float64, len(odd))
	for i := range lengths {
		lengths[i] = float64(i + 1)
	}
	m := namedModel(t, cov.SE(lengths...), nil, odd...)
	for i, p := range m.Params()[:len(odd)] {
		if !strings.HasPrefix(p.Name, `lengthscale["`) {
			t.Errorf("input %q makes the name %s", odd[i], p.Name)
		}
		if q, err := m.Param(p.Name); err != nil || q.Value != lengths[i] {
			t.Errorf("%s is %v (%v), want %v", p.Name, q.Value, err, lengths[i])
		}
		raw := "lengthscale[" + odd[i] + "]"
		want := lengths[i]
		switch odd[i] {
		case "2":
			want = 3 // a number is the dimension's
		case "0":
			want = 1
		}
		if q, err := m.Param(raw); err != nil || q.Value != want {
			t.Errorf("%s is %v (%v), want %v", raw, q.Value, err, want)
		}
	}
	if _, err := m.Fix("lengthscale"); err != nil {
		t.Error(err)
	}
}

func TestModelsRefuseNamesThatCannotBe(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(1, 1), Noise: gplib.Gaussian(1)}
	if _, err := m.Named("a", "a"); err == nil {
		t.Error("one name for two inputs")
	}
	three, err := m.Named("a", "b", "c")
	if err != nil {
		t.Fatal(err)
	}
	x := mustRows(t, [][]float64{{0, 1}, {1, 0}})
	if err := three.Check(x); err == nil || !strings.Contains(err.Error(), "names 3 dimensions (a, b, c), the inputs have dimension 2") {
		t.Errorf("the error is %v", err)
	}
	two, err := m.Named("a", "b")
	if err != nil {
		t.Fatal(err)
	}
	other, err := x.Named("b", "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := two.Check(other); err == nil || !strings.Contains(err.Error(), "x has b, a; the fit has a, b") {
		t.Errorf("the error is %v", err)
	}
	if err := two.Check(x); err != nil {
		t.Errorf("without names: %v", err)
	}
}

func TestNamesOfInputsAreWritten(t *testing.T) {
	m := namedModel(t, cov.SE(1, 2), nil, "area", "2")
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var read gplib.Model
	if err := json.Unmarshal(text, &read); err != nil || !slices.Equal(param.Names(read.Params()), param.Names(m.Params())) {
		t.Errorf("%s came back as %v (%v)", text, param.Names(read.Params()), err)
	}
	if own := read.Cov.Params()[0].Name; own != "lengthscale[0]" {
		t.Errorf("the covariance function's own name is %s", own)
	}
}

func TestNamesAndStandardisationOfDataAreWritten(t *testing.T) {
	x, err := mustRows(t, [][]float64{{1, 0.1}, {2, 1e-7}, {4, 1.0 / 3}}).Named("area", "a, b")
	if err != nil {
		t.Fatal(err)
	}
	raw := gplib.Data{X: x, Y: []float64{1, 2, 1}, Target: "price"}
	by, err := gplib.NewScaling(raw)
	if err != nil {
		t.Fatal(err)
	}
	d, err := by.Data(raw)
	if err != nil {
		t.Fatal(err)
	}
	e := condition(t, gplib.Model{Cov: cov.SE(1, 2), Noise: gplib.Gaussian(0.1)}, d)
	var binary bytes.Buffer
	if err := gplib.Save(&binary, e); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	for what, file := range map[string]*bytes.Buffer{"binary": &binary, "JSON": bytes.NewBuffer(text)} {
		read, err := gplib.Load(file)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if !reflect.DeepEqual(read.Data(), d) || read.Data().Target != "price, standardised" {
			t.Errorf("%s: %+v came back as %+v", what, d, read.Data())
		}
		if _, err := read.Predict(raw.X); err == nil {
			t.Errorf("%s: it predicts in other units", what)
		}
		if names := read.(*gplib.Exact).Model().Params(); names[1].Name != `lengthscale["a, b"]` {
			t.Errorf("%s: the parameter is %s", what, names[1].Name)
		}
	}
}
