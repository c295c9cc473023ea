package mcmc_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

func TestChainsThatRunApartMakeTheFitOfAll(t *testing.T) {
	m, d := gplib.Model{Cov: cov.Scale(1, cov.SE(0.3)), Noise: gplib.Gaussian(0.3)}, wave(t)
	l := mcmc.Learner{Chains: 3, Sampler: mcmc.HMC{}}
	settings := func() *gplib.Settings { return &gplib.Settings{MaxIter: 20, Src: rand.NewPCG(4, 5)} }
	want, err := l.Fit(t.Context(), m, d, settings())
	if err != nil {
		t.Fatal(err)
	}
	chains := make([][]byte, 3)
	for k := range chains {
		if chains[k], err = l.RunChain(t.Context(), m, d, settings(), k); err != nil {
			t.Fatal(err)
		}
	}
	s, seen := settings(), 0
	s.Observe = func(gplib.Step) error { seen++; return nil }
	got, err := l.FitChains(t.Context(), m, d, s, chains)
	if err != nil {
		t.Fatal(err)
	}
	if got.Value != want.Value || !reflect.DeepEqual(got.Model.Theta(), want.Model.Theta()) || !reflect.DeepEqual(got.Warnings, want.Warnings) {
		t.Errorf("%v at %v, %q, want %v at %v, %q", got.Value, got.Model.Theta(), got.Warnings, want.Value, want.Model.Theta(), want.Warnings)
	}
	if seen != len(want.Trace.Steps) {
		t.Errorf("%d steps were observed, want %d", seen, len(want.Trace.Steps))
	}
	some, err := l.FitChains(t.Context(), m, d, settings(), chains[1:])
	if err != nil || len(some.Trace.Steps) != 20 {
		t.Errorf("of two chains: %v (%v), want 20 steps", some, err)
	}
}

func TestChainsThatCannotRunApartAreErrors(t *testing.T) {
	m, d, l := gplib.Model{Cov: cov.SE(0.3), Noise: gplib.Gaussian(0.3)}, wave(t), mcmc.Learner{}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.RunChain(cancelled, m, d, &gplib.Settings{MaxIter: 10}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for want, run := range map[string]func() error{
		"no chain 4 of 4": func() error {
			_, err := l.RunChain(t.Context(), m, d, &gplib.Settings{MaxIter: 10}, 4)
			return err
		},
		"Settings.Runtime is 1m": func() error {
			_, err := l.RunChain(t.Context(), m, d, &gplib.Settings{Runtime: time.Minute}, 0)
			return err
		},
		"there are no chains": func() error {
			_, err := l.FitChains(t.Context(), m, d, nil, nil)
			return err
		},
		"chain 0: ": func() error {
			_, err := l.FitChains(t.Context(), m, d, nil, [][]byte{[]byte("none")})
			return err
		},
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
