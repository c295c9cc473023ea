package inducing_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// sideObjective returns λ tr(K - Q) + μ‖(I - PP⁺)Hy‖² by least squares.
func sideObjective(t *testing.T, m gplib.Model, d gplib.Data, index []int, trade float64) float64 {
	t.Helper()
	n := d.Len()
	k := gram(m.Cov, d.X)
	y := slices.Clone(d.Y)
	m.Mean.Eval(y, d.X)
	floats.SubTo(y, d.Y, y)
	floats.AddConst(-stat.Mean(y, nil), y)
	total := floats.Dot(y, y)
	// P spans the centred columns of K at index.
	p := mat.NewDense(n, len(index), nil)
	for a, j := range index {
		column := mat.Col(nil, j, k)
		floats.AddConst(-stat.Mean(column, nil), column)
		p.SetCol(a, column)
	}
	var svd mat.SVD
	if !svd.Factorize(p, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var u mat.Dense
	svd.UTo(&u)
	left := total
	for a, value := range svd.Values(nil) {
		if value > 1e-9 {
			c := floats.Dot(mat.Col(nil, a, &u), y)
			left -= c * c
		}
	}
	trace := mat.Trace(rest(t, m.Cov, d.X, d.X.Subset(index)))
	return (1-trade)*trace/mat.Trace(k) + trade*left/total
}

func TestCSITakesTheBestPivotWhenItLooksAtAll(t *testing.T) {
	m, d := regression(t, 30)
	m.Cov = cov.Scale(1, cov.SE(0.7))
	for _, trade := range []float64{0.3, 0.99} {
		got, err := inducing.CSI{Trade: trade, LookAhead: 30}.Select(context.Background(), m, d, 6, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 6 {
			chosen := sideObjective(t, m, d, got.Index[:k+1], trade)
			for j := range 30 {
				if slices.Contains(got.Index[:k], j) {
					continue
				}
				if v := sideObjective(t, m, d, append(slices.Clone(got.Index[:k]), j), trade); v < chosen-1e-6 {
					t.Errorf("κ = %v: choice %d reaches %v, point %d %v", trade, k, chosen, j, v)
				}
			}
		}
	}
}

func TestCSIWithFewLookAheadColumnsStaysNearTheBest(t *testing.T) {
	m, d := regression(t, 60)
	value := func(columns int) float64 {
		got, err := inducing.CSI{LookAhead: columns}.Select(context.Background(), m, d, 12, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := rest(t, m.Cov, d.X, got.Points(d.X)); math.Abs(got.Rest()-mat.Trace(r)) > 1e-7 {
			t.Errorf("the trace left is %v, want %v", got.Rest(), mat.Trace(r))
		}
		return sideObjective(t, m, d, got.Index, 0.99)
	}
	random, err := inducing.Random{}.Select(context.Background(), m, d, 12, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := sideObjective(t, m, d, random.Index, 0.99)
	if few, all := value(5), value(60); few > 2*all || few > at {
		t.Errorf("objective %v with 5 look-ahead columns, %v with all, %v at random", few, all, at)
	}
}

func TestCSIStopsWhereNothingIsGained(t *testing.T) {
	m, d := regression(t, 60)
	got, err := inducing.CSI{Tol: 1e-2}.Select(context.Background(), m, d, 60, nil)
	if err != nil || len(got.Index) >= 60 || len(got.Index) < 2 {
		t.Errorf("%d points (%v)", len(got.Index), err)
	}
	for _, bad := range []inducing.CSI{{Trade: 1}, {LookAhead: -1}, {Tol: math.NaN()}} {
		if _, err := bad.Select(context.Background(), m, d, 5, nil); err == nil {
			t.Errorf("no error for %+v", bad)
		}
	}
}
