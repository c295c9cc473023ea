package grief

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func someModel(d int) gplib.Model {
	lengths := make([]float64, d)
	for l := range lengths {
		lengths[l] = 0.8
	}
	return gplib.Model{Cov: cov.Scale(1, cov.SE(lengths...)), Noise: gplib.Gaussian(0.1)}
}

// TestTypeTwoRaisesTheLikelihood: at the end it is above that of the exact
// start, it is that of the dense formula, and the gradient is small.
func TestTypeTwoRaisesTheLikelihood(t *testing.T) {
	x, y := someData(t, 300, 2, 6)
	d := gplib.Data{X: x, Y: y}
	fit, err := TypeII{Exact: -1, Functions: 30}.Fit(t.Context(), someModel(2), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Details(fit)
	if err != nil {
		t.Fatal(err)
	}
	start := evalOf(t, someBasis(t, someModel(2).Cov, someGrid(t, x, DefaultPoints), 30), x)
	if first := -denseLML(t, weighted(start, ones(30), 0.1), y); !(fit.Value < first-20) {
		t.Errorf("from %v to %v", first, fit.Value)
	}
	phi := evalOf(t, p.Basis(), x)
	want := -denseLML(t, weighted(phi, ones(p.Basis().Len()), p.Noise()), y)
	if !near(fit.Value, want, 1e-8) {
		t.Errorf("value %v, dense formula %v", fit.Value, want)
	}
	if p.Sums().Captured() < 0.95 || p.Sums().N != 300 {
		t.Errorf("captured %v of %d rows", p.Sums().Captured(), p.Sums().N)
	}
	again, err := TypeII{Exact: -1, Functions: 30}.Fit(t.Context(), someModel(2), d, nil)
	if err != nil || again.Value != fit.Value {
		t.Errorf("a second fit: %v, %v", again.Value, err)
	}
}

// TestRareValuesTakeNoFunctions: of an input that is constant but for two rows
// far off, which the sample lacks, the exact start knows nothing, and few
// functions of the basis go to those rows.
func TestRareValuesTakeNoFunctions(t *testing.T) {
	x, y := someData(t, 400, 2, 14)
	wide := mat.NewDense(400, 3, nil)
	for i := range 400 {
		wide.SetRow(i, append(x.Row(i), 0))
	}
	wide.Set(250, 2, 90)
	wide.Set(255, 2, 50)
	p, err := newProblem(fitting(t, someModel(3)), localRows{rowsOf(t, cov.Points(wide), y)}, options{functions: 40, exact: 60})
	if err != nil {
		t.Fatal(err)
	}
	if p.varies(2) {
		t.Fatal("the sample has a rare value; another seed is needed")
	}
	if theta := p.model.Theta(); theta[3] != 9000 || !(theta[1] < 10) {
		t.Errorf("lengthscales start at %v", theta[1:4])
	}
	b := someBasis(t, p.model.Cov, p.grid, 40)
	rare := 0
	for i := range b.Len() {
		if b.Tuple(i)[2] > 0 {
			rare++
		}
	}
	if rare > 10 {
		t.Errorf("%d of 40 functions vary with the rare values", rare)
	}
}

// countedRows count passes.
type countedRows struct {
	dataset.RowReader
	passes int
}

func (r *countedRows) Reset() error {
	r.passes++
	return r.RowReader.Reset()
}

// TestAWarmUpSavesPasses over all rows, and ends where a fit without one does.
func TestAWarmUpSavesPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	x, y := someData(t, 4000, 3, 12)
	fit := func(warm bool) (value float64, passes int) {
		rows := &countedRows{RowReader: rowsOf(t, x, y)}
		p, err := newProblem(fitting(t, someModel(3)), localRows{rows}, options{functions: 40, exact: -1, warm: true})
		if err != nil {
			t.Fatal(err)
		}
		a := &ascent{problem: p, passes: new(watched)}
		err = a.start(t.Context())
		if warm {
			err = errors.Join(err, a.warmUp())
		}
		if err = errors.Join(err, a.rounds(5)); err != nil {
			t.Fatal(err)
		}
		if a.status != gplib.Converged {
			t.Errorf("warm %v: %v", warm, a.status)
		}
		return a.bestValue, rows.passes
	}
	cold, coldPasses := fit(false)
	warm, warmPasses := fit(true)
	if !(warm < cold+0.1) || !(warmPasses < coldPasses) {
		t.Errorf("with a warm-up %v in %d passes, without %v in %d", warm, warmPasses, cold, coldPasses)
	}
}

