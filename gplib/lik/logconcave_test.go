package lik_test

import (
	"testing"

	"krigo/gplib/lik"
	"krigo/gplib/param"
)

// A likelihood that says it is log-concave has no positive second derivative; Student's t, which is not,
// has one.
func TestLogConcaveLikelihoodsHaveNoPositiveCurvature(t *testing.T) {
	if lik.LogConcave(lik.StudentT(0.7, 4)) {
		t.Error("Student's t is log-concave")
	}
	known := 0
	for _, c := range all {
		if !lik.LogConcave(c.Lik) {
			continue
		}
		known++
		for _, y := range c.Targets {
			for f := -9.0; f <= 9; f += 0.1 {
				if d := c.Lik.Log(y, f); d.D2 > 0 {
					t.Errorf("%v: the second derivative at y = %v, f = %v is %v", c.Lik, y, f, d.D2)
				}
			}
		}
	}
	if known < 10 {
		t.Errorf("%d likelihoods are log-concave", known)
	}
	if adjusted := lik.WithParams(lik.NegativeBinomial(1.5), []param.Param{param.Positive("size", 2)}); !lik.LogConcave(adjusted) {
		t.Errorf("%v with other options is not log-concave", adjusted)
	}
}
