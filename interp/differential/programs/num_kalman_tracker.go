// A Kalman filter follows a body with constant velocity in the plane by noisy
// positions.
package main

import (
	"fmt"
	"math"
)

const steps = 2000

type (
	vec4 [4]float64
	mat4 [4][4]float64
)

func identity() (m mat4) {
	for i := range m {
		m[i][i] = 1
	}
	return m
}

func (a mat4) times(b mat4) (c mat4) {
	for i := range a {
		for j := range b {
			var s float64
			for k := range b {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
	return c
}

func (a mat4) transposed() (t mat4) {
	for i, row := range a {
		for j, x := range row {
			t[j][i] = x
		}
	}
	return t
}

func (a mat4) plus(b mat4) mat4 {
	for i := range a {
		for j := range a[i] {
			a[i][j] += b[i][j]
		}
	}
	return a
}

func (a mat4) apply(v vec4) (w vec4) {
	for i, row := range a {
		for j, x := range row {
			w[i] += x * v[j]
		}
	}
	return w
}

// noise is a linear congruential generator of normal deviates.
type noise struct {
	state uint64
	spare float64
	has   bool
}

func (n *noise) uniform() float64 {
	n.state = n.state*6364136223846793005 + 1442695040888963407
	return float64(n.state>>11) / (1 << 53)
}

func (n *noise) normal() float64 {
	if n.has {
		n.has = false
		return n.spare
	}
	r := math.Sqrt(-2 * math.Log(1-n.uniform()))
	sin, cos := math.Sincos(2 * math.Pi * n.uniform())
	n.spare, n.has = r*sin, true
	return r * cos
}

// filter is the state of the filter: position and velocity, with covariance.
type filter struct {
	x          vec4
	p, f, q    mat4
	noiseOfObs float64
}

func newFilter(dt, acceleration, observation float64) *filter {
	f := &filter{p: identity(), f: identity(), noiseOfObs: observation * observation}
	f.f[0][2], f.f[1][3] = dt, dt
	for i := range 2 {
		f.q[i][i] = acceleration * dt * dt * dt / 3
		f.q[i][i+2] = acceleration * dt * dt / 2
		f.q[i+2][i] = f.q[i][i+2]
		f.q[i+2][i+2] = acceleration * dt
		f.p[i+2][i+2] = 10
	}
	return f
}

func (f *filter) predict() {
	f.x = f.f.apply(f.x)
	f.p = f.f.times(f.p).times(f.f.transposed()).plus(f.q)
}

// observe takes one coordinate of the position in, and returns what of it is new in
// units of its standard deviation.
func (f *filter) observe(axis int, z float64) float64 {
	innovation := z - f.x[axis]
	s := f.p[axis][axis] + f.noiseOfObs
	var gain vec4
	for i := range gain {
		gain[i] = f.p[i][axis] / s
	}
	row := f.p[axis]
	for i := range f.x {
		f.x[i] += gain[i] * innovation
		for j := range row {
			f.p[i][j] -= gain[i] * row[j]
		}
	}
	return innovation / math.Sqrt(s)
}

func main() {
	random := &noise{state: 42}
	tracker := newFilter(0.1, 0.2, 1.5)
	truth := vec4{0, 0, 1, -0.5}
	var squares, errors, raw float64
	for range steps {
		truth[2] += 0.05 * random.normal()
		truth[3] += 0.05 * random.normal()
		truth[0] += 0.1 * truth[2]
		truth[1] += 0.1 * truth[3]
		tracker.predict()
		for axis := range 2 {
			z := truth[axis] + 1.5*random.normal()
			r := tracker.observe(axis, z)
			squares += r * r
			errors += math.Pow(tracker.x[axis]-truth[axis], 2)
			raw += math.Pow(z-truth[axis], 2)
		}
	}
	n := float64(2 * steps)
	fmt.Printf("innovations %.6f\n", squares/n)
	fmt.Printf("error %.6f, of observations %.6f\n", math.Sqrt(errors/n), math.Sqrt(raw/n))
	for i, x := range tracker.x {
		fmt.Printf("%d: %.6f ± %.6f, truth %.6f\n", i, x, math.Sqrt(tracker.p[i][i]), truth[i])
	}
}
