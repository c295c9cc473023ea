package display

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

func planePath(t *testing.T) *laplace.NewtonPath {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(4, cov.SE(1, 1)), Lik: lik.Bernoulli()}
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 0, 1, 2, 2, 1}))
	path, err := laplace.Newton(t.Context(), m, gplib.Data{X: x, Y: []float64{0, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The targets are those of counts at f = 0, where the log likelihood y f - exp(f) has the slope y - 1 and
// the curvature -1; the parabola of a row touches its log likelihood, and its top is the target.
func TestNewtonDrawsTargetsAndParabolas(t *testing.T) {
	path := newtonPath(lik.Poisson(), math.Sin)
	d := path.Data
	lines, points := seriesOf(t, Newton(path, 0).Row(3))
	for i, y := range d.Y {
		if z := points[0].Y[i]; points[0].X[i] != d.X.(*cov.Matrix).At(i, 0) || math.Abs(z-(y-1)) > 1e-12 {
			t.Errorf("row %d with %v events has the target %v at %v", i, y, z, points[0].X[i])
		}
	}
	log, parabola := lines[len(lines)-2], lines[len(lines)-1]
	top, at := math.Inf(-1), 0.0
	for i, f := range log.X {
		y := d.Y[3]
		factorial, _ := math.Lgamma(y + 1)
		if want := y*f - math.Exp(f) - factorial; math.Abs(log.Y[i]-want) > 1e-12 {
			t.Fatalf("the log likelihood at %v is %v, not %v", f, log.Y[i], want)
		}
		if want := -1 - factorial + (y-1)*f - f*f/2; math.Abs(parabola.Y[i]-want) > 1e-12 {
			t.Fatalf("the parabola at %v is %v, not %v", f, parabola.Y[i], want)
		}
		if parabola.Y[i] > top {
			top, at = parabola.Y[i], f
		}
	}
	if step := log.X[1] - log.X[0]; math.Abs(at-points[0].Y[3]) > step {
		t.Errorf("the parabola has its top at %v, the target is %v", at, points[0].Y[3])
	}
}

// The picture of the last step is the mode, and all steps have the same axes.
func TestNewtonsStepsHaveTheSameAxes(t *testing.T) {
	path := newtonPath(lik.Bernoulli(), math.Cos)
	last := len(path.Steps) - 1
	first, err := Newton(path, 0).panels()
	if err != nil {
		t.Fatal(err)
	}
	for i := range path.Steps {
		f := Newton(path, i)
		panels, err := f.panels()
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range panels {
			if q := first[k]; p.X.Min != q.X.Min || p.X.Max != q.X.Max || p.Y.Min != q.Y.Min || p.Y.Max != q.Y.Max {
				t.Errorf("step %d, panel %d: other axes than at step 0", i, k)
			}
		}
		if alt := f.Alt(); strings.Contains(alt, "this is the mode") != (i == last) {
			t.Errorf("step %d of %d: the words are %s", i, last, alt)
		}
	}
}
