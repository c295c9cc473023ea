package inducing_test

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/inducing"
)

// toy returns a model and 200 observations in one dimension.
func toy() (gplib.Model, gplib.Data) {
	d, _, err := dataset.SnelsonLike(200, 1)
	if err != nil {
		panic(err)
	}
	return gplib.Model{Cov: cov.Scale(1, cov.SE(0.6)), Noise: gplib.Gaussian(0.1)}, d
}

func Example() {
	m, d := toy()
	fit, err := inducing.Subset{Size: 20}.Fit(context.Background(), m, d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := fit.Posterior.(*inducing.Posterior)
	fmt.Println(fit.Method)
	fmt.Println(p.Points())
	fmt.Println(p.Certificate().TraceBound < 0.1)
	// Output:
	// VFE, greedy variance points
	// 20 points in 1 dimension
	// true
}

func ExampleSparse() {
	m, d := toy()
	for _, a := range []inducing.Approximation{inducing.VFE, inducing.DTC, inducing.FITC} {
		s := inducing.Sparse{Approximation: a, Points: cov.Grid(0, 6, 8)}
		value, err := s.Eval(m, d, nil)
		fmt.Printf("%v %.2f %v\n", a, value, err)
	}
	exact, err := gplib.LML{}.Eval(m, d, nil)
	fmt.Printf("exact %.2f %v\n", exact, err)
	// Output:
	// VFE 121.87 <nil>
	// DTC 81.97 <nil>
	// FITC 80.33 <nil>
	// exact 64.59 <nil>
}

func ExampleSparse_Condition() {
	m, d := toy()
	p, err := inducing.Sparse{Points: cov.Grid(0, 6, 20)}.Condition(m, d)
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := p.Predict(cov.Line([]float64{3}))
	fmt.Printf("f(3) = %.2f ± %.2f %v\n", q.Mean[0], q.Std()[0], err)
	// Output:
	// f(3) = 0.20 ± 0.16 <nil>
}

func ExampleCertificate() {
	m, d := toy()
	for _, size := range []int{5, 10, 20} {
		p, err := inducing.Sparse{Points: cov.Grid(0, 6, size)}.Condition(m, d)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(size, p.Certificate())
	}
	// Output:
	// 5 log p(y) in [-420.122, 32.2318], a gap of 452 nats; tr(K - Q)/σ² = 594
	// 10 log p(y) in [-73.9153, 18.0578], a gap of 92 nats; tr(K - Q)/σ² = 19.5
	// 20 log p(y) in [-64.5902, -64.0291], a gap of 0.561 nats; tr(K - Q)/σ² = 0.00673
}

func ExampleContinuous() {
	m, d := toy()
	fit, err := inducing.Continuous{Start: cov.Grid(2, 3, 8)}.Fit(context.Background(), m, d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	z := fit.Posterior.(*inducing.Posterior).Points().(*cov.Matrix).Column(0)
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range z {
		least, most = math.Min(least, v), math.Max(most, v)
	}
	fmt.Printf("8 points spread from [2, 3] to [%.0f, %.0f]\n", least, most)
	// Output:
	// 8 points spread from [2, 3] to [0, 6]
}

func ExampleSubsetOfData() {
	m, d := toy()
	fit, err := inducing.SubsetOfData{Size: 50}.Fit(context.Background(), m, d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method)
	// Output:
	// subset of 50 of 200 data, random
}

func ExampleSelector() {
	m, d := toy()
	for _, s := range []inducing.Selector{
		inducing.Random{}, inducing.IVM{}, inducing.TitsiasGreedy{Candidates: 16}, inducing.CSI{}, inducing.GreedyVariance{},
	} {
		chosen, err := s.Select(context.Background(), m, d, 10, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		value, err := inducing.Sparse{Points: chosen.Points(d.X)}.Eval(m, d, nil)
		fmt.Printf("%-16s %.1f %v\n", s.Name(), value, err)
	}
	// Output:
	// random           142.6 <nil>
	// IVM              77.2 <nil>
	// Titsias-16       83.8 <nil>
	// CSI              106.4 <nil>
	// greedy variance  77.2 <nil>
}

func ExampleGreedy() {
	x := cov.Grid(0, 4, 101)
	s, err := inducing.Greedy(cov.SE(1), x, 20, 1e-4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Index), "points leave less than 1e-4 of the variance:", s.Rest() < 1e-4*101)
	// Output:
	// 8 points leave less than 1e-4 of the variance: true
}

func ExampleSVGP() {
	m, d := toy()
	fit, err := inducing.SVGP{Size: 10, Batch: 50}.Fit(context.Background(), m, d, &gplib.Settings{MaxIter: 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, "by the", fit.Trace.Objective)
	fmt.Println("lower than at the start:", fit.Value < fit.Trace.Steps[0].Value)
	// Output:
	// SVGP by the variational free energy
	// lower than at the start: true
}
