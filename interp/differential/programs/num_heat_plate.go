// Heat in a plate: explicit steps in time, and the state at rest by red and black
// relaxation.
package main

import (
	"fmt"
	"math"
)

const (
	side  = 48
	steps = 300
)

type field [side][side]float64

type plate struct {
	now, next *field
	fixed     [side][side]bool
}

func newPlate() *plate {
	p := &plate{now: new(field), next: new(field)}
	for i := range side {
		p.hold(0, i, 100)
		p.hold(side-1, i, 0)
		p.hold(i, 0, 100*(1-float64(i)/(side-1)))
		p.hold(i, side-1, 0)
	}
	for i := side / 3; i < side/2; i++ {
		for j := side / 3; j < side/2; j++ {
			p.hold(i, j, 150)
		}
	}
	return p
}

// hold keeps a place at a temperature.
func (p *plate) hold(i, j int, t float64) {
	p.now[i][j], p.next[i][j] = t, t
	p.fixed[i][j] = true
}

// step is one of time, which must not be larger than a quarter.
func (p *plate) step(dt float64) {
	u, v := p.now, p.next
	for i := 1; i < side-1; i++ {
		for j := 1; j < side-1; j++ {
			if p.fixed[i][j] {
				continue
			}
			laplace := u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] - 4*u[i][j]
			v[i][j] = u[i][j] + dt*laplace
		}
	}
	p.now, p.next = v, u
}

// relax goes over the places of both colours, and returns the largest change.
func (p *plate) relax(omega float64) (most float64) {
	u := p.now
	for colour := range 2 {
		for i := 1; i < side-1; i++ {
			for j := 1 + (i+colour)%2; j < side-1; j += 2 {
				if p.fixed[i][j] {
					continue
				}
				mean := (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1]) / 4
				change := omega * (mean - u[i][j])
				u[i][j] += change
				if change = math.Abs(change); change > most {
					most = change
				}
			}
		}
	}
	return most
}

func (f field) mean() (m float64) {
	for _, row := range f {
		for _, x := range row {
			m += x
		}
	}
	return m / (side * side)
}

// flux is what leaves by the right edge.
func (f *field) flux() (q float64) {
	for i := range f {
		row := &f[i]
		q += row[side-2] - row[side-1]
	}
	return q
}

func main() {
	p := newPlate()
	for k := range steps {
		p.step(0.2)
		if (k+1)%100 == 0 {
			fmt.Printf("%d steps: mean %.6f, flux %.6f\n", k+1, p.now.mean(), p.now.flux())
		}
	}
	before := *p.now
	omega := 2 / (1 + math.Sin(math.Pi/side))
	rounds := 0
	for rounds < 500 && p.relax(omega) > 1e-6 {
		rounds++
	}
	fmt.Println("at rest within 200 rounds:", rounds < 200)
	fmt.Printf("mean %.4f, centre %.4f, moved %.4f\n", p.now.mean(), p.now[side/2][side/4], p.now[side/2][side/4]-before[side/2][side/4])
}
