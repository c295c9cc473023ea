package gplib

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
)

// ShiftedMean is the mean function m(x) + by, where by is no parameter. A nil m
// is the zero function.
func ShiftedMean(m Mean, by float64) Mean { return shiftedMean{m, by} }

type shiftedMean struct {
	base Mean
	by   float64
}

func (s shiftedMean) Params() []cov.Param {
	if s.base == nil {
		return nil
	}
	return s.base.Params()
}

func (s shiftedMean) With(theta []float64) Mean {
	if s.base != nil {
		s.base = s.base.With(theta)
	}
	return s
}

func (s shiftedMean) Check(x cov.Inputs) error {
	if s.base == nil {
		return nil
	}
	return s.base.Check(x)
}

func (s shiftedMean) Eval(dst []float64, x cov.Inputs) {
	if clear(dst); s.base != nil {
		s.base.Eval(dst, x)
	}
	floats.AddConst(s.by, dst)
}

func (s shiftedMean) AddGrad(grad, w []float64, x cov.Inputs) {
	if s.base != nil {
		s.base.AddGrad(grad, w, x)
	}
}

func (s shiftedMean) String() string {
	if s.base == nil {
		return fmt.Sprintf("%.4g", s.by)
	}
	return fmt.Sprintf("%v + %.4g", s.base, s.by)
}
