// Bodies under gravity by the leapfrog scheme: energy and momentum are kept.
package main

import (
	"fmt"
	"math"
)

const steps = 1000

type vector struct{ x, y, z float64 }

func (a vector) plus(b vector) vector          { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vector) minus(b vector) vector         { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vector) scaled(by float64) vector      { return vector{by * a.x, by * a.y, by * a.z} }
func (a vector) dot(b vector) float64          { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a *vector) add(b vector, factor float64) { *a = a.plus(b.scaled(factor)) }

type body struct {
	name                             string
	mass                             float64
	position, velocity, acceleration vector
}

type system []body

// accelerate finds the accelerations: each pair attracts once.
func (s system) accelerate() {
	for i := range s {
		s[i].acceleration = vector{}
	}
	for i := range s {
		a := &s[i]
		for j := i + 1; j < len(s); j++ {
			b := &s[j]
			d := b.position.minus(a.position)
			q := d.dot(d) + 1e-6
			f := 1 / (q * math.Sqrt(q))
			a.acceleration.add(d, b.mass*f)
			b.acceleration.add(d, -a.mass*f)
		}
	}
}

func (s system) step(dt float64) {
	for i := range s {
		s[i].velocity.add(s[i].acceleration, dt/2)
		s[i].position.add(s[i].velocity, dt)
	}
	s.accelerate()
	for i := range s {
		s[i].velocity.add(s[i].acceleration, dt/2)
	}
}

func (s system) energy() (kinetic, potential float64) {
	for i, a := range s {
		kinetic += a.mass * a.velocity.dot(a.velocity) / 2
		for _, b := range s[:i] {
			d := a.position.minus(b.position)
			potential -= a.mass * b.mass / math.Sqrt(d.dot(d)+1e-6)
		}
	}
	return kinetic, potential
}

func (s system) momentum() (p vector) {
	for _, b := range s {
		p.add(b.velocity, b.mass)
	}
	return p
}

// centre takes the motion of the whole away.
func (s system) centre() {
	var mass float64
	for _, b := range s {
		mass += b.mass
	}
	drift := s.momentum().scaled(1 / mass)
	for i := range s {
		s[i].velocity = s[i].velocity.minus(drift)
	}
}

func main() {
	s := system{
		{name: "sun", mass: 1},
		{name: "inner", mass: 1e-3, position: vector{0.4, 0, 0.01}, velocity: vector{0, 1.58, 0}},
		{name: "middle", mass: 3e-3, position: vector{0, 1, 0}, velocity: vector{-1, 0, 0.05}},
		{name: "outer", mass: 1e-2, position: vector{-2.5, 0, 0}, velocity: vector{0, -0.63, 0}},
		{name: "moon", mass: 1e-8, position: vector{-2.5, 0.05, 0}, velocity: vector{-0.4, -0.63, 0}},
	}
	s.centre()
	s.accelerate()
	k, p := s.energy()
	start := k + p
	fmt.Printf("energy %.9f\n", start)
	drift := 0.0
	for i := range steps {
		s.step(2e-3)
		if i%10 != 0 {
			continue
		}
		k, p := s.energy()
		drift = math.Max(drift, math.Abs((k+p-start)/start))
	}
	fmt.Println("energy is kept:", drift < 1e-4)
	q := s.momentum()
	fmt.Println("momentum is kept:", math.Sqrt(q.dot(q)) < 1e-12)
	for _, b := range s[:4] {
		fmt.Printf("%-6s % .5f % .5f % .5f\n", b.name, b.position.x, b.position.y, b.position.z)
	}
}
