package inducing

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// located is a covariance function whose parameters are those of Func and then
// the coordinates of inducing points, so that learners of hyper-parameters move
// points too. Coordinates are standardised by the mean and the standard
// deviation of the data's coordinates.
type located struct {
	cov.Func
	frame *frame
	at    []float64 // point a, coordinate k at a·d + k
}

// frame is the unit of coordinates.
type frame struct{ mean, std []float64 }

func newFrame(x *cov.Matrix) *frame {
	f := &frame{}
	for k := range x.Dim() {
		mean, std := stat.MeanStdDev(x.Column(k), nil)
		if !(std > 0) || math.IsInf(std, 1) {
			std = 1
		}
		f.mean, f.std = append(f.mean, mean), append(f.std, std)
	}
	return f
}

func newLocated(k cov.Func, z *cov.Matrix, f *frame) located {
	at := make([]float64, 0, z.Len()*z.Dim())
	for a := range z.Len() {
		for k, v := range z.Row(a) {
			at = append(at, (v-f.mean[k])/f.std[k])
		}
	}
	return located{k, f, at}
}

// Params implements [cov.Func].
func (l located) Params() []cov.Param {
	ps, d := l.Func.Params(), len(l.frame.mean)
	for i, v := range l.at {
		ps = append(ps, cov.Real(coordinate(i/d, i%d), v))
	}
	return ps
}

// coordinate returns the name of coordinate k of inducing point a.
func coordinate(a, k int) string { return fmt.Sprintf("inducing[%d, %d]", a, k) }

// With implements [cov.Func].
func (l located) With(theta []float64) cov.Func {
	q := len(theta) - len(l.at)
	return located{l.Func.With(theta[:q]), l.frame, slices.Clone(theta[q:])}
}

// points returns the inducing points in the data's units.
func (l located) points() *cov.Matrix {
	d := len(l.frame.mean)
	z := mat.NewDense(len(l.at)/d, d, nil)
	for i, v := range l.at {
		z.Set(i/d, i%d, l.frame.mean[i%d]+l.frame.std[i%d]*v)
	}
	return cov.Points(z)
}

// unlocated splits a model whose covariance function is located into the model
// without points and the located function.
func unlocated(m gplib.Model) (gplib.Model, located) {
	l := m.Cov.(located)
	m.Cov = l.Func
	return m, l
}

// moving is a sparse objective of models whose covariance functions are
// located.
type moving struct{ steady }

func (s *moving) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	base, l := unlocated(m)
	s.Points = l.points()
	if grad == nil {
		return s.steady.Eval(base, d, nil)
	}
	byTheta := make([]float64, len(base.Params()))
	byPoints := mat.NewDense(s.Points.Len(), len(l.frame.mean), nil)
	value, bound, err := s.evaluate(base, d, byTheta, byPoints)
	s.bound = bound
	if err != nil {
		return 0, err
	}
	l.join(grad, base, byTheta, byPoints)
	return value, nil
}

// join writes the derivatives by the parameters of a located model, given those
// by the model's without points and by the points, which it overwrites.
func (l located) join(grad []float64, base gplib.Model, byTheta []float64, byPoints *mat.Dense) {
	for a := range byPoints.RawMatrix().Rows {
		floats.Mul(byPoints.RawRowView(a), l.frame.std)
	}
	mean, kernel, noise := base.Layout().Split(byTheta)
	copy(grad, slices.Concat(mean, kernel, byPoints.RawMatrix().Data, noise))
}

// hyper returns the natural values of a located model without its points.
func hyper(m gplib.Model, theta []float64) []float64 {
	mean, kernel, noise := m.Layout().Split(theta)
	kernel = kernel[:len(kernel)-len(m.Cov.(located).at)]
	return slices.Concat(mean, kernel, noise)
}

// pointsAt returns the points of a located model with the natural values theta, in
// the data's units.
func pointsAt(m gplib.Model, theta []float64) *cov.Matrix {
	_, kernel, _ := m.Layout().Split(theta)
	return m.Cov.With(kernel).(located).points()
}

// path returns the coordinates of points as monitors.
func path(z *cov.Matrix) []gplib.Monitor {
	var at []gplib.Monitor
	for a := range z.Len() {
		for k, v := range z.Row(a) {
			at = append(at, gplib.Monitor{Name: coordinate(a, k), Value: v})
		}
	}
	return at
}
