package gplib_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// A single squared exponential on the months of Mauna Loa: from its own lengthscale of a year the
// fit follows the season; the start from the data is 209 nats worse, and the best of all ends at 521.
func TestADefaultFitIsNoWorseThanOneFromItsOwnStart(t *testing.T) {
	table, err := dataset.ReadCSV("../testdata/co2/mauna-loa-monthly.csv")
	if err != nil {
		t.Fatal(err)
	}
	all, err := table.Data("co2", "year")
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := dataset.SplitAfter(all, 0, 1992)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Mean: gplib.ConstantMean(330), Cov: cov.Scale(2500, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	own, err := gplib.Fit(bg, m, d, &gplib.Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	fit, err := gplib.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Value > own.Value+0.1 || fit.Value > 522 {
		t.Errorf("the default fit ends at %.1f, the one from its own start at %.1f", fit.Value, own.Value)
	}
}

// wiggles are 500 rows of eight inputs whose fast part is found from short lengthscales only.
func wiggles(t *testing.T) (gplib.Model, gplib.Data) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 8))
	rows, y := make([][]float64, 500), make([]float64, 500)
	for i := range rows {
		x := make([]float64, 8)
		for k := range x {
			x[k] = rng.Float64()
		}
		rows[i] = x
		y[i] = math.Sin(6*x[0]) + 2*(x[1]-0.5)*(x[1]-0.5) + x[2]*x[3] + 0.5*math.Cos(8*x[4]*x[0]) + 0.3*math.Sin(12*x[5]) + 0.1*rng.NormFloat64() - 0.6
	}
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1, 1, 1, 1, 1, 1, 1)), Noise: gplib.Gaussian(0.1)}, gplib.Data{X: mustRows(t, rows), Y: y}
}

// The start from the data alone ends at 83.1. The value to reach is that of scikit-learn 1.9.1 on the
// same rows (GaussianProcessRegressor, C·RBF + White) from lengthscales 0.3 and noise 0.001.
func TestADefaultFitFindsFastPartsOfManyInputs(t *testing.T) {
	const sklearn = -65.380
	m, d := wiggles(t)
	fit, err := gplib.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Value > sklearn+0.5 {
		t.Errorf("the fit ends at %.3f, from %q", fit.Value, chosen(fit).Name)
	}
}

func chosen(fit *gplib.Result) gplib.StartRecord {
	return fit.Starts[slices.IndexFunc(fit.Starts, func(r gplib.StartRecord) bool { return r.Chosen })]
}

// The lowest value on a grid of lengthscales and parts of noise, each with its best variance,
// bounds that of a fit from above, up to what the grid's width hides.
func TestADefaultFitFindsTheFrequencyOfASine(t *testing.T) {
	frequencies, count := []float64{5, 10, 15, 20, 25, 30, 40}, 35
	if testing.Short() {
		count = 7
	}
	for i := range count {
		w, sd := frequencies[i%7], []float64{0.05, 0.1, 0.2, 0.3, 0.5}[i/7]
		rng := rand.New(rand.NewPCG(77, uint64(i)))
		phase := 6 * rng.Float64()
		x, y := make([]float64, 100), make([]float64, 100)
		for j := range x {
			x[j] = 2 * rng.Float64()
			y[j] = math.Sin(w*x[j]+phase) + sd*rng.NormFloat64()
		}
		d := gplib.Data{X: cov.Line(x), Y: y}
		m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
		fit, err := gplib.Fit(bg, m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if best := lowestOnGrid(t, x, y); fit.Value > best+0.1 {
			t.Errorf("frequency %g, noise %g: the fit ends at %.2f from %q, the grid has %.2f", w, sd, fit.Value, chosen(fit).Name, best)
		}
	}
}

// lowestOnGrid is independent of the library: C = v(K + rI), v = yᵀ(K + rI)⁻¹y/n, by the eigenvalues
// of K.
func lowestOnGrid(t *testing.T, x, y []float64) float64 {
	t.Helper()
	n, lowest := len(x), math.Inf(1)
	for l := 0.01; l < 3; l *= 1.25 {
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				k.SetSym(i, j, math.Exp(-(x[i]-x[j])*(x[i]-x[j])/(2*l*l)))
			}
		}
		var e mat.EigenSym
		if !e.Factorize(k, true) {
			t.Fatalf("the matrix of lengthscale %v has no eigenvalues", l)
		}
		var vectors mat.Dense
		var along mat.VecDense
		e.VectorsTo(&vectors)
		along.MulVec(vectors.T(), mat.NewVecDense(n, y))
		for r := 1e-4; r < 10; r *= 2 {
			logDet, variance := 0.0, 0.0
			for i, value := range e.Values(nil) {
				logDet += math.Log(value + r)
				variance += along.AtVec(i) * along.AtVec(i) / (value + r) / float64(n)
			}
			lowest = min(lowest, logDet/2+float64(n)/2*(1+math.Log(2*math.Pi*variance)))
		}
	}
	return lowest
}

