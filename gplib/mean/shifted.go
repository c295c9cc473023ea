package mean

import (
	"fmt"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Shifted returns the mean function m(x) + by, where by is not a parameter. A nil m is
// the zero function.
func Shifted(m Func, by float64) Func { return shifted{m, by} }

func init() {
	RegisterKind("shifted", func(s Spec) (Func, error) {
		if s.Base == nil {
			return shifted{nil, s.By}, nil
		}
		base, err := s.Base.Func()
		return shifted{base, s.By}, err
	})
}

type shifted struct {
	base Func
	by   float64
}

func (s shifted) Params() []param.Param {
	if s.base == nil {
		return nil
	}
	return s.base.Params()
}

func (s shifted) With(theta []float64) Func {
	if s.base != nil {
		s.base = s.base.With(theta)
	}
	return s
}

func (s shifted) WithParams(ps []param.Param) Func {
	if s.base != nil {
		s.base = WithParams(s.base, ps)
	}
	return s
}

func (s shifted) Describe() (Spec, error) {
	d := Spec{Kind: "shifted", By: s.by, Params: []param.Spec{}}
	if s.base == nil {
		return d, nil
	}
	base, err := Describe(s.base)
	d.Base, d.Params = &base, base.Params
	return d, err
}

// inner returns the mean with the derivatives by the inputs.
func (s shifted) inner() Func { return s.base }

func (s shifted) Check(x cov.Inputs) error {
	if s.base == nil {
		return nil
	}
	return s.base.Check(x)
}

func (s shifted) Eval(dst []float64, x cov.Inputs) {
	if clear(dst); s.base != nil {
		s.base.Eval(dst, x)
	}
	for i := range dst {
		dst[i] += s.by * ones(x, i)
	}
}

func (s shifted) AddGrad(grad, w []float64, x cov.Inputs) {
	if s.base != nil {
		s.base.AddGrad(grad, w, x)
	}
}

func (s shifted) String() string {
	if s.base == nil {
		return fmt.Sprintf("%.4g", s.by)
	}
	return fmt.Sprintf("%v + %.4g", s.base, s.by)
}
