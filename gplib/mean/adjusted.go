package mean

import (
	"fmt"
	"slices"

	"krigo/gplib/param"
)

// WithParams returns m with other learning options of its parameters: ps are m's own
// with changed Transform, Min, Max, Fixed or Prior. A mean with a method WithParams
// keeps them itself, and so its type.
func WithParams(m Func, ps []param.Param) Func {
	if own, ok := m.(interface{ WithParams([]param.Param) Func }); ok {
		return own.WithParams(ps)
	}
	return adjusted{m, ps}
}

// adjusted is a mean whose parameters have other learning options.
type adjusted struct {
	Func
	ps []param.Param
}

func (a adjusted) inner() Func                      { return a.Func }
func (a adjusted) Params() []param.Param            { return slices.Clone(a.ps) }
func (a adjusted) WithParams(ps []param.Param) Func { return adjusted{a.Func, ps} }
func (a adjusted) String() string                   { return fmt.Sprint(a.Func) }

func (a adjusted) With(theta []float64) Func {
	return adjusted{a.Func.With(theta), param.WithValues(a.ps, theta)}
}
