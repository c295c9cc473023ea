// Module github.com/mjibson/go-dsp@v0.0.0-20180508042940-11479a337f12

package main

import (
	"fmt"

	"github.com/mjibson/go-dsp/fft"
)

func main() {
	for _, c := range fft.FFTReal([]float64{1, 2, 3, 4}) {
		fmt.Printf("%.3f ", c)
	}
	fmt.Println()
}
