package rkhs

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
	"krigo/gplib/rkhs/feature"
)

// docs/methods/rkhs.md, check 7: the updated inverse is the inverse of the updated average.
func TestWoodburyIsTheInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	phi := mat.NewDense(6, 20, nil)
	p := &updatedInverse{}
	a := &average{inverse: p}
	start := square(20)
	addDiagonal(start, 0.5)
	if err := a.start(start); err != nil {
		t.Fatal(err)
	}
	for step := range 1200 {
		for i := range phi.RawMatrix().Data {
			phi.RawMatrix().Data[i] = rng.NormFloat64()
		}
		if err := a.update(phi, 0.05, 0.01); err != nil {
			t.Fatal(err)
		}
		if step%97 > 0 {
			continue
		}
		var eye mat.Dense
		eye.Mul(a.f, p.p)
		addDiagonal(&eye, -1)
		if gap := mat.Norm(&eye, 2); gap > 1e-9 {
			t.Fatalf("step %d: ‖F̃P - I‖ is %g", step, gap)
		}
	}
	if drift := trace(a.f)/20 - 1.01; math.Abs(drift) > 0.3 {
		t.Errorf("the mean of F̃'s diagonal is off by %g", drift)
	}
}

// docs/methods/rkhs.md, check 7: each form of the inverse multiplies as the dense inverse of the average does,
// and has its trace.
func TestInversesOfTheAverageAreTheDenseOne(t *testing.T) {
	const d = 70
	phi, seed := mat.NewDense(9, d, nil), mat.NewDense(9, d, nil)
	x, product := make([]float64, d), make([]float64, d)
	for i := range 9 {
		for j := range d {
			phi.Set(i, j, math.Sin(float64(1+5*i+3*j+i*j)))
			seed.Set(i, j, math.Cos(float64(i+j)))
			x[j] = math.Cos(float64(2 * j))
		}
	}
	for _, woodbury := range []bool{false, true} {
		a := &average{inverse: newInverse(woodbury)}
		start := square(d)
		addDiagonal(start, 0.5)
		if err := a.start(start); err != nil {
			t.Fatal(err)
		}
		if err := a.update(phi, 0.08, 0.3); err != nil {
			t.Fatal(err)
		}
		var dense, want mat.Dense
		if err := dense.Inverse(a.f); err != nil {
			t.Fatal(err)
		}
		want.Mul(phi, &dense)
		want.Scale(0.7, &want)
		want.Add(&want, seed)
		got := mat.DenseCopyOf(seed)
		a.addMul(got, 0.7, phi)
		if !mat.EqualApprox(got, &want, 1e-12) {
			t.Errorf("woodbury %v: addMul is not the dense product", woodbury)
		}
		near(t, "the trace", a.trace(), trace(&dense), 1e-12)
		a.mulVec(product, x)
		var vec mat.VecDense
		vec.MulVec(&dense, mat.NewVecDense(d, x))
		if !floats.EqualApprox(product, vec.RawVector().Data, 1e-12) {
			t.Errorf("woodbury %v: mulVec is not the dense product", woodbury)
		}
	}
}

// docs/methods/rkhs.md, check 11: the joint projection, against projected gradient descent on the
// eigenvalues, a convex quadratic programme.
func TestProjectionIsTheNearestPair(t *testing.T) {
	for _, scale := range []float64{1, 0.1} {
		lambda, v := []float64{-2, 0.1, 0.4, 3}, 0.5
		rotation := mat.NewDense(4, 4, nil)
		var qr mat.QR
		for i := range 4 {
			for j := range 4 {
				rotation.Set(i, j, math.Sin(float64(1+i*5+j*3)))
			}
		}
		qr.Factorize(rotation)
		var q, a mat.Dense
		qr.QTo(&q)
		a.Mul(&q, mat.NewDiagDense(4, lambda))
		a.Mul(mat.DenseCopyOf(&a), q.T())
		wantV, wantLambda := nearestPair(lambda, v, scale)
		got, err := projectPair(&a, v, 1e-9, scale, false)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "v", got, wantV, 1e-5)
		var back mat.Dense
		back.Mul(q.T(), &a)
		back.Mul(mat.DenseCopyOf(&back), &q)
		for i, l := range wantLambda {
			near(t, "λ", back.At(i, i), l, 1e-5)
		}
	}
}

// nearestPair minimises Σ(max(λ, κu) - λ)² + (u - v)² over u >= 1e-9 by
// bisection of its derivative.
func nearestPair(lambda []float64, v, scale float64) (float64, []float64) {
	lo, hi := 1e-9, 10.0
	for range 200 {
		u := (lo + hi) / 2
		slope := u - v
		for _, l := range lambda {
			slope += scale * math.Max(scale*u-l, 0)
		}
		if slope > 0 {
			hi = u
		} else {
			lo = u
		}
	}
	out := make([]float64, len(lambda))
	for i, l := range lambda {
		out[i] = math.Max(l, scale*hi)
	}
	return hi, out
}

