package reproduce

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/parallel"
)

// prior is a model whose draws are healthy data: learners that take it have nothing to warn of.
type prior struct {
	name  string
	rows  int
	dim   int // inputs are uniform on the unit cube
	model gplib.Model
	quick bool
}

// alarmPriors are ten models with different smoothness, inputs, means and noise. The noise is a
// tenth to a half of the signal's standard deviation.
var alarmPriors = []prior{
	{"squared exponential", 80, 1, priorModel(0, 0.1, cov.SE(0.15)), true},
	{"Matérn 1/2", 80, 1, priorModel(0, 0.1, cov.Matern12(0.5)), false},
	{"Matérn 3/2", 80, 1, priorModel(0, 0.2, cov.Matern32(0.3)), false},
	{"Matérn 5/2 with a mean of 20", 80, 1, priorModel(20, 0.2, cov.Matern52(0.25)), true},
	{"rational quadratic", 80, 1, priorModel(0, 0.1, cov.RationalQuadratic(1, 0.2)), false},
	{"periodic times squared exponential", 80, 1, priorModel(0, 0.2, cov.Product(cov.Periodic(0.25, 1), cov.SE(1))), false},
	{"long and short squared exponential", 80, 1, priorModel(0, 0.1, cov.Sum(cov.SE(0.6), cov.Scale(0.2, cov.SE(0.08)))), false},
	{"squared exponential of two inputs", 100, 2, priorModel(0, 0.2, cov.SE(0.3, 0.5)), true},
	{"product of Matérn 5/2", 100, 2, priorModel(5, 0.1, cov.Product(cov.On(cov.Matern52(0.5), 0), cov.On(cov.Matern52(0.7), 1))), false},
	{"squared exponential of four inputs", 120, 4, priorModel(0, 0.3, cov.SE(0.6, 0.8, 1, 1.2)), false},
}

func priorModel(mean, noise float64, k cov.Func) gplib.Model {
	return gplib.Model{Mean: gplib.ConstantMean(mean), Cov: cov.Scale(1, k), Noise: gplib.Gaussian(noise * noise)}
}

// spreadOfDraws is the standard deviation of the logarithms of a draw's hyper-parameters about
// those of the model.
const spreadOfDraws = 0.2

// draw returns data of the prior: hyper-parameters about its own, then inputs, a function and
// noise. The same number gives the same data.
func (p prior) draw(number int) (gplib.Data, error) {
	rng := rand.New(rand.NewPCG(uint64(number), 7))
	theta := p.model.Theta()
	for i, q := range p.model.Params() {
		if q.Min >= 0 {
			theta[i] *= math.Exp(spreadOfDraws * rng.NormFloat64())
		}
	}
	m := p.model.With(theta)
	x := mat.NewDense(p.rows, p.dim, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, x)
	points := cov.Points(x)
	gram := mat.NewDense(p.rows, p.rows, nil)
	m.Cov.Gram(gram, points, points)
	c, noise := mat.NewSymDense(p.rows, gram.RawMatrix().Data), make([]float64, p.rows)
	m.Noise.Var(noise, points)
	for i, v := range noise {
		c.SetSym(i, i, c.At(i, i)+v)
	}
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		return gplib.Data{}, fmt.Errorf("%s: the covariance matrix of draw %d is not positive definite", p.name, number)
	}
	e := mat.NewVecDense(p.rows, nil)
	for i := range p.rows {
		e.SetVec(i, rng.NormFloat64())
	}
	var l mat.TriDense
	chol.LTo(&l)
	y := mat.NewVecDense(p.rows, m.MeanAt(points))
	e.MulVec(&l, e)
	y.AddVec(y, e)
	return gplib.NewData(points, y.RawVector().Data)
}

// startFor returns the model that a learner fits to draws of the prior. rkhs takes networks only.
func (l robustLearner) startFor(p prior) gplib.Model {
	if l.network {
		return l.model(p.dim, p.model.Mean)
	}
	return p.model
}

// alarmLimit is the share of healthy fits in which a code may warn.
const alarmLimit = 0.01

// falseAlarms fits draws of ten priors and counts the warnings of each code.
func falseAlarms(ctx context.Context, o Options) ([]Claim, error) {
	priors, draws := alarmPriors, 200
	if o.Quick {
		draws = 30
		priors = slices.DeleteFunc(slices.Clone(priors), func(p prior) bool { return !p.quick })
	}
	if o.Trials > 0 {
		draws = o.Trials
	}
	var claims []Claim
	for _, l := range learnersOf(o) {
		began := time.Now()
		count, err := l.alarms(ctx, o, priors, draws)
		if err != nil {
			return claims, err
		}
		claims = append(claims, l.alarmClaims(count, draws)...)
		o.report("%s: %d draws, %v, %.0f s", l.name, draws, count, time.Since(began).Seconds())
	}
	return claims, nil
}

// stopped counts fits that the time limit ended, of whose warnings nothing is known.
const stopped = "stopped by the time limit"

// alarms counts the draws in which each code warns; "failed" counts errors.
func (l robustLearner) alarms(ctx context.Context, o Options, priors []prior, draws int) (map[string]int, error) {
	count := map[string]int{}
	var failure error
	var lock sync.Mutex
	parallel.Each(draws, true, func(k int) {
		p := priors[k%len(priors)]
		d, err := p.draw(k)
		if err != nil {
			lock.Lock()
			defer lock.Unlock()
			failure = err
			return
		}
		fit, _, err := l.attempt(ctx, patience, l.startFor(p), d, d.X)
		lock.Lock()
		defer lock.Unlock()
		if err != nil {
			count["failed"]++
			o.report("%s, %s, draw %d: %v", l.name, p.name, k, err)
			return
		}
		if fit.Status == gplib.Cancelled {
			count[stopped]++
			o.report("%s, %s, draw %d: %s", l.name, p.name, k, stopped)
		}
		var codes []string
		for _, w := range fit.Warnings {
			codes = append(codes, w.Code)
			o.report("%s, %s, draw %d: %s: %v", l.name, p.name, k, w.Code, w)
		}
		slices.Sort(codes)
		for _, code := range slices.Compact(codes) {
			count[code]++
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return count, failure
}

// alarmClaims returns a claim for each code that warned, and one for all codes.
func (l robustLearner) alarmClaims(count map[string]int, draws int) []Claim {
	data := fmt.Sprintf("%s, %d draws", l.name, draws)
	var claims []Claim
	often := 0
	for _, code := range append(gplib.FindingCodes(), "failed") {
		if count[code] == 0 {
			continue
		}
		c := below("false alarms: "+code, data, float64(count[code])/float64(draws), alarmLimit)
		if !c.Holds {
			often++
		}
		claims = append(claims, c)
	}
	if count[stopped] > 0 {
		claims = append(claims, below("fits "+stopped, data, float64(count[stopped])/float64(draws), alarmLimit))
	}
	return append(claims, none("codes that warn in more than 1 % of healthy fits", data, often))
}
