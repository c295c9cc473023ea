package grief

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// forms returns the row and function space of one small problem.
func forms(t *testing.T, n, p int) (rows *rowSpace, functions functionSpace, o *orthogonal) {
	t.Helper()
	x, y := someData(t, n, 2, 13)
	b := someBasis(t, cov.Scale(1.5, cov.SE(0.4, 0.5)), someGrid(t, x, 6), p)
	s := sumsOf(t, b, x, y)
	rows, err := newRowSpace(b, rowsOf(t, x, y))
	if err != nil {
		t.Fatal(err)
	}
	if o, err = newOrthogonal(s, false); err != nil {
		t.Fatal(err)
	}
	return rows, functionSpace{s}, o
}

// TestRowsAndFunctionsGiveOneLikelihood (docs/methods/grief.md, check 2): value, derivatives,
// information and moments, for n below and above p.
func TestRowsAndFunctionsGiveOneLikelihood(t *testing.T) {
	for _, n := range []int{14, 60} {
		const p, noise = 25, 0.05
		rows, functions, _ := forms(t, n, p)
		w := randomWeights(p, uint64(n))
		a, b := make([]float64, p), make([]float64, p)
		va, na, err := rows.evaluate(a, w, noise)
		if err != nil {
			t.Fatal(err)
		}
		vb, nb, err := functions.evaluate(b, w, noise)
		if err != nil {
			t.Fatal(err)
		}
		if !near(va, vb, 1e-9) || !near(na, nb, 1e-8) {
			t.Errorf("n = %d: values %v and %v, by σ² %v and %v", n, va, vb, na, nb)
		}
		ia, ib := make([]float64, p), make([]float64, p)
		if x, y := rows.information(ia, w, noise), functions.information(ib, w, noise); !near(x, y, 1e-8) {
			t.Errorf("n = %d: information of σ² %v and %v", n, x, y)
		}
		for i := range w {
			if !near(a[i], b[i], 1e-8) || !near(ia[i], ib[i], 1e-8) {
				t.Errorf("n = %d, weight %d: derivatives %v and %v, information %v and %v", n, i, a[i], b[i], ia[i], ib[i])
			}
		}
		ma, mb := newCoefficientMoments(p), newCoefficientMoments(p)
		for seed := range uint64(3) {
			if err := errors.Join(rows.moments(ma, randomWeights(p, seed), noise), functions.moments(mb, randomWeights(p, seed), noise)); err != nil {
				t.Fatal(err)
			}
		}
		ca, sa := ma.result()
		cb, sb := mb.result()
		if !mat.EqualApprox(sa, sb, 1e-8) || !mat.EqualApprox(mat.NewVecDense(p, ca), mat.NewVecDense(p, cb), 1e-8) {
			t.Errorf("n = %d: the coefficients' moments differ", n)
		}
	}
}

// TestInformationEqualsItsDefinition: ½ tr(C⁻¹ ∂C C⁻¹ ∂C), for all forms.
func TestInformationEqualsItsDefinition(t *testing.T) {
	const n, p, noise = 20, 12, 0.1
	rows, functions, o := forms(t, n, p)
	w := randomWeights(p, 2)
	check := func(name string, phi *mat.Dense, f weightForm, w []float64) {
		var inverse mat.Dense
		if err := inverse.Inverse(weighted(phi, w, noise)); err != nil {
			t.Fatal(err)
		}
		half := func(d mat.Matrix) float64 {
			var m mat.Dense
			m.Mul(&inverse, d)
			m.Mul(&m, &m)
			return mat.Trace(&m) / 2
		}
		got := make([]float64, len(w))
		ofNoise := f.information(got, w, noise)
		scaled := mat.NewDiagDense(n, nil)
		for r := range n {
			scaled.SetDiag(r, noise)
		}
		if want := half(scaled); !near(ofNoise, want, 1e-8) {
			t.Errorf("%s: of σ² %v, want %v", name, ofNoise, want)
		}
		for i := range w {
			var outer mat.Dense
			outer.Outer(w[i], phi.ColView(i), phi.ColView(i))
			if want := half(&outer); !near(got[i], want, 1e-8) {
				t.Errorf("%s: of weight %d %v, want %v", name, i, got[i], want)
			}
		}
	}
	check("functions", rows.phi, functions, w)
	check("rows", rows.phi, rows, w)
	var rotated mat.Dense
	rotated.Mul(rows.phi, o.basis)
	check("orthogonal", &rotated, o, w[:o.len()])
}

