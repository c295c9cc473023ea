package dataset

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Scaling is the shift and scale that give each dimension of the inputs, and
// the observations, mean 0 and standard deviation 1. What is constant is
// shifted only.
type Scaling struct {
	// XMean and XStd have one value a dimension; Std is 1 for constants.
	XMean, XStd []float64
	YMean, YStd float64
}

// Standardise returns d with inputs and observations standardised, and the
// scaling that did it.
func Standardise(d gplib.Data) (gplib.Data, *Scaling, error) {
	if err := d.Check(); err != nil {
		return gplib.Data{}, nil, err
	}
	x, err := matrixOf(d.X, "Standardise")
	if err != nil {
		return gplib.Data{}, nil, err
	}
	s := &Scaling{}
	for k := range x.Dim() {
		mean, std := meanStd(x.Column(k))
		s.XMean, s.XStd = append(s.XMean, mean), append(s.XStd, std)
	}
	s.YMean, s.YStd = meanStd(d.Y)
	scaled, err := s.Data(d)
	return scaled, s, err
}

// meanStd returns the mean and the standard deviation (divisor n), 1 where
// that is no more than rounding.
func meanStd(v []float64) (mean, std float64) {
	mean, std = stat.PopMeanStdDev(v, nil)
	return mean, unitOf(mean, std)
}

// unitOf is a standard deviation, or 1 where it is no more than rounding.
func unitOf(mean, std float64) float64 {
	if !(std > 1e-14*math.Abs(mean)) || std == 0 {
		return 1
	}
	return std
}

// Data applies the scaling to other data of the same kind.
func (s *Scaling) Data(d gplib.Data) (gplib.Data, error) {
	x, err := s.Inputs(d.X)
	if err != nil {
		return gplib.Data{}, err
	}
	y := make([]float64, len(d.Y))
	for i, v := range d.Y {
		y[i] = (v - s.YMean) / s.YStd
	}
	return gplib.NewData(x, y)
}

// Inputs applies the scaling to inputs, such as those to predict at.
func (s *Scaling) Inputs(x cov.Inputs) (cov.Inputs, error) {
	return s.mapped(x, func(v, mean, std float64) float64 { return (v - mean) / std })
}

// Invert returns a prediction made at scaled inputs in the units of the
// data: its inputs, means and variances.
func (s *Scaling) Invert(p gplib.Prediction) (gplib.Prediction, error) {
	x, err := s.mapped(p.X, func(v, mean, std float64) float64 { return v*std + mean })
	if err != nil {
		return gplib.Prediction{}, err
	}
	q := gplib.Prediction{X: x}
	for i := range p.Mean {
		q.Mean = append(q.Mean, p.Mean[i]*s.YStd+s.YMean)
		q.Var = append(q.Var, p.Var[i]*s.YStd*s.YStd)
		q.VarY = append(q.VarY, p.VarY[i]*s.YStd*s.YStd)
	}
	return q, nil
}

func (s *Scaling) mapped(x cov.Inputs, f func(v, mean, std float64) float64) (cov.Inputs, error) {
	m, err := matrixOf(x, "Scaling")
	if err != nil {
		return nil, err
	}
	if m.Dim() != len(s.XMean) {
		return nil, fmt.Errorf("dataset: a scaling of %d dimensions was given inputs of %d", len(s.XMean), m.Dim())
	}
	rows := make([][]float64, m.Len())
	for i := range rows {
		rows[i] = m.Row(i)
		for k, v := range rows[i] {
			rows[i][k] = f(v, s.XMean[k], s.XStd[k])
		}
	}
	return cov.Rows(rows)
}
