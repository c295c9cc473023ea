package param_test

import (
	"encoding/json"
	"fmt"
	"reflect"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// A mean or a noise of one's own keeps its parameters as a slice, and changes
// what learners may do with them as covariance functions do.
func ExampleApply() {
	ps := []param.Param{param.Positive("drift.rate", 2), param.Real("drift.start", -1)}
	ps, err := param.Apply(ps, "Fix", []string{"start"}, param.Fix())
	if err != nil {
		fmt.Println(err)
		return
	}
	ps, err = param.Apply(ps, "Bound", []string{"rate"}, param.Bound(1, 3))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range ps {
		fmt.Println(p.Name, p.Value, p.Fixed, p.Min, p.Max)
	}
	_, err = param.Apply(ps, "Fix", []string{"slope"}, param.Fix())
	fmt.Println(err)
	// Output:
	// drift.rate 2 false 1 3
	// drift.start -1 true -Inf +Inf
	// Fix: no parameter "slope"; available: drift.rate, drift.start
}

func ExampleRestore() {
	ps := cov.Bound(cov.SE(0.5), "lengthscale", 0.1, 10).Params()
	specs, err := param.Describe(ps)
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
	restored, err := param.Restore(specs)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reflect.DeepEqual(restored, ps))
	// Output:
	// {"name":"lengthscale","value":0.5,"transform":0,"min":0.1,"max":10,"role":3}
	// true
}

func ExampleSelects() {
	fmt.Println(param.Selects("lengthscale", "se.lengthscale[2]"), param.Selects("se", "se2.lengthscale"))
	// Output: true false
}
