package optim_test

import (
	"math"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

func TestLogJacobianIsThatOfNaturalByDifferences(t *testing.T) {
	bounded := cov.Positive("b", 2)
	bounded.Min, bounded.Max = 1, 5
	fixed := cov.Positive("f", 3)
	fixed.Fixed = true
	space, err := optim.NewSpace([]cov.Param{
		cov.Positive("a", 0.3), fixed, bounded,
		{Name: "c", Value: 0.5, Transform: cov.Identity, Min: 0, Max: 1},
		{Name: "d", Value: 2, Transform: cov.Softplus, Min: 1e-6, Max: math.Inf(1)},
	})
	if err != nil {
		t.Fatal(err)
	}
	free := []int{0, 2, 3, 4}
	for _, shift := range []float64{-0.4, 0, 0.3} {
		u := space.Start()
		for j := range u {
			u[j] += shift
		}
		grad := make([]float64, len(u))
		value := space.LogJacobian(grad, u)
		want := 0.0
		const h = 1e-6
		for j := range u {
			up, down := append([]float64(nil), u...), append([]float64(nil), u...)
			up[j] += h
			down[j] -= h
			want += math.Log((space.Natural(up)[free[j]] - space.Natural(down)[free[j]]) / (2 * h))
			slope := (space.LogJacobian(nil, up) - space.LogJacobian(nil, down)) / (2 * h)
			if math.Abs(slope-grad[j]) > 1e-6*(1+math.Abs(slope)) {
				t.Errorf("derivative %d is %v, by differences %v", j, grad[j], slope)
			}
		}
		if math.Abs(value-want) > 1e-6 {
			t.Errorf("log Jacobian %v, by differences %v", value, want)
		}
	}
}
