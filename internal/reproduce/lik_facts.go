package reproduce

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/ep"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/vi"
)

// likFacts checks statements of Rasmussen and Williams (2006), chapter 3, that have numbers which need no data of
// others.
func likFacts(context.Context, Options) ([]Claim, error) {
	var claims []Claim
	for _, f := range []func() ([]Claim, error){oneRow, decisions, bounds} {
		more, err := f()
		if err != nil {
			return claims, err
		}
		claims = append(claims, more...)
	}
	return claims, nil
}

// oneRow: of one label expectation propagation has the exact evidence, Φ(m/√(1+v)) by equation 3.82, here with the mean
// 0.7 and the variance 3, and the exact moments of equation 3.85.
func oneRow() ([]Claim, error) {
	const mean, variance = 0.7, 3.0
	m := gplib.Model{Mean: gplib.ConstantMean(mean), Cov: cov.Scale(variance, cov.SE(1)), Lik: lik.BernoulliProbit()}
	d, err := gplib.NewData(cov.Line([]float64{0}), []float64{1})
	if err != nil {
		return nil, err
	}
	z := mean / math.Sqrt(1+variance)
	normal := distuv.UnitNormal
	exact := math.Log(normal.CDF(z))
	value, err := ep.LML{}.Eval(m, d, nil)
	if err != nil {
		return nil, err
	}
	p, err := ep.Condition(m, d)
	if err != nil {
		return nil, err
	}
	q, err := p.Predict(d.X)
	if err != nil {
		return nil, err
	}
	wantMean := mean + variance*normal.Prob(z)/(normal.CDF(z)*math.Sqrt(1+variance))
	data := "one label, probit, N(0.7, 3)"
	bound, err := vi.ELBO{}.Eval(m, d, nil)
	if err != nil {
		return nil, err
	}
	mode, err := laplace.LML{}.Eval(m, d, nil)
	if err != nil {
		return nil, err
	}
	return []Claim{
		exactly("ep: error of the log evidence", data, "0 (equation 3.82)", -value-exact),
		exactly("ep: error of the posterior mean", data, "0 (equation 3.85)", q.Mean[0]-wantMean),
		{Claim: "vi: log evidence less the exact one", Data: data, Paper: "below 0", Wanted: "< 0", Measured: -bound - exact, Holds: bound > -exact},
		{Claim: "laplace: log evidence less the exact one", Data: data, Paper: "–", Measured: -mode - exact},
	}, nil
}

func exactly(claim, data, paper string, measured float64) Claim {
	const rounding = 1e-8
	return Claim{Claim: claim, Data: data, Paper: paper, Wanted: "0", Measured: measured, Holds: math.Abs(measured) < rounding}
}

// decisions: probabilities averaged over f and those at the mean of f are on the same side of 1/2 (section 3.4.2), and
// the averaged ones are nearer to it.
func decisions() ([]Claim, error) {
	l := likKinds[0]
	m, d, err := l.problem(2)
	if err != nil {
		return nil, err
	}
	var claims []Claim
	for _, method := range likMethods {
		p, err := method.condition(m, d)
		if err != nil {
			return nil, err
		}
		x := cov.Grid(-4, 12, 400)
		q, err := p.Predict(x)
		if err != nil {
			return nil, err
		}
		other, further := 0.0, 0.0
		for i, averaged := range q.MeanY() {
			at, _ := m.Lik.Moments(q.Mean[i])
			if (averaged-0.5)*(at-0.5) < 0 {
				other++
			}
			if math.Abs(averaged-0.5) > math.Abs(at-0.5)+1e-12 {
				further++
			}
		}
		data := fmt.Sprintf("%s, variance %g, %d points", l.name, l.variances[2], x.Len())
		claims = append(claims,
			exactly(method.name+": points that averaging over f decides otherwise", data, "0 (section 3.4.2)", other),
			exactly(method.name+": points whose average is further from 1/2", data, "0 (section 3.4.2)", further))
	}
	return claims, nil
}

// bounds: the bound of vi is below the log evidence of ep on all problems with labels, which has errors of
// thousandths of a nat there.
func bounds() ([]Claim, error) {
	above, count := 0.0, 0.0
	for _, l := range likKinds[:2] {
		for k := range l.variances {
			m, d, err := l.problem(k)
			if err != nil {
				return nil, err
			}
			bound, err := vi.ELBO{}.Eval(m, d, nil)
			if err != nil {
				return nil, err
			}
			value, err := ep.LML{}.Eval(m, d, nil)
			if err != nil {
				return nil, err
			}
			if count++; bound < value {
				above++
			}
		}
	}
	return []Claim{exactly("vi: problems with a bound above ep's log evidence", fmt.Sprintf("labels, %g problems", count), "0", above)}, nil
}
