package gplib_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// ofEveryPart returns a model of each mean and noise, in the order of
// testdata/parts.jsonl, which holds them as the library wrote them when these were of
// package gplib itself.
func ofEveryPart(t *testing.T) []gplib.Model {
	t.Helper()
	k, noise := cov.SE(1), gplib.Gaussian(0.1)
	uncertain, err := gplib.UncertainMean(gplib.Model{Mean: gplib.PolynomialMean(2, 1, 2, 3), Cov: k, Noise: noise}, 3)
	if err != nil {
		t.Fatal(err)
	}
	adjusted, err := (gplib.Model{Mean: gplib.LinearMean(1, -2), Cov: k, Noise: gplib.GroupNoise(1, 0.1, 0.2)}).Bound("mean[1]", -3, 3)
	if err != nil {
		t.Fatal(err)
	}
	if adjusted, err = adjusted.WithPrior("noise.variance[0]", cov.GammaPrior(2, 3)); err != nil {
		t.Fatal(err)
	}
	return []gplib.Model{
		{Cov: k, Noise: noise},
		{Mean: gplib.ConstantMean(-0.5), Cov: k, Noise: gplib.FixedGaussian(0.2)},
		{Mean: gplib.LinearMean(1, 2, 3), Cov: k, Noise: gplib.BoundedGaussian(0.1, 0.01, 1)},
		{Mean: gplib.PolynomialMean(3, 1, 2, 3, 4), Cov: k, Noise: gplib.PointNoise(2, 1.5)},
		{Mean: gplib.ShiftedMean(nil, 2), Cov: k, Noise: gplib.GroupNoise(1, 0.1, 0.3)},
		{Mean: gplib.ShiftedMean(gplib.ShiftedMean(gplib.LinearMean(1, 2), -1), 2), Cov: k, Noise: noise},
		uncertain, adjusted,
	}
}

func TestEveryPartIsWrittenAsItWas(t *testing.T) {
	text, err := os.ReadFile("testdata/parts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	all := ofEveryPart(t)
	if len(lines) != len(all) {
		t.Fatalf("%d models, %d lines", len(all), len(lines))
	}
	for i, m := range all {
		var read gplib.Model
		if err := json.Unmarshal([]byte(lines[i]), &read); err != nil {
			t.Fatal(err)
		}
		for _, m := range []gplib.Model{m, read} {
			if got, err := json.Marshal(m); err != nil || string(got) != lines[i] {
				t.Errorf("%v is written\n%s (%v), was\n%s", m, got, err, lines[i])
			}
		}
	}
}
