package gplib

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
)

// known is a posterior that knows f: its draws are f itself, to a variance of 1e-12.
type known struct {
	x *cov.Matrix
	f func(x []float64) float64
}

func (p known) Data() Data { return Data{X: p.x, Y: make([]float64, p.x.Len())} }

func (p known) Predict(cov.Inputs) (Prediction, error) { panic("not used") }

func (p known) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	points := x.(*cov.Matrix)
	mean, c := make([]float64, x.Len()), mat.NewSymDense(x.Len(), nil)
	for i := range mean {
		mean[i] = p.f(points.Row(i))
		c.SetSym(i, i, 1e-12)
	}
	return mean, c, nil
}

// meanOnly is known with a mean of its own, as posteriors by conjugate gradients have it.
type meanOnly struct{ known }

func (p meanOnly) Mean(x cov.Inputs) ([]float64, error) {
	mean, _, err := p.Covariance(x)
	return mean, err
}

// uniformRows are independent in [-1, 1].
func uniformRows(n, d int) *cov.Matrix {
	rng := rand.New(rand.NewPCG(8, 9))
	x := mat.NewDense(n, d, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = 2*rng.Float64() - 1
	}
	return cov.Points(x)
}

// The estimates are sums over all pairs of different rows and all values, as defined.
func TestVariancesOfAllValuesAreTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	const n, count = 7, 4
	f := mat.NewDense(n, count, nil)
	for i := range f.RawMatrix().Data {
		f.RawMatrix().Data[i] = 3 + rng.NormFloat64()
	}
	v := inputValues{at: []float64{1, 2, 3, 4}, weights: []float64{0.1, 0.2, 0.3, 0.4}}
	weights := []float64{0.1, 0.2, 0.05, 0.15, 0.2, 0.2, 0.1}
	mean := 0.0
	for i, w := range weights {
		for k, p := range v.weights {
			mean += w * p * f.At(i, k)
		}
	}
	got := v.variances(mat.DenseCopyOf(f), weights)
	for i := range f.RawMatrix().Data {
		f.RawMatrix().Data[i] -= mean
	}
	var square, within, between, level, pairs float64
	for i, w := range weights {
		for k, p := range v.weights {
			square += w * p * f.At(i, k) * f.At(i, k)
			for m, q := range v.weights {
				within += w * p * q * f.At(i, k) * f.At(i, m)
			}
		}
		for l, u := range weights {
			if l == i {
				continue
			}
			pairs += w * u
			for k, p := range v.weights {
				level += w * u * p * f.At(i, k) * f.At(l, k)
				for m, q := range v.weights {
					between += w * u * p * q * f.At(i, k) * f.At(l, m)
				}
			}
		}
	}
	want := variances{first: (level - between) / pairs, total: square - within, all: square - between/pairs}
	for name, pair := range map[string][2]float64{"first": {got.first, want.first}, "total": {got.total, want.total}, "all": {got.all, want.all}} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 { // sums of 1000 products of numbers up to 10
			t.Errorf("%s is %v, by the definition %v", name, pair[0], pair[1])
		}
	}
}

