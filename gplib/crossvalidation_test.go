package gplib_test

import (
	"fmt"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// bruteFolds predicts each fold from a posterior of all other observations.
func bruteFolds(t *testing.T, m gplib.Model, d gplib.Data, folds [][]int, loss gplib.Loss) (sum float64) {
	t.Helper()
	for _, fold := range folds {
		e, err := gplib.Condition(m, d.Subset(others(d.Len(), fold)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Predict(d.X.Subset(fold))
		if err != nil {
			t.Fatal(err)
		}
		for k, i := range fold {
			sum += lossOf(loss, d.Y[i]-p.Mean[k], p.VarY[k])
		}
	}
	return sum
}

func others(n int, fold []int) []int {
	out := make([]bool, n)
	for _, i := range fold {
		out[i] = true
	}
	var rest []int
	for i := range n {
		if !out[i] {
			rest = append(rest, i)
		}
	}
	return rest
}

func TestKFoldAndHoldOutAreRefits(t *testing.T) {
	d := sample(t, 23, 1)
	folds := [][]int{{0, 5, 9, 20}, {3}, {1, 2, 4, 6, 7, 8}, {22, 10}}
	for _, k := range kernels {
		for _, loss := range []gplib.Loss{gplib.LogDensity, gplib.SquaredError} {
			m := model(k)
			for _, c := range []struct {
				o     gplib.Objective
				folds [][]int
			}{
				{gplib.KFold{Loss: loss, Folds: folds}, folds},
				{gplib.HoldOut{Loss: loss, Held: folds[2]}, folds[2:3]},
			} {
				got, err := c.o.Eval(m, d, nil)
				if err != nil {
					t.Fatal(err)
				}
				near(t, fmt.Sprintf("%s of %v", c.o.Name(), m), got, bruteFolds(t, m, d, c.folds, loss), 1e-8)
				checkGradient(t, c.o, m, d)
			}
		}
	}
}

func TestKFoldOfNFoldsIsLOO(t *testing.T) {
	d := sample(t, 15, 2)
	m := model(cov.Scale(1.3, cov.SE(0.7)))
	loo, err := gplib.LOO{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := gplib.KFold{K: 15, Seed: 4}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "15 folds of 15 observations", folds, loo, 1e-11)
}

func TestKFoldFollowsItsSeed(t *testing.T) {
	d := sample(t, 30, 1)
	m := model(cov.Scale(1.3, cov.SE(0.7)))
	at := func(seed uint64) float64 {
		v, err := gplib.KFold{Seed: seed}.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if at(1) != at(1) || at(1) == at(2) {
		t.Errorf("seed 1 gives %v and %v, seed 2 %v", at(1), at(1), at(2))
	}
}
