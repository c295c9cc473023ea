// Module github.com/aclements/go-moremath@v0.0.0-20210112150236-f10218a38794

package main

import (
	"fmt"
	"github.com/aclements/go-moremath/stats"
)

func main() {
	s := stats.Sample{Xs: []float64{1, 2, 3, 4, 5}}
	fmt.Println(s.Mean(), s.StdDev(), s.Quantile(0.5))
	r, err := stats.TwoSampleWelchTTest(&s, &stats.Sample{Xs: []float64{2, 3, 4, 5, 7}}, stats.LocationDiffers)
	fmt.Printf("%.6f %v\n", r.P, err)
}
