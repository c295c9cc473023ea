package main

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// a cov.Func written by hand
type lin struct{ v float64 }

func (l lin) Params() []cov.Param        { return []cov.Param{cov.Positive("v", l.v)} }
func (l lin) With(th []float64) cov.Func { return lin{th[0]} }
func (l lin) Check(x cov.Inputs) error   { return nil }
func (l lin) k(a, b cov.Inputs, i, j int) float64 {
	x, y := a.(*cov.Matrix), b.(*cov.Matrix)
	return x.Row(i)[0]*y.Row(j)[0] + 1
}
func (l lin) Gram(dst *mat.Dense, a, b cov.Inputs) {
	for i := range a.Len() {
		for j := range b.Len() {
			dst.Set(i, j, l.v*l.k(a, b, i, j))
		}
	}
}
func (l lin) Diag(dst []float64, a cov.Inputs) {
	for i := range dst {
		dst[i] = l.v * l.k(a, a, i, i)
	}
}
func (l lin) AddGrad(grad []float64, w *mat.Dense, a, b cov.Inputs) {
	for i := range a.Len() {
		for j := range b.Len() {
			grad[0] += w.At(i, j) * l.k(a, b, i, j)
		}
	}
}
func (l lin) MulVec(dst []float64, dgrad [][]float64, a, b cov.Inputs, v []float64) {
	for i := range dst {
		dst[i] = 0
		for j, x := range v {
			dst[i] += l.v * l.k(a, b, i, j) * x
		}
	}
}

// an objective and a learner of the user's own
type sumSq struct{ inner gplib.Objective }

func (s sumSq) Name() string { return "mine" }
func (s sumSq) Eval(m gplib.Model, d gplib.Data, g []float64) (float64, error) {
	v, err := s.inner.Eval(m, d, g)
	return v, err
}

type random struct{ n int }

func (r random) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	best, bv := m, math.Inf(1)
	for i := range r.n {
		c := gplib.Model{Cov: m.Cov.With([]float64{0.1 * float64(i+1)}), Noise: m.Noise, Mean: m.Mean}
		v, err := (gplib.LML{}).Eval(c, d, nil)
		if err != nil {
			return nil, err
		}
		if v < bv {
			best, bv = c, v
		}
	}
	return &gplib.Result{Method: "grid", Model: best, Value: bv}, nil
}

func main() {
	d, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4}), []float64{1, 2.1, 2.9, 4.2, 5})
	fmt.Println(err)
	m := gplib.Model{Cov: lin{1}, Noise: gplib.Gaussian(0.1)}
	fit, err := gplib.Fit(context.Background(), m, d, nil)
	if err != nil {
		fmt.Println(err)
	} else {
		fmt.Printf("%.4f %.4f\n", fit.Value, fit.Model.Cov.Params()[0].Value)
		p, err := fit.Predict(cov.Line([]float64{5}))
		fmt.Printf("%.4f %v\n", p.Mean, err)
	}
	var l gplib.Learner = random{20}
	res, err := l.Fit(context.Background(), m, d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %.4f %.4f\n", res.Method, res.Value, res.Model.Cov.Params()[0].Value)
	o, err := gplib.LBFGS{Objective: sumSq{gplib.LML{}}}.Fit(context.Background(), m, d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f %.4f\n", o.Value, o.Model.Cov.Params()[0].Value)
	sum := cov.Sum(lin{0.5}, cov.SE(1))
	fmt.Println(len(sum.Params()), sum.Params()[0].Name, sum.Params()[1].Name)
	var g mat.Dense
	g.ReuseAs(2, 2)
	in := cov.Line([]float64{1, 2})
	sum.Gram(&g, in, in)
	fmt.Printf("%.4f\n", g.RawMatrix().Data)
	f := func(s gplib.Step) error { return fmt.Errorf("stop at %d", s.Iter) }
	_, err = gplib.Fit(context.Background(), m, d, &gplib.Settings{Observe: f})
	fmt.Println(err)
}
