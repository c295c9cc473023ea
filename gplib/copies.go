package gplib

import (
	"encoding/binary"
	"fmt"
	"math"

	"krigo/gplib/cov"
)

// Sites returns the positions of the observations by their inputs, those with the same
// inputs together: sites and what is at one in the order of the data. Inputs other than
// a [cov.Matrix] count as different.
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

// Distinct returns the positions of the rows, observation included, that repeat no
// earlier row.
func (d Data) Distinct() []int { return d.distinctOf(d.Sites()) }

// distinctOf returns Distinct, given the sites.
func (d Data) distinctOf(sites [][]int) []int {
	first := make([]bool, d.Len())
	for _, site := range sites {
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

// Copies are left out where they are at least leastCopies of the rows and at most
// mostOthers as many repeated inputs have another observation.
const leastCopies, mostOthers = 0.02, 0.05

// WithoutCopies returns d without duplicate rows, inputs and observation, and a warning
// that says so. Where repeated inputs never show noise, they are the same record twice
// rather than a second measurement: the likelihood then prefers to interpolate them
// without noise, and training parts of folds contain test rows. Other data are returned
// unchanged. Learners call it unless [Settings].KeepCopies.
func (d Data) WithoutCopies() (kept Data, found Findings) {
	sites := d.Sites()
	distinct := d.distinctOf(sites)
	copies, others := d.Len()-len(distinct), len(distinct)-len(sites)
	if copies == 0 || float64(copies) < leastCopies*float64(d.Len()) || float64(others) > mostOthers*float64(copies) {
		return d, nil
	}
	return d.Subset(distinct), Findings{{
		Code:  "copies",
		Found: fmt.Sprintf("%d of %d rows are copies of others, observation included, and were left out", copies, d.Len()),
		Means: "they make the noise look smaller than it is",
		Do:    "Settings.KeepCopies keeps them",
	}}
}
