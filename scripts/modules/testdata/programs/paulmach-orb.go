// Module github.com/paulmach/orb@v0.14.0

package main

import (
	"fmt"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geo"
)

func main() {
	fmt.Printf("%.1f\n", geo.Distance(orb.Point{11.6, 48.1}, orb.Point{13.4, 52.5}))
}
