package main

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

type box struct{}

func (box) Plot(draw.Canvas, *plot.Plot)    {}
func (box) DataRange() (a, b, c, d float64) { return -3, 3, -7, 7 }

func main() {
	p := plot.New()
	p.Add(box{})
	fmt.Println(p.X.Min, p.X.Max)
}
