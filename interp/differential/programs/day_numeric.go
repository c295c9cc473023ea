package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"sort"
	"strings"
)

type Func func(float64) float64

func (f Func) Deriv(h float64) Func {
	return func(x float64) float64 { return (f(x+h) - f(x-h)) / (2 * h) }
}

var ErrNoConv = errors.New("no convergence")

func Newton(f, df Func, x0 float64) (x float64, it int, err error) {
	for x = x0; it < 50; it++ {
		fx := f(x)
		if math.Abs(fx) < 1e-12 {
			return
		}
		d := df(x)
		if d == 0 {
			return x, it, fmt.Errorf("flat at %g: %w", x, ErrNoConv)
		}
		x -= fx / d
	}
	return x, it, ErrNoConv
}
func Simpson(f Func, a, b float64, n int) (s float64) {
	h := (b - a) / float64(n)
	for i := 0; i <= n; i++ {
		w := 2.0
		switch {
		case i == 0, i == n:
			w = 1
		case i&1 == 1:
			w = 4
		}
		s += w * f(a+float64(i)*h)
	}
	return s * h / 3
}

type Vec [3]float64

func (v Vec) Add(o Vec) Vec { return Vec{v[0] + o[0], v[1] + o[1], v[2] + o[2]} }
func (v Vec) Scale(k float64) (r Vec) {
	for i, x := range v {
		r[i] = k * x
	}
	return
}
func rk4[S interface {
	Add(S) S
	Scale(float64) S
}](f func(t float64, y S) S, y S, t, h float64, n int) S {
	for range n {
		k1 := f(t, y)
		k2 := f(t+h/2, y.Add(k1.Scale(h/2)))
		k3 := f(t+h/2, y.Add(k2.Scale(h/2)))
		k4 := f(t+h, y.Add(k3.Scale(h)))
		y = y.Add(k1.Add(k2.Scale(2)).Add(k3.Scale(2)).Add(k4).Scale(h / 6))
		t += h
	}
	return y
}

type Stats struct {
	n          int
	mean, m2   float64
	minV, maxV float64
}

func (s *Stats) Add(xs ...float64) *Stats {
	for _, x := range xs {
		if s.n++; s.n == 1 {
			s.minV, s.maxV = x, x
		}
		d := x - s.mean
		s.mean += d / float64(s.n)
		s.m2 += d * (x - s.mean)
		s.minV, s.maxV = min(s.minV, x), max(s.maxV, x)
	}
	return s
}
func (s Stats) Std() float64 { return math.Sqrt(s.m2 / float64(s.n-1)) }
func (s Stats) String() string {
	return fmt.Sprintf("n=%d mean=%.4f std=%.4f [%g, %g]", s.n, s.mean, s.Std(), s.minV, s.maxV)
}

func linfit(xs, ys []float64) (a, b float64) {
	var sx, sy, sxx, sxy float64
	for i, x := range xs {
		sx += x
		sy += ys[i]
		sxx += x * x
		sxy += x * ys[i]
	}
	n := float64(len(xs))
	b = (n*sxy - sx*sy) / (n*sxx - sx*sx)
	return (sy - b*sx) / n, b
}
func hist(xs []float64, k int) string {
	cs := make([]int, k)
	sort.Float64s(xs)
	lo, hi := xs[0], xs[len(xs)-1]
	for _, x := range xs {
		cs[min(k-1, int((x-lo)/(hi-lo)*float64(k)))]++
	}
	var sb strings.Builder
	for i, c := range cs {
		fmt.Fprintf(&sb, "%5.2f %-*s|%d\n", lo+float64(i)*(hi-lo)/float64(k), 20, strings.Repeat("#", c/10), c)
	}
	return sb.String()
}

func main() {
	f := Func(func(x float64) float64 { return x*x - 2 })
	fmt.Println(Newton(f, f.Deriv(1e-6), 1))
	_, _, err := Newton(func(x float64) float64 { return x*x + 1 }, func(float64) float64 { return 0 }, 3)
	fmt.Println(err, errors.Is(err, ErrNoConv))
	fmt.Printf("%.10f %.10f\n", Simpson(math.Sin, 0, math.Pi, 100), Simpson(Func(math.Exp), 0, 1, 10))
	y := rk4(func(t float64, y Vec) Vec {
		return Vec{10 * (y[1] - y[0]), y[0]*(28-y[2]) - y[1], y[0]*y[1] - 8.0/3*y[2]}
	}, Vec{1, 1, 1}, 0, 0.01, 100)
	fmt.Printf("%.6f\n", y)
	r := rand.New(rand.NewSource(42))
	var st Stats
	xs := make([]float64, 1000)
	for i := range xs {
		xs[i] = r.NormFloat64()*2 + 5
		st.Add(xs[i])
	}
	fmt.Println(st, &st)
	fmt.Print(hist(xs, 6))
	a, b := linfit([]float64{1, 2, 3, 4}, []float64{2.1, 3.9, 6.2, 7.8})
	fmt.Printf("%.3f %.3f %v\n", a, b, new(Stats).Add(1, 2, 3))
	for _, g := range []Func{math.Sqrt, math.Log, math.Gamma, math.Erf, func(x float64) float64 { return math.Pow(x, -0.5) }} {
		fmt.Printf("%.6g ", g(2.5))
	}
	fr, ex := math.Frexp(10)
	ip, fp := math.Modf(-3.25)
	fmt.Println(fr, ex, ip, fp, math.Signbit(-0.0), math.Nextafter(1, 2), math.FMA(2, 3, 4), math.Remainder(7, 4), math.Log1p(1e-10))
	sum, comp := 0.0, 0.0
	for range 1000000 {
		y := 0.1 - comp
		t := sum + y
		comp = (t - sum) - y
		sum = t
	}
	naive := 0.0
	for range 1000 {
		naive += 0.1
	}
	fmt.Println(sum, naive, float32(naive))
}
