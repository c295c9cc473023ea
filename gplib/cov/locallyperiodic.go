package cov

import (
	"fmt"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// LocallyPeriodic returns the covariance function of a repeating pattern that
// changes slowly, with one lengthscale for the pattern and its decay:
//
//	k(x, x') = exp(-2 sin²(πd/p)/l² - d²/(2l²)),  d = |x - x'|,
//
// on inputs of one dimension (Xu, Yin, Zhang, Luo and Cui, 2019, where it is
// called LP). The period has the unit of the inputs. The lengthscale is two
// things at once: a number without unit, as that of [Periodic], for the shape of
// the pattern, and the distance in the unit of the inputs over which the pattern
// decays. A smooth pattern that lasts for many periods, or any whose inputs may
// change their unit, needs two: take Product(SE(m), Periodic(l, p)).
func LocallyPeriodic(lengthscale, period float64) Func {
	return function{locallyPeriodic{periodic{lengthscale, period}}}
}

func init() {
	register("LocallyPeriodic", needs{theta: 2}, func(w written) Func { return LocallyPeriodic(w.Theta[0], w.Theta[1]) })
}

type locallyPeriodic struct{ periodic }

func (l locallyPeriodic) label() string { return "lp" }

func (l locallyPeriodic) params() []Param {
	ps := l.periodic.params()
	ps[0].Role = param.RoleLengthscale
	return ps
}

func (l locallyPeriodic) with(theta []float64) body {
	return locallyPeriodic{periodic{theta[0], theta[1]}}
}

func (l locallyPeriodic) check(x Inputs) error {
	m, err := matrixOf("LocallyPeriodic", x)
	if err == nil && m.d != 1 {
		err = fmt.Errorf("cov: LocallyPeriodic takes inputs of one dimension, not %d", m.d)
	}
	return err
}

func (l locallyPeriodic) String() string {
	return call("LocallyPeriodic", []float64{l.length, l.period})
}

func (l locallyPeriodic) Describe() (Spec, error) { return describeLeaf("LocallyPeriodic", l.params()) }

// rows: the exponent sums those of Periodic and SE with the same lengthscale.
func (l locallyPeriodic) rows(a, b Inputs) evaluator {
	e := newPeriodicRows(l.periodic, a, b)
	e.decay = 1
	return e
}

func (l locallyPeriodic) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	return l.periodic.jet(r, theta, x, y).Mul(distanceJets(r, theta[:1], x, y).Scale(-0.5).Exp())
}
