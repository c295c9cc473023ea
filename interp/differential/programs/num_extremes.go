// The builtin functions min and max of what is no number, of infinities and of zeros with
// a sign, in functions of all kinds: a NaN wins, as it does not in math.Min.
package main

import (
	"fmt"
	"math"
)

func least32(a, b, c float32) float32 { return min(a, b, c) }
func most32(a, b, c float32) float32  { return max(a, b, c) }
func least64(a, b, c float64) float64 { return min(a, b, c) }
func most64(a, b, c float64) float64  { return max(a, b, c) }

type celsius float64

// warmest is interpreted: it defers.
func warmest(days ...celsius) (best celsius) {
	defer func() { best = max(best, -273.15) }()
	best = celsius(math.Inf(-1))
	for _, d := range days {
		best = max(best, d)
	}
	return best
}

func lowest(days ...celsius) (worst celsius) {
	defer func() { _ = recover() }()
	worst = celsius(math.Inf(1))
	for _, d := range days {
		worst = min(worst, d, celsius(math.Inf(1)))
	}
	return worst
}

func main() {
	values := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, -2.5}
	for _, a := range values {
		for _, b := range values {
			for _, c := range values {
				x, y := least32(float32(a), float32(b), float32(c)), most32(float32(a), float32(b), float32(c))
				u, v := least64(a, b, c), most64(a, b, c)
				fmt.Println(x, math.Signbit(float64(x)) && x == x, y, math.Signbit(float64(y)) && y == y,
					u, math.Signbit(u) && u == u, v, math.Signbit(v) && v == v)
			}
			fmt.Println(warmest(celsius(a), celsius(b)), lowest(celsius(a), celsius(b)), math.Min(a, b), math.Max(a, b))
		}
	}
}