// TestOrthogonalEqualsFunctionsOnItsBasis (docs/methods/grief.md, check 8): value and derivatives of
// the O(p) form are those of the O(p³) form on φ̂, and at w = 1 on φ.
func TestOrthogonalEqualsFunctionsOnItsBasis(t *testing.T) {
	const n, p, noise = 50, 20, 0.03
	rows, functions, o := forms(t, n, p)
	kept := o.len()
	var phi, a mat.Dense
	phi.Mul(rows.phi, o.basis)
	a.Mul(phi.T(), &phi)
	s := &Sums{N: n, YY: functions.sums.YY, R: make([]float64, kept), A: &a}
	var r mat.VecDense
	r.MulVec(phi.T(), mat.NewVecDense(n, rows.y))
	copy(s.R, r.RawVector().Data)
	w := randomWeights(kept, 4)
	g1, g2 := make([]float64, kept), make([]float64, kept)
	v1, n1, _ := o.evaluate(g1, w, noise)
	v2, n2, err := functionSpace{s}.evaluate(g2, w, noise)
	if err != nil || !near(v1, v2, 1e-8) || !near(n1, n2, 1e-8) {
		t.Errorf("value %v and %v, by σ² %v and %v (%v)", v1, v2, n1, n2, err)
	}
	for i := range w {
		if !near(g1[i], g2[i], 1e-8) {
			t.Errorf("by weight %d: %v and %v", i, g1[i], g2[i])
		}
	}
	v1, _, _ = o.evaluate(g1, ones(kept), noise)
	e, err := newEvidence(functions.sums, ones(p), noise)
	if err != nil || !near(v1, e.value, 1e-8) {
		t.Errorf("at w = 1: %v, on φ %v", v1, e.value)
	}
	m := newCoefficientMoments(kept)
	if err := o.moments(m, ones(kept), noise); err != nil {
		t.Fatal(err)
	}
	coef, covariance := m.result()
	coef, covariance = o.toBasis(coef, covariance)
	if !mat.EqualApprox(mat.NewVecDense(p, coef), mat.NewVecDense(p, e.coef), 1e-6) {
		t.Errorf("coefficients %v, on φ %v", coef, e.coef)
	}
	var f1, f2 mat.Dense
	f1.Product(rows.phi, covariance, rows.phi.T())
	f2.Product(rows.phi, e.covariance(), rows.phi.T())
	if !mat.EqualApprox(&f1, &f2, 1e-9) {
		t.Error("the covariance of f at the rows differs")
	}
}

// TestProfileIsTheMaximum: over the base kernel's variance and the noise, the
// gradient of the O(p³) form is 0 there, and the value its.
func TestProfileIsTheMaximum(t *testing.T) {
	_, functions, _ := forms(t, 80, 20)
	scale, noise, value, err := functions.sums.Profile()
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float64, 20)
	for i := range w {
		w[i] = scale
	}
	grad := make([]float64, 20)
	v, byNoise, err := functions.evaluate(grad, w, noise)
	if err != nil {
		t.Fatal(err)
	}
	byScale := 0.0
	for i, g := range grad {
		byScale += g * w[i]
	}
	if !near(v, value, 1e-9) || math.Abs(byScale) > 1e-3 || math.Abs(byNoise*noise) > 1e-3 {
		t.Errorf("value %v, by the O(p³) form %v; by log s %v, by log σ² %v", value, v, byScale, byNoise*noise)
	}
}

// someTypeI is a learner that is quick on small data.
var someTypeI = TypeI{Functions: 15, Exact: 60, Steps: 12000, Warmup: 2000, Thin: 10}

