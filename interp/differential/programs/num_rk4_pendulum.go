package main

import (
	"fmt"
	"math"
)

type Vec2 [2]float64

func (v Vec2) Add(w Vec2) Vec2    { return Vec2{v[0] + w[0], v[1] + w[1]} }
func (v Vec2) Mul(k float64) Vec2 { return Vec2{v[0] * k, v[1] * k} }
func (v Vec2) Format(s fmt.State, verb rune) {
	prec, ok := s.Precision()
	if !ok {
		prec = 3
	}
	fmt.Fprintf(s, "<%.*f %.*f>", prec, v[0], prec, v[1])
	if verb != 'v' {
		fmt.Fprintf(s, "!%c", verb)
	}
	if s.Flag('+') {
		fmt.Fprintf(s, "|%.*f|", prec, math.Hypot(v[0], v[1]))
	}
}

type System interface {
	Deriv(t float64, y Vec2) Vec2
	Energy(y Vec2) float64
}

type Pendulum struct {
	G, L float64
	Damp float64
}

func (p Pendulum) Deriv(_ float64, y Vec2) Vec2 {
	return Vec2{y[1], -p.G/p.L*math.Sin(y[0]) - p.Damp*y[1]}
}

func (p Pendulum) Energy(y Vec2) float64 {
	return p.L*p.L*y[1]*y[1]/2 + p.G*p.L*(1-math.Cos(y[0]))
}

type Driven struct {
	Pendulum
	Force, Omega float64
}

func (d Driven) Deriv(t float64, y Vec2) Vec2 {
	v := d.Pendulum.Deriv(t, y)
	v[1] += d.Force * math.Cos(d.Omega*t)
	return v
}

func rk4(s System, t, h float64, y Vec2) Vec2 {
	f := s.Deriv
	k1 := f(t, y)
	k2 := f(t+h/2, y.Add(k1.Mul(h/2)))
	k3 := f(t+h/2, y.Add(k2.Mul(h/2)))
	k4 := f(t+h, y.Add(k3.Mul(h)))
	return y.Add(k1.Add(k2.Mul(2)).Add(k3.Mul(2)).Add(k4).Mul(h / 6))
}

type Sample struct {
	T float64
	Y Vec2
}

func Trajectory(s System, y0 Vec2, h float64) func(func(int, Sample) bool) {
	return func(yield func(int, Sample) bool) {
		y, t := y0, 0.0
		for i := 0; yield(i, Sample{t, y}); i++ {
			y = rk4(s, t, h, y)
			t += h
		}
	}
}

func period(s System, amp float64) float64 {
	var last Sample
	crossings := []float64{}
	for _, p := range Trajectory(s, Vec2{amp}, 0.005) {
		if last.Y[0] > 0 && p.Y[0] <= 0 {
			frac := last.Y[0] / (last.Y[0] - p.Y[0])
			crossings = append(crossings, last.T+frac*(p.T-last.T))
		}
		if len(crossings) == 3 || p.T > 60 {
			break
		}
		last = p
	}
	if n := len(crossings); n > 1 {
		return (crossings[n-1] - crossings[0]) / float64(n-1)
	}
	return math.Inf(1)
}

func main() {
	p := Pendulum{G: 9.81, L: 1}
	for i, s := range Trajectory(p, Vec2{0.5, 0}, 0.01) {
		if i%25 == 0 {
			fmt.Printf("t=%.2f %v %+.2v E=%.9f\n", s.T, s.Y, s.Y, p.Energy(s.Y))
		}
		if s.T > 2.0 {
			break
		}
	}
	for _, amp := range []float64{0.05, 0.5, 1, 2, 3} {
		fmt.Printf("amplitude %.2f period %.5f\n", amp, period(p, amp))
	}
	systems := []System{p, Pendulum{9.81, 1, 0.5}, Driven{Pendulum: p, Force: 1, Omega: 3}, &Driven{p, 2, 1}}
	for _, s := range systems {
		var end Vec2
		for i, smp := range Trajectory(s, Vec2{0.2, 0.1}, 0.01) {
			if end = smp.Y; i == 1000 {
				break
			}
		}
		fmt.Printf("%T %v %.5f\n", s, end, s.Energy(end))
	}
	fmt.Printf("%s %.1f %v\n", Vec2{1, 2}, Vec2{3, 4}, []Vec2{{5, 6}, {}})
}
