// Module github.com/golang/geo@v0.0.0-20260818125358-b200a1149890

package main

import (
	"fmt"

	"github.com/golang/geo/s2"
)

func main() {
	a, b := s2.LatLngFromDegrees(48.1, 11.6), s2.LatLngFromDegrees(52.5, 13.4)
	fmt.Printf("%.6f\n", a.Distance(b).Degrees())
	fmt.Println(s2.CellIDFromLatLng(a).ToToken())
}