// The records agree with the objective evaluated by itself, and one of them is the result's.
func TestAFitRecordsItsStarts(t *testing.T) {
	d := sample(t, 60, 1)
	m := model(cov.Scale(1, cov.SE(1)))
	fit, err := gplib.Fit(bg, m, d, &gplib.Settings{Restarts: 6, Src: rand.NewPCG(1, 2)})
	if err != nil {
		t.Fatal(err)
	}
	names, marked := map[string]bool{}, 0
	for _, r := range fit.Starts {
		names[r.Name] = true
		if r.To < fit.Value || r.From < r.To || r.Rows != 60 {
			t.Errorf("%+v, and the result ends at %v", r, fit.Value)
		}
		if r.Chosen {
			marked++
			if r.To != fit.Value || r.From != fit.Trace.Steps[0].Value {
				t.Errorf("%+v was chosen; the trace goes from %v to %v", r, fit.Trace.Steps[0].Value, fit.Value)
			}
		}
	}
	if marked != 1 || len(names) != len(fit.Starts) || len(names) < 12 {
		t.Errorf("%d of %d starts are chosen, they have %d names", marked, len(fit.Starts), len(names))
	}
	value, err := gplib.LML{}.Eval(m.FromData(d), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range fit.Starts {
		if r.Name == "from the data" {
			near(t, "the value at the start from the data", r.From, value, 1e-12)
		}
	}
	if text := fmt.Sprint(fit); !strings.Contains(text, "start: "+chosen(fit).Name) {
		t.Errorf("no start in\n%s", text)
	}
	if own, _ := gplib.Fit(bg, m, d, &gplib.Settings{OwnStart: true}); len(own.Starts) != 1 || own.Starts[0].Name != "own parameters" {
		t.Errorf("from its own start the fit has the starts %+v", own.Starts)
	}
}

// Neither an observer nor the number of processors changes a fit, and the trace has what was
// observed.
func TestComparingStartsDependsOnTheDataAlone(t *testing.T) {
	for _, n := range []int{60, 200} { // the steps of the comparison are all, or the last, of the trace's
		d := sample(t, n, 2)
		m := model(cov.Scale(1, cov.SE(1, 1)))
		seen := 0
		fit := func(s *gplib.Settings, processors int) *gplib.Result {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			r, err := gplib.Fit(bg, m, d, s)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		plain, alone := fit(nil, 4), fit(nil, 1)
		watched := fit(&gplib.Settings{Observe: func(gplib.Step) error { seen++; return nil }}, 4)
		for _, r := range []*gplib.Result{alone, watched} {
			if r.Value != plain.Value || !slices.Equal(r.Model.Theta(), plain.Model.Theta()) || len(r.Trace.Steps) != len(plain.Trace.Steps) {
				t.Errorf("%d rows: %v at %v in %d steps, else %v at %v in %d", n, r.Value, r.Model.Theta(), len(r.Trace.Steps), plain.Value, plain.Model.Theta(), len(plain.Trace.Steps))
			}
		}
		if seen != len(watched.Trace.Steps) {
			t.Errorf("%d rows: %d steps were observed, %d are in the trace", n, seen, len(watched.Trace.Steps))
		}
		first := watched.Trace.Steps[0]
		if value, err := (gplib.LML{}).Eval(m.With(first.Theta), d, nil); err != nil || math.Abs(value-first.Value) > 1e-9*math.Abs(value) {
			t.Errorf("%d rows: the trace begins with %v; there the objective is %v (%v)", n, first.Value, value, err)
		}
	}
}

// The likelihood of these eight observations has two optima within half a nat: a wave, and nearly a
// line with more noise.
func TestNearlyAsGoodAStartThatPredictsOtherwiseIsAWarning(t *testing.T) {
	x := []float64{0.2, 2.2, 3, 5.4, 5.9, 6.5, 7.2, 7.5}
	d := gplib.Data{X: cov.Line(x), Y: []float64{1.29, 0.33, -0.22, 0.33, -0.7, -1.2, -1.4, -0.55}}
	for _, m := range []gplib.Model{
		{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, {Cov: cov.SE(6), Noise: gplib.Gaussian(0.5)},
	} {
		fit, err := gplib.Fit(bg, m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if l, _ := fit.Param("lengthscale"); math.Abs(l.Value-1.011) > 0.01 {
			t.Errorf("from %v the fit ends at lengthscale %v", m, l.Value)
		}
		if fit.Warnings.Of("starts-disagree") == nil {
			t.Errorf("from %v the warnings are %q", m, fit.Warnings)
		}
	}
	clear, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1))), sample(t, 60, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(clear.Warnings) > 0 {
		t.Errorf("of 60 observations of a sine the warnings are %q", clear.Warnings)
	}
}

// MaxIter counts the steps of the trace, whether they were taken before the choice of the start or
// after it.
func TestComparingStartsKeepsTheLimitOfIterations(t *testing.T) {
	for _, n := range []int{60, 200} {
		for _, limit := range []int{1, 4, 7, 12} {
			fit, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1, 1))), sample(t, n, 2), &gplib.Settings{MaxIter: limit, Tol: 1e-300})
			if err != nil {
				t.Fatal(err)
			}
			if steps := len(fit.Trace.Steps); fit.Status != gplib.IterationLimit || steps != limit+1 {
				t.Errorf("%d rows, at most %d iterations: %v after %d", n, limit, fit.Status, steps-1)
			}
		}
	}
}

