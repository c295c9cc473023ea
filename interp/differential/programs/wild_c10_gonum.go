package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"math/rand/v2"
)

type hilbert int

func (h hilbert) Dims() (r, c int)    { return int(h), int(h) }
func (h hilbert) At(i, j int) float64 { return 1 / float64(i+j+1) }
func (h hilbert) T() mat.Matrix       { return mat.Transpose{Matrix: h} }

type diag []float64

func (d diag) Dims() (int, int) { return len(d), len(d) }
func (d diag) At(i, j int) float64 {
	if i == j {
		return d[i]
	}
	return 0
}
func (d diag) T() mat.Matrix     { return d }
func (d diag) SymmetricDim() int { return len(d) }

type rosen struct{ evals *int }

func (r rosen) Func(x []float64) float64 {
	*r.evals++
	return 100*math.Pow(x[1]-x[0]*x[0], 2) + math.Pow(1-x[0], 2)
}
func (r rosen) Grad(g, x []float64) {
	g[0] = -400*x[0]*(x[1]-x[0]*x[0]) - 2*(1-x[0])
	g[1] = 200 * (x[1] - x[0]*x[0])
}

type rec struct{ n int }

func (r *rec) Init() error { return nil }
func (r *rec) Record(l *optimize.Location, op optimize.Operation, s *optimize.Stats) error {
	if op == optimize.MajorIteration {
		r.n++
	}
	return nil
}

func main() {
	h := hilbert(4)
	var d mat.Dense
	d.CloneFrom(h)
	fmt.Printf("%.4f\n", mat.Formatted(&d))
	fmt.Printf("%.6e\n", mat.Det(h))
	var p mat.Dense
	p.Mul(h, diag{1, 2, 3, 4})
	fmt.Printf("%.4f\n", p.RawMatrix().Data)
	var ch mat.Cholesky
	fmt.Println(ch.Factorize(diag{4, 9, 16}), ch.LogDet())
	var es mat.EigenSym
	fmt.Println(es.Factorize(mat.NewSymDense(2, []float64{2, 1, 1, 2}), true), es.Values(nil))
	var svd mat.SVD
	svd.Factorize(h, mat.SVDThin)
	fmt.Printf("%.6f\n", svd.Values(nil))
	n := 0
	ro := rosen{&n}
	rc := &rec{}
	res, err := optimize.Minimize(optimize.Problem{Func: ro.Func, Grad: ro.Grad}, []float64{-1.2, 1}, &optimize.Settings{Recorder: rc}, &optimize.BFGS{})
	fmt.Printf("%.6f %v %v %d %v\n", res.X, res.Status, err, n, rc.n > 3)
	res, err = optimize.Minimize(optimize.Problem{Func: ro.Func}, []float64{-1.2, 1}, nil, &optimize.NelderMead{})
	fmt.Printf("%.3f %v %v\n", res.X, res.Status, err)
	xs, ys := make([]float64, 50), make([]float64, 50)
	r := rand.New(rand.NewPCG(9, 9))
	for i := range xs {
		xs[i] = float64(i) / 10
		ys[i] = 2 + 3*xs[i] + 0.1*r.NormFloat64()
	}
	a, b := stat.LinearRegression(xs, ys, nil, false)
	fmt.Printf("%.5f %.5f %.5f\n", a, b, stat.RSquared(xs, ys, nil, a, b))
	fmt.Printf("%.5f %.5f\n", stat.Mean(ys, nil), stat.StdDev(ys, nil))
	nd := distuv.Normal{Mu: 1, Sigma: 2, Src: rand.NewPCG(1, 1)}
	fmt.Printf("%.6f %.6f %.6f\n", nd.CDF(2), nd.Quantile(0.9), nd.Rand())
	fmt.Printf("%.8f\n", quad.Fixed(func(x float64) float64 { return math.Exp(-x * x) }, 0, 2, 20, nil, 0))
	floats.Scale(2, xs)
	fmt.Println(floats.Sum(xs), floats.MaxIdx(xs), floats.Dot(xs[:3], ys[:3]) > 0)
	X := mat.NewDense(50, 2, nil)
	for i := range 50 {
		X.SetRow(i, []float64{1, xs[i]})
	}
	var beta mat.VecDense
	if err := beta.SolveVec(X, mat.NewVecDense(50, ys)); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%.5f\n", beta.RawVector().Data)
	defer func() { fmt.Println("recovered", recover()) }()
	d.Mul(mat.NewDense(2, 3, nil), mat.NewDense(2, 3, nil))
}
