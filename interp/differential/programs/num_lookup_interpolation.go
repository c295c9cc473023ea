// Functions by tables: linear and cubic interpolation with binary search, a grid in
// two dimensions, and how the error falls with the size of the table.
package main

import (
	"fmt"
	"math"
	"sort"
)

const queries = 20000

type table struct {
	x, y, slope []float64
}

func tabulate(f func(float64) float64, from, to float64, n int) *table {
	t := &table{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		// Closer together at the left.
		u := float64(i) / float64(n-1)
		t.x[i] = from + (to-from)*u*u
		t.y[i] = f(t.x[i])
	}
	t.slope[0] = t.secant(0)
	t.slope[n-1] = t.secant(n - 2)
	for i := 1; i < n-1; i++ {
		a, b := t.secant(i-1), t.secant(i)
		if a*b <= 0 {
			continue // flat at extremes: no overshoot
		}
		t.slope[i] = 2 * a * b / (a + b)
	}
	return t
}

func (t *table) secant(i int) float64 { return (t.y[i+1] - t.y[i]) / (t.x[i+1] - t.x[i]) }

// find is the interval of x, the first or the last for what is outside.
func (t *table) find(x float64) int {
	low, high := 0, len(t.x)-1
	for high-low > 1 {
		if mid := (low + high) / 2; t.x[mid] > x {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

func (t *table) linear(x float64) float64 {
	i := t.find(x)
	return t.y[i] + (x-t.x[i])*t.secant(i)
}

func (t *table) cubic(x float64) float64 {
	i := t.find(x)
	h := t.x[i+1] - t.x[i]
	u := (x - t.x[i]) / h
	v := 1 - u
	return v*v*(1+2*u)*t.y[i] + u*u*(1+2*v)*t.y[i+1] + h*u*v*(v*t.slope[i]-u*t.slope[i+1])
}

type grid struct {
	n      int
	values []float32
}

func newGrid(n int, f func(x, y float64) float64) grid {
	g := grid{n, make([]float32, 0, n*n)}
	for i := range n {
		for j := range n {
			g.values = append(g.values, float32(f(float64(i)/float64(n-1), float64(j)/float64(n-1))))
		}
	}
	return g
}

// at interpolates in the unit square.
func (g grid) at(x, y float64) float64 {
	cell := func(u float64) (int, float64) {
		u *= float64(g.n - 1)
		i := min(int(u), g.n-2)
		return i, u - float64(i)
	}
	i, dx := cell(x)
	j, dy := cell(y)
	corner := g.values[i*g.n+j:]
	a := float64(corner[0])*(1-dy) + float64(corner[1])*dy
	b := float64(corner[g.n])*(1-dy) + float64(corner[g.n+1])*dy
	return a*(1-dx) + b*dx
}

func worst(f, g func(float64) float64, from, to float64) (at, most float64) {
	for i := range queries {
		x := from + (to-from)*float64(i)/(queries-1)
		if d := math.Abs(f(x) - g(x)); d > most {
			at, most = x, d
		}
	}
	return at, most
}

func main() {
	f := func(x float64) float64 { return math.Exp(-x) * math.Sin(3*x) }
	for _, n := range []int{16, 64, 256} {
		t := tabulate(f, 0, 4, n)
		_, linear := worst(f, t.linear, 0, 4)
		at, cubic := worst(f, t.cubic, 0, 4)
		fmt.Printf("%4d: linear %.3e, cubic %.3e near %.2f\n", n, linear, cubic, at)
	}
	t := tabulate(f, 0, 4, 40)
	fmt.Printf("outside %.6f %.6f\n", t.linear(-0.1), t.linear(4.5))
	fmt.Println(sort.Float64sAreSorted(t.x), t.find(2), sort.SearchFloat64s(t.x, 2)-1)

	g := newGrid(33, func(x, y float64) float64 { return x*x - x*y + math.Sqrt(y+0.1) })
	sum := 0.0
	for i := range 100 {
		for j := range 100 {
			sum += g.at(float64(i)/99, float64(j)/99)
		}
	}
	fmt.Printf("mean of the grid %.6f\n", sum/1e4)
}
