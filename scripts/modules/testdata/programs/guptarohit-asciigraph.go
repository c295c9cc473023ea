// Module github.com/guptarohit/asciigraph@v0.10.0

package main

import (
	"fmt"
	"github.com/guptarohit/asciigraph"
)

func main() {
	fmt.Println(asciigraph.Plot([]float64{3, 4, 9, 6, 2, 4, 5, 8, 5, 10, 2, 7, 2, 5, 6}, asciigraph.Height(5), asciigraph.Caption("x")))
}
