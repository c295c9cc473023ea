package gplib_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/lik"
)

// A level in per cent, such as 95, is a mistake that no interval may hide.
func TestLevelsThatAreNoProbabilitiesPanic(t *testing.T) {
	gaussian := gplib.Prediction{Mean: []float64{1}, Var: []float64{4}, VarY: []float64{5}}
	counts := gaussian
	counts.Lik = lik.Poisson()
	part, effect := gplib.FittedPart{Mean: []float64{1}, Var: []float64{4}}, gplib.Effect{Mean: []float64{1}, Var: []float64{4}}
	for name, of := range map[string]func(p float64){
		"Interval":              func(p float64) { gaussian.Interval(p) },
		"IntervalY":             func(p float64) { gaussian.IntervalY(p) },
		"QuantileY":             func(p float64) { gaussian.QuantileY(p) },
		"IntervalY of counts":   func(p float64) { counts.IntervalY(p) },
		"QuantileY of counts":   func(p float64) { counts.QuantileY(p) },
		"Interval of a part":    func(p float64) { part.Interval(p) },
		"Interval of an effect": func(p float64) { effect.Interval(p) },
	} {
		method, _, _ := strings.Cut(name, " ")
		for _, p := range []float64{95, -1, 1.0001, math.NaN(), math.Inf(1)} {
			want := fmt.Sprintf("gplib: %s: the probability is %v; pass one from 0 to 1, such as 0.95", method, p)
			if got := panicOf(func() { of(p) }); got != want {
				t.Errorf("%s(%v): panic %q, want %q", name, p, got, want)
			}
		}
		for _, p := range []float64{0, 0.5, 1} {
			if got := panicOf(func() { of(p) }); got != "" {
				t.Errorf("%s(%v): panic %q", name, p, got)
			}
		}
	}
}

// panicOf returns the text of f's panic, which is empty without one.
func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