// docs/methods/rkhs.md, check 9: the bound's gradient, for both kernels and both forms of q.
func TestSVGPsGradientByDifferences(t *testing.T) {
	for _, k := range []*Kernel{Linear(smooth(), 1), Gaussian(smooth(), 1)} {
		for _, natural := range []float64{0, 1e-12} {
			v := &variational{inducing: 4, natural: natural, jitter: 1e-3}
			p := newProblem(t, v, k, 0.3)
			if natural > 0 {
				for j := range v.eta {
					v.eta[j] = math.Sin(float64(j + 1))
				}
			}
			grad := p.gradientOf(t, nil)
			differentiated(t, p.u, grad, 1e-5, func() float64 {
				bound, err := v.bound(p.state, p.rows)
				if err != nil {
					t.Fatal(err)
				}
				return bound
			})
		}
	}
}

// docs/methods/rkhs.md, check 9: with a linear kernel, M >= d and one full natural step, the bound
// is the likelihood, and the posterior the exact one.
func TestSVGPWithEnoughInducingInputsIsExact(t *testing.T) {
	v := &variational{inducing: 8, natural: 1, jitter: 1e-10}
	p := newProblem(t, v, Linear(smooth(), 1), 0.3)
	p.gradientOf(t, nil)
	bound, err := v.bound(p.state, p.rows)
	if err != nil {
		t.Fatal(err)
	}
	solved, err := p.momentsOf(p.rows).at(p.noise())
	if err != nil {
		t.Fatal(err)
	}
	near(t, "J/n", bound, solved.perPoint(p.n), 1e-6)
	model := gplib.Model{Cov: p.kernel.withLearned(p.theta), Noise: gplib.Gaussian(p.noise())}
	sparse, err := v.posterior(p.state, small())(model)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := gplib.Condition(model, small())
	if err != nil {
		t.Fatal(err)
	}
	samePosterior(t, sparse, exact, noisy(5, 3, 3).X, 1e-5)
}

// docs/methods/rkhs.md, check 14.
func TestAdaDeltaIsThePapers(t *testing.T) {
	s, err := Training{Optimizer: AdaDelta, Constant: true}.stepper(1, 1, 1, 10)
	if err != nil {
		t.Fatal(err)
	}
	x := []float64{1}
	for _, want := range []float64{.9968377381, .9935981984} {
		s.Step(x, []float64{x[0]})
		near(t, "x", x[0], want, 1e-10)
	}
}

