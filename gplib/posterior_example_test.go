package gplib_test

import (
	"bytes"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// posteriorOfThree returns the posterior of three observations.
func posteriorOfThree() gplib.Posterior {
	p, _ := gplib.Condition(
		gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.01)},
		gplib.Data{X: cov.Line([]float64{0, 1, 2}), Y: []float64{0, 1, 0}})
	return p
}

func ExampleSave() {
	var file bytes.Buffer // or an *os.File
	if err := gplib.Save(&file, posteriorOfThree()); err != nil {
		fmt.Println(err)
		return
	}
	p, err := gplib.Load(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	q, _ := p.Predict(cov.Line([]float64{1}))
	fmt.Printf("%d observations, mean %.2f at 1\n", p.Data().Len(), q.Mean[0])
	// Output: 3 observations, mean 0.97 at 1
}

func ExampleSample() {
	s, err := gplib.Sample(posteriorOfThree(), cov.Line([]float64{0, 0.5, 1}), 1000, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, columns := s.Dims()
	fmt.Println(rows, "samples at", columns, "points")
	// Output: 1000 samples at 3 points
}

func ExampleDraw() {
	path, err := gplib.Draw(posteriorOfThree(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _ := path.At(cov.Line([]float64{0.5, 3}))
	again, _ := path.At(cov.Line([]float64{3}))
	fmt.Println("one function:", first[1]-again[0] < 1e-3 && again[0]-first[1] < 1e-3)
	// Output: one function: true
}

func ExampleDifferentiable() {
	p, ok := posteriorOfThree().(gplib.Differentiable)
	if !ok {
		return
	}
	x := cov.Line([]float64{1, 5})
	mean, err := p.MeanGradient(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	variance, err := p.VarGradient(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("the mean is level at the peak: %v; the variance rises beyond the data: %v\n",
		mean.At(0, 0) < 1e-9 && mean.At(0, 0) > -1e-9, variance.At(1, 0) > 0)
	// Output: the mean is level at the peak: true; the variance rises beyond the data: true
}

func ExampleExtendable() {
	p := posteriorOfThree()
	if e, ok := p.(gplib.Extendable); ok {
		more, err := e.Extend(gplib.Data{X: cov.Line([]float64{3}), Y: []float64{-1}})
		if err != nil {
			fmt.Println(err)
			return
		}
		q, _ := more.Predict(cov.Line([]float64{3}))
		fmt.Printf("%d observations, mean %.2f at 3\n", more.Data().Len(), q.Mean[0])
	}
	// Output: 4 observations, mean -0.99 at 3
}
