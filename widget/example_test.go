package widget_test

import (
	"context"
	"fmt"
	"math"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/widget"
)

// In a notebook the slider is live. In a program, as here, it keeps its value until
// code moves it.
func ExampleShow() {
	n := widget.Int("terms", 1, 10).Value(3)
	widget.Show(func() any {
		sum := 0.0
		for i := range n.Get() {
			sum += 1 / float64(i+1)
		}
		return fmt.Sprintf("the sum of %d terms is %.3f", n.Get(), sum)
	}, n)
	if err := n.Set(5); err != nil {
		fmt.Println(err)
	}
	// Output:
	// terms = 3 (1 to 10)
	// the sum of 3 terms is 1.833
	// the sum of 5 terms is 2.283
}

// In a page that krigo exports the slider moves through the frames, without a kernel.
func ExampleFrames() {
	n := widget.Int("terms", 1, 10).Value(3)
	fmt.Println(mime.Of(widget.Frames(func() any {
		sum := 0.0
		for i := range n.Get() {
			sum += 1 / float64(i+1)
		}
		return fmt.Sprintf("the sum of %d terms is %.3f", n.Get(), sum)
	}, n)))
	// Output:
	// 10 frames over terms (10 values, 1 to 10) (move them in a notebook that is trusted, or in an exported page)
	// At terms = 3:
	// the sum of 3 terms is 1.833
}

// In a notebook the sliders are live. In a program the model is shown as it is.
func ExampleExplore() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2}), []float64{0.5, 1, -0.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	explored := widget.Explore(model, data)
	mime.Show(explored)
	// Output:
	// lengthscale = 1 (0.0333 to 30, logarithmic)
	// noise.variance = 0.1 (0.00333 to 3, logarithmic)
	// <grid figure "Log marginal likelihood −3.75 = data fit −1.25 + complexity penalty 0.255 + constant −2.76", 880×300>: Log marginal likelihood −3.75 = data fit −1.25 + complexity penalty 0.255 + constant −2.76. Part 1: at the sliders, 3 observations: the mean of f runs from −0.452 to 0.898 over x from −0.1 to 2.1, and its 95 % band is widest, ± 0.619, at x = −0.1. Part 2: The negative log marginal likelihood over lengthscale from 0.0333 to 30 and noise.variance from 0.00333 to 3; the other parameters keep their values. Its minimum is 3.51, at lengthscale = 0.345 and noise.variance = 0.00333. Marked: sliders at lengthscale = 1 and noise.variance = 0.1.
	// f ~ GP(0, SE(1)), y = f + e, e ~ N(0, 0.1); 3 observations
}

func ExampleRace() {
	xs, ys := make([]float64, 30), make([]float64, 30)
	for i := range xs {
		xs[i] = float64(i) / 5
		ys[i] = math.Sin(xs[i]) + 0.1*math.Cos(float64(i*i))
	}
	data, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(0.3), Noise: gplib.Gaussian(0.5)}
	race := widget.Race(model, data, gplib.LBFGS{}, gplib.LBFGS{Objective: gplib.LOO{}}).Names("evidence", "leave-one-out")
	fits, err := race.Results()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(race)
	fmt.Println(fits[0].Status)
	// Output:
	// A race of 2 learners over lengthscale and noise.variance; at the end, by the NLPD of 6 of 30 rows, which no learner had:
	// 1. evidence: NLPD -0.7966, converged after 8 steps
	// 2. leave-one-out: NLPD -0.3525, converged after 17 steps
	// converged
}

func ExampleFloat() {
	l := widget.Float("lengthscale", 0.05, 3).Value(1).Log().Label("lengthscale (years)")
	l.OnChange(func(v float64) { fmt.Println("now", v) })
	fmt.Println(l)
	fmt.Println(l.Set(0.5), l.Get())
	fmt.Println(l.Set(5))
	// Output:
	// lengthscale (years) = 1 (0.05 to 3, logarithmic)
	// now 0.5
	// <nil> 0.5
	// widget: Float("lengthscale", 0.05, 3): Set(5): want a value between 0.05 and 3
}

func ExampleRange() {
	window := widget.Range("years", 1958, 2024).Value(1980, 2000)
	from, to := window.Get()
	fmt.Println(window, to-from)
	// Output: years = 1980 to 2000 (of 1958 to 2024) 20
}

func ExampleChoice() {
	kernel := widget.Choice("kernel", "SE", "Matern52").Value("Matern52")
	fmt.Println(kernel)
	// Output: kernel = Matern52 (of SE, Matern52)
}

func ExampleBool() {
	fmt.Println(widget.Bool("show the data").Value(true))
	// Output: show the data = true
}

func ExampleText() {
	fmt.Println(widget.Text("title").Value("A fit").Placeholder("of the figure"))
	// Output: title = "A fit"
}

func ExamplePlay() {
	step := widget.Play("step", 0, 50).Step(5)
	fmt.Println(step, step.Get())
	// Output: step = 0 (0 to 50) 0
}

// A click is a message of the front end.
func ExampleButton() {
	draw := widget.Button("draw samples").OnClick(func() { fmt.Println("drawn") })
	fmt.Println(draw)
	// Output: draw samples = a button, clicked 0 times
}

// A control that is shown with wrong options says so, as it does in a cell.
func ExampleControl() {
	var c widget.Control = widget.Int("degree", 9, 1)
	var b cell.Bundle = mime.Of(c)
	fmt.Println(b.Plain())
	// Output: widget: Int("degree", 9, 1): the lower end of the range is not below the upper one
}

// In a notebook the control runs through the steps. In a program the starting point
// is shown.
func ExampleExploreFit() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3}), []float64{0.5, 1, -0.5, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(0.1)}
	fit, err := gplib.Fit(context.Background(), model, data, &gplib.Settings{MaxIter: 5, OwnStart: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	widget.ExploreFit(fit)
	// Output:
	// step = 0 (0 to 5)
	// <step figure "Step 0 of 5: negative log marginal likelihood 4.79", 640×400>: Step 0 of 5: negative log marginal likelihood 4.79. L-BFGS, ML at step 0, 4 observations: the mean of f runs from −0.401 to 0.898 over x from −0.15 to 3.15, and its 95 % band is widest, ± 0.65, at x = −0.15. L-BFGS, ML at step 0 has lengthscale 1. negative log marginal likelihood went from 4.79 to 4.53 in 5 iterations. A plot with step from 0 to 5; parameters from 0.35 to 1.05. At the end: gradient norm at 0.00324.
}

func ExampleExploreFitFrames() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3}), []float64{0.5, 1, -0.5, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(0.1)}
	fit, err := gplib.Fit(context.Background(), model, data, &gplib.Settings{MaxIter: 5, OwnStart: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(widget.ExploreFitFrames(fit))
	// Output: frames over step
}
