package grief

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// TestFeaturesReconstruct: Nyström with all points is the kernel, random
// Fourier features tend to it, and both are as documented.
func TestFeaturesReconstruct(t *testing.T) {
	x, _ := someData(t, 25, 2, 33)
	k := cov.Scale(2, cov.SE(0.9, 0.7))
	want := gramOf(k, x, x)
	nystrom, err := NewNystrom(k, x, 25, nil)
	if err != nil {
		t.Fatal(err)
	}
	fourier, err := NewFourier(k, 2, 40000, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f   Features
		tol float64
	}{"Nyström": {nystrom, 1e-6}, "Fourier": {fourier, 0.06}} {
		phi, err := c.f.Eval(x)
		if err != nil {
			t.Fatal(err)
		}
		var got mat.Dense
		got.Mul(phi, phi.T())
		if !mat.EqualApprox(&got, want, c.tol) {
			t.Errorf("%s: another kernel", name)
		}
		if c.f == Features(fourier) && math.Abs(got.At(0, 0)-2) > 1e-12 {
			t.Errorf("%s: the variance is %v", name, got.At(0, 0))
		}
	}
	for want, f := range map[string]func() error{
		"p is 26":       func() error { _, err := NewNystrom(k, x, 26, nil); return err },
		"p is 3":        func() error { _, err := NewFourier(k, 2, 3, nil); return err },
		"supports only": func() error { _, err := NewFourier(cov.On(cov.Periodic(1, 1), 0), 2, 4, nil); return err },
		"dimension 2":   func() error { _, err := fourier.Eval(cov.Line([]float64{1})); return err },
		"x is nil":      func() error { _, err := nystrom.Eval(nil); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}