// A wave of one of ten inputs and noise of its size: a long lengthscale takes the wave for noise, and
// the likelihood rises only far from there, by 30 to 50 nats. The reference is a fit that begins at the
// right lengthscales; what other inputs gain from chance is less than two nats.
func TestADefaultFitFindsAWaveThatLooksLikeNoise(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(8, seed))
		rows, y := make([][]float64, 300), make([]float64, 300)
		for i := range rows {
			rows[i] = make([]float64, 10)
			for k := range rows[i] {
				rows[i][k] = rng.Float64()
			}
			x := rows[i]
			y[i] = 2*x[0]*x[1] + (x[2]-0.5)*(x[2]-0.5) + 0.35*math.Sin(13*x[8]) + 0.3*rng.NormFloat64()
		}
		d := gplib.Data{X: mustRows(t, rows), Y: y}
		m := gplib.Model{Cov: cov.Scale(1, cov.SE(slices.Repeat([]float64{1}, 10)...)), Noise: gplib.Gaussian(0.1)}
		fit, err := gplib.Fit(bg, m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Cov = cov.Scale(1, cov.SE(1, 1, 1, 10, 10, 10, 10, 10, 0.2, 10))
		right, err := gplib.Fit(bg, m, d, &gplib.Settings{OwnStart: true})
		if err != nil {
			t.Fatal(err)
		}
		if fit.Value > right.Value+2 {
			t.Errorf("seed %d: the fit ends at %.2f from %q, the one that knows the lengthscales at %.2f", seed, fit.Value, chosen(fit).Name, right.Value)
		}
	}
}

// Next to an input that varies y by hundreds, another's sine of amplitude 3 looks like noise. Its lengthscale is a
// hundred times shorter than where descents leave it, and long all the same, as the variance is that of the first. A
// fit that begins near there ends at the value to reach.
func TestADefaultFitFindsSmallPartsNextToADominantOne(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 3))
		rows, y := make([][]float64, 112), make([]float64, 112)
		for i := range rows {
			x := make([]float64, 6)
			for k := range x {
				x[k] = rng.Float64()
			}
			rows[i], y[i] = x, 1000*x[0]*x[0]+3*math.Sin(6*x[1])+4*x[2]+2*math.Round(x[3])+0.2*rng.NormFloat64()
		}
		d := gplib.Data{X: mustRows(t, rows), Y: y}
		m, err := gplib.Auto(d)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := gplib.Fit(bg, m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		near := m
		near.Cov, near.Noise = cov.Scale(7e6, cov.Matern52(4, 10, 700, 900, 900, 900)), gplib.Gaussian(0.2)
		best, err := gplib.Fit(bg, near, d, &gplib.Settings{OwnStart: true})
		if err != nil {
			t.Fatal(err)
		}
		if fit.Value > best.Value+0.5 {
			t.Errorf("seed %d: the fit ends at %.1f, one that begins near the optimum at %.1f", seed, fit.Value, best.Value)
		}
	}
}

// Constant inputs have no scale in which a lengthscale is long.
func TestStartsOfConstantInputsEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rows, y := make([][]float64, 40), make([]float64, 40)
	for i := range rows {
		x := rng.Float64()
		rows[i], y[i] = []float64{x, 7, 0}, math.Sin(6*x)+0.1*rng.NormFloat64()
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1, 1)), Noise: gplib.Gaussian(0.1)}
	if _, err := gplib.Fit(bg, m, gplib.Data{X: mustRows(t, rows), Y: y}, nil); err != nil {
		t.Error(err)
	}
}
