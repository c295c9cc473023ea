package gplib

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/internal/words"
)

const (
	heldRows   = 500 // up to which noise that is held is compared with learned noise
	heldLeast  = 10
	heldNats   = 10   // by which that is likelier where the held one is called wrong,
	heldSmall  = 1e-4 // of the variance of the observations, below which too much noise does not matter
	heldFactor = 2.0  // and the factor of its variance
)

// heldNoise warns of noise that is fixed, where a learned one is much likelier: too little noise makes lengthscales
// short, and too much makes intervals wide, while all else looks as it should.
func (c *checked) heldNoise() Findings {
	held := !slices.ContainsFunc(c.m.Noise.Params(), func(p cov.Param) bool { return !p.Fixed })
	n := c.d.Len()
	if !held || c.heldOut || c.relearn == nil || c.free() == 0 || n < heldLeast || n > heldRows {
		return nil
	}
	ps, l := c.m.Params(), c.m.Layout()
	for i := l.Mean + l.Cov; i < len(ps); i++ {
		ps[i].Fixed = false
	}
	free := c.m.withParams(ps)
	own, err := LML{}.Eval(c.m, c.d, nil)
	if err != nil {
		return nil
	}
	least, other := own, c.m
	for _, start := range []Model{free, free.FromData(c.d)} {
		m := c.relearn(start, c.d)
		if v, err := (LML{}).Eval(m, c.d, nil); err == nil && v < least {
			least, other = v, m
		}
	}
	factor, variances := 1/c.noiseOver(other), make([]float64, n)
	c.m.Noise.Var(variances, c.d.X)
	small := factor < 1 && stat.Mean(variances, nil) < heldSmall*stat.PopVariance(c.d.Y, nil)
	if small || !(own-least > heldNats) || 1/heldFactor < factor && factor < heldFactor {
		return nil
	}
	other.Noise.Var(variances, c.d.X)
	wrong := "large: intervals are too wide"
	if factor > 1 {
		wrong = "small: the function follows the noise, and its lengthscales are too short"
	}
	return Findings{{
		Code: "noise-held",
		Found: fmt.Sprintf("the noise is fixed, and with a learned one, of the variance %s, the log likelihood is %s nats higher",
			words.Number(stat.Mean(variances, nil), 3), words.Number(own-least, 3)),
		Means: "the fixed noise is too " + wrong,
		Do:    "learn it (gplib.Gaussian, Model.Bound); if it is known to be right, another covariance function",
	}}
}
