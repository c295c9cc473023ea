package mcmc_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"krigo/gplib/mcmc"
)

var samplers = map[string]mcmc.Sampler{"MALA": mcmc.MALA{}, "HMC": mcmc.HMC{}, "NUTS": mcmc.NUTS{}}

// gaussian has the means 1 and -2, the standard deviations 1 and 20 and the
// correlation 0.6.
var gaussian = mcmc.Density{Name: []string{"a", "b"}, At: []float64{0, 0}, Log: func(grad, u []float64) float64 {
	const rho = 0.6
	x, y := u[0]-1, (u[1]+2)/20
	grad[0] = -(x - rho*y) / (1 - rho*rho)
	grad[1] = -(y - rho*x) / (1 - rho*rho) / 20
	return -(x*x - 2*rho*x*y + y*y) / (2 * (1 - rho*rho))
}}

// banana is x ~ N(0, 1), y ~ N(x², 1/4): y has mean 1 and variance 9/4.
var banana = mcmc.Density{Name: []string{"x", "y"}, At: []float64{0, 1}, Log: func(grad, u []float64) float64 {
	x, e := u[0], u[1]-u[0]*u[0]
	grad[0], grad[1] = -x+8*e*x, -4*e
	return -x*x/2 - 2*e*e
}}

// funnel is v ~ N(0, 1), x ~ N(0, e^v), a milder form of Neal's.
var funnel = mcmc.Density{Name: []string{"v", "x"}, At: []float64{0, 0}, Log: func(grad, u []float64) float64 {
	v, x := u[0], u[1]
	square := x * x * math.Exp(-v)
	grad[0], grad[1] = -v-0.5+square/2, -x*math.Exp(-v)
	return -v*v/2 - v/2 - square/2
}}

// expect compares means and standard deviations with what they should be,
// by their standard errors.
func expect(t *testing.T, c *mcmc.Chains, means, sds []float64) {
	t.Helper()
	summaries, err := c.Summaries()
	if err != nil {
		t.Fatal(err)
	}
	for p, s := range summaries {
		stderr := sds[p] / math.Sqrt(s.ESSBulk)
		if math.Abs(s.Mean-means[p]) > 4*stderr {
			t.Errorf("%s: mean %v ± %v, want %v", s.Name, s.Mean, stderr, means[p])
		}
		if math.Abs(s.SD/sds[p]-1) > 0.15 {
			t.Errorf("%s: standard deviation %v, want %v", s.Name, s.SD, sds[p])
		}
		if s.RHat > 1.05 || s.ESSBulk < 100 || s.ESSTail < 50 {
			t.Errorf("%s: R-hat %v, ESS %v and %v", s.Name, s.RHat, s.ESSBulk, s.ESSTail)
		}
	}
}

