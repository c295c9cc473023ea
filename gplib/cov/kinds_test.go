package cov_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// ofEveryKind returns a function of each kind, in the order of testdata/kinds.jsonl, which
// holds each as it was first written. New ones are last in both.
func ofEveryKind() []cov.Func {
	whole, parts := cov.SE(1, 2), []cov.Func{cov.SE(0.5), cov.Matern32(2)}
	return []cov.Func{
		cov.SE(1.5, 2), cov.Matern12(0.5), cov.Matern32(0.1, 2), cov.Matern52(3),
		cov.RationalQuadratic(1.4, 1, 2), cov.GammaExponential(1.5, 0.3),
		cov.Periodic(1, 2), cov.LocallyPeriodic(0.7, 3), cov.PeriodicARD([]float64{1, 2}, []float64{3, 4}), cov.Cosine(1, 2),
		cov.SpectralMixture(cov.Spectral{Weight: 1, Frequency: []float64{0.1, 0.2}, Bandwidth: []float64{0.3, 0.4}}),
		cov.Linear(), cov.Linear(2), cov.Constant(0.4), cov.White(0.3), cov.ArcCosine(1, 0.5, 2), cov.PolynomialBasis(3, 2),
		cov.Polynomial(2, 1, 0.5), cov.Power(cov.Sum(cov.Constant(1), cov.Linear(0.5)), 2), cov.Brownian(), cov.Hamming(0.7), cov.Tanimoto(), cov.MinMax(), cov.HistogramIntersection(),
		cov.Spectrum(2), cov.Mismatch(3, 1, "abc"),
		cov.WeisfeilerLehman(2), cov.WeisfeilerLehmanLevel(1), cov.ShortestPath(3), cov.Graphlet3(), cov.RandomWalk(2, 0.4),
		cov.Memo(whole, 7), cov.Layer(cov.WeisfeilerLehman(0), 1), cov.Sum(parts...), cov.Product(parts...), cov.Scale(0.3, whole),
		cov.Power(whole, 2), cov.On(whole, 2, 0), cov.Tie(cov.Sum(parts...), "lengthscale"),
		cov.Additive([]float64{1, 0.5}, parts...), cov.Changepoint(parts[0], parts[1], -0.5, 2),
		cov.Warp(whole, []float64{1.3}, []float64{0.8}), cov.Deep(whole, net(2, 3, 2)),
		cov.WithPrior(cov.Fix(cov.Bound(cov.Scale(1, whole), "variance", 0.5, 3), "lengthscale"), "variance", cov.GammaPrior(2, 3)),
		cov.Formula("s*exp(-r2/2) + c", cov.Positive("s", 2).As(param.RoleVariance), cov.Real("c", 0.1)),
		cov.Cauchy(1.5, 0.4, 0.3),
		cov.SHO(3, 0.7), cov.Tasks(3, 2),
	}
}

func TestEveryKindIsWrittenAsItWas(t *testing.T) {
	raw, err := os.ReadFile("testdata/kinds.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	all := ofEveryKind()
	if len(lines) > len(all) {
		t.Errorf("testdata/kinds.jsonl has %d lines, ofEveryKind %d functions", len(lines), len(all))
	}
	for i, k := range all {
		got := jsonOf(t, k)
		switch {
		case i >= len(lines):
			t.Errorf("append the line of %v to testdata/kinds.jsonl:\n%s", k, got)
		case string(got) != lines[i]:
			t.Errorf("%v is written\n%s, saved files have\n%s (line %d of testdata/kinds.jsonl)", k, got, lines[i], i+1)
		}
		if read := jsonOf(t, again(t, k)); !bytes.Equal(read, got) {
			t.Errorf("%v is written\n%s, read and written again\n%s", k, got, read)
		}
	}
}

func TestEveryKindIsAmongThose(t *testing.T) {
	var all []byte
	for _, k := range ofEveryKind() {
		all = append(all, jsonOf(t, k)...)
	}
	for _, kind := range cov.Kinds() {
		if !bytes.Contains(all, fmt.Appendf(nil, `"kind":%q`, kind)) {
			t.Errorf("kind %s: append a function of it to ofEveryKind in kinds_test.go", kind)
		}
	}
}

func jsonOf(t *testing.T, k cov.Func) []byte {
	t.Helper()
	s, err := cov.Describe(k)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
