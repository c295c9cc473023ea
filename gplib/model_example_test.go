package gplib_test

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// days are inputs of a kind of one's own: they can be joined, so that a
// posterior on them takes more data.
type days []int

func (d days) Len() int { return len(d) }

func (d days) Subset(index []int) cov.Inputs {
	s := make(days, len(index))
	for j, i := range index {
		s[j] = d[i]
	}
	return s
}

func (d days) Join(more cov.Inputs) (cov.Inputs, error) {
	m, ok := more.(days)
	if !ok {
		return nil, fmt.Errorf("days cannot be joined with %T", more)
	}
	return append(append(days(nil), d...), m...), nil
}

func ExampleJoiner() {
	var x gplib.Joiner = days{1, 2}
	both, err := x.Join(days{9})
	fmt.Println(both, err)
	_, err = x.Join(cov.Line([]float64{3}))
	fmt.Println(err)
	// Output:
	// [1 2 9] <nil>
	// days cannot be joined with *cov.Matrix
}

func ExampleModel_Layout() {
	m := gplib.Model{
		Mean:  gplib.ConstantMean(3),
		Cov:   cov.Scale(2, cov.SE(1, 5)),
		Noise: gplib.FixedGaussian(0.1),
	}
	mean, kernel, noise := m.Layout().Split(m.Theta())
	fmt.Println(mean, kernel, noise)
	// Output: [3] [2 1 5] [0.1]
}

func ExampleModel_FixAllBut() {
	m := gplib.Model{Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	held, err := m.FixAllBut("variance", "lengthscale")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range held.Params() {
		fmt.Println(p.Name, p.Value, p.Fixed)
	}
	_, err = m.FixAllBut("nugget")
	fmt.Println(err)
	// Output:
	// variance 2 false
	// lengthscale 1 false
	// noise.variance 0.1 true
	// gplib: no parameter "nugget"; available: variance, lengthscale, noise.variance
}
