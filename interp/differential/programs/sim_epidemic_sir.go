package main

import (
	"fmt"
	"math"
	"strings"
)

type State [3]float64

const (
	S = iota
	I
	R
)

type Params struct {
	Beta, Gamma float64
	Seasonal    *struct{ Amp, Period float64 }
}

type Model interface {
	Deriv(t float64, s State) State
}

func (p Params) rate(t float64) float64 {
	if p.Seasonal == nil {
		return p.Beta
	}
	return p.Beta * (1 + p.Seasonal.Amp*math.Cos(2*math.Pi*t/p.Seasonal.Period))
}

func (p Params) Deriv(t float64, s State) (d State) {
	inf := p.rate(t) * s[S] * s[I]
	rec := p.Gamma * s[I]
	d[S], d[I], d[R] = -inf, inf-rec, rec
	return
}

// waning wraps a model with loss of immunity.
type waning struct {
	Model
	rate float64
}

func (w waning) Deriv(t float64, s State) State {
	d := w.Model.Deriv(t, s)
	back := w.rate * s[R]
	d[R] -= back
	d[S] += back
	return d
}

func (s State) plus(k float64, d State) State {
	for i := range s {
		s[i] += k * d[i]
	}
	return s
}

func euler(m Model, t, h float64, s State) State { return s.plus(h, m.Deriv(t, s)) }

func heun(m Model, t, h float64, s State) State {
	k1 := m.Deriv(t, s)
	k2 := m.Deriv(t+h, s.plus(h, k1))
	return s.plus(h/2, k1).plus(h/2, k2)
}

type method func(Model, float64, float64, State) State

func run(m Model, step method, days, per int) (peak float64, peakDay int, end State, curve []float64) {
	s := State{0.99, 0.01, 0}
	h := 1 / float64(per)
	for day := range days {
		for k := range per {
			s = step(m, float64(day)+float64(k)*h, h, s)
		}
		if s[I] > peak {
			peak, peakDay = s[I], day+1
		}
		curve = append(curve, s[I])
	}
	return peak, peakDay, s, curve
}

func bar(v float64) string { return strings.Repeat("=", int(v*60+.5)) }

func main() {
	base := Params{Beta: 0.5, Gamma: 0.125}
	season := base
	season.Seasonal = &struct{ Amp, Period float64 }{0.3, 90}
	models := []struct {
		name string
		Model
	}{{"plain", base}, {"season", season}, {"waning", waning{base, 0.01}}, {"both", waning{Model: season, rate: 0.01}}}
	for _, m := range models {
		for i, step := range []method{euler, heun} {
			peak, day, end, _ := run(m, step, 120, 4)
			fmt.Printf("%-7s %d peak=%.5f day=%d end=%.4f sum=%.9f\n", m.name, i, peak, day, end, end[S]+end[I]+end[R])
		}
	}
	_, _, _, curve := run(base, heun, 60, 4)
	for d := 4; d < len(curve); d += 6 {
		fmt.Printf("%3d %s\n", d+1, bar(curve[d]))
	}
	for _, m := range models {
		switch v := m.Model.(type) {
		case Params:
			fmt.Printf("%s: R0=%.2f seasonal=%t\n", m.name, v.Beta/v.Gamma, v.Seasonal != nil)
		case waning:
			_, inner := v.Model.(Params)
			fmt.Printf("%s: %T over Params=%t\n", m.name, v, inner)
		}
	}
	fmt.Println(State{1, 2, 3}.plus(10, State{R: 1}), base == Params{0.5, 0.125, nil})
}
