package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"
)

type Objective interface {
	Func(x []float64) float64
	Grad(grad, x []float64)
}

type quadratic struct {
	centre []float64
	weight []float64
}

func (q *quadratic) Func(x []float64) (s float64) {
	for i := range x {
		d := x[i] - q.centre[i]
		s += q.weight[i] * d * d
	}
	return
}

func (q *quadratic) Grad(g, x []float64) {
	for i := range x {
		g[i] = 2 * q.weight[i] * (x[i] - q.centre[i])
	}
}

type valley float64

func (v valley) Func(x []float64) float64 {
	a, b := 1-x[0], x[1]-x[0]*x[0]
	return a*a + float64(v)*b*b
}

func (v valley) Grad(g, x []float64) {
	b := x[1] - x[0]*x[0]
	g[0] = -2*(1-x[0]) - 4*float64(v)*x[0]*b
	g[1] = 2 * float64(v) * b
}

// fit minimises squared error of y = p0*exp(-p1*t).
type fit struct{ ts, ys []float64 }

func (f fit) Func(p []float64) float64 {
	r := make([]float64, len(f.ts))
	for i, t := range f.ts {
		r[i] = f.ys[i] - p[0]*math.Exp(-p[1]*t)
	}
	return floats.Dot(r, r)
}

func (f fit) Grad(g, p []float64) {
	g[0], g[1] = 0, 0
	for i, t := range f.ts {
		e := math.Exp(-p[1] * t)
		r := f.ys[i] - p[0]*e
		g[0] -= 2 * r * e
		g[1] += 2 * r * p[0] * t * e
	}
}

func main() {
	f := fit{}
	for i := range 10 {
		t := float64(i) / 4
		f.ts = append(f.ts, t)
		f.ys = append(f.ys, 3*math.Exp(-0.8*t))
	}
	problems := []struct {
		name string
		obj  Objective
		x0   []float64
	}{
		{"bowl", &quadratic{[]float64{1, -2, 3}, []float64{1, 4, 9}}, []float64{0, 0, 0}},
		{"valley", valley(100), []float64{-1.2, 1}},
		{"decay", f, []float64{1, 1}},
	}
	methods := []struct {
		name string
		new  func() optimize.Method
	}{
		{"bfgs", func() optimize.Method { return &optimize.BFGS{} }},
		{"lbfgs", func() optimize.Method { return new(optimize.LBFGS) }},
		{"nelder", func() optimize.Method { return &optimize.NelderMead{} }},
	}
	for _, p := range problems {
		for _, m := range methods {
			evals := 0
			prob := optimize.Problem{
				Func: func(x []float64) float64 { evals++; return p.obj.Func(x) },
				Grad: p.obj.Grad,
			}
			res, err := optimize.Minimize(prob, p.x0, nil, m.new())
			if err != nil && res == nil {
				fmt.Println(p.name, m.name, "error:", err)
				continue
			}
			for i, x := range res.X {
				res.X[i] = math.Round(x*1e4)/1e4 + 0
			}
			fmt.Printf("%-7s %-7s x=%v small=%t counted=%t status<0=%t\n", p.name, m.name, res.X, res.F < 1e-6, evals > 0, res.Status < 0)
		}
	}
	grad := make([]float64, 2)
	valley(100).Grad(grad, []float64{1, 1})
	fmt.Println(grad, floats.Norm(grad, math.Inf(1)))
	mu, sd := stat.MeanStdDev(f.ys, nil)
	fmt.Printf("%.6f %.6f %T %T\n", mu, sd, problems[0].obj, problems[1].obj)
	defer func() { fmt.Println("refused:", recover() != nil) }()
	optimize.Minimize(optimize.Problem{Func: f.Func}, []float64{1, 1}, nil, &optimize.BFGS{})
}
