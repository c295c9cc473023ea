package admm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestMonitorsSayWhatTheyName(t *testing.T) {
	l := lagrangianOf(t, lpModel(), seData(t, 1), problem{})
	phi := somewhere(l)
	s := l.measure()
	m := map[string]float64{}
	for _, v := range (folds{l}).monitors(s) {
		m[v.Name] = v.Value
	}
	explicit := denseOf(l)
	rT, rV := residualT(l, explicit), explicit.residual(l.z).RawVector().Data
	gap := floats.Distance(l.z, explicit.z(t), 2)
	for name, want := range map[string]float64{
		"primal residual":      floats.Norm(rT, 2) / floats.Norm(l.yT, 2),
		"constraint gap":       gap * gap,
		"augmented Lagrangian": floats.Dot(rV, rV) + floats.Dot(l.lambda, rT) + l.rho/2*floats.Dot(rT, rT),
		"validation error":     floats.Dot(rV, rV),
		"norm of z":            floats.Norm(l.z, 2),
		"norm of lambda":       floats.Norm(l.lambda, 2),
		"rho":                  1.7,
	} {
		if relative(m[name], want) > 1e-5 {
			t.Errorf("%s is %g, want %g", name, m[name], want)
		}
	}
	l.rho = 0
	var largest float64
	for j := range phi {
		largest = math.Max(largest, math.Abs(centralDifference(l.value, phi, j, 1e-5)))
	}
	if want := largest / floats.Dot(rV, rV); relative(m["dual residual"], want) > 1e-5 {
		t.Errorf("dual residual is %g, want %g", m["dual residual"], want)
	}
}

func TestTheDualStepHasItsOwnLength(t *testing.T) {
	norm := func(h HoldOut) float64 {
		h.NoPolish, h.OnesDual = true, true
		r := mustFit(t, h, seModel(), seData(t, 1), &gplib.Settings{MaxIter: 1})
		return monitor(r.Trace.Steps[1], "norm of lambda")
	}
	if a, b := norm(HoldOut{RhoDual: 1}), norm(HoldOut{RhoDual: 0.5}); relative(a, b) < 1e-3 {
		t.Errorf("‖λ‖ is %g for ρ′ = 1 and %g for ρ′ = 0.5", a, b)
	}
}

func TestLearnedNoiseStaysAboveItsFloor(t *testing.T) {
	d := draw(t, cov.SE(0.5), grid(100), 0, 1)
	for name, k := range map[string]cov.Func{"free scale": cov.Scale(1, cov.SE(0.5)), "unit variance": cov.SE(0.5)} {
		m := gplib.Model{Cov: k, Noise: gplib.Gaussian(0.25)}
		r := mustFit(t, HoldOut{NoiseFloor: 0.05}, m, d, nil)
		signal := 1.0
		if p, err := r.Param("variance"); err == nil {
			signal = p.Value
		}
		noise, _ := r.Param("noise.variance")
		if s := noise.Value / signal; s < 0.02 || len(r.Warnings) == 0 {
			t.Errorf("%s: noise %g of the signal variance in a fit of noiseless data, warnings %q", name, s, r.Warnings)
		}
	}
}