func TestSameTuplesIgnoresTheOrder(t *testing.T) {
	a := [][]int{{0, 0}, {1, 0}, {0, 1}}
	if !sameTuples(a, [][]int{{0, 1}, {0, 0}, {1, 0}}) {
		t.Error("an order made a difference")
	}
	if sameTuples(a, a[:2]) || sameTuples(a, [][]int{{0, 0}, {1, 0}, {2, 0}}) || a[1][0] != 1 {
		t.Error("other tuples are the same")
	}
}

// TestTypeTwoNearsTheExactFit: many functions and long lengthscales give the
// exact Gaussian process: parameters and predictions.
func TestTypeTwoNearsTheExactFit(t *testing.T) {
	x, y := someData(t, 120, 2, 7)
	d := gplib.Data{X: x, Y: y}
	fit, err := TypeII{Functions: 100, Pad: 1}.Fit(t.Context(), someModel(2), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := gplib.Fit(t.Context(), someModel(2), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(fit.Value-exact.Value) > 0.05 {
		t.Errorf("objective %v, exact %v", fit.Value, exact.Value)
	}
	at, _ := someData(t, 20, 2, 8)
	p, err := fit.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	q, err := exact.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Mean {
		if math.Abs(p.Mean[i]-q.Mean[i]) > 5e-3 || math.Abs(p.VarY[i]-q.VarY[i]) > 5e-3*q.VarY[i]+1e-4 {
			t.Errorf("point %d: %v ± %v, exact %v ± %v", i, p.Mean[i], p.VarY[i], q.Mean[i], q.VarY[i])
		}
	}
}

// TestTheExactStartKnowsTheMean: a held mean of 50 leaves the start, and the
// fit of the rest, as they are without it.
func TestTheExactStartKnowsTheMean(t *testing.T) {
	x, y := someData(t, 120, 2, 7)
	plain, err := TypeII{Functions: 60}.Fit(t.Context(), someModel(2), gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	raised := make([]float64, len(y))
	for i, v := range y {
		raised[i] = v + 50
	}
	m := someModel(2)
	m.Mean = gplib.ConstantMean(50)
	fit, err := TypeII{Functions: 60}.Fit(t.Context(), m.HoldingMean(), gplib.Data{X: x, Y: raised}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, b := plain.Trace.Steps[0].Theta, fit.Trace.Steps[0].Theta[1:]
	for i := range a {
		if !near(b[i], a[i], 1e-3) {
			t.Errorf("parameter %d starts at %v, without the mean at %v", i, b[i], a[i])
		}
	}
	if !near(fit.Value, plain.Value, 1e-4) {
		t.Errorf("objective %v, without the mean %v", fit.Value, plain.Value)
	}
}

// TestPredictionsEqualDenseFormula (docs/methods/grief.md, check 9), means and variances, and
// variances of y are at least the noise.
func TestPredictionsEqualDenseFormula(t *testing.T) {
	x, y := someData(t, 40, 2, 9)
	b := someBasis(t, cov.Scale(2, cov.SE(0.5, 0.4)), someGrid(t, x, 5), 18)
	w, noise := randomWeights(18, 5), 0.07
	sums := sumsOf(t, b, x, y)
	e, err := newEvidence(sums, w, noise)
	if err != nil {
		t.Fatal(err)
	}
	p := &Posterior{basis: b, sums: sums, coef: e.coef, covariance: e.covariance(), noise: noise}
	at, _ := someData(t, 15, 2, 10)
	got, err := p.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	mean, joint, err := p.Covariance(at)
	if err != nil {
		t.Fatal(err)
	}
	phi, star := evalOf(t, b, x), evalOf(t, b, at)
	var inverse, cross, prior, wantMean, wantCov mat.Dense
	if err := inverse.Inverse(weighted(phi, w, noise)); err != nil {
		t.Fatal(err)
	}
	cross.Product(star, mat.NewDiagDense(18, w), phi.T())
	prior.Product(star, mat.NewDiagDense(18, w), star.T())
	wantMean.Product(&cross, &inverse, mat.NewDense(40, 1, y))
	wantCov.Product(&cross, &inverse, cross.T())
	wantCov.Sub(&prior, &wantCov)
	atRows := stat.Mean(unseen(b, phi, x), nil)
	for i, v := range unseen(b, star, at) {
		wantCov.Set(i, i, wantCov.At(i, i)+math.Max(v-atRows, 0))
	}
	for i := range 15 {
		if !near(got.Mean[i], wantMean.At(i, 0), 1e-9) || got.Mean[i] != mean[i] && !near(mean[i], got.Mean[i], 1e-12) {
			t.Errorf("mean %v, want %v", got.Mean[i], wantMean.At(i, 0))
		}
		if !near(got.Var[i], wantCov.At(i, i), 1e-9) || got.VarY[i] < noise || got.Var[i] < 0 {
			t.Errorf("variance %v, want %v", got.Var[i], wantCov.At(i, i))
		}
		for j := range 15 {
			if !near(joint.At(i, j), wantCov.At(i, j), 1e-9) {
				t.Errorf("covariance %v, want %v", joint.At(i, j), wantCov.At(i, j))
			}
		}
	}
}

// unseen returns k(x, x) - k̃(x, x).
func unseen(b *Basis, phi *mat.Dense, x *cov.Matrix) []float64 {
	v := make([]float64, x.Len())
	b.diag.Diag(v, x)
	for r := range v {
		v[r] -= floats.Dot(phi.RawRowView(r), phi.RawRowView(r))
	}
	return v
}

// TestRowsAndDataGiveOneFit: a reader and data in memory, with a mean.
func TestRowsAndDataGiveOneFit(t *testing.T) {
	x, y := someData(t, 150, 2, 11)
	m := someModel(2)
	m.Mean = gplib.ConstantMean(1)
	fit, err := TypeII{}.Fit(t.Context(), m, gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := dataset.GeneratedRows(150, 2, func(i int, row []float64) float64 {
		copy(row, x.Row(i))
		return y[i]
	})
	if err != nil {
		t.Fatal(err)
	}
	streamed, err := TypeII{}.FitRows(t.Context(), m, rows, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := fit.Predict(x)
	q, _ := streamed.Predict(x)
	if fit.Value != streamed.Value || !mat.Equal(mat.NewVecDense(150, p.Mean), mat.NewVecDense(150, q.Mean)) {
		t.Errorf("values %v and %v", fit.Value, streamed.Value)
	}
	details, err := Details(streamed)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	err = details.PredictRows(t.Context(), rows, func(block gplib.Prediction, ys []float64) error {
		for i := range ys {
			if block.Mean[i] != p.Mean[at] || ys[i] != y[at] {
				t.Fatalf("row %d: %v, want %v", at, block.Mean[i], p.Mean[at])
			}
			at++
		}
		return nil
	})
	if err != nil || at != 150 {
		t.Errorf("%d rows predicted (%v)", at, err)
	}
}

// TestCancelledFitsReturnTheBestSoFar: before the first pass, in a round, and
// by an error of the observer.
func TestCancelledFitsReturnTheBestSoFar(t *testing.T) {
	x, y := someData(t, 100, 2, 12)
	d := gplib.Data{X: x, Y: y}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fit, err := TypeII{}.Fit(ctx, someModel(2), d, nil)
	if err != nil || fit.Status != gplib.Cancelled || fit.Posterior == nil {
		t.Fatalf("cancelled before: %v, %v", fit, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	seen := 0
	fit, err = TypeII{Exact: -1}.Fit(ctx, someModel(2), d, &gplib.Settings{Observe: func(gplib.Step) error {
		if seen++; seen == 4 {
			cancel()
		}
		return nil
	}})
	if err != nil || fit.Status != gplib.Cancelled || !(fit.Value < fit.Trace.Steps[0].Value) {
		t.Errorf("cancelled at step 4: %v, %v", fit, err)
	}
	stop := errors.New("enough")
	fit, err = TypeII{}.Fit(t.Context(), someModel(2), d, &gplib.Settings{Observe: func(gplib.Step) error { return stop }})
	if !errors.Is(err, stop) || fit == nil || fit.Posterior == nil {
		t.Errorf("stopped by the observer: %v, %v", fit, err)
	}
}

// TestOddDataIsFinite (docs/methods/grief.md, check 13): constant, binary and duplicated columns, one
// row, one function, a hundred dimensions.
func TestOddDataIsFinite(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	odd := mat.NewDense(30, 4, nil)
	wide, y := mat.NewDense(40, 100, nil), make([]float64, 40)
	for i := range 40 {
		y[i] = math.Sin(float64(i))
		for l := range 100 {
			wide.Set(i, l, math.Cos(float64(i*(l+1))))
		}
		if i < 30 {
			odd.SetRow(i, []float64{3, float64(i % 2), y[i], y[i]})
		}
	}
	one := cov.Points(mat.NewDense(1, 2, []float64{1, 2}))
	for name, c := range map[string]struct {
		x       *cov.Matrix
		learner TypeII
	}{
		"odd columns":  {cov.Points(odd), TypeII{}},
		"one row":      {one, TypeII{Exact: -1}},
		"one function": {cov.Points(odd), TypeII{Functions: 1}},
		"wide":         {cov.Points(wide), TypeII{Functions: 120}},
	} {
		fit, err := c.learner.Fit(t.Context(), someModel(c.x.Dim()), gplib.Data{X: c.x, Y: y[:c.x.Len()]}, &gplib.Settings{MaxIter: 10})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, err := fit.Predict(c.x)
		if err != nil {
			t.Fatal(err)
		}
		sum := fit.Value
		for i := range p.Mean {
			sum += p.Mean[i] + p.VarY[i]
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			t.Errorf("%s: value %v, predictions %v", name, fit.Value, p)
		}
	}
}

func TestBadArgumentsAreNamed(t *testing.T) {
	x, y := someData(t, 20, 2, 1)
	good, d := someModel(2), gplib.Data{X: x, Y: y}
	point := good
	point.Noise = gplib.PointNoise(0, 1)
	matern := gplib.Model{Cov: cov.Matern52(1), Noise: gplib.Gaussian(1)}
	for want, f := range map[string]func() (*gplib.Result, error){
		"noise":              func() (*gplib.Result, error) { return TypeII{}.Fit(t.Context(), point, d, nil) },
		"not a product":      func() (*gplib.Result, error) { return TypeII{}.Fit(t.Context(), matern, d, nil) },
		"Points is -3":       func() (*gplib.Result, error) { return TypeII{Points: -3}.Fit(t.Context(), good, d, nil) },
		"Functions is -1":    func() (*gplib.Result, error) { return TypeII{Functions: -1}.Fit(t.Context(), good, d, nil) },
		"Rounds is -1":       func() (*gplib.Result, error) { return TypeII{Rounds: -1}.Fit(t.Context(), good, d, nil) },
		"reader is nil":      func() (*gplib.Result, error) { return TypeII{}.FitRows(t.Context(), good, nil, nil) },
		"Settings.Tol is -1": func() (*gplib.Result, error) { return TypeII{}.Fit(t.Context(), good, d, &gplib.Settings{Tol: -1}) },
		"x is nil":           func() (*gplib.Result, error) { return TypeII{}.Fit(t.Context(), good, gplib.Data{}, nil) },
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
	if _, err := Details(&gplib.Result{}); err == nil {
		t.Error("Details of another learner's fit")
	}
}

// TestLengthscalesStayAboveTheSpacing: a start below it is raised, and one that
// is held is warned of.
func TestLengthscalesStayAboveTheSpacing(t *testing.T) {
	x, y := someData(t, 60, 2, 40)
	d := gplib.Data{X: x, Y: y}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(0.01, 0.02)), Noise: gplib.Gaussian(1e-7)}
	g := someGrid(t, x, 5)
	fit, err := TypeII{Points: 5, Exact: -1}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 3})
	if err != nil {
		t.Fatal(err)
	}
	for l, q := range fit.Model.Params()[1:3] {
		if q.Value < g.Spacing(l) || q.Min != g.Spacing(l) {
			t.Errorf("%s is %v, at least %v; the spacing is %v", q.Name, q.Value, q.Min, g.Spacing(l))
		}
	}
	if fit, err = (TypeII{Points: 5}).Fit(t.Context(), fixed(t, m), d, nil); err != nil || len(fit.Warnings) < 2 {
		t.Errorf("held: %q, %v", fit.Warnings, err)
	}
}

// TestFewFunctionsAreReachedFromMore: after the exact start, stages with 8, 4 and 2 times as many come
// first, and end better than what few functions find by themselves.
func TestFewFunctionsAreReachedFromMore(t *testing.T) {
	x, y := shapes(60, 5)
	p, err := newProblem(fitting(t, someModel(4)), localRows{rowsOf(t, x, y)}, options{functions: 12, warm: true})
	if err != nil {
		t.Fatal(err)
	}
	direct := &ascent{problem: p, passes: new(watched)}
	if err := errors.Join(direct.start(t.Context()), direct.rounds(5)); err != nil {
		t.Fatal(err)
	}
	fit, err := TypeII{Functions: 12}.Fit(t.Context(), someModel(4), gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !(fit.Value < direct.bestValue-10) {
		t.Errorf("from more functions %v, directly %v", fit.Value, direct.bestValue)
	}
	var functions []float64
	for _, s := range fit.Trace.Steps {
		functions = append(functions, s.Monitors[2].Value)
	}
	if functions = slices.Compact(functions); !slices.Equal(functions, []float64{0, 96, 48, 24, 12}) {
		t.Errorf("functions by stage: %v", functions)
	}
}

// TestRestartsFindABetterMaximum, and a fit with none is the first of them.
func TestRestartsFindABetterMaximum(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	x, y := shapes(60, 5)
	d := gplib.Data{X: x, Y: y}
	one, err := TypeII{Functions: 12}.Fit(t.Context(), someModel(4), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	var steps []gplib.Step
	best, err := TypeII{Functions: 12}.Fit(t.Context(), someModel(4), d, &gplib.Settings{Restarts: 4, Observe: func(s gplib.Step) error {
		steps = append(steps, s)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !(best.Value < one.Value-5) {
		t.Errorf("the best of five %v, the first %v", best.Value, one.Value)
	}
	if last := steps[len(steps)-1]; last.Restart != 4 {
		t.Errorf("the last step is of restart %d", last.Restart)
	}
	for i, s := range one.Trace.Steps {
		if s.Value != steps[i].Value {
			t.Fatalf("step %d is %v, without restarts %v", i, steps[i].Value, s.Value)
		}
	}
}

// oneBadPass fails in one pass over the rows.
type oneBadPass struct {
	countedRows
	bad int
}

func (r *oneBadPass) Read(x *mat.Dense, y []float64) (int, error) {
	if r.passes == r.bad {
		return 0, errors.New("the disk is gone")
	}
	return r.RowReader.Read(x, y)
}

// TestAFailedStartIsAWarning: the fit goes on with the other one.
func TestAFailedStartIsAWarning(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	x, y := someData(t, defaultExact+1, 2, 12) // fewer are held in memory
	counted := &countedRows{RowReader: rowsOf(t, x, y)}
	learner, settings := TypeII{Functions: 20, Exact: -1, Rounds: 1}, &gplib.Settings{MaxIter: 1, Restarts: 1}
	if _, err := learner.FitRows(t.Context(), someModel(2), counted, settings); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for bad := 3; bad <= counted.passes; bad++ {
		fit, err := learner.FitRows(t.Context(), someModel(2), &oneBadPass{countedRows{RowReader: rowsOf(t, x, y)}, bad}, settings)
		if err != nil {
			t.Fatal(err)
		}
		told := false
		for _, w := range fit.Warnings {
			for _, what := range []string{"start 0 failed", "start 1 failed"} {
				if strings.Contains(w.String(), what) && strings.Contains(w.String(), "the disk is gone") {
					seen[what], told = true, true
				}
			}
		}
		if !told {
			t.Errorf("pass %d failed, and the fit warns of %q", bad, fit.Warnings)
		}
	}
	if len(seen) != 2 {
		t.Errorf("passes that failed were those of %v", seen)
	}
}

// shapes returns n points in which one input is a function of two others.
func shapes(n int, seed uint64) (*cov.Matrix, []float64) {
	rng := rand.New(rand.NewPCG(seed, 9))
	x, y := mat.NewDense(n, 4, nil), make([]float64, n)
	for i := range n {
		a, b, c := float64(rng.IntN(5)), float64(rng.IntN(4)), rng.Float64()
		x.SetRow(i, []float64{a / 2, b / 2, (a - b) * (a - b) / 4, c})
		y[i] = math.Sin(a)*math.Cos(b)*(1+c) + 0.02*rng.NormFloat64()
	}
	return cov.Points(x), y
}
