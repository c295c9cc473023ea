package covtest_test

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// recorder is a testing.TB that keeps what a check reports.
type recorder struct {
	testing.TB
	log []string
}

func (r *recorder) Helper()                      {}
func (r *recorder) Errorf(f string, args ...any) { r.log = append(r.log, fmt.Sprintf(f, args...)) }

// broken is SE with one method spoilt.
type broken struct {
	cov.Func
	gram func(*mat.Dense)
	grad func([]float64)
	diag func([]float64)
	mul  func([]float64)
}

func (b broken) With(theta []float64) cov.Func {
	b.Func = b.Func.With(theta)
	return b
}

func (b broken) Gram(dst *mat.Dense, x, y cov.Inputs) {
	b.Func.Gram(dst, x, y)
	if b.gram != nil {
		b.gram(dst)
	}
}

func (b broken) AddGrad(grad []float64, w *mat.Dense, x, y cov.Inputs) {
	b.Func.AddGrad(grad, w, x, y)
	if b.grad != nil {
		b.grad(grad)
	}
}

func (b broken) Diag(dst []float64, x cov.Inputs) {
	b.Func.Diag(dst, x)
	if b.diag != nil {
		b.diag(dst)
	}
}

func (b broken) MulVec(dst []float64, dgrad [][]float64, x, y cov.Inputs, v []float64) {
	b.Func.MulVec(dst, dgrad, x, y, v)
	if b.mul != nil {
		b.mul(dst)
	}
}

// stuck ignores With.
type stuck struct{ cov.Func }

func (s stuck) With([]float64) cov.Func { return s }

func TestCheckFindsWhatIsBroken(t *testing.T) {
	se := cov.Scale(1, cov.SE(1))
	x := cov.Line([]float64{0, 0.3, 1, 1, 2.5})
	for _, c := range []struct {
		name string
		f    cov.Func
		want string
	}{
		{"nothing", broken{Func: se}, ""},
		{"symmetry", broken{Func: se, gram: func(k *mat.Dense) { k.Set(1, 0, 0.5) }}, "K[1, 0]"},
		{"positivity", broken{Func: se, gram: func(k *mat.Dense) { k.Scale(-1, k) }}, "least eigenvalue"},
		{"diagonal", broken{Func: se, diag: func(d []float64) { d[2] = 0.9 }}, "Diag[2]"},
		{"gradient", broken{Func: se, grad: func(g []float64) { g[1] *= 1.0001 }}, "∂/∂lengthscale"},
		{"product", broken{Func: se, mul: func(d []float64) { d[0] += 1e-6 }}, "MulVec[0]"},
		{"With", stuck{se}, "With("},
		{"Check", cov.SE(1, 2, 3), "Check:"},
	} {
		r := &recorder{TB: t}
		covtest.Check(r, c.f, x)
		log := strings.Join(r.log, "\n")
		if (c.want == "") != (log == "") || !strings.Contains(log, c.want) {
			t.Errorf("%s: reported %q, want %q in it", c.name, log, c.want)
		}
	}
}