func sampled(t *testing.T, target mcmc.Target, s mcmc.Sampler, settings *mcmc.Settings) *mcmc.Chains {
	t.Helper()
	c, err := mcmc.Sample(context.Background(), target, s, settings)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSamplersHaveTheMomentsOfAGaussian(t *testing.T) {
	for name, s := range samplers {
		t.Run(name, func(t *testing.T) {
			c := sampled(t, gaussian, s, &mcmc.Settings{Draws: 2000, Warmup: 1000})
			expect(t, c, []float64{1, -2}, []float64{1, 20})
			if c.Divergent > 0 {
				t.Errorf("%d divergent steps", c.Divergent)
			}
		})
	}
}

// careful are samplers for densities whose scale varies; MALA needs far more
// steps there.
var careful = map[string]mcmc.Sampler{"HMC": mcmc.HMC{Accept: 0.9}, "NUTS": mcmc.NUTS{Accept: 0.9}}

func TestSamplersHaveTheMomentsOfABanana(t *testing.T) {
	for name, s := range careful {
		t.Run(name, func(t *testing.T) {
			c := sampled(t, banana, s, &mcmc.Settings{Draws: 3000, Warmup: 1000, Thin: 5})
			expect(t, c, []float64{0, 1}, []float64{1, 1.5})
		})
	}
}

func TestSamplersHaveTheMomentsOfAFunnel(t *testing.T) {
	for name, s := range careful {
		t.Run(name, func(t *testing.T) {
			c := sampled(t, funnel, s, &mcmc.Settings{Draws: 4000, Warmup: 1000})
			expect(t, c, []float64{0, 0}, []float64{1, math.Exp(0.25)})
		})
	}
}

// The step that warm-up settles on is the mean of the logarithms of those it
// tried, which accepts a little more than they did.
func TestTheWantedAcceptanceIsReached(t *testing.T) {
	for name, want := range map[string]float64{"MALA": 0.574, "HMC": 0.8, "NUTS": 0.8} {
		c := sampled(t, gaussian, samplers[name], &mcmc.Settings{Draws: 2000, Warmup: 1000})
		for i, accept := range c.Accept {
			if accept < want-0.1 || accept > want+0.2 {
				t.Errorf("%s, chain %d: acceptance %v, want %v", name, i, accept, want)
			}
		}
	}
}

func TestOneSeedGivesOneResultAndAnotherAnother(t *testing.T) {
	draws := func(seed uint64) *mcmc.Chains {
		return sampled(t, banana, mcmc.NUTS{}, &mcmc.Settings{Draws: 20, Warmup: 50, Src: rand.NewPCG(seed, 0)})
	}
	if !reflect.DeepEqual(draws(1), draws(1)) {
		t.Error("two runs with one seed differ")
	}
	if reflect.DeepEqual(draws(1).Draws, draws(2).Draws) {
		t.Error("two seeds give one result")
	}
}

func TestThinningKeepsEveryKthDraw(t *testing.T) {
	all := sampled(t, gaussian, mcmc.HMC{}, &mcmc.Settings{Chains: 1, Warmup: 40, Draws: 30})
	during := sampled(t, gaussian, mcmc.HMC{}, &mcmc.Settings{Chains: 1, Warmup: 40, Draws: 10, Thin: 3})
	after, err := all.Thin(3)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(during.Draws, after.Draws) || len(after.Draws[0]) != 10 {
		t.Error("thinning while sampling and after it differ")
	}
	if _, err := all.Thin(0); err == nil {
		t.Error("thinning by 0 is no error")
	}
}

func TestCancellingAndObserversKeepTheDrawsSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &mcmc.Settings{Chains: 2, Warmup: 10, Draws: 100, Observe: func(s mcmc.Step) error {
		if s.Chain == 1 && s.Iter == 29 {
			cancel()
		}
		return nil
	}}
	c, err := mcmc.Sample(ctx, gaussian, mcmc.HMC{}, s)
	if err != nil || !c.Cancelled || len(c.Draws) != 2 || len(c.Draws[1]) != 20 {
		t.Errorf("cancelled: %v, %v", c, err)
	}
	stop := errors.New("stop")
	s.Observe = func(mcmc.Step) error { return stop }
	if c, err = mcmc.Sample(context.Background(), gaussian, mcmc.HMC{}, s); !errors.Is(err, stop) || len(c.Draws) != 0 {
		t.Errorf("observer's error: %v", err)
	}
}

func TestSampleNamesBadArguments(t *testing.T) {
	nowhere := mcmc.Density{Name: []string{"x"}, At: []float64{0}, Log: func(_, _ []float64) float64 { return math.NaN() }}
	var none context.Context
	for name, run := range map[string]func() error{
		"nil context": func() error { _, err := mcmc.Sample(none, gaussian, mcmc.NUTS{}, nil); return err },
		"nil target":  func() error { _, err := mcmc.Sample(context.Background(), nil, mcmc.NUTS{}, nil); return err },
		"nil sampler": func() error { _, err := mcmc.Sample(context.Background(), gaussian, nil, nil); return err },
		"no dimension": func() error {
			_, err := mcmc.Sample(context.Background(), mcmc.Density{}, mcmc.NUTS{}, nil)
			return err
		},
		"acceptance": func() error {
			_, err := mcmc.Sample(context.Background(), gaussian, mcmc.NUTS{Accept: 1.5}, nil)
			return err
		},
		"leapfrogs": func() error {
			_, err := mcmc.Sample(context.Background(), gaussian, mcmc.HMC{Leapfrogs: -1}, nil)
			return err
		},
		"draws": func() error {
			_, err := mcmc.Sample(context.Background(), gaussian, mcmc.NUTS{}, &mcmc.Settings{Draws: -1})
			return err
		},
		"density of 0": func() error { _, err := mcmc.Sample(context.Background(), nowhere, mcmc.NUTS{}, nil); return err },
	} {
		if run() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
