// Module github.com/montanaflynn/stats@v0.14.0

package main

import (
	"fmt"
	"github.com/montanaflynn/stats"
)

func main() {
	d := stats.LoadRawData([]any{1.1, "2", 3.0, 4, 5})
	m, _ := stats.Median(d)
	sd, _ := d.StandardDeviation()
	c, err := stats.Correlation([]float64{1, 2, 3, 4, 5}, []float64{1, 2, 3, 5, 6})
	fmt.Println(m, sd, c, err)
	_, err = stats.Mean(nil)
	fmt.Printf("%v %T\n", err, err)
	r, _ := stats.LinearRegression([]stats.Coordinate{{1, 2.3}, {2, 3.3}, {3, 3.7}})
	fmt.Println(r)
}