// The sensitivities of known functions of two inputs are their indices, and an input that
// does not matter has none.
func TestSensitivitiesAreSobolIndices(t *testing.T) {
	x := uniformRows(300, 3)
	for name, c := range map[string]struct {
		f            func(x []float64) float64
		first, total []float64
	}{
		"linear":  {func(x []float64) float64 { return 3*x[0] + x[1] }, []float64{0.9, 0.1, 0}, []float64{0.9, 0.1, 0}},
		"product": {func(x []float64) float64 { return 50 + x[0]*x[1] }, []float64{0, 0, 0}, []float64{1, 1, 0}},
		// Variances 1/3 of x[0] and 1/9 of the product.
		"both": {func(x []float64) float64 { return x[0] + x[0]*x[1] }, []float64{0.75, 0, 0}, []float64{1, 0.25, 0}},
		// Eight periods in 16 strata: the variance within strata counts.
		"fast": {func(x []float64) float64 { return math.Sin(8*math.Pi*x[0]) + math.Sqrt(1.5)*x[1] }, []float64{0.5, 0.5, 0}, []float64{0.5, 0.5, 0}},
	} {
		for kind, p := range map[string]Posterior{"draws": known{x, c.f}, "mean": meanOnly{known{x, c.f}}} {
			found, err := Sensitivities(p, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			for j, s := range found {
				// 128 rows and 64 values of each input, and 300 rows instead of their distribution.
				if math.Abs(s.First.Value-c.first[j]) > 0.08 || math.Abs(s.Total.Value-c.total[j]) > 0.08 {
					t.Errorf("%s, %s, input %d: %v and %v, want %v and %v", name, kind, j, s.First, s.Total, c.first[j], c.total[j])
				}
				if s.Total.Lower > c.total[j]+0.01 || s.Total.Upper < c.total[j]-0.01 {
					t.Errorf("%s, %s, input %d: the interval of %v does not contain %v", name, kind, j, s.Total, c.total[j])
				}
			}
			if s := found[2]; s.Total.Upper > 1e-6 {
				t.Errorf("%s, %s: an input that does not matter has %v", name, kind, s.Total)
			}
		}
	}
}

// The columns of a category are one input: its index is that of its levels, by their frequencies, and f is never
// evaluated at two levels or none.
func TestSensitivityToACategory(t *testing.T) {
	plain := uniformRows(300, 1)
	rows, level := make([][]float64, 300), make([]int, 300)
	effects := []float64{0, 2, -1}
	for i := range rows {
		level[i] = []int{0, 1, 1, 2, 2, 2}[i%6]
		rows[i] = []float64{0, plain.At(i, 0), 0, 0}
		rows[i][[]int{0, 2, 3}[level[i]]] = 1
	}
	points, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	x, err := points.Named("d=a", "size", "d=b", "d=c")
	if err != nil {
		t.Fatal(err)
	}
	f := func(x []float64) float64 {
		if x[0]+x[2]+x[3] != 1 {
			t.Fatalf("f is evaluated at %v", x)
		}
		return 3*x[1] + effects[0]*x[0] + effects[1]*x[2] + effects[2]*x[3]
	}
	found, err := Sensitivities(known{x, f}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].Input != "d" || found[1].Input != "size" {
		t.Fatalf("the inputs are %v, not d and size", found)
	}
	// The levels have the frequencies 1/6, 1/3 and 1/2.
	mean := 2.0/3 - 0.5
	ofLevels := 4.0/3 + 0.5 - mean*mean
	ofSize := 9 * stat.PopVariance(plain.Column(0), nil)
	want := ofLevels / (ofLevels + ofSize)
	if s := found[0]; math.Abs(s.First.Value-want) > 0.08 || math.Abs(s.Total.Value-want) > 0.08 {
		t.Errorf("the indices of the category are %v and %v, not %v", s.First, s.Total, want)
	}
}

// An input with few values has the indices of its frequencies.
func TestSensitivityToAnInputWithTwoValues(t *testing.T) {
	rows := make([][]float64, 200)
	rare := make([]float64, len(rows))
	for i, row := range uniformRows(200, 1).Column(0) {
		if i%50 == 0 {
			rare[i] = 1
		}
		rows[i] = []float64{row, rare[i]}
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Sensitivities(known{x, func(x []float64) float64 { return x[0] + 5*x[1] }}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	jump := 25 * 0.02 * 0.98
	want := jump / (jump + stat.PopVariance(x.Column(0), nil))
	if s := found[1]; math.Abs(s.Total.Value-want) > 0.05 || s.Total.Lower > want || s.Total.Upper < want {
		t.Errorf("%v, want %v", s.Total, want)
	}
}

// A nearly linear input has a lengthscale far beyond the data, and nearly all of the variance.
func TestAnInputWithALongLengthscaleCanMatterMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	rows, y := make([][]float64, 100), make([]float64, 100)
	for i := range rows {
		rows[i] = []float64{6 * rng.Float64(), rng.Float64()}
		y[i] = math.Sin(rows[i][0]) + 10*rows[i][1] + 0.3*rng.NormFloat64()
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	x, err = x.Named("wave", "line")
	if err != nil {
		t.Fatal(err)
	}
	d := Data{X: x, Y: y}
	m, err := Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Sensitivities(fit.Posterior, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if line := found[1]; line.Input != "line" || line.First.Value < 0.9 || line.Total.Lower < 0.85 {
		t.Errorf("%v", found)
	}
	again, err := Sensitivities(fit.Posterior, x, nil)
	if err != nil || !slices.Equal(found, again) {
		t.Errorf("a second time %v (%v), first %v", again, err, found)
	}
}

// Without data, draws of a posterior with short lengthscales know nothing: the intervals are wide.
func TestIntervalsHoldTheUncertaintyOfF(t *testing.T) {
	x := uniformRows(100, 2)
	m := Model{Cov: cov.SE(0.7, 0.7), Noise: Gaussian(1)}
	few, err := Condition(m, Data{X: x.Subset([]int{0}), Y: []float64{0}})
	if err != nil {
		t.Fatal(err)
	}
	y := make([]float64, x.Len())
	for i := range y {
		y[i] = 3 * x.At(i, 0)
	}
	m.Noise = Gaussian(1e-4)
	many, err := Condition(m, Data{X: x, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	wide, err := Sensitivities(few, x, nil)
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := Sensitivities(many, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := wide[0].Total; s.Upper-s.Lower < 0.4 {
		t.Errorf("with one observation %v", s)
	}
	if s := narrow[0].Total; s.Upper-s.Lower > 0.05 || s.Value < 0.95 {
		t.Errorf("with all observations %v", s)
	}
}

// Neither an f that does not vary nor an input that does not has a share.
func TestConstantsHaveNoShare(t *testing.T) {
	rows := mat.NewDense(50, 2, nil)
	for i := range 50 {
		rows.Set(i, 0, float64(i))
		rows.Set(i, 1, 7)
	}
	x := cov.Points(rows)
	y := make([]float64, 50)
	for i := range y {
		y[i] = float64(i % 3)
	}
	for name, c := range map[string]struct {
		k    cov.Func
		want float64
	}{"constant f": {cov.Constant(2), 0}, "constant input": {cov.SE(5, 5), 1}} {
		p, err := Condition(Model{Cov: c.k, Noise: Gaussian(0.1)}, Data{X: x, Y: y})
		if err != nil {
			t.Fatal(err)
		}
		found, err := Sensitivities(p, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(found[0].Total.Value-c.want) > 1e-6 || found[1].Total.Upper > 1e-6 {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func TestSensitivitiesRefuseWhatHasNone(t *testing.T) {
	exact := func(x cov.Inputs, k cov.Func) Posterior {
		p, err := Condition(Model{Cov: k, Noise: Gaussian(1)}, Data{X: x, Y: make([]float64, x.Len())})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for want, c := range map[string]struct {
		p Posterior
		x cov.Inputs
	}{
		"posterior is nil": {},
		"one row":          {p: exact(cov.Line([]float64{1}), cov.SE(1))},
		"pass some as x":   {p: known{x: cov.Line(nil)}},
		"not cov.Strings":  {p: known{x: cov.Line([]float64{1, 2})}, x: cov.Strings{"a", "b"}},
		"is NaN":           {p: known{x: cov.Line([]float64{1, 2})}, x: cov.Line([]float64{1, math.NaN()})},
		"dimension":        {p: exact(cov.Line([]float64{1, 2}), cov.SE(1)), x: uniformRows(5, 2)},
	} {
		if _, err := Sensitivities(c.p, c.x, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}

// However many inputs or observations there are, the points are bounded.
func TestSensitivitiesTakeABoundedNumberOfPoints(t *testing.T) {
	exactOf := func(n int) Posterior { return &Exact{data: Data{Y: make([]float64, n)}} }
	for _, c := range []struct{ n, d, want int }{{100, 3, 512}, {100, 1000, 64}, {20000, 2, 64}, {2000, 10, 512}, {10000, 2, 125}} {
		if got := pointsOfDesign(exactOf(c.n), c.d); got != c.want {
			t.Errorf("%d observations of %d inputs: %d points, want %d", c.n, c.d, got, c.want)
		}
	}
}
