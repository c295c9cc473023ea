package display

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// normalChains returns chains of two values, the second chain of the first
// value shifted.
func normalChains(draws int, shift float64) *mcmc.Chains {
	rng := rand.New(rand.NewPCG(4, 5))
	c := &mcmc.Chains{Names: []string{"lengthscale", "noise.variance"}, Positive: []bool{false, true}}
	for chain := range 3 {
		var values [][]float64
		for range draws {
			first := rng.NormFloat64()
			if chain == 1 {
				first += shift
			}
			values = append(values, []float64{first, math.Exp(rng.NormFloat64())})
		}
		c.Draws = append(c.Draws, values)
		c.LogDensity = append(c.LogDensity, make([]float64, draws))
	}
	return c
}

func TestRanksShareTiesAndCoverTheUnitInterval(t *testing.T) {
	ranks := ranksOf([][]float64{{1, 3}, {2, 3}})
	want := [][]float64{{1.0 / 8, 6.0 / 8}, {3.0 / 8, 6.0 / 8}}
	for c := range want {
		for i := range want[c] {
			if math.Abs(ranks[c][i]-want[c][i]) > 1e-15 {
				t.Errorf("rank %d of chain %d is %v, want %v", i, c, ranks[c][i], want[c][i])
			}
		}
	}
}

func TestAShiftedChainHasOtherRanks(t *testing.T) {
	values, err := normalChains(500, 2).Values("lengthscale")
	if err != nil {
		t.Fatal(err)
	}
	ranks := ranksOf(values)
	counts := unitBins(10).counts(ranks[1])
	if counts[9] < 2*counts[0]+50 {
		t.Errorf("the shifted chain has the ranks %v", counts)
	}
}

func TestADensityIntegratesToOneAndPeaksAtTheMean(t *testing.T) {
	values, err := normalChains(4000, 0).Values("lengthscale")
	if err != nil {
		t.Fatal(err)
	}
	var x []float64
	for v := -6.0; v <= 6; v += 0.05 {
		x = append(x, v)
	}
	density := kernelDensity(x, values[0])
	sum := 0.0
	for _, d := range density {
		sum += 0.05 * d
	}
	if math.Abs(sum-1) > 1e-3 {
		t.Errorf("the density integrates to %v", sum)
	}
	if peak := slices.Max(density); math.Abs(peak-1/math.Sqrt(2*math.Pi)) > 0.03 {
		t.Errorf("the density's peak is %v, want about 0.399", peak)
	}
}

func TestChainsThatCannotBeDrawnSayWhy(t *testing.T) {
	c := normalChains(50, 0)
	few := normalChains(3, 0)
	for want, f := range map[string]*ChainFigure{
		"no chains":           ChainTrace(nil),
		"there are no chains": ChainTrace((*mcmc.Chains)(nil)),
		"the fit by L-BFGS has no chains; fit by mcmc.Learner": ChainTrace(&gplib.Result{Method: "L-BFGS"}),
		"a string has no chains; want an *mcmc.Chains":         ChainTrace("fit"),
		"3 draws":          ChainRanks(few),
		`no value "depth"`: ChainDensity(c).Values("depth"),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}

// The logarithm of the second value is normal: its density a decade peaks at
// ln(10)/√(2π), at 1.
func TestPositiveValuesStandOnALogarithmicAxis(t *testing.T) {
	for kind, f := range map[string]*ChainFigure{"trace": ChainTrace(normalChains(3000, 0)), "density": ChainDensity(normalChains(3000, 0))} {
		panels, err := f.Values("noise.variance").draw(map[string]func(*draw.Panel, chainValues){"trace": addChainTrace, "density": addChainDensity}[kind])
		if err != nil {
			t.Fatal(err)
		}
		values, across := &panels[0].Y, &panels[0].X
		if kind == "density" {
			values, across = across, values
			if want := math.Ln10 / math.Sqrt(2*math.Pi); math.Abs(across.Max/1.05-want) > 0.06*want {
				t.Errorf("the density reaches %v, want about %v", across.Max, want)
			}
		}
		if values.Min < -3 || values.Max > 2.5 {
			t.Errorf("%s: the axis runs from %v to %v, want decades", kind, values.Min, values.Max)
		}
	}
}

func TestATraceOfChainsIsNotAConvergence(t *testing.T) {
	trace := traceOf(20, 1)
	for i := range trace.Steps {
		trace.Steps[i].Monitors = []gplib.Monitor{{Name: "chain", Value: 1}}
	}
	panels, err := Trace(trace).draw()
	if err != nil {
		t.Fatal(err)
	}
	if y := panels[0].Y; y.Label.Text != "objective" || y.Min < 10 {
		t.Errorf("draws %q from %v", y.Label.Text, y.Min)
	}
}

func TestAConstantChainIsDrawn(t *testing.T) {
	c := normalChains(20, 0)
	for i := range c.Draws[0] {
		for k := range c.Draws {
			c.Draws[k][i][0] = 2
		}
	}
	for _, f := range []*ChainFigure{ChainTrace(c), ChainRanks(c), ChainDensity(c)} {
		if _, err := f.Encode("png"); err != nil {
			t.Errorf("%v: %v", f, err)
		}
	}
}

func TestChainsShowTheirSummaries(t *testing.T) {
	c := normalChains(200, 0)
	c.Divergent = 3
	b := mime.Of(c)
	text, html := b.Plain(), b.Data[mime.TypeHTML]
	for _, want := range []string{"3 chains of 200 draws, 3 divergent steps", "noise.variance", "R-hat", "tail ESS"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if html == nil {
		t.Error("chains have no table in HTML")
	}
	if text := mime.Of(&mcmc.Chains{Names: []string{"x"}}).Plain(); !strings.Contains(text, "without draws") {
		t.Errorf("chains without draws show as %q", text)
	}
}

// A fit shows the same as the chains of its posterior.
func TestFiguresOfChainsTakeAFit(t *testing.T) {
	d, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4}), []float64{0, 0.8, 0.9, 0.1, -0.8})
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := mcmc.Learner{Chains: 2, Warmup: 30, Draws: 30}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, figure := range map[string]func(any) *ChainFigure{
		"trace": ChainTrace, "ranks": ChainRanks, "density": ChainDensity, "autocorrelation": ChainAutocorrelation,
	} {
		want, err := figure(fit.Posterior.(*mcmc.Mixture).Chains()).Encode("svg")
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []any{fit, *fit, fit.Posterior} {
			if got, err := figure(of).Encode("svg"); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s of a %T: another figure, %v", name, of, err)
			}
		}
	}
}