// TestChainsAgreeWithQuadrature (docs/methods/grief.md, check 10): z-scores of E[log w_i] have a
// root mean square below 1.3, by MALA and by NUTS.
func TestChainsAgreeWithQuadrature(t *testing.T) {
	x, y := someData(t, 120, 2, 14)
	d := gplib.Data{X: x, Y: y}
	p, err := newProblem(fitting(t, someModel(2)), localRows{rowsOf(t, x, y)}, options{functions: 15, exact: 60})
	if err != nil {
		t.Fatal(err)
	}
	w, err := p.weighting(Orthogonal, LogNormal{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	reference := &integral{weighting: w, form: w.form.(*orthogonal), noiseNodes: 100, nodes: 200}
	reference.integrate(&gplib.Start{Fitting: p.Fitting})
	exact, logWeights := reference.average()
	nuts := someTypeI
	nuts.Sampler, nuts.Steps, nuts.Warmup, nuts.Thin = mcmc.NUTS{}, 1500, 500, 1
	for name, learner := range map[string]TypeI{"MALA": someTypeI, "NUTS": nuts} {
		fit, err := learner.Fit(t.Context(), someModel(2), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Details(fit)
		if err != nil {
			t.Fatal(err)
		}
		square := 0.0
		for i, want := range logWeights {
			mean, stderr := logMoments(t, got.Chains(), i+1)
			square += math.Pow((mean-want)/stderr, 2) / float64(len(logWeights))
		}
		if rms := math.Sqrt(square); rms > 1.3 {
			t.Errorf("%s: z-scores of E[log w] have the root mean square %v", name, rms)
		}
		if math.Abs(got.Noise()/exact.Noise()-1) > 0.02 {
			t.Errorf("%s: noise %v, exact %v", name, got.Noise(), exact.Noise())
		}
		a, _ := got.Predict(x)
		b, _ := exact.Predict(x)
		for i := range a.Mean {
			if math.Abs(a.Mean[i]-b.Mean[i]) > 0.02 || math.Abs(a.VarY[i]/b.VarY[i]-1) > 0.05 {
				t.Errorf("%s: point %d: %v ± %v, exact %v ± %v", name, i, a.Mean[i], a.VarY[i], b.Mean[i], b.VarY[i])
			}
		}
		if len(fit.Warnings) > 0 {
			t.Errorf("%s: %q", name, fit.Warnings)
		}
	}
}

// logMoments returns the mean of the logarithm of a value and its standard
// error.
func logMoments(t *testing.T, c *mcmc.Chains, value int) (mean, stderr float64) {
	t.Helper()
	logs := make([][]float64, len(c.Draws))
	var all []float64
	for k, chain := range c.Draws {
		for _, draw := range chain {
			logs[k] = append(logs[k], math.Log(draw[value]))
		}
		all = append(all, logs[k]...)
	}
	ess, err := mcmc.ESSBulk(logs)
	if err != nil {
		t.Fatal(err)
	}
	mean, sd := stat.MeanStdDev(all, nil)
	return mean, sd / math.Sqrt(ess)
}

// TestNarrowPriorsGiveTheBaseKernel (docs/methods/grief.md, check 11), in every form.
func TestNarrowPriorsGiveTheBaseKernel(t *testing.T) {
	x, y := someData(t, 40, 2, 15)
	d := gplib.Data{X: x, Y: y}
	narrow := LogNormal{1, 1e-10}
	base, err := TypeII{Functions: 50, Exact: -1}.Fit(t.Context(), fixed(t, someModel(2)), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := base.Predict(x)
	short := TypeI{Functions: 50, Exact: -1, Steps: 300, Warmup: 100, Thin: 10, Chains: 1, Weights: narrow, NoiseVariance: 1e-14}
	original := short
	original.Form = Original
	few := original
	few.Functions = 30
	for name, learner := range map[string]gplib.Learner{
		"orthogonal": short, "rows": original,
		"quadrature": Quadrature{Functions: 50, Exact: -1, Weights: narrow, NoiseVariance: 1e-14},
	} {
		fit, err := learner.Fit(t.Context(), someModel(2), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := fit.Predict(x)
		for i := range got.Mean {
			if math.Abs(got.Mean[i]-want.Mean[i]) > 1e-4 || math.Abs(got.VarY[i]-want.VarY[i]) > 1e-4 {
				t.Errorf("%s: point %d: %v ± %v, base kernel %v ± %v", name, i, got.Mean[i], got.VarY[i], want.Mean[i], want.VarY[i])
				break
			}
		}
	}
	if _, err := few.Fit(t.Context(), someModel(2), d, nil); err != nil {
		t.Errorf("functions: %v", err)
	}
}

func fixed(t *testing.T, m gplib.Model) gplib.Model {
	t.Helper()
	m, err := m.Fix()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestTypeOneStopsWhenTold: by ctx, by the observer, by the runtime; bad
// options are named.
func TestTypeOneStopsWhenTold(t *testing.T) {
	x, y := someData(t, 50, 2, 16)
	d := gplib.Data{X: x, Y: y}
	ctx, cancel := context.WithCancel(t.Context())
	count := 0
	fit, err := someTypeI.Fit(ctx, someModel(2), d, &gplib.Settings{Observe: func(s gplib.Step) error {
		if count++; count == 400 {
			cancel()
		}
		return nil
	}})
	if err != nil || fit.Status != gplib.Cancelled || fit.Posterior == nil || count > 401 {
		t.Errorf("cancelled: %v, %v after %d", fit, err, count)
	}
	if fit, err = (Quadrature{}).Fit(ctx, someModel(2), d, nil); err != nil || fit.Status != gplib.Cancelled || fit.Posterior == nil {
		t.Errorf("quadrature cancelled before: %v, %v", fit, err)
	}
	if fit, err = someTypeI.Fit(ctx, someModel(2), d, nil); err != nil || fit.Status != gplib.Cancelled || fit.Posterior == nil {
		t.Errorf("cancelled before: %v, %v", fit, err)
	}
	stop := errors.New("enough")
	observe := &gplib.Settings{Observe: func(gplib.Step) error { return stop }}
	if fit, err = someTypeI.Fit(t.Context(), someModel(2), d, observe); !errors.Is(err, stop) || fit == nil {
		t.Errorf("stopped: %v, %v", fit, err)
	}
	if fit, err = someTypeI.Fit(t.Context(), someModel(2), d, &gplib.Settings{Runtime: 1}); err != nil || fit.Status != gplib.RuntimeLimit {
		t.Errorf("out of time: %v, %v", fit, err)
	}
	for want, learner := range map[string]gplib.Learner{
		"Form":             TypeI{Form: 7},
		"Steps -1":         TypeI{Steps: -1},
		"mode -1":          TypeI{Weights: LogNormal{-1, 1}},
		"NoiseVariance":    Quadrature{NoiseVariance: -1},
		"NoiseNodes is -1": Quadrature{NoiseNodes: -1},
	} {
		if _, err := learner.Fit(t.Context(), someModel(2), d, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}

// TestNoiseThatIsFixedStays, in every form: it is not a value of the chains, and
// what they average is the quadrature of one node.
func TestNoiseThatIsFixedStays(t *testing.T) {
	x, y := someData(t, 60, 2, 17)
	d := gplib.Data{X: x, Y: y}
	m := someModel(2)
	m.Noise = gplib.FixedGaussian(0.03)
	exact, err := Quadrature{Functions: 12}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := exact.Predict(x)
	if len(exact.Trace.Steps) != 1 {
		t.Errorf("%d nodes of a noise that is fixed", len(exact.Trace.Steps))
	}
	for _, form := range []Form{Orthogonal, Original, Whitened} {
		fit, err := TypeI{Functions: 12, Form: form, Chains: 2, Steps: 4000}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		details, _ := Details(fit)
		if noise, _ := fit.Param("noise.variance"); noise.Value != 0.03 || details.Noise() != 0.03 {
			t.Errorf("%v: the noise is %v, in the posterior %v", form, noise.Value, details.Noise())
		}
		if names := details.Chains().Names; len(names) != 12 || names[0] != "weight[0]" {
			t.Errorf("%v: chains of %v", form, names)
		}
		if form != Orthogonal {
			continue
		}
		got, _ := fit.Predict(x)
		for i := range got.Mean {
			if math.Abs(got.Mean[i]-want.Mean[i]) > 0.02 || math.Abs(got.VarY[i]/want.VarY[i]-1) > 0.05 {
				t.Errorf("point %d: %v ± %v, by quadrature %v ± %v", i, got.Mean[i], got.VarY[i], want.Mean[i], want.VarY[i])
			}
		}
	}
}
