//go:build ignore

package main

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"
)

type objective interface {
	Func(x []float64) float64
	Grad(g, x []float64)
}

type rosenbrock struct {
	a, b  float64
	calls *int
}

func (r rosenbrock) Func(x []float64) float64 {
	*r.calls++
	return sq(r.a-x[0]) + r.b*sq(x[1]-x[0]*x[0])
}

func (r rosenbrock) Grad(g, x []float64) {
	g[0] = -2*(r.a-x[0]) - 4*r.b*x[0]*(x[1]-x[0]*x[0])
	g[1] = 2 * r.b * (x[1] - x[0]*x[0])
}

type bowl []float64

func (b bowl) Func(x []float64) (f float64) {
	for i, c := range b {
		f += sq(x[i] - c)
	}
	return
}

func (b bowl) Grad(g, x []float64) {
	for i := range g {
		g[i] = 2 * (x[i] - b[i])
	}
}

func sq(x float64) float64 { return x * x }

type recorder struct {
	inits, records int
	best           []float64
	stopAt         int
}

func (r *recorder) Init() error { r.inits++; return nil }

func (r *recorder) Record(loc *optimize.Location, op optimize.Operation, st *optimize.Stats) error {
	r.records++
	if op&optimize.MajorIteration != 0 {
		r.best = append(r.best, loc.F)
	}
	if r.stopAt > 0 && len(r.best) >= r.stopAt {
		return fmt.Errorf("stopped after %d", r.stopAt)
	}
	return nil
}

func minimize(o objective, start []float64, m optimize.Method, rec *recorder) (*optimize.Result, error) {
	return optimize.Minimize(optimize.Problem{Func: o.Func, Grad: o.Grad}, start, &optimize.Settings{Recorder: rec, MajorIterations: 500}, m)
}

func main() {
	calls := 0
	objs := map[string]objective{"rosen": rosenbrock{1, 100, &calls}, "bowl": bowl{3, -2}}
	names := []string{}
	for n := range objs {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		for _, m := range []optimize.Method{&optimize.BFGS{}, &optimize.LBFGS{}, &optimize.NelderMead{}} {
			rec := &recorder{}
			res, err := minimize(objs[n], []float64{-1.2, 1}, m, rec)
			if err != nil {
				fmt.Println(n, err)
				continue
			}
			down := sort.SliceIsSorted(rec.best, func(i, j int) bool { return rec.best[i] > rec.best[j] })
			fmt.Printf("%-5s %T x=%.2f f=%.3f inits=%d recorded=%t down=%t\n", n, m, floats.AddScaledTo(make([]float64, 2), res.X, 0, res.X),
				math.Abs(res.F), rec.inits, rec.records > 2, down)
		}
	}
	fmt.Println(calls > 20)
	_, err := minimize(bowl{1, 1}, []float64{50, 50}, &optimize.GradientDescent{}, &recorder{stopAt: 1})
	fmt.Println(err)
	_, err = optimize.Minimize(optimize.Problem{Func: func([]float64) float64 { return math.NaN() }}, []float64{1}, nil, nil)
	fmt.Println(err != nil)
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		optimize.Minimize(optimize.Problem{}, []float64{1}, nil, nil)
	}()

	xs, ys := []float64{0, 1, 2, 3, 4}, []float64{1.1, 2.9, 5.2, 6.8, 9.1}
	fit := optimize.Problem{Func: func(p []float64) (s float64) {
		for i, x := range xs {
			s += sq(p[0] + p[1]*x - ys[i])
		}
		return
	}}
	res, err := optimize.Minimize(fit, []float64{0, 0}, nil, &optimize.NelderMead{})
	a, b := stat.LinearRegression(xs, ys, nil, false)
	fmt.Printf("%.2f %.2f %v same=%t\n", res.X[0], res.X[1], err, floats.EqualApprox(res.X, []float64{a, b}, 1e-3))
	fmt.Printf("%.3f %.4f\n", stat.RSquared(xs, ys, nil, a, b), stat.Correlation(xs, ys, nil))
}
