package reproduce

import (
	"fmt"
	"math"
	"math/rand/v2"

	"krigo/gplib/bo"
)

// boProblem is a function with a known minimum, which bo_peers.py has, too.
type boProblem struct {
	name   string
	f      func(x []float64) float64
	lo, hi []float64
	least  float64
	// noise is the standard deviation of the noise of observations.
	noise float64
	// constraint, where not nil, is at most 0 at feasible points.
	constraint func(x []float64) float64
}

const braninLeast, hartmannLeast = 0.397887357729738, -3.322368011415515

var (
	braninLo, braninHi = []float64{-5, 0}, []float64{10, 15}
	boProblems         = []boProblem{
		{name: "branin", f: branin, lo: braninLo, hi: braninHi, least: braninLeast},
		{name: "hartmann6", f: hartmann6, lo: filled(0, 6), hi: filled(1, 6), least: hartmannLeast},
		{name: "ackley5", f: ackley, lo: filled(-5, 5), hi: filled(10, 5)},
		{name: "levy10", f: levy, lo: filled(-5, 10), hi: filled(10, 10)},
		{name: "branin-noisy", f: branin, lo: braninLo, hi: braninHi, least: braninLeast, noise: 5},
		{name: "hartmann6-noisy", f: hartmann6, lo: filled(0, 6), hi: filled(1, 6), least: hartmannLeast, noise: 0.2},
		{name: "gardner", f: gardner, lo: filled(0, 2), hi: filled(6, 2), least: -1.8887513615531413,
			constraint: func(x []float64) float64 { return math.Cos(x[0]+x[1]) + 0.5 }},
		{name: "branin-disk", f: branin, lo: braninLo, hi: braninHi, least: braninLeast,
			constraint: func(x []float64) float64 { return math.Pow(x[0]-2.5, 2) + math.Pow(x[1]-7.5, 2) - 50 }},
	}
)

func filled(v float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = v
	}
	return all
}

func branin(x []float64) float64 {
	a := x[1] - 5.1/(4*math.Pi*math.Pi)*x[0]*x[0] + 5/math.Pi*x[0] - 6
	return a*a + 10*(1-1/(8*math.Pi))*math.Cos(x[0]) + 10
}

func hartmann6(x []float64) float64 {
	alpha := []float64{1, 1.2, 3, 3.2}
	a := [][]float64{{10, 3, 17, 3.5, 1.7, 8}, {0.05, 10, 17, 0.1, 8, 14}, {3, 3.5, 1.7, 10, 17, 8}, {17, 8, 0.05, 10, 0.1, 14}}
	p := [][]float64{
		{1312, 1696, 5569, 124, 8283, 5886}, {2329, 4135, 8307, 3736, 1004, 9991},
		{2348, 1451, 3522, 2883, 3047, 6650}, {4047, 8828, 8732, 5743, 1091, 381},
	}
	sum := 0.0
	for i := range alpha {
		r := 0.0
		for k, v := range x {
			r += a[i][k] * math.Pow(v-1e-4*p[i][k], 2)
		}
		sum -= alpha[i] * math.Exp(-r)
	}
	return sum
}

func ackley(x []float64) float64 {
	square, wave, d := 0.0, 0.0, float64(len(x))
	for _, v := range x {
		square += v * v / d
		wave += math.Cos(2*math.Pi*v) / d
	}
	return -20*math.Exp(-0.2*math.Sqrt(square)) - math.Exp(wave) + 20 + math.E
}

func levy(x []float64) float64 {
	w := func(k int) float64 { return 1 + (x[k]-1)/4 }
	last := len(x) - 1
	sum := math.Pow(math.Sin(math.Pi*w(0)), 2) + math.Pow(w(last)-1, 2)*(1+math.Pow(math.Sin(2*math.Pi*w(last)), 2))
	for k := range last {
		sum += math.Pow(w(k)-1, 2) * (1 + 10*math.Pow(math.Sin(math.Pi*w(k)+1), 2))
	}
	return sum
}

func gardner(x []float64) float64 { return math.Cos(2*x[0])*math.Cos(x[1]) + math.Sin(x[0]) }

// space returns the domain of the function.
func (p boProblem) space() (*bo.Space, error) {
	var dims []bo.Dimension
	for k := range p.lo {
		dims = append(dims, bo.Real(fmt.Sprintf("x%d", k+1), p.lo[k], p.hi[k]))
	}
	return bo.NewSpace(dims...)
}

// regret is the value at x above the minimum, infinite where x is not feasible.
func (p boProblem) regret(x []float64) float64 {
	if p.constraint != nil && p.constraint(x) > 0 {
		return math.Inf(1)
	}
	return p.f(x) - p.least
}

// observe returns an observation at x.
func (p boProblem) observe(x []float64, rng *rand.Rand) (y float64, constraints []float64) {
	y = p.f(x)
	if p.noise > 0 {
		y += p.noise * rng.NormFloat64()
	}
	if p.constraint != nil {
		constraints = []float64{p.constraint(x)}
	}
	return y, constraints
}
