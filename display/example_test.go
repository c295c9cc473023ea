package display_test

import (
	"context"
	"fmt"
	"math"
	"os"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// exampleFit learns a sine.
func exampleFit(observe func(gplib.Step) error) (*gplib.Result, error) {
	xs, ys := make([]float64, 20), make([]float64, 20)
	for i := range xs {
		xs[i] = float64(i) / 3
		ys[i] = math.Sin(xs[i]) + 0.1*math.Cos(37*xs[i])
	}
	data, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		return nil, err
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	return gplib.Fit(context.Background(), model, data, &gplib.Settings{Observe: observe})
}

// A program may save the figures that a notebook shows.
func Example() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	figure := display.Fit(fit).Between(-1, 8).Title("A sine").Labels("time (s)", "height (m)").
		Describe("The mean follows the sine; the band opens beyond the data.")
	display.Show(figure)

	file, err := os.CreateTemp("", "*.png")
	if err != nil {
		fmt.Println(err)
		return
	}
	file.Close()
	defer os.Remove(file.Name())
	fmt.Println(figure.Save(file.Name()))
	// Output:
	// <fit figure "A sine", 640×400>: The mean follows the sine; the band opens beyond the data.
	// <nil>
}

func ExampleTrace() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Trace(fit.Trace).Names("L-BFGS").ByTime().Title("Convergence"))
	// Output: <trace figure "Convergence", 640×480>
}

func ExampleTable() {
	display.Show(display.Table([]string{"method", "SMSE"}, [][]any{
		{"L-BFGS", 0.02134},
		{"GPCV-ADMM", 0.01},
	}).Title("Test errors"))
	// Output:
	// Test errors
	// method        SMSE
	// ─────────  ───────
	// L-BFGS     0.02134
	// GPCV-ADMM  0.01
}

// celsius shows itself in a notebook, without importing display.
type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f °C", float64(c)) }
func (c celsius) HTML() string   { return fmt.Sprintf("<b>%.1f</b> °C", float64(c)) }

func ExampleOf() {
	b := display.Of(celsius(21.5))
	fmt.Println(b.Data["text/plain"])
	fmt.Println(b.Data["text/html"])
	// Output:
	// 21.5 °C
	// <b>21.5</b> °C
}

func ExampleNewHandle() {
	h := display.NewHandle("0 of 2")
	for i := range 2 {
		h.Update(fmt.Sprintf("%d of 2", i+1))
	}
	// Output:
	// 0 of 2
	// 1 of 2
	// 2 of 2
}

// A widget that sends back what it gets.
func ExampleHandleComm() {
	display.HandleComm("echo", func(c *display.Comm, data map[string]any) {
		c.OnMessage(func(data map[string]any) { c.Send(data) })
	})
}

// A loop over Progress is a plain one that shows how far it is.
func ExampleProgress() {
	sum := 0
	for i := range display.Progress(5) {
		sum += i
	}
	fmt.Println(sum)
	// Its other output contains a time: done: 5 of 5, in N seconds.
}
