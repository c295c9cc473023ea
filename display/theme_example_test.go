package display_test

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"krigo/display"
)

// A plot of gonum's in the theme of the figures.
func ExampleNewPlot() {
	p := display.NewPlot()
	line, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: 2, Y: 4}, {X: 3, Y: 9}})
	if err != nil {
		fmt.Println(err)
		return
	}
	line.Color = display.Color(1)
	p.Add(line)
	display.Show(display.Plot(p).Title("Squares").Labels("x", "x²"))
	// Output: <plot figure "Squares", 640×400>: Squares. A plot with x from 1 to 3; x² from 1 to 9: line of 3 points.
}

func ExampleYearTicks() {
	for _, t := range (display.YearTicks{}).Ticks(1958, 1990) {
		if !t.IsMinor() {
			fmt.Println(t.Label)
		}
	}
	// Output:
	// 1960
	// 1965
	// 1970
	// 1975
	// 1980
	// 1985
	// 1990
}

func ExampleLogTicks() {
	var marks []string
	var ticker plot.Ticker = display.LogTicks{}
	for _, t := range ticker.Ticks(0.15, 0.9) {
		if !t.IsMinor() {
			marks = append(marks, t.Label)
		}
	}
	fmt.Println(marks)
	// Output: [0.2 0.3 0.4 0.5 0.6 0.8]
}

func ExampleMIME() {
	b := display.Of(display.MIME("text/markdown", "**bold**"))
	fmt.Println(b.Data["text/markdown"])
	// Output: **bold**
}

func ExampleCividis() {
	for _, c := range display.Cividis(3).Colors() {
		r, g, b, _ := c.RGBA()
		fmt.Printf("#%02X%02X%02X\n", r>>8, g>>8, b>>8)
	}
	// Output:
	// #00224E
	// #7C7B78
	// #FEE838
}

// Figures of any kind side by side.
func ExampleGrid() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Grid(display.Fit(fit).Title("What it learned"), display.Trace(fit.Trace)).Columns(2))
	// Output: <grid figure, 880×300>
}
