package reproduce

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// central are the weights of f(x + kh), k = -3, …, 3, whose sum over h is the derivative of f at x but for O(h⁶).
var central = []float64{-1.0 / 60, 3.0 / 20, -3.0 / 4, 0, 3.0 / 4, -3.0 / 20, 1.0 / 60}

// seriesFunctionals compares the likelihood of values and slopes with that of differences of a dense joint normal.
func seriesFunctionals(context.Context, Options) ([]Claim, error) {
	const points, h, variance = 12, 0.015, 0.01
	var claims []Claim
	for _, c := range []struct {
		name string
		k    cov.Func
	}{
		{"squared exponential", cov.Scale(1.3, cov.SE(1.1))},
		{"rational quadratic", cov.Scale(1.3, cov.RationalQuadratic(1.4, 1.1))},
		{"periodic", cov.Scale(1.3, cov.Periodic(1.2, 3))},
	} {
		var observed []cov.Functional
		var grid, y []float64
		turn := mat.NewDense(2*points, points*len(central), nil)
		for i := range points {
			x := 0.8 * float64(i)
			observed = append(observed, cov.At(x), cov.Derivative([]float64{x}, 1))
			y = append(y, math.Sin(x), math.Cos(x)+0.1)
			for k, w := range central {
				at := i*len(central) + k
				grid = append(grid, x+h*float64(k-3))
				turn.Set(2*i+1, at, w/h)
			}
			turn.Set(2*i, i*len(central)+3, 1)
		}
		m := gplib.Model{Cov: c.k, Noise: gplib.Gaussian(variance)}
		cost, err := gplib.LML{}.Eval(m, gplib.Data{X: cov.Functionals(observed...), Y: y}, nil)
		if err != nil {
			return claims, err
		}
		brute, err := normalCost(c.k, grid, turn, y, variance)
		if err != nil {
			return claims, err
		}
		off := math.Abs(cost/brute - 1)
		claims = append(claims, Claim{
			Claim: "log likelihood of values and slopes next to differences of a dense joint normal, relative difference",
			Data:  fmt.Sprintf("%s, %d of each", c.name, points), Measured: off, Paper: "–", Wanted: "<= 1e-6", Holds: off <= 1e-6,
		})
	}
	return claims, nil
}

// normalCost returns minus the log density of y, which are the rows of turn times f on a grid, with noise.
func normalCost(k cov.Func, grid []float64, turn *mat.Dense, y []float64, variance float64) (float64, error) {
	x := cov.Line(grid)
	joint := mat.NewDense(len(grid), len(grid), nil)
	k.Gram(joint, x, x)
	var half, c mat.Dense
	half.Mul(turn, joint)
	c.Mul(&half, turn.T())
	sym := mat.NewSymDense(len(y), nil)
	for i := range y {
		for j := range i + 1 {
			sym.SetSym(i, j, c.At(i, j))
		}
		sym.SetSym(i, i, c.At(i, i)+variance)
	}
	var chol mat.Cholesky
	if !chol.Factorize(sym) {
		return 0, fmt.Errorf("the dense matrix of differences has no factor")
	}
	alpha := mat.NewVecDense(len(y), nil)
	if err := chol.SolveVecTo(alpha, mat.NewVecDense(len(y), y)); err != nil {
		return 0, err
	}
	return (floats.Dot(y, alpha.RawVector().Data) + chol.LogDet() + float64(len(y))*math.Log(2*math.Pi)) / 2, nil
}
