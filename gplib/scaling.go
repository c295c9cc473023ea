package gplib

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
)

// Scaling is the shift and scale that give each dimension of the inputs, and the
// observations, mean 0 and standard deviation 1. Constants are only shifted.
type Scaling struct {
	// XMean and XStd have one value a dimension; Std is 1 for constants.
	XMean, XStd []float64
	YMean, YStd float64
}

// NewScaling returns the scaling of d, whose inputs are a *cov.Matrix.
func NewScaling(d Data) (*Scaling, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	x, err := pointsOf(d.X, "NewScaling")
	if err != nil {
		return nil, err
	}
	s := &Scaling{}
	for k := range x.Dim() {
		mean, std := stat.PopMeanStdDev(x.Column(k), nil)
		s.XMean, s.XStd = append(s.XMean, mean), append(s.XStd, UnitOf(mean, std))
	}
	mean, std := stat.PopMeanStdDev(d.Y, nil)
	s.YMean, s.YStd = mean, UnitOf(mean, std)
	return s, nil
}

// UnitOf returns std, or 1 where it is only rounding error compared with the mean.
func UnitOf(mean, std float64) float64 {
	if !(std > 1e-14*math.Abs(mean)) || std == 0 {
		return 1
	}
	return std
}

// Data applies the scaling to other data of the same kind. The target's name says so.
func (s *Scaling) Data(d Data) (Data, error) {
	x, err := s.Inputs(d.X)
	if err != nil {
		return Data{}, err
	}
	y := make([]float64, len(d.Y))
	for i, v := range d.Y {
		y[i] = (v - s.YMean) / s.YStd
	}
	scaled := Data{X: x, Y: y}
	if d.Target != "" {
		scaled.Target = d.Target + ", standardised"
	}
	return scaled, scaled.Check()
}

// Inputs applies the scaling to inputs, such as those to predict at. They are marked as
// in [cov.Matrix.Standardised].
func (s *Scaling) Inputs(x cov.Inputs) (cov.Inputs, error) {
	m, err := s.points(x)
	if err != nil {
		return nil, err
	}
	return m.Standardised(s.XMean, s.XStd)
}

// Invert returns a prediction made at scaled inputs in the units of the
// data: its inputs, means and variances.
func (s *Scaling) Invert(p Prediction) (Prediction, error) {
	if p.Lik != nil {
		return Prediction{}, fmt.Errorf("gplib: Scaling.Invert: observations of %v have no scaled unit; use Scaling.Inputs alone", p.Lik)
	}
	m, err := s.points(p.X)
	if err != nil {
		return Prediction{}, err
	}
	x, err := m.Unstandardised(s.XMean, s.XStd)
	if err != nil {
		return Prediction{}, err
	}
	return s.observed(p, x), nil
}

// observed returns a prediction of scaled observations in the units of the data, at x.
func (s *Scaling) observed(p Prediction, x cov.Inputs) Prediction {
	q, square := Prediction{X: x}, s.YStd*s.YStd
	for i := range p.Mean {
		q.Mean = append(q.Mean, p.Mean[i]*s.YStd+s.YMean)
		q.Var = append(q.Var, p.Var[i]*square)
		q.VarY = append(q.VarY, p.VarY[i]*square)
	}
	return q
}

// points returns an error unless x is a matrix of the scaling's dimension.
func (s *Scaling) points(x cov.Inputs) (*cov.Matrix, error) {
	m, err := pointsOf(x, "Scaling")
	if err != nil {
		return nil, err
	}
	if m.Dim() != len(s.XMean) {
		return nil, fmt.Errorf("gplib: a scaling of %d dimensions was given inputs of %d", len(s.XMean), m.Dim())
	}
	return m, nil
}

func pointsOf(x cov.Inputs, where string) (*cov.Matrix, error) {
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("gplib: %s takes points of a matrix (cov.Points, cov.Line), not %T", where, x)
	}
	return m, nil
}
