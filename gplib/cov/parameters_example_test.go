package cov_test

import (
	"encoding/json"
	"fmt"
	"reflect"

	"krigo/gplib/cov"
)

// A mean or a noise of one's own keeps its parameters as a slice, and changes
// what learners may do with them as covariance functions do.
func ExampleAdjustParams() {
	ps := []cov.Param{cov.Positive("drift.rate", 2), cov.Real("drift.start", -1)}
	ps, err := cov.AdjustParams(ps, "Fix", []string{"start"}, cov.AdjustFix())
	if err != nil {
		fmt.Println(err)
		return
	}
	ps, err = cov.AdjustParams(ps, "Bound", []string{"rate"}, cov.AdjustBound(1, 3))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range ps {
		fmt.Println(p.Name, p.Value, p.Fixed, p.Min, p.Max)
	}
	_, err = cov.AdjustParams(ps, "Fix", []string{"slope"}, cov.AdjustFix())
	fmt.Println(err)
	// Output:
	// drift.rate 2 false 1 3
	// drift.start -1 true -Inf +Inf
	// cov: Fix: no parameter "slope"; there are drift.rate, drift.start
}

func ExampleWithParams() {
	k := cov.Scale(1, cov.SE(0.5))
	ps := k.Params()
	ps[0].Fixed = true
	ps[1].Prior = cov.GammaPrior(2, 1)
	for _, p := range cov.WithParams(k, ps).Params() {
		fmt.Println(p.Name, p.Fixed, p.Prior)
	}
	// Output:
	// variance true <nil>
	// lengthscale false Gamma(2, 1)
}

func ExampleRestoreParams() {
	ps := cov.Bound(cov.SE(0.5), "lengthscale", 0.1, 10).Params()
	specs, err := cov.DescribeParams(ps)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(specs[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	restored, err := cov.RestoreParams(specs)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reflect.DeepEqual(restored, ps))
	// Output:
	// {"name":"lengthscale","value":0.5,"transform":0,"min":0.1,"max":10,"role":3}
	// true
}

func ExampleMatrix_Join() {
	joined, err := cov.Line([]float64{0, 1}).Join(cov.Line([]float64{5}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(joined, joined.(*cov.Matrix).Column(0))
	// Output: 3 points in 1 dimension [0 1 5]
}

func ExampleSelects() {
	fmt.Println(cov.Selects("lengthscale", "se.lengthscale[2]"), cov.Selects("se", "se2.lengthscale"))
	// Output: true false
}
