package mcmc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// Latent draws the latent values f at the data from their posterior, of a model with a likelihood at its
// own parameters, by elliptical slice sampling (Murray, Adams and MacKay 2010, Journal of Machine
// Learning Research: W&CP 9, 541-548, figure 2): a reference for the approximations of packages laplace
// and ep. The zero value works.
type Latent struct {
	// Warmup is the number of first steps that are not kept; 0 is 1000.
	Warmup int
	// Draws is the number of draws kept; 0 is 4000.
	Draws int
	// Thin is the number of steps a draw; 0 is 5.
	Thin int
	// Src is the source of all randomness; nil is a fixed seed.
	Src rand.Source
}

// Sample returns draws of f at the data, Draws × n. A step takes O(n²) time. If ctx ends first, it returns its error.
func (l Latent) Sample(ctx context.Context, m gplib.Model, d gplib.Data) (*mat.Dense, error) {
	if l.Warmup < 0 || l.Draws < 0 || l.Thin < 0 {
		return nil, fmt.Errorf("mcmc: Latent has %d warm-up steps, %d draws and %d steps a draw; none may be negative", l.Warmup, l.Draws, l.Thin)
	}
	if m.Lik == nil {
		return nil, errors.New("mcmc: Latent needs a model with a likelihood; with Gaussian noise gplib.Condition is exact")
	}
	if err := m.CheckData(d); err != nil {
		return nil, err
	}
	warmup, draws, thin := orDefault(l.Warmup, 1000), orDefault(l.Draws, 4000), orDefault(l.Thin, 5)
	e, err := newEllipse(m, d, rand.New(optim.Source(l.Src)))
	if err != nil {
		return nil, err
	}
	for range warmup {
		e.step()
	}
	all := mat.NewDense(draws, d.Len(), nil)
	for k := range draws {
		for range thin {
			e.step()
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all.SetRow(k, e.f)
	}
	return all, nil
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// ellipse is the state of elliptical slice sampling.
type ellipse struct {
	gplib.Data
	model       gplib.Model
	prior       []float64
	root        *linalg.Cholesky
	rng         *rand.Rand
	f, next, to []float64
	log         float64
}

func newEllipse(m gplib.Model, d gplib.Data, rng *rand.Rand) (*ellipse, error) {
	n := d.Len()
	k := mat.NewDense(n, n, nil)
	m.Cov.Gram(k, d.X, d.X)
	root, err := linalg.Factorize(k)
	if err != nil {
		return nil, fmt.Errorf("mcmc: covariance matrix of %d points under %v: %w", n, m, err)
	}
	e := &ellipse{Data: d, model: m, prior: m.MeanAt(d.X), root: root, rng: rng, next: make([]float64, n), to: make([]float64, n)}
	e.f = append([]float64(nil), e.prior...)
	if e.log = e.likelihood(e.f); math.IsNaN(e.log) || math.IsInf(e.log, 0) {
		return nil, fmt.Errorf("mcmc: the log likelihood is %v at the prior mean under %v", e.log, m)
	}
	return e, nil
}

func (e *ellipse) likelihood(f []float64) float64 {
	sum := 0.0
	for i, v := range f {
		sum += e.model.Lik.Log(e.Y[i], v).Value
	}
	return sum
}

// step draws a point of the ellipse through f and a draw of the prior, above a random level of the likelihood;
// points below it shorten the arc towards f.
func (e *ellipse) step() {
	for i := range e.to {
		e.to[i] = e.rng.NormFloat64()
	}
	e.root.MulHalf(e.to, e.to)
	level := e.log + math.Log(1-e.rng.Float64())
	angle := 2 * math.Pi * e.rng.Float64()
	lo, hi := angle-2*math.Pi, angle
	for {
		sin, cos := math.Sincos(angle)
		for i, m := range e.prior {
			e.next[i] = m + (e.f[i]-m)*cos + e.to[i]*sin
		}
		if log := e.likelihood(e.next); log >= level || floats.Equal(e.next, e.f) {
			e.f, e.next, e.log = e.next, e.f, log
			return
		}
		if angle < 0 {
			lo = angle
		} else {
			hi = angle
		}
		angle = lo + (hi-lo)*e.rng.Float64()
	}
}
