//go:build ignore

// Iterations over maps that change, and over keys that are not equal to
// themselves.
package main

import (
	"fmt"
	"math"
	"sort"
)

type celsius float64
type point struct{ x, y float64 }
type namer interface{ name() string }

func (c celsius) name() string { return fmt.Sprint("c", float64(c)) }

func main() {
	m := map[float64]string{1: "one", 2: "two"}
	m[math.NaN()] = "nan"
	m[math.NaN()] = "nan"
	n := 0
	for k, v := range m {
		if k != k {
			n++
		}
		if (k != k) != (v == "nan") {
			fmt.Println("wrong", k, v)
		}
	}
	fmt.Println(len(m), n)
	clear(m)
	fmt.Println(len(m))
	temperatures := map[celsius]namer{3: celsius(4), 5: nil}
	var out []string
	for k, v := range temperatures {
		out = append(out, fmt.Sprintf("%v %T %v", k, v, v == nil))
	}
	sort.Strings(out)
	fmt.Println(out)
	points := map[point][]celsius{{1, 2}: {3}, {math.NaN(), 0}: {4}}
	sum := celsius(0)
	for p, v := range points {
		sum += v[0]
		delete(points, p)
	}
	fmt.Println(sum, len(points))
	ints := map[int]int{}
	for i := range 100 {
		ints[i] = i
	}
	seen := 0
	for k := range ints {
		seen++
		for i := range 100 {
			if i != k {
				delete(ints, i)
			}
		}
	}
	fmt.Println(seen, len(ints))
	for k := range ints {
		delete(ints, k)
		for i := range 5 {
			ints[1000+i] = i
		}
		break
	}
	fmt.Println(len(ints))
	var none map[string]int
	for k, v := range none {
		fmt.Println(k, v)
	}
	fmt.Println(none["a"], len(none))
}
