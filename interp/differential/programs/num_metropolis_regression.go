// A random walk by Metropolis over the parameters of a logistic regression, by two
// chains, with the mean, the acceptance and how well the chains agree.
package main

import (
	"fmt"
	"math"
)

const (
	draws        = 250
	observations = 80
)

type source struct{ hi, lo uint64 }

// next is xorshift128+.
func (s *source) next() uint64 {
	a, b := s.hi, s.lo
	s.hi = b
	a ^= a << 23
	s.lo = a ^ b ^ a>>17 ^ b>>26
	return s.lo + b
}

func (s *source) float() float64 { return float64(s.next()>>11) / (1 << 53) }

func (s *source) normal() float64 {
	for {
		u, v := 2*s.float()-1, 2*s.float()-1
		if q := u*u + v*v; q > 0 && q < 1 {
			return u * math.Sqrt(-2*math.Log(q)/q)
		}
	}
}

type parameters struct{ intercept, slope, curve float64 }

func (p parameters) at(x float64) float64 { return p.intercept + p.slope*x + p.curve*x*x }

func (p parameters) moved(by float64, s *source) parameters {
	p.intercept += by * s.normal()
	p.slope += by * s.normal()
	p.curve += by * s.normal()
	return p
}

type data struct {
	x   []float64
	yes []bool
}

func simulate(truth parameters, s *source) (d data) {
	for i := range observations {
		x := 4*float64(i)/observations - 2
		d.x = append(d.x, x)
		d.yes = append(d.yes, s.float() < 1/(1+math.Exp(-truth.at(x))))
	}
	return d
}

// density is the logarithm of the posterior density, up to a constant.
func (d data) density(p parameters) float64 {
	sum := -(p.intercept*p.intercept + p.slope*p.slope + p.curve*p.curve) / 50
	for i, x := range d.x {
		eta := p.at(x)
		if !d.yes[i] {
			eta = -eta
		}
		if eta > 0 {
			sum -= math.Log1p(math.Exp(-eta))
		} else {
			sum += eta - math.Log1p(math.Exp(eta))
		}
	}
	return sum
}

type summary struct {
	mean, variance parameters
	accepted       int
}

func walk(d data, from parameters, s *source) (out summary) {
	now, level := from, d.density(from)
	var squares parameters
	for i := range 2 * draws {
		next := now.moved(0.35, s)
		if l := d.density(next); math.Log(s.float()) < l-level {
			now, level = next, l
			out.accepted++
		}
		if i < draws { // still on its way
			continue
		}
		out.mean.intercept += now.intercept / draws
		out.mean.slope += now.slope / draws
		out.mean.curve += now.curve / draws
		squares.intercept += now.intercept * now.intercept / draws
		squares.slope += now.slope * now.slope / draws
		squares.curve += now.curve * now.curve / draws
	}
	out.variance = parameters{
		squares.intercept - out.mean.intercept*out.mean.intercept,
		squares.slope - out.mean.slope*out.mean.slope,
		squares.curve - out.mean.curve*out.mean.curve,
	}
	return out
}

func main() {
	s := &source{hi: 1234567, lo: 89101112}
	d := simulate(parameters{-0.5, 1.5, 0.7}, s)
	one := walk(d, parameters{}, s)
	two := walk(d, parameters{3, -3, 3}, s)
	for _, c := range []summary{one, two} {
		fmt.Printf("accepted %.3f, mean %.4f, variance %.4f\n", float64(c.accepted)/(2*draws), c.mean, c.variance)
	}
	between := math.Abs(one.mean.slope - two.mean.slope)
	within := math.Sqrt((one.variance.slope + two.variance.slope) / 2)
	fmt.Printf("slopes differ by %.4f standard deviations\n", between/within)
}
