package admm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"krigo/gplib"
	"krigo/gplib/cov"
)

var ctx = context.Background()

// seModel returns the squared exponential with everything but the lengthscale
// held, as the paper has it, started at its 0.9.
func seModel() gplib.Model {
	return gplib.Model{Cov: cov.SE(0.9), Noise: gplib.FixedGaussian(0.25)}
}

func lpModel() gplib.Model {
	return gplib.Model{Cov: cov.LocallyPeriodic(0.9, 1.5), Noise: gplib.FixedGaussian(0.25)}
}

func seData(t testing.TB, seed uint64) gplib.Data { return draw(t, cov.SE(0.5), grid(200), 0.25, seed) }

func mustFit(t testing.TB, l gplib.Learner, m gplib.Model, d gplib.Data, s *gplib.Settings) *gplib.Result {
	t.Helper()
	r, err := l.Fit(ctx, m, d, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bruteForceSE minimises the dense hold-out error over the lengthscale: a
// grid of 200 points on the log scale, then golden-section refinement.
func bruteForceSE(t testing.TB, l *lagrangian) (phi, lowest float64) {
	at := func(p float64) float64 { return denseError(t, l, []float64{p}) }
	lo, hi, n := math.Log(0.1), math.Log(5), 200
	step := (hi - lo) / float64(n-1)
	lowest = math.Inf(1)
	for i := range n {
		if v := at(lo + float64(i)*step); v < lowest {
			phi, lowest = lo+float64(i)*step, v
		}
	}
	a, b := phi-step, phi+step
	ratio := (math.Sqrt(5) - 1) / 2
	for b-a > 1e-9 {
		c, e := b-ratio*(b-a), a+ratio*(b-a)
		if at(c) < at(e) {
			b = e
		} else {
			a = c
		}
	}
	return (a + b) / 2, at((a + b) / 2)
}

// multistart minimises the dense hold-out error by Nelder and Mead from
// random starts within a factor 5 of the first.
func multistart(t testing.TB, l *lagrangian, starts int) float64 {
	rng := rand.New(rand.NewPCG(11, 12))
	first := l.phiOf(l.start)
	lowest := math.Inf(1)
	problem := optimize.Problem{Func: func(phi []float64) float64 {
		inside := append([]float64(nil), phi...)
		l.clamp(inside)
		return denseError(t, l, inside)
	}}
	for range starts {
		phi := append([]float64(nil), first...)
		for j := range phi {
			phi[j] += math.Log(5) * (2*rng.Float64() - 1)
		}
		res, err := optimize.Minimize(problem, phi, &optimize.Settings{FuncEvaluations: 150}, &optimize.NelderMead{})
		if err != nil {
			t.Fatal(err)
		}
		lowest = math.Min(lowest, res.F)
	}
	return lowest
}

func TestHoldOutFindsTheBruteForceMinimumOfSE(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for seed := range uint64(3) {
		d := seData(t, seed+1)
		_, lowest := bruteForceSE(t, lagrangianOf(t, seModel(), d, problem{}))
		for _, l := range []gplib.Learner{HoldOut{}, Adjoint{}} {
			r := mustFit(t, l, seModel(), d, &gplib.Settings{Restarts: 2})
			if r.Value > 1.001*lowest {
				t.Errorf("set %d, %s: F %.6g, brute force %.6g", seed, r.Method, r.Value, lowest)
			}
		}
	}
}

func TestEveryVariantFindsTheMinimumWithoutPolish(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := seData(t, 1)
	_, lowest := bruteForceSE(t, lagrangianOf(t, seModel(), d, problem{}))
	for name, h := range map[string]HoldOut{
		"default":            {},
		"no preconditioner":  {Precondition: -1},
		"matrix-free":        {Storage: MatrixFree},
		"coordinate descent": {ThetaStep: Coordinate{Steps: 3}},
		"Adam":               {ThetaStep: Adam{}},
		"adaptive rho":       {AdaptRho: true},
		"rho 2, rho' 1":      {Rho: 2, RhoDual: 1},
		"the paper's start":  {StartNoise: 0.1, OnesDual: true},
		"natural values":     {Raw: true},
	} {
		h.NoPolish = true
		if r := mustFit(t, h, seModel(), d, nil); r.Value > 1.001*lowest {
			t.Errorf("%s: F %.6g, brute force %.6g", name, r.Value, lowest)
		}
	}
}

func TestHoldOutWithRestartsComesCloseToTheBestOfLP(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	close := map[string]int{}
	for seed := range uint64(6) {
		d := draw(t, cov.LocallyPeriodic(0.5, 1), grid(100), 0.25, seed+1)
		lowest := multistart(t, lagrangianOf(t, lpModel(), d, problem{}), 12)
		for name, l := range map[string]gplib.Learner{"hold-out": HoldOut{}, "adjoint": Adjoint{}} {
			if r := mustFit(t, l, lpModel(), d, &gplib.Settings{Restarts: 8}); r.Value <= 1.05*lowest {
				close[name]++
			}
		}
	}
	for _, name := range []string{"hold-out", "adjoint"} {
		if close[name] < 4 {
			t.Errorf("%s: within 5%% of the best in %d of 6 sets", name, close[name])
		}
	}
}

func TestConvergedMeansFeasibleAndStationary(t *testing.T) {
	d := seData(t, 1)
	r := mustFit(t, HoldOut{NoPolish: true}, seModel(), d, nil)
	if r.Status != gplib.Converged {
		t.Fatalf("status %v after %d steps", r.Status, len(r.Trace.Steps))
	}
	last := r.Trace.Steps[len(r.Trace.Steps)-1]
	if p := monitor(last, "primal residual"); p >= 1e-4 {
		t.Errorf("primal residual %g", p)
	}
	l := lagrangianOf(t, seModel(), d, problem{})
	f := func(phi []float64) float64 { return denseError(t, l, phi) }
	phi := l.phiOf(last.Theta)
	if g := centralDifference(f, phi, 0, 1e-4); math.Abs(g) >= 5e-3*f(phi) {
		t.Errorf("∂F/∂φ is %g at F = %g", g, f(phi))
	}
}

func monitor(s gplib.Step, name string) float64 {
	for _, m := range s.Monitors {
		if m.Name == name {
			return m.Value
		}
	}
	return math.NaN()
}

func TestAMinimumIsAFixedPoint(t *testing.T) {
	d := seData(t, 1)
	phi, _ := bruteForceSE(t, lagrangianOf(t, seModel(), d, problem{}))
	m := gplib.Model{Cov: cov.SE(math.Exp(phi)), Noise: gplib.FixedGaussian(0.25)}
	for _, step := range []ThetaStep{Gradient{}, Coordinate{}} {
		f := begun(t, problem{}, m, d)
		h, _ := HoldOut{ThetaStep: step}.resolved()
		l := f.folds[0]
		start := l.phiOf(l.start)
		h.initialise(l, start, start)
		l.z, l.lambda = denseOf(l).z(t), denseOf(l).dual(t)
		l.touch()
		stepper := step.start(1)
		for range 5 {
			l.move(stepper.step(l, l.phi, 1e-7*floats.Dot(l.yV, l.yV)))
			l.zStep(1e-10, 1000)
			l.dualStep(1)
		}
		if moved := math.Abs(l.phi[0] - start[0]); moved > 1e-6 {
			t.Errorf("%T: five iterations moved log l by %g", step, moved)
		}
	}
}

func TestTheTruthIsNotTheMinimumOfTheHoldOutError(t *testing.T) {
	d := seData(t, 1)
	m := gplib.Model{Cov: cov.SE(0.5), Noise: gplib.FixedGaussian(0.25)}
	phi, _ := bruteForceSE(t, lagrangianOf(t, m, d, problem{}))
	r := mustFit(t, HoldOut{}, m, d, nil)
	if got := r.Model.Cov.Params()[0].Value; relative(got, math.Exp(phi)) > 1e-3 {
		t.Errorf("from the truth 0.5 to %g, the minimum is at %g", got, math.Exp(phi))
	}
}

func TestPaperSettingsStopFarFromTheMinimum(t *testing.T) {
	d := seData(t, 1)
	_, lowest := bruteForceSE(t, lagrangianOf(t, seModel(), d, problem{}))
	r := mustFit(t, Paper(), seModel(), d, nil)
	if n := len(r.Trace.Steps) - 1; r.Status != gplib.Converged || n > 5 {
		t.Errorf("status %v after %d iterations, want the ε-test within 5", r.Status, n)
	}
	if r.Value <= 1.005*lowest {
		t.Errorf("F %.5g is within 0.5%% of the minimum %.5g", r.Value, lowest)
	}
}

func TestStepsComeInOrderAndAgreeWithTheTrace(t *testing.T) {
	var seen []gplib.Step
	r := mustFit(t, HoldOut{}, seModel(), seData(t, 1), &gplib.Settings{
		Observe: func(s gplib.Step) error {
			s.Fit = nil // a trace has none
			seen = append(seen, s)
			return nil
		},
	})
	if !reflect.DeepEqual(seen, r.Trace.Steps) {
		t.Error("the observed steps are not those of the trace")
	}
	for i, s := range seen {
		if s.Iter != i || len(s.Monitors) != len(seen[0].Monitors) || len(s.Theta) != len(s.Names) {
			t.Fatalf("step %d is %+v", i, s)
		}
	}
	if s := seen[len(seen)-1]; s.Value != r.Value {
		t.Errorf("last value %g, result %g", s.Value, r.Value)
	}
}

func TestTheSameSeedGivesTheSameResult(t *testing.T) {
	fit := func(seed uint64) []float64 {
		r := mustFit(t, HoldOut{Split: Random(0.4)}, lpModel(), draw(t, cov.SE(0.5), grid(60), 0.25, 1),
			&gplib.Settings{Restarts: 2, MaxIter: 10, Src: rand.NewPCG(seed, 0)})
		return r.Trace.Steps[len(r.Trace.Steps)-1].Theta
	}
	if a, b := fit(4), fit(4); !reflect.DeepEqual(a, b) {
		t.Errorf("%v and %v", a, b)
	}
	if a, b := fit(4), fit(5); reflect.DeepEqual(a, b) {
		t.Errorf("two seeds gave %v", a)
	}
}

func TestCancellingReturnsTheBestSoFar(t *testing.T) {
	cancelled, cancel := context.WithCancel(ctx)
	r, err := HoldOut{}.Fit(cancelled, seModel(), seData(t, 1), &gplib.Settings{
		Observe: func(s gplib.Step) error {
			if s.Iter == 3 {
				cancel()
			}
			return nil
		},
	})
	if err != nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 4 {
		t.Fatalf("%v, %+v", err, r)
	}
	best := math.Inf(1)
	for _, s := range r.Trace.Steps {
		best = math.Min(best, s.Value)
	}
	if r.Value != best {
		t.Errorf("value %g, the best was %g", r.Value, best)
	}
	exact, err := gplib.Condition(r.Model, r.Posterior.Data())
	if err != nil {
		t.Fatal(err)
	}
	want, err := exact.Predict(cov.Line([]float64{0.5}))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Predict(cov.Line([]float64{0.5})); err != nil || got.Mean[0] != want.Mean[0] || got.Var[0] != want.Var[0] {
		t.Errorf("the posterior that was put off predicts %v (%v), want %v", got, err, want)
	}
}

func TestAnObserversErrorEndsTheFit(t *testing.T) {
	enough := errors.New("enough")
	r, err := HoldOut{}.Fit(ctx, seModel(), seData(t, 1), &gplib.Settings{
		Observe: func(gplib.Step) error { return enough },
	})
	if !errors.Is(err, enough) || r == nil || r.Status != gplib.Cancelled {
		t.Fatalf("%v, %+v", err, r)
	}
}

func TestLimitsSaySo(t *testing.T) {
	d := seData(t, 1)
	if r := mustFit(t, HoldOut{NoPolish: true}, seModel(), d, &gplib.Settings{MaxIter: 2}); r.Status != gplib.IterationLimit || len(r.Trace.Steps) != 3 {
		t.Errorf("status %v after %d steps", r.Status, len(r.Trace.Steps))
	}
	if r := mustFit(t, HoldOut{}, seModel(), d, &gplib.Settings{Runtime: time.Nanosecond}); r.Status != gplib.RuntimeLimit {
		t.Errorf("status %v", r.Status)
	}
}

func TestABoundIsAWarning(t *testing.T) {
	m := seModel()
	m.Cov = cov.Bound(m.Cov, "lengthscale", 0.8, 2)
	r := mustFit(t, HoldOut{}, m, seData(t, 1), nil)
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].String(), "lengthscale") {
		t.Errorf("warnings %q", r.Warnings)
	}
	if l := r.Model.Cov.Params()[0].Value; relative(l, 0.8) > 1e-9 {
		t.Errorf("lengthscale %g", l)
	}
}