// toyRows returns φ = e^q x, x ~ N(0, I): n = 60, d = 10, noise sd 3.
func toyRows() gplib.Data {
	rng := rand.New(rand.NewPCG(4, 2))
	x, y := mat.NewDense(60, 10, nil), make([]float64, 60)
	for i := range y {
		for k := range 10 {
			x.Set(i, k, rng.NormFloat64())
			y[i] += x.At(i, k) * math.Sin(float64(k+1)) * 2
		}
		y[i] += 3 * rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// toyOptimum returns the minimum of the likelihood over (q, τ), by L-BFGS.
func toyOptimum(t *testing.T) []float64 {
	m := gplib.Model{Cov: Linear(feature.Scale{Inputs: 10}, 1), Noise: gplib.Gaussian(1)}
	fit, err := gplib.LBFGS{}.Fit(t.Context(), m, toyRows(), &gplib.Settings{Tol: 1e-10})
	if err != nil {
		t.Fatal(err)
	}
	theta := fit.Model.Theta()
	return []float64{math.Log(theta[0]), math.Log(theta[1])}
}

// toyEnd trains by the settings of check 13 and returns the mean of
// (q, τ) over the last half of the steps.
func toyEnd(t *testing.T, m method, slowA bool, steps int) []float64 {
	t.Helper()
	rows := inMemory(gplib.Model{}, toyRows())
	k := Linear(feature.Scale{Inputs: 10}, 1)
	weights, own := m.sizes(k)
	s := newState(k, 60, 1, weights, own)
	if err := m.begin(s, s.momentsOf(rows), rows, nil); err != nil {
		t.Fatal(err)
	}
	rate := func(factor float64) optim.Schedule {
		return func(t int) float64 { return factor * 0.01 * math.Pow(1+float64(t)/4000, -0.75) }
	}
	factor := 1.0
	if slowA {
		factor = 0.1
	}
	main, _ := optim.Adam{Rate: rate(1)}.Start(2 + weights)
	side, _ := optim.Adam{Rate: rate(factor)}.Start(own)
	var sum [2][]float64
	first, err := optim.NewBatches(60, 12, rand.NewPCG(8, 8))
	if err != nil {
		t.Fatal(err)
	}
	second, err := optim.NewBatches(60, 12, rand.NewPCG(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	var b, other batch
	for step := range steps {
		x, y := b.gather(rows.x, rows.y, first.Next())
		clear(s.g)
		if err := m.gradient(s, x, y); err != nil {
			t.Fatal(err)
		}
		main.Step(s.u[:2+weights], s.g[:2+weights])
		side.Step(s.own, s.gradOwn)
		if err := m.after(s, func() (*mat.Dense, []float64) { return other.gather(rows.x, rows.y, second.Next()) }); err != nil {
			t.Fatal(err)
		}
		if step >= steps/2 {
			sum[0], sum[1] = append(sum[0], s.u[0]), append(sum[1], s.u[1])
		}
	}
	return []float64{stat.Mean(sum[0], nil), stat.Mean(sum[1], nil)}
}

// gapAt returns l - l* at (q, τ).
func gapAt(t *testing.T, at, best []float64) float64 {
	value := func(u []float64) float64 {
		k := Linear(feature.Scale{Inputs: 10}, 1).withLearned(u[:1])
		s := newState(k, 60, math.Exp(u[1]), 0, 0)
		solved, err := s.momentsOf(inMemory(gplib.Model{}, toyRows())).at(s.noise())
		if err != nil {
			t.Fatal(err)
		}
		return 2 * solved.nlml
	}
	return value(at) - value(best)
}

// docs/methods/rkhs.md, check 13: SCGD and MINIMAX reach the optimum of the toy, MINIMAX only from
// μ = μ* on.
func TestTheToysOptimumIsReached(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	best := toyOptimum(t)
	if start := gapAt(t, []float64{0, 0}, best); start < 30 {
		t.Fatalf("the start is %g above the optimum; the toy shows nothing", start)
	}
	bound := toyBound(best)
	minimaxAt := func(part float64) method {
		mu := part * bound
		return &minimax{
			mu: mu, project: projection{lo: 1e-6},
			stepB: func(t int) float64 { return 0.2 / mu / math.Sqrt(1+float64(t)/4000) },
		}
	}
	for name, m := range map[string]method{
		"SCGD":            &compositional{average: average{inverse: newInverse(false)}, rate: optim.PowerDecay(1, 0.5)},
		"MINIMAX, 1.5 μ*": minimaxAt(1.5),
		"MINIMAX, 3 μ*":   minimaxAt(3),
	} {
		end := toyEnd(t, m, true, 30000)
		if gap := gapAt(t, end, best); gap > 0.01 || floats.Distance(end, best, math.Inf(1)) > 0.02 {
			t.Errorf("%s ends at %v, %g above the optimum %v", name, end, gap, best)
		}
	}
	if gap := gapAt(t, toyEnd(t, minimaxAt(0.5), true, 10000), best); gap < 1 {
		t.Errorf("MINIMAX at half of μ* ends %g above the optimum; it should not reach it", gap)
	}
}

// toyBound returns μ* = ‖F‖‖F⁻¹‖ at the optimum.
func toyBound(best []float64) float64 {
	s := newState(Linear(feature.Scale{Inputs: 10}, 1).withLearned(best[:1]), 60, math.Exp(best[1]), 0, 0)
	f := s.scaledF(s.momentsOf(inMemory(gplib.Model{}, toyRows())))
	var inverse mat.Dense
	if err := inverse.Inverse(f); err != nil {
		return math.NaN()
	}
	return mat.Norm(f, 2) * mat.Norm(&inverse, 2)
}

func TestAStepAllocatesNothingAfterTheFirst(t *testing.T) {
	if name, _ := linalg.BLAS(); !strings.HasPrefix(name, "krigo") {
		t.Skipf("calls of %s allocate", name)
	}
	small := Training{Batch: 6}
	for name, p := range map[string]plan{
		"NOLD":                NOLD{small}.plan(),
		"BSGD":                BSGD{small}.plan(),
		"SCGD":                SCGD{Training: small}.plan(),
		"variable projection": VariableProjection{Training: small}.plan(),
		"Woodbury":            VariableProjection{Training: small, Woodbury: true}.plan(),
		"min-min":             MinMin{Training: small}.plan(),
		"MINIMAX":             MINIMAX{Training: small, Cholesky: true, Optimistic: true, Smooth: 0.5}.plan(gplib.Model{}),
	} {
		r := runOf(t, p, gplib.Model{Cov: Linear(smooth(), 1), Noise: gplib.Gaussian(0.3)}, noisy(24, 3, 1))
		step := func() {
			x, y := r.rows.other(r.rng, r.Batch)
			if err := r.step(x, y); err != nil {
				t.Fatal(err)
			}
		}
		step()
		if allocations := testing.AllocsPerRun(20, step); allocations > 0 {
			t.Errorf("%s: %g allocations", name, allocations)
		}
	}
}
