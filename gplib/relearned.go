package gplib

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

const (
	relearnRows  = 500 // up to which rows are left out with their influence on the parameters
	relearnLeast = 10
	relearnFolds = 5
	relearnGain  = 5 // nats a parameter, from which observations hardly are noise
)

// relearned judges predictions of rows that are left out a fifth at a time, at parameters learned without them. Rows
// left out one by one were learned from: where many lengthscales could be chosen, noise is predicted from their
// neighbours, too. That takes time, and what is much likelier than noise is none.
func (c *checked) relearned() Findings {
	n := c.d.Len()
	_, able := c.p.(LeaveOneOuter)
	if !able || c.heldOut || c.relearn == nil || n < relearnLeast || n > relearnRows || !c.nearNoise() {
		return nil
	}
	folds, err := KFold{K: relearnFolds}.folds(n)
	if err != nil {
		return nil
	}
	p := Prediction{X: c.d.X, Mean: make([]float64, n), Var: make([]float64, n), VarY: make([]float64, n)}
	for _, fold := range folds {
		rest := c.d.Subset(Rest(fold, n))
		e, err := Condition(c.relearn(c.m, rest), rest)
		if err != nil {
			return nil
		}
		q, err := e.Predict(c.d.Subset(fold).X)
		if err != nil {
			return nil
		}
		for k, i := range fold {
			p.Mean[i], p.Var[i], p.VarY[i] = q.Mean[k], q.Var[k], q.VarY[k]
		}
	}
	found := c.judged(c.d, p, "of rows left out a fifth at a time, at parameters learned without them,")
	for i := range found {
		found[i].Means = "what was learned from some rows does not hold for others, as where the model follows noise"
		found[i].Do = "leave out inputs that cannot matter, give the lengthscales priors (Model.WithPrior), or add rows"
	}
	return found
}

// nearNoise reports whether the observations are not much likelier than if the function were constant.
func (c *checked) nearNoise() bool {
	l := c.m.Layout()
	free := 0
	for _, p := range c.m.Params()[l.Mean : l.Mean+l.Cov] {
		if !p.Fixed {
			free++
		}
	}
	value, err := LML{}.Eval(c.m, c.d, nil)
	return err == nil && c.noiseAlone()-value < float64(relearnGain*free)
}

// noiseAlone returns the least negative log likelihood of the residuals of the mean function as a constant and noise,
// of the model's noise variances times a factor.
func (c *checked) noiseAlone() float64 {
	r, v := c.m.Residuals(c.d), make([]float64, c.d.Len())
	c.m.Noise.Var(v, c.d.X)
	weights, logs := make([]float64, len(v)), 0.0
	for i := range v {
		weights[i] = 1 / v[i]
		logs += math.Log(v[i])
	}
	n := float64(len(r))
	floats.AddConst(-stat.Mean(r, weights), r)
	square := 0.0
	for i, e := range r {
		square += e * e / v[i]
	}
	return (n*math.Log(2*math.Pi*square/n) + logs + n) / 2
}
