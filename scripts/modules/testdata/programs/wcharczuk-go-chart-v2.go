// Module github.com/wcharczuk/go-chart/v2@v2.1.2

package main

import (
	"bytes"
	"fmt"
	"github.com/wcharczuk/go-chart/v2"
)

func main() {
	g := chart.Chart{Series: []chart.Series{chart.ContinuousSeries{XValues: []float64{1, 2, 3, 4}, YValues: []float64{1, 4, 2, 3}}}}
	var b bytes.Buffer
	fmt.Println(g.Render(chart.SVG, &b), b.Len() > 100)
}