func TestAdaptiveRhoStaysInRange(t *testing.T) {
	r := mustFit(t, HoldOut{AdaptRho: true, NoPolish: true, Rho: 50}, seModel(), seData(t, 1), nil)
	for _, s := range r.Trace.Steps {
		if rho := monitor(s, "rho"); rho < 0.05 || rho > 100 {
			t.Fatalf("rho %g", rho)
		}
	}
	if monitor(r.Trace.Steps[len(r.Trace.Steps)-1], "rho") == 50 {
		t.Error("rho never changed")
	}
}

func TestSmallAndOddProblems(t *testing.T) {
	free := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.Sum(cov.SE(1), cov.LocallyPeriodic(1, 2))), Noise: gplib.Gaussian(0.1)}
	fixed := gplib.Model{Cov: cov.Fix(cov.SE(1)), Noise: gplib.FixedGaussian(0.1)}
	plane, err := cov.Rows([][]float64{{0, 1}, {1, 0}, {1, 0}, {2, 2}, {3, 1}, {0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	ard := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	for name, c := range map[string]struct {
		m gplib.Model
		d gplib.Data
	}{
		"two points":        {free, gplib.Data{X: cov.Line([]float64{0, 1}), Y: []float64{1, 2}}},
		"three points":      {free, gplib.Data{X: cov.Line([]float64{0, 1, 5}), Y: []float64{1, -2, 4}}},
		"one place":         {free, gplib.Data{X: cov.Line([]float64{1, 1, 1, 1}), Y: []float64{1, 2, 3, 4}}},
		"nothing to learn":  {fixed, seData(t, 1)},
		"duplicates in 2-D": {ard, gplib.Data{X: plane, Y: []float64{1, 2, 2.1, 3, 1, 0}}},
	} {
		for _, l := range []gplib.Learner{HoldOut{}, Adjoint{}} {
			r, err := l.Fit(ctx, c.m, c.d, &gplib.Settings{Restarts: 1})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			p, err := r.Posterior.Predict(c.d.X)
			if err != nil || floats.HasNaN(p.Mean) || floats.HasNaN(p.VarY) || math.IsNaN(r.Value) {
				t.Errorf("%s: %v, F %g, prediction %+v", name, err, r.Value, p)
			}
		}
	}
}

func TestBadSettingsNameTheField(t *testing.T) {
	for name, s := range map[string]gplib.Settings{
		"MaxIter":  {MaxIter: -1},
		"Restarts": {Restarts: -2},
		"Runtime":  {Runtime: -time.Second},
		"Tol":      {Tol: math.NaN()},
	} {
		for _, l := range []gplib.Learner{HoldOut{}, Adjoint{}} {
			if _, err := l.Fit(ctx, seModel(), seData(t, 1), &s); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
}

func TestBadInputNamesTheArgument(t *testing.T) {
	d := seData(t, 1)
	hole := gplib.Data{X: d.X, Y: append([]float64(nil), d.Y...)}
	hole.Y[7] = math.NaN()
	noiseless := seModel()
	noiseless.Noise = gplib.FixedGaussian(0)
	for name, c := range map[string]struct {
		h HoldOut
		m gplib.Model
		d gplib.Data
	}{
		"Cov is nil":   {m: gplib.Model{Noise: gplib.Gaussian(1)}, d: d},
		"Noise is nil": {m: gplib.Model{Cov: cov.SE(1)}, d: d},
		"variance":     {m: noiseless, d: d},
		"x is nil":     {m: seModel()},
		"observations": {m: seModel(), d: gplib.Data{X: d.X, Y: d.Y[:5]}},
		"y[7]":         {m: seModel(), d: hole},
		"d.Y":          {m: seModel(), d: gplib.Data{X: d.X, Y: make([]float64, len(d.Y))}},
		"1 points":     {m: seModel(), d: gplib.Data{X: cov.Line([]float64{1}), Y: []float64{1}}},
		"Rho":          {h: HoldOut{Rho: -1}, m: seModel(), d: d},
		"RhoDual":      {h: HoldOut{RhoDual: 2}, m: seModel(), d: d},
		"NoiseFloor":   {h: HoldOut{NoiseFloor: math.NaN()}, m: seModel(), d: d},
		"StartNoise":   {h: HoldOut{StartNoise: -1}, m: seModel(), d: d},
		"StepTol":      {h: HoldOut{StepTol: -1}, m: seModel(), d: d},
		"twice":        {h: HoldOut{Split: indices(1, 1)}, m: seModel(), d: d},
	} {
		if _, err := c.h.Fit(ctx, c.m, c.d, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestFewRowsAreToldOfCrossValidation(t *testing.T) {
	for n, want := range map[int]bool{8: true, 40: false} {
		d := draw(t, cov.SE(1), grid(n), 0.05, 1)
		for name, l := range map[string]gplib.Learner{"hold-out": HoldOut{}, "K-fold": KFold{}} {
			r := mustFit(t, l, gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}, d, nil)
			if told := strings.Contains(r.Warnings.String(), "say little of 3 parameters"); told != want {
				t.Errorf("%s of %d rows: the warnings are %q", name, n, r.Warnings)
			}
		}
	}
}
