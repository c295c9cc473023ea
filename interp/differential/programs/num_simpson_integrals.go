package main

import (
	"fmt"
	"math"
)

type (
	Integrand func(x float64) float64
	Rule      func(f Integrand, a, b float64, n int) float64
)

func trapezoid(f Integrand, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	s := (f(a) + f(b)) / 2
	for i := 1; i < n; i++ {
		s += f(a + float64(i)*h)
	}
	return s * h
}

func simpson(f Integrand, a, b float64, n int) float64 {
	if n&1 == 1 {
		n++
	}
	h := (b - a) / float64(n)
	sum := f(a) + f(b)
	for i := 1; i < n; i++ {
		w := 2.0
		if i%2 != 0 {
			w = 4
		}
		sum += w * f(a+h*float64(i))
	}
	return sum * h / 3
}

func midpoint(f Integrand, a, b float64, n int) (s float64) {
	h := (b - a) / float64(n)
	for i := range n {
		s += f(a + (float64(i)+0.5)*h)
	}
	return s * h
}

func adaptive(f Integrand, a, b, eps float64) (val float64, calls int) {
	counted := Integrand(func(x float64) float64 { calls++; return f(x) })
	var rec func(a, b, fa, fm, fb, whole, eps float64, depth int) float64
	rec = func(a, b, fa, fm, fb, whole, eps float64, depth int) float64 {
		m := (a + b) / 2
		fl, fr := counted((a+m)/2), counted((m+b)/2)
		left := (m - a) / 6 * (fa + 4*fl + fm)
		right := (b - m) / 6 * (fm + 4*fr + fb)
		delta := left + right - whole
		if depth == 0 || math.Abs(delta) <= 15*eps {
			return left + right + delta/15
		}
		return rec(a, m, fa, fl, fm, left, eps/2, depth-1) + rec(m, b, fm, fr, fb, right, eps/2, depth-1)
	}
	fa, fm, fb := counted(a), counted((a+b)/2), counted(b)
	val = rec(a, b, fa, fm, fb, (b-a)/6*(fa+4*fm+fb), eps, 30)
	return
}

func (f Integrand) Shift(dx float64) Integrand {
	return func(x float64) float64 { return f(x - dx) }
}

func sum(fs ...Integrand) Integrand {
	return func(x float64) (s float64) {
		for _, f := range fs {
			s += f(x)
		}
		return
	}
}

func romberg(f Integrand, a, b float64, levels int) [][]float64 {
	rows := make([][]float64, levels)
	for i := range rows {
		rows[i] = make([]float64, i+1)
		rows[i][0] = trapezoid(f, a, b, 1<<i)
		pow := 4.0
		for j := 1; j <= i; j++ {
			rows[i][j] = (pow*rows[i][j-1] - rows[i-1][j-1]) / (pow - 1)
			pow *= 4
		}
	}
	return rows
}

func main() {
	cases := [...]struct {
		name  string
		f     Integrand
		a, b  float64
		exact float64
	}{
		{"sin", math.Sin, 0, math.Pi, 2},
		{"exp", math.Exp, 0, 1, math.E - 1},
		{"1/(1+x2)", func(x float64) float64 { return 1 / (1 + x*x) }, 0, 1, math.Pi / 4},
		{"|x|", math.Abs, -1, 1, 1},
	}
	rules := []Rule{trapezoid, midpoint, simpson}
	for i, c := range cases {
		for j, r := range rules {
			for _, n := range []int{4, 31} {
				got := r(c.f, c.a, c.b, n)
				fmt.Printf("%d.%d %-9s n=%-3d %.8f err=%+.2e\n", i, j, c.name, n, got, got-c.exact)
			}
		}
		v, calls := adaptive(c.f, c.a, c.b, 1e-9)
		fmt.Printf("%d   %-9s adaptive %.10f calls=%d\n", i, c.name, v, calls)
	}
	for _, row := range romberg(math.Exp, 0, 1, 5) {
		fmt.Printf("%.9f\n", row)
	}
	g := sum(math.Sin, Integrand(math.Cos).Shift(1), func(float64) float64 { return 1 })
	fmt.Printf("%.6f %.6f\n", g(0), simpson(g, 0, 2, 100))
}
