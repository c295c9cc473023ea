package gplib

import (
	"encoding/binary"
	"math"

	"krigo/gplib/cov"
)

// Sites are the positions of the observations by their inputs, those with the same
// inputs together: sites and what is at one in the order of the data. Inputs that
// are no [cov.Matrix] count as different.
func (d Data) Sites() [][]int {
	x, ok := d.X.(*cov.Matrix)
	var sites [][]int
	at := map[string]int{}
	var key []byte
	for i := range d.Y {
		key = key[:0]
		if ok {
			for _, v := range x.Row(i) {
				key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
			}
		} else {
			key = binary.LittleEndian.AppendUint64(key, uint64(i))
		}
		s, known := at[string(key)]
		if !known {
			s = len(sites)
			at[string(key)], sites = s, append(sites, nil)
		}
		sites[s] = append(sites[s], i)
	}
	return sites
}

// Distinct are the positions of the rows, observation included, of which no copy
// comes before them.
func (d Data) Distinct() []int {
	first := make([]bool, d.Len())
	for _, site := range d.Sites() {
		seen := map[float64]bool{}
		for _, i := range site {
			first[i] = !seen[d.Y[i]]
			seen[d.Y[i]] = true
		}
	}
	var index []int
	for i, is := range first {
		if is {
			index = append(index, i)
		}
	}
	return index
}
